"""What people say, and what they are."""

from lineage.evidence.terms.term import Term


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

class SupportType(Term):
    """How the support comes about (S3-57): suggested from the path, several may hold."""

    DIRECTLY_STATED = "directly_stated", "directly stated"
    SYNTHESIZED_MULTI_SPAN = "synthesized_multi_span", "put together from several spans"
    INFERRED_STRUCTURED = "inferred_structured", "inferred from structured data"
    TRANSLATED = "translated"
    SUMMARY_MEDIATED = "summary_mediated", "by way of a summary"


class SupportOutcome(Term):
    """The words of a support verifier (S4-30); kept apart from ours, beside them in the crosswalk."""

    ENTAILED = "entailed"
    PARTIAL_SUPPORT = "partial_support", "partial support"
    SOURCE_CONFLICT = "source_conflict", "sources conflict"
    EXCESSIVE_CERTAINTY = "excessive_certainty", "more certain than the passage"
    CONTRADICTED = "contradicted"
    NOT_ENTAILED = "not_entailed", "not entailed"
    NOT_ASSESSED = "not_assessed", "not assessed"


class CalibrationLabel(Term):
    """What a judge is compared with (S2-31)."""

    CLEAR_SUPPORT = "clear_support", "clear support"
    CLEAR_CONTRADICTION = "clear_contradiction", "clear contradiction"
    PARTIAL_SUPPORT = "partial_support", "partial support"
    INSUFFICIENT_EVIDENCE = "insufficient_evidence", "insufficient evidence"
    AMBIGUOUS = "ambiguous"


class ReviewerTag(Term):
    """What a reviewer saw beside the support: they never change a verdict."""

    EXACT_CURRENT_VALUE = "exact_current_value", "wrong tool: asks for an exact current value"
    DISCOVERY = "discovery", "wrong tool: asks to discover"
    TINY_STATIC_SET = "tiny_static_set", "wrong tool: a tiny, fixed set"
    COMPLETE_LEGAL_RECORD = "complete_legal_record", "wrong tool: asks for a complete legal record"
    IMPLIED_NOT_STATED = "implied_not_stated", "implied, not stated"
    AMBIGUOUS = "ambiguous"
    APPROVED_SOURCES_CONFLICT = "approved_sources_conflict", "approved sources conflict"
    EVIDENCE_GAP = "evidence_gap", "evidence is missing"


class SpanRole(Term):
    """Why a reviewer attached a stretch of a source to a verdict."""

    LOCATED = "located", "located evidence", "Found by the reviewer elsewhere; it never repairs the citation."
    OPERAND = "operand", "operand", "A value that a derivation starts from."


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
