"""What label sets, agreement between people, and judges under test are called (DESIGN 8, M-72, M-73, M-81)."""

from lineage.evidence.terms.term import Term


class Scale(Term):
    """What may be done with the values of a label (Krippendorff 2011)."""

    NOMINAL = "nominal", "categories", "Values are equal or not; none is nearer to another than a third."
    ORDINAL = "ordinal", "ranks", "Values have an order; how far apart two of them are is not known."
    INTERVAL = "interval", "numbers", "Values have an order, and their differences can be compared."


class RaterRole(Term):
    """In which part somebody gave a label. Only a rater's enters agreement."""

    RATER = "rater", "rater", "Labelled without knowing what others said."
    ADJUDICATOR = "adjudicator", "adjudicator", "Labelled where raters differed; never counted as agreeing or not."


class ExpectedBy(Term):
    """Where the label that others are compared with comes from."""

    AGREED = "agreed", "agreed", "All raters whom the queue asks for said the same."
    ADJUDICATED = "adjudicated", "adjudicated", "An adjudicator settled a difference."
    PUBLISHED = "published", "as published", "It came with the data set."


class Comparability(Term):
    COMPARABLE = "comparable", "comparable", "Results on this item may be compared with earlier ones."
    NON_COMPARABLE = (
        "non_comparable",
        "not comparable",
        "Something that a comparison rests on was not kept; counted apart until a person rebuilds it.",
    )


class ChangeKind(Term):
    """Which part of an item changed against the version before (S2-54)."""

    CLAIM = "claim", "the claim"
    SOURCE_SNAPSHOT = "source_snapshot", "the source's words"
    CITATION_REQUIREMENT = "citation_requirement", "what is to be cited"
    EXPECTED_OUTCOME = "expected_outcome", "the expected label"


class Exclusion(Term):
    """Why something is not counted in a figure: each is counted apart (M-81)."""

    ONE_RATER = "one_rater", "only one rater", "A single label agrees with nobody."
    NO_VALUE = "no_value", "left open", "The field was not asked or not answered."
    STALE = "stale", "on earlier evidence", "The cited words or the guideline changed after the verdict."
    PUT_ASIDE = "put_aside", "put aside", "The matter was opened again after this verdict."
    NOT_BLIND = "not_blind", "not blind", "It was given with a judge's or a colleague's word in view."
    NO_TEXT = "no_text", "no text", "The words cannot be shown, so nobody could judge."
    NOT_COMPARABLE = "not_comparable", "not comparable", "The item is marked so; its reason stands beside it."
    NOT_SETTLED = "not_settled", "no expected label", "People differ and nobody settled it, or too few judged it."
    NOT_RUN = "not_run", "judge not run", "No result of the judge for this item."
    JUDGE_ERROR = "judge_error", "judge failed", "The judge failed, timed out, or said what is no label of this set."
    NO_SCORE = "no_score", "no score", "The judge gave a label and no number."
    HIDDEN = "hidden", "hidden from you", "Your own verdict on it is not in, or you may not read its words."


class MetricStatus(Term):
    """What a number is when it is none (M-81)."""

    COMPUTED = "computed", "computed"
    UNDEFINED = "undefined", "undefined", "There is nothing to divide by; that is neither nought nor a pass."
    NOT_MEASURED = "not_measured", "not measured", "What it needs was not recorded."
    NOT_COMPARABLE = "not_comparable", "not comparable", "It would compare what cannot be compared."


class CertificateState(Term):
    """Whether what was found of a judge still holds. Derived, never stored."""

    VALID = "valid", "valid", "The judge met what was asked, and nothing that it was tested with changed since."
    NOT_MET = "not_met", "not met", "The judge was tested and did not reach what was asked."
    EXPIRED = "expired", "expired", "Something that it was tested with changed since; test the judge again."


class JobState(Term):
    """Where the computing of a figure that takes long stands."""

    WAITING = "waiting", "waiting", "A worker will take it up."
    RUNNING = "running", "being computed"
    DONE = "done", "computed"
    FAILED = "failed", "failed", "It was tried and could not be computed; the reason stands beside it."
