"""Every enumeration of the domain, with the label people read and what it means.

Values are the register's (requirements 6.3); they are wire format and database values at once.
`meaning` is shown beside each status, also what a check does not prove.
"""

from enum import StrEnum
from typing import Self


class Term(StrEnum):
    """A member written `NAME = "value", "label", "meaning"`."""

    label: str
    meaning: str

    def __new__(cls, value: str, label: str = "", meaning: str = "") -> Self:
        term = str.__new__(cls, value)
        term._value_ = value
        term.label = label or value.replace("_", " ")
        term.meaning = meaning
        return term


class Origin(Term):
    """Who made the words (DESIGN 5)."""

    ORIGINAL = "original", "original", "Words of the retained source."
    DERIVED = "derived", "derived", "Made from the source by code that changes no words; traced back character by character."
    GENERATED = "generated", "generated", "Words the source did not write: a model's or a person's summary, translation or prefix."
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
    PURGED = "purged"
    HELD = "held", "legal hold set"
    RELEASED = "released", "legal hold released"


class Custody(Term):
    INLINE_PROTECTED = "inline_protected", "kept here"
    CONTROLLED_REFERENCE = "controlled_reference", "kept elsewhere, by reference"
    HASH_ONLY = "hash_only", "digest only"


class Environment(Term):
    PRODUCTION = "production"
    STAGING = "staging"
    SHADOW = "shadow"
    TEST = "test"


class RiskTier(Term):
    STANDARD = "standard"
    HIGH = "high"


class Attachment(Term):
    """How citations were attached (M-34); after the fact, a pointer is not grounding."""

    BOUND_BEFORE_GENERATION = "bound_before_generation", "bound before writing"
    CONSTRAINED_DURING_GENERATION = "constrained_during_generation", "constrained while writing"
    POST_HOC_MODEL = "post_hoc_model", "added afterwards by a model"
    POST_HOC_SIMILARITY = "post_hoc_similarity", "added afterwards by similarity"
    UNKNOWN = "unknown", "not recorded"


class GenerationMode(Term):
    NATIVE = "native"
    PORTABLE = "portable"
    UNKNOWN = "unknown", "not recorded"


class AnswerOutcome(Term):
    ANSWERED = "answered"
    PARTIAL = "partial"
    ABSTAINED = "abstained"
    CLARIFYING = "clarifying"


class ClaimKind(Term):
    QUOTATION = "quotation"
    PARAPHRASE = "paraphrase"
    EXACT_VALUE = "exact_value", "exact value"
    DERIVED = "derived"
    SYNTHESIS = "synthesis"
    ABSTENTION = "abstention"
    CONVERSATIONAL = "conversational"
    UNCLASSIFIED = "unclassified", "kind not recorded"


class ExemptionRule(Term):
    GREETING = "greeting"
    NAVIGATION_HINT = "navigation_hint", "navigation hint"
    EXPLICIT_REFUSAL = "explicit_refusal", "explicit refusal"
    LABELED_UNCITED_FIELD = "labeled_uncited_field", "labelled uncited field"


class ExemptionSource(Term):
    POLICY = "policy"
    REVIEWER = "reviewer"
    MODEL = "model", "model (void)"


class SupportLevel(Term):
    DIRECT = "direct"
    INFERRED = "inferred"
    INSUFFICIENT = "insufficient"


class View(Term):
    """The text that a locator addresses (TargetView)."""

    RAW_BYTES = "raw_bytes", "raw bytes"
    CANONICAL_EXTRACT = "canonical_extract", "extract"
    CHUNK = "chunk"
    PACKED_BLOCK = "packed_block", "packed block"
    GENERATOR_REQUEST = "generator_request", "request"
    ANSWER_OUTPUT = "answer_output", "answer"
    RENDERED_CARD = "rendered_card", "card"


class Addition(Term):
    """Why a part is in a packed block (AdditionKind)."""

    MATCHED = "matched"
    NEIGHBOR_EXPANSION = "neighbor_expansion", "neighbour"
    GENERATED_ADDITION = "generated_addition", "generated addition"


class RangeOrigin(Term):
    """Who wrote a range of the assembled request (M-30)."""

    ORIGINAL = "original"
    GENERATED = "generated"
    INSTRUCTION = "instruction"
    LABEL = "label"
    USER_QUERY = "user_query", "question"
    UNMARKED = "unmarked", "not recorded"


