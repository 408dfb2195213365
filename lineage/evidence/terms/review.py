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
