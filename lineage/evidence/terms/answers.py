"""What answers, their claims and what was captured with them are called."""

from lineage.evidence.terms.term import Term


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

    @property
    def is_post_hoc(self) -> bool:
        return self in (Attachment.POST_HOC_MODEL, Attachment.POST_HOC_SIMILARITY)


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
