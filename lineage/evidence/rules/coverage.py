"""Has every claim that needs evidence got some?"""

from collections.abc import Iterator

from lineage.evidence.bundle import Claim
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.vocabulary import ClaimKind, ExemptionSource, Level, Outcome, Owner, Route

VOID = "exemption_void"
# An abstention needs no span, it must name the missing basis.
UNCITED_KINDS = (ClaimKind.ABSTENTION,)


def is_required(claim: Claim) -> bool:
    """Whether a claim needs a citation. An exemption that the model declared itself is void (X-04, S2-61)."""
    if claim.kind in UNCITED_KINDS:
        return False
    if claim.exemption is not None:
        return claim.exemption.source is ExemptionSource.MODEL
    return claim.requires_citation


def _missing(subject: Subject) -> Iterator[Check]:
    for claim in subject.dossier.answer.claims:
        if not is_required(claim):
            yield Check(Outcome.NOT_APPLICABLE, claim.key)
        elif subject.dossier.citations_of(claim.key):
            yield Check(Outcome.PASS, claim.key)
        elif claim.exemption is not None:
            sentence = "This claim cites nothing; the model excused it itself, which does not count."
            yield Check(Outcome.FAIL, claim.key, None, VOID, sentence)
        else:
            yield Check(Outcome.FAIL, claim.key, None, "", "This claim needs evidence and cites none.")


RULES = (
    Rule(
        code="coverage/required-citation-missing",
        meaning="Every claim that needs evidence cites some.",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="Cite a passage, or leave the statement out; exempt it only by a reviewed rule.",
        level=Level.BLOCK,
        check=_missing,
        proves_not="A citation that is there may not support the claim.",
        requirements=("S2-10", "S2-15", "S2-61"),
    ),
)
