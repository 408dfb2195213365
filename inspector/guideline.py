"""What the six answers about one passage mean, in words for the help page; the tenant's guideline stands above them."""

from lineage.evidence.vocabulary import PairSupport

SCOPE = "Judge each citation from its own passage alone, never from what you know or what stands elsewhere."
MEANINGS = {
    PairSupport.SUPPORTS: "A careful reader of the passage alone would agree with the whole claim.",
    PairSupport.PARTIALLY_SUPPORTS: "The passage carries a part of the claim, or a weaker one.",
    PairSupport.CONTRADICTS: "The passage says that the claim is wrong.",
    PairSupport.DOES_NOT_SUPPORT: "The passage neither carries nor denies the claim.",
    PairSupport.REVERSES_IN_CONTEXT: "The cited words carry it, but the sentences around them take it back.",
    PairSupport.CANNOT_ASSESS: "The words are missing, masked or not understandable, so nothing can be said.",
}
