"""The look of a word: pass, fail, unclear, absent, none or generated; a shape and a colour in `parts.css`.

Pure. A value that is in no table here looks as if it failed, never as if it passed.
"""

from lineage.evidence.vocabulary import Decision, Diagnosis, Freshness, JudgeStatus, Origin, Outcome, ResolutionStatus

STATE_OF_STATUS = {
    ResolutionStatus.QUOTE_MATCH: "pass",
    ResolutionStatus.NORMALIZED_MATCH: "pass",
    ResolutionStatus.SPAN_RESOLVED: "pass",
    ResolutionStatus.AMBIGUOUS_LOCATOR: "unclear",
    ResolutionStatus.AMBIGUOUS_MAPPING: "unclear",
    ResolutionStatus.GENERATED_TARGET: "generated",
    ResolutionStatus.NOT_RETAINED: "absent",
    ResolutionStatus.NOT_RUN: "absent",
    ResolutionStatus.NOT_REPLAYABLE: "absent",
    ResolutionStatus.DELETED: "absent",
    ResolutionStatus.WITHDRAWN: "absent",
    ResolutionStatus.ACCESS_BLOCKED: "absent",
    ResolutionStatus.UNAUTHORIZED: "absent",
}
STATE_OF_OUTCOME = {
    Outcome.PASS: "pass",
    Outcome.FAIL: "fail",
    Outcome.ERROR: "fail",
    Outcome.UNCLEAR: "unclear",
    Outcome.NOT_CAPTURED: "absent",
    Outcome.NOT_RUN: "none",
    Outcome.NOT_APPLICABLE: "none",
}
STATE_OF_DECISION = {
    Decision.RELEASED: "pass",
    Decision.RELEASED_WITH_DOWNGRADE: "unclear",
    Decision.HOLD_FOR_REVIEW: "unclear",
    Decision.DEGRADED: "unclear",
    Decision.BLOCKED: "fail",
    Decision.NOT_EVALUATED: "none",
}
STATE_OF_DIAGNOSIS = {
    Diagnosis.HEALTHY: "pass",
    Diagnosis.CANNOT_DETERMINE: "absent",
    Diagnosis.JUDGE_UNSTABLE: "unclear",
}
STATE_OF_FRESHNESS = {Freshness.CURRENT: "pass", Freshness.UNKNOWN: "absent"}
STATE_OF_JUDGE = {
    JudgeStatus.COMPLETED: "pass",
    JudgeStatus.ERROR: "fail",
    JudgeStatus.TIMEOUT: "fail",
    JudgeStatus.NOT_RUN: "absent",
}
STATE_OF_ORIGIN = {
    Origin.ORIGINAL: "pass",
    Origin.DERIVED: "pass",
    Origin.GENERATED: "generated",
    Origin.MIXED: "generated",
}