class Stage(Term):
    RETRIEVAL = "retrieval"
    PACKING = "packing"
    GENERATION = "generation"
    EVALUATION = "evaluation"
    RENDERING = "rendering"


class DigestSubject(Term):
    """What was hashed; digests of different subjects are not comparable (S0-58)."""

    RAW_BYTES = "raw_bytes", "raw bytes"
    CANONICAL_EXTRACT_TEXT = "canonical_extract_text", "extract"
    ARTIFACT_TEXT = "artifact_text", "passage text"
    PACKED_BLOCK_TEXT = "packed_block_text", "packed block"
    MERGED_BLOCK_TEXT = "merged_block_text", "merged block"
    ASSEMBLED_REQUEST = "assembled_request", "assembled request"
    CITATION_SNAPSHOT = "citation_snapshot", "citation snapshot"
    JUDGE_INPUT = "judge_input", "judge input"
    RENDERED_CARD_TEXT = "rendered_card_text", "rendered card"
    RAW_OUTPUT = "raw_output", "raw output"
    CONFIG = "config"
    EXPORT = "export"


class JudgeStatus(Term):
    """Not run is not zero (S2-34)."""

    COMPLETED = "completed", "completed"
    NOT_RUN = "not_run", "not run"
    ERROR = "error", "error"
    TIMEOUT = "timeout", "timed out"
    NOT_APPLICABLE = "not_applicable", "not applicable"
    NOT_APPLICABLE_TO_PARAPHRASE = "not_applicable_to_paraphrase", "not applicable to a paraphrase"


class JudgeScope(Term):
    """What the judge was shown (EvidenceScope)."""

    CITED_PASSAGE = "cited_passage", "the cited passage"
    WHOLE_CONTEXT = "whole_context", "the whole context"
    FULL_ORIGINAL = "full_original", "the full original"
    UNDECLARED = "undeclared", "not declared"


class JudgeVerdict(Term):
    SUPPORTED = "supported"
    PARTIALLY_SUPPORTED = "partially_supported", "partly supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported", "not supported"
    OTHER = "other"


class ResolutionStatus(Term):
    """What became of one citation (DESIGN 7); the first failing step decides."""

    QUOTE_MATCH = "quote_match", "quoted words match", "The quoted words stand at the cited place. This does not show that they carry the claim."
    NORMALIZED_MATCH = (
        "normalized_match",
        "match after normalization",
        "The quoted words stand at the cited place once the named operations of the policy are applied.",
    )
    QUOTE_MISMATCH = "quote_mismatch", "words differ", "The cited place holds other words than the quotation."
    SPAN_RESOLVED = (
        "span_resolved",
        "passage found",
        "The cited passage was found among what the answer was given; no words were quoted, so none were compared.",
    )
    UNRESOLVED_ID = "unresolved_id", "unknown source", "The cited id is none of the passages this answer was given."
    GENERATED_TARGET = (
        "generated_target",
        "points to generated text",
        "The cited text was not written by the source. It may help to find evidence, it is not evidence.",
    )
    SNAPSHOT_MISMATCH = "snapshot_mismatch", "another snapshot", "The cited digest is not the digest of the retained text."
    UNRESOLVED_RANGE = "unresolved_range", "no such place", "The cited range is not in the text, or none was given where one is needed."
    MALFORMED_CITATION = "malformed_citation", "malformed", "The citation does not have the shape its format asks for."
    AMBIGUOUS_LOCATOR = "ambiguous_locator", "several places", "Several places fit equally; none was chosen."
    BROKEN_MAPPING = "broken_mapping", "no verified way to the original", "The passage cannot be traced to the original by a verified map."
    AMBIGUOUS_MAPPING = "ambiguous_mapping", "several ways to the original", "The map leads to several originals; none was chosen."
    UNAUTHORIZED = "unauthorized", "not for this reader", "The answer's reader was not allowed to see the source."
    WITHDRAWN = "withdrawn", "withdrawn", "The source version was withdrawn."
    ACCESS_BLOCKED = "access_blocked", "access blocked", "The source's owner blocks access to it."
    DELETED = "deleted", "deleted", "The source version was deleted."
    NOT_RETAINED = "not_retained", "text not retained", "The source's text was never kept, so nothing can be compared."
    NOT_RUN = "not_run", "not run", "A precondition failed."
    NOT_REPLAYABLE = "not_replayable", "not replayable", "The content was purged."
    OFFSET_DRIFT = "offset_drift", "same id, other text", "The id now names other text than when it was cited."


