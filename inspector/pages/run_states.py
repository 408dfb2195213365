"""The look of a run's state and of what became of a citation, and which outcomes wait for a person. Pure."""

from inspector.pages.evidence_view import Said
from lineage.evidence.vocabulary import CLEAN_OUTCOMES, RelocationOutcome, RelocationRuling, RunState

STATE_OF_RUN = {
    RunState.REQUESTED: "none",
    RunState.RUNNING: "none",
    RunState.COMPLETED_CLEAN: "pass",
    RunState.COMPLETED_WITH_CHANGES: "unclear",
    RunState.PARTIAL: "fail",
    RunState.FAILED: "fail",
    RunState.CANCELLED: "absent",
}
STATE_OF_RELOCATION = {
    RelocationOutcome.UNCHANGED: "pass",
    RelocationOutcome.RELOCATED_EXACT: "pass",
    RelocationOutcome.RELOCATED_NORMALIZED: "pass",
    RelocationOutcome.PROPOSED: "unclear",
    RelocationOutcome.TEXT_CHANGED: "fail",
    RelocationOutcome.AMBIGUOUS: "unclear",
    RelocationOutcome.LOST: "fail",
    RelocationOutcome.WITHDRAWN: "absent",
    RelocationOutcome.NOT_REPLAYABLE: "absent",
    RelocationOutcome.ERROR: "fail",
}
NEIGHBOUR = "a neighbouring sentence changed"
NEIGHBOUR_MEANS = "A sentence before or after it is another, so that the meaning may be too."
STATE_OF_RULING = {RelocationRuling.ACCEPTED: "pass", RelocationRuling.REJECTED: "fail"}

# As a person works through them: what may turn a meaning round first, what nobody can do anything about last.
WAITING = (
    RelocationOutcome.TEXT_CHANGED,
    RelocationOutcome.LOST,
    RelocationOutcome.AMBIGUOUS,
    RelocationOutcome.PROPOSED,
    RelocationOutcome.ERROR,
    RelocationOutcome.WITHDRAWN,
    RelocationOutcome.NOT_REPLAYABLE,
)
SETTLED = tuple(outcome for outcome in RelocationOutcome if outcome in CLEAN_OUTCOMES)
DECIDABLE = frozenset({RelocationOutcome.PROPOSED, RelocationOutcome.TEXT_CHANGED, RelocationOutcome.AMBIGUOUS})
"""Outcomes with a place that a person accepts or rejects."""


def said_of_run(state: RunState) -> Said:
    return Said(state.label, STATE_OF_RUN[state], meaning=state.meaning)


def said_of_outcome(outcome: RelocationOutcome, *, is_changed: bool = False) -> Said:
    """`is_changed`: something that was judged is another now; where the words are not, a sentence beside them is."""
    if is_changed and outcome in CLEAN_OUTCOMES:
        return Said(f"{outcome.label}, {NEIGHBOUR}", "unclear", outcome.value, f"{outcome.meaning} {NEIGHBOUR_MEANS}")
    return Said(outcome.label, STATE_OF_RELOCATION[outcome], outcome.value, outcome.meaning)
