"""What is said of a capture: how far it shows what a generator saw, and what became of a passage on its way."""

from lineage.evidence.terms.term import Term


class ExposureBasis(Term):
    """What a statement about the generator's input rests on (S0-03)."""

    CAPTURED_REQUEST = (
        "captured_request",
        "captured request",
        "The assembled request was stored; it shows what was in it.",
    )
    CONFIGURATION_CLAIM = (
        "configuration_claim",
        "configuration only",
        "A setting or a framework's documentation says so; nobody stored the request, so it shows nothing.",
    )
    UNKNOWN = "unknown", "not recorded", "Nothing that was recorded shows what the generator was given."


class PassageStep(Term):
    """The steps between a question and a citation, in the order in which a passage meets them (M-05, M-28)."""

    QUERY = "query", "query and rewrites", "What was searched for; a rewritten query is a query and never evidence."
    RETRIEVAL = "retrieval", "retrieval", "Each path gives its hits in an order of its own."
    FUSION = "fusion", "fusion", "The orders of several paths become one."
    RERANK = "rerank", "reranking", "A second look at the candidates puts them in a new order."
    DEDUPLICATION = "deduplication", "deduplication", "Of passages that are the same, one is kept."
    PACKING = "packing", "packing", "What is supplied is cut, merged and labelled."
    REQUEST = "request", "request", "The request that the generator received."
    CITATION = "citation", "citation", "The answer points to the passage."


class Presence(Term):
    """Whether a part of a capture is there (S2-46)."""

    PRESENT = "present", "present", "It was recorded."
    ABSENT = "absent", "absent", "It was not recorded, and would be needed to tell."
    NOT_APPLICABLE = "not_applicable", "not applicable", "This answer has no use for it."
