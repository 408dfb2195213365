"""What sources, texts and what was made of them are called."""

from lineage.evidence.terms.term import Term


class Origin(Term):
    """Who made the words (DESIGN 5)."""

    ORIGINAL = "original", "original", "Words of the retained source."
    DERIVED = (
        "derived",
        "derived",
        "Made from the source by code that changes no words; traced back character by character.",
    )
    GENERATED = (
        "generated",
        "generated",
        "Words the source did not write: a model's or a person's summary, translation or prefix.",
    )
    MIXED = "mixed", "mixed", "The range crosses from source words into words the source did not write."
    UNRESOLVED = "unresolved", "origin not recorded", "Nobody recorded who made these words."


class ArtifactKind(Term):
    """What a text is in its pipeline (ArtifactType)."""

    RAW_SOURCE = "raw_source"
    CANONICAL_EXTRACT = "canonical_extract"
    NORMALIZED_TEXT = "normalized_text"
    CHUNK = "chunk"
    CITATION_NODE = "citation_node"
    SUMMARY = "summary"
    SUMMARY_BULLET = "summary_bullet"
    TRANSLATION = "translation"
    TABLE_LINEARIZATION = "table_linearization"
    STRUCTURED_EXTRACTION = "structured_extraction"
    ENTITY_EXTRACTION = "entity_extraction"
    REDACTED_TEXT = "redacted_text"
    CONTEXTUAL_PREFIX = "contextual_prefix"
    HYPOTHETICAL_DOCUMENT = "hypothetical_document"
    GENERATED_QUESTION = "generated_question"
    MERGED_BLOCK = "merged_block"
    TRIMMED_BLOCK = "trimmed_block"
    HOP_NOTE = "hop_note"
    OTHER = "other"


class TransformationKind(Term):
    """What a transformation did (TransformType)."""

    NORMALIZATION = "normalization"
    BOILERPLATE_REMOVAL = "boilerplate_removal"
    DEDUPLICATION = "deduplication"
    CHUNKING = "chunking"
    TRANSLATION = "translation"
    TABLE_LINEARIZATION = "table_linearization"
    SUMMARIZATION = "summarization"
    ENTITY_EXTRACTION = "entity_extraction"
    REDACTION = "redaction"
    PARSING = "parsing"
    METADATA_EXTRACTION = "metadata_extraction"
    CITATION_SPLITTING = "citation_splitting"
    OCR = "ocr"
    OCR_CORRECTION = "ocr_correction"
    HEADER_FOOTER_REMOVAL = "header_footer_removal"
    SECTION_SPLIT = "section_split"
    CONTEXT_GENERATION = "context_generation"
    QUESTION_GENERATION = "question_generation"
    HYPOTHETICAL_GENERATION = "hypothetical_generation"
    MERGE = "merge"
    TRIM = "trim"
    HOP_SYNTHESIS = "hop_synthesis"
    CUSTOM = "custom"


class Mediation(Term):
    """By what means a transformation was made."""

    DETERMINISTIC = "deterministic", "code"
    MODEL = "model", "model"
    HUMAN = "human", "person"


class SourceKind(Term):
    PDF = "pdf", "PDF"
    HTML = "html", "HTML"
    DOCX = "docx", "DOCX"
    TEXT = "text", "text"
    CSV = "csv", "CSV table"
    MARKDOWN = "markdown", "Markdown"
    EMAIL = "email"
    DB_ROW_EXPORT = "db_row_export", "database rows"
    TRANSCRIPT = "transcript"
    WEB_PAGE = "web_page", "web page"
    OTHER = "other"


class Authority(Term):
    AUTHORITATIVE = "authoritative"
    NON_AUTHORITATIVE = "non_authoritative", "not authoritative"
    DRAFT = "draft"
    UNKNOWN = "unknown", "not recorded"


class Availability(Term):
    """Whether a version's text may be read (EvidenceAvailability)."""

    AVAILABLE = "available"
    ARCHIVED = "archived"
    DELETED = "deleted"
    ACCESS_BLOCKED = "access_blocked", "access blocked"
    WITHDRAWN = "withdrawn"
    NOT_RETAINED = "not_retained", "not retained"
    HASH_ONLY = "hash_only", "digest only"


class SourceEventKind(Term):
    ACTIVATED = "activated"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    RESTORED = "restored"
    TOMBSTONED = "tombstoned"
    PURGE_REQUESTED = "purge_requested", "erasure asked for"
    PURGE_DECLINED = "purge_declined", "erasure declined"
    PURGED = "purged", "erased"
    HELD = "held", "legal hold set"
    RELEASED = "released", "legal hold released"


class Custody(Term):
    INLINE_PROTECTED = "inline_protected", "kept here"
    CONTROLLED_REFERENCE = "controlled_reference", "kept elsewhere, by reference"
    HASH_ONLY = "hash_only", "digest only"


class Freshness(Term):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    NOT_YET_VALID = "not_yet_valid", "not yet valid"
    EXPIRED = "expired"
    UNKNOWN = "unknown", "not recorded"