class MalformedDetail(Term):
    """The ten details of S0-38."""

    MISSING_ID = "missing_id", "no id"
    BAD_ID_TYPE = "bad_id_type", "the id is not a text"
    MISSING_DIGEST = "missing_digest", "no digest"
    BAD_DIGEST = "bad_digest", "the digest is not a SHA-256"
    MISSING_RANGE = "missing_range", "no range"
    BAD_RANGE_SHAPE = "bad_range_shape", "the range is not a pair"
    NON_INTEGER_OFFSET = "non_integer_offset", "an offset is not a whole number"
    UNKNOWN_UNIT = "unknown_unit", "the unit of the offsets is unknown"
    MISSING_VIEW = "missing_view", "the text that the offsets address is not named"
    MISSING_VERSION_IDENTITY = "missing_version_identity", "a URL does not identify a retained version"


class UnresolvedDetail(Term):
    OUTSIDE_MANIFEST = "outside_manifest", "known here, but not given to this answer"
    UNMAPPED_NUMBER = "unmapped_number", "the number is not in the saved footnote map"
    NO_EVIDENCE_RANGE = "no_evidence_range", "no place in the source was given"
    OUT_OF_BOUNDS = "out_of_bounds", "the range ends after the text"
    EMPTY_RANGE = "empty_range", "the range is empty"
    INSIDE_CHARACTER = "inside_character", "an offset falls inside a character"
    WORDS_NOT_IN_TEXT = "words_not_in_text", "the words stand nowhere in the text"


class Step(Term):
    """The resolver's steps, in their fixed order."""

    ID_SHAPE = "id_shape", "id shape"
    LOOKUP = "lookup", "look-up"
    ACCESS = "access", "access"
    AVAILABILITY = "availability", "availability"
    ORIGIN = "origin", "origin"
    DIGEST_SHAPE = "digest_shape", "digest shape"
    DIGEST = "digest", "digest"
    RANGE_SHAPE = "range_shape", "range shape"
    RANGE = "range", "range"
    MAP = "map", "map to the original"
    COMPARE = "compare", "comparison"


class Contract(Term):
    """The contracts that a rule belongs to; the first five are badges on a claim."""

    SYNTAX = "syntax", "syntax", "Is the citation well-formed in the format it came in?"
    IDENTITY = "identity", "identity", "Does it resolve to a source, a revision and a passage that this answer was given?"
    SUPPORT = "support", "support", "Does that passage, and only that passage, carry the claim?"
    COVERAGE = "coverage", "coverage", "Has every claim that needs evidence got some?"
    STANDING = "standing", "standing", "Is the source current and authoritative, and may this answer's reader see it?"
    ORIGIN = "origin", "origin", "Did the source write the cited words?"
    LINEAGE = "lineage", "lineage", "Can the cited words be traced to the original?"
    RETRIEVAL = "retrieval"
    FRESHNESS = "freshness", "freshness", "Is the cited version still the current one?"
    EVALUATION = "evaluation", "evaluation", "Did the judge read the same text?"
    ACCESS = "access"
    SECURITY = "security"
    CAPTURE = "capture", "capture", "Was enough recorded to tell?"


class Outcome(Term):
    """What a rule found. Absent is not zero and not a pass."""

    PASS = "pass", "passed"
    FAIL = "fail", "failed"
    UNCLEAR = "unclear", "unclear"
    NOT_RUN = "not_run", "not run"
    NOT_CAPTURED = "not_captured", "not recorded"
    NOT_APPLICABLE = "not_applicable", "not applicable"
    ERROR = "error", "error"


class Level(Term):
    """What a policy makes of a failing rule; ordered by weight in `LEVEL_WEIGHT`."""

    BLOCK = "block", "block"
    REVIEW = "review", "review"
    WARN = "warn", "warning"
    SHADOW = "shadow", "shadow"
    OFF = "off", "off"


LEVEL_WEIGHT = {Level.BLOCK: 4, Level.REVIEW: 3, Level.WARN: 2, Level.SHADOW: 1, Level.OFF: 0}


