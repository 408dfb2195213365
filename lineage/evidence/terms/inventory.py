"""What the origin inventory says of a text: its category, who wrote it, and which part of a system had it."""

from lineage.evidence.terms.term import Term


class EvidenceCategory(Term):
    """What a text is as evidence (S0-16)."""

    ORIGINAL_EVIDENCE = (
        "original_evidence",
        "original evidence",
        "Words of the retained source in a named representation, before anything was added to them.",
    )
    QUOTED_EXCERPT = "quoted_excerpt", "quoted excerpt", "Copied source words with their place in the source."
    GENERATED_RETRIEVAL_AID = (
        "generated_retrieval_aid",
        "generated retrieval aid",
        "Words that the source did not write; they help to find evidence and are none.",
    )
    DERIVED_CLAIM = (
        "derived_claim",
        "derived claim",
        "A calculation, synthesis or inference; it needs named inputs and a warrant.",
    )
    SOURCE_SNAPSHOT = "source_snapshot", "source snapshot", "A version that was retained, so that it can be looked up."
    EVIDENCE_BOUNDARY = (
        "evidence_boundary",
        "evidence boundary",
        "A text in which source words and words of others meet; where they meet is recorded.",
    )
    UNKNOWN = "unknown", "not recorded", "Nobody recorded who wrote these words."


class Authorship(Term):
    """Who wrote the words of a text."""

    SOURCE = "source", "the source"
    CODE = "code", "code", "From words of its input, without a word of its own."
    MODEL = "model"
    PERSON = "person"
    NOT_RECORDED = "not_recorded", "not recorded"


class Surface(Term):
    """A part of a system that may have had a text before it (S0-22)."""

    EMBEDDING = "embedding", "embedding", "The text that was turned into a vector, or that a search by vectors found."
    LEXICAL_INDEX = "lexical_index", "word index", "The index that a search by words found it in."
    RERANKER = "reranker", "reranker", "What was handed to the reranker."
    GENERATOR = "generator", "generator", "The request as the generator received it; nothing else proves it."
    RETURNED_FIELDS = "returned_fields", "returned fields", "The fields that the retrieval gave back."
    PAGE = "page", "page", "The rendered answer and the source cards beside it."