class Owner(Term):
    INGESTION = "ingestion"
    RETRIEVAL = "retrieval"
    APPLICATION = "application"
    EVALUATION = "evaluation"
    CONTENT_OWNER = "content_owner", "content owner"


class Route(Term):
    """Where a finding goes."""

    BLOCK = "block"
    REVIEW = "review"
    RETRIEVAL_TEST = "retrieval_test", "retrieval test"


class Decision(Term):
    """What the gate says of an answer (GateOutcome)."""

    RELEASED = "released", "released"
    RELEASED_WITH_DOWNGRADE = "released_with_downgrade", "released, downgraded"
    HOLD_FOR_REVIEW = "hold_for_review", "held for review"
    DEGRADED = "degraded", "degraded"
    BLOCKED = "blocked", "blocked"
    NOT_EVALUATED = "not_evaluated", "not evaluated"


class Diagnosis(Term):
    HEALTHY = "healthy", "healthy"
    GENUINE_UNSUPPORTED = "genuine_unsupported", "not supported by its evidence"
    EVALUATION_WIRING = "evaluation_wiring", "the judge read another text"
    WRONG_MAPPING = "wrong_mapping", "wrong mapping"
    RENDERER_REMAPPED = "renderer_remapped", "the renderer changed the numbers"
    RETRIEVAL_MISS = "retrieval_miss", "retrieval miss"
    STALE_VERSION = "stale_version", "stale version"
    JUDGE_UNSTABLE = "judge_unstable", "unstable judge"
    CANNOT_DETERMINE = "cannot_determine", "cannot be determined"


class Freshness(Term):
    CURRENT = "current"
    SUPERSEDED = "superseded"
    NOT_YET_VALID = "not_yet_valid", "not yet valid"
    EXPIRED = "expired"
    UNKNOWN = "unknown", "not recorded"


class PairSupport(Term):
    """One citation's support, from that passage alone."""

    SUPPORTS = "supports", "supports"
    PARTIALLY_SUPPORTS = "partially_supports", "partly supports"
    CONTRADICTS = "contradicts", "contradicts"
    DOES_NOT_SUPPORT = "does_not_support", "does not support"
    REVERSES_IN_CONTEXT = "reverses_in_context", "reversed by its context"
    CANNOT_ASSESS = "cannot_assess", "cannot be assessed"


class Answerability(Term):
    SUPPORTED = "supported"
    INSUFFICIENT = "insufficient"
    AMBIGUOUS = "ambiguous"
    OUTSIDE_FROZEN_CORPUS = "outside_frozen_corpus", "outside the frozen corpus"


class OriginVerdict(Term):
    ORIGINAL = "original"
    GENERATED = "generated"
    MIXED = "mixed"
    UNRESOLVED = "unresolved"


class QuotationVerdict(Term):
    EXACT = "exact"
    ACCEPTED_NORMALIZATION = "accepted_normalization", "accepted normalization"
    MISMATCH = "mismatch"
    NOT_A_QUOTATION = "not_a_quotation", "not a quotation"


class DerivationVerdict(Term):
    WARRANTED = "warranted"
    INCOMPLETE_WARRANT = "incomplete_warrant", "incomplete warrant"
    INVALID_TRANSFORMATION = "invalid_transformation", "transformation does not hold"
    NOT_APPLICABLE = "not_applicable", "not applicable"


class CoverageVerdict(Term):
    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported", "not supported"


class SupportClass(Term):
    DIRECT_SUPPORT = "direct_support", "direct support"
    WARRANTED_DERIVATION = "warranted_derivation", "warranted derivation"
    CONTRADICTION = "contradiction"
    INSUFFICIENCY = "insufficiency"
    UNRESOLVED_ORIGIN = "unresolved_origin", "origin not resolved"
    CANNOT_TELL = "cannot_tell", "cannot tell"


class PolicyKind(Term):
    NORMALIZATION = "normalization"
    EXEMPTION = "exemption"
    GATE = "gate"
    ADJUDICATION = "adjudication"
    GUIDELINE = "guideline"


class Role(Term):
    """What a person may do in a tenant (M-109)."""

    REVIEWER = "reviewer"
    LABELER = "labeler", "labeller"
    ADJUDICATOR = "adjudicator"
    RESPONDER = "responder"
    AUDITOR = "auditor"
    POLICY_ADMIN = "policy_admin", "policy administrator"
    ADMINISTRATOR = "administrator"
