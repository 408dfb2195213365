"""From findings to one decision, and from decisions to an exit code (M-75, DESIGN 7)."""

from collections.abc import Iterable

from lineage.evidence.outcomes import Finding
from lineage.evidence.policy import GatePolicy
from lineage.evidence.vocabulary import LEVEL_WEIGHT, Decision, Level, Outcome

RELEASING = (Decision.RELEASED, Decision.RELEASED_WITH_DOWNGRADE)
UNUSABLE = 2


def decide(findings: Iterable[Finding], policy: GatePolicy, assessed: bool) -> tuple[Decision, tuple[str, ...]]:
    """The decision, and the claims that carry a downgrade label.

    A failure at `block` blocks; what is unclear is held for a person, never blocked and never passed (X-03).
    `assessed` is false where there is no claim, or a claim whose evidence could not be read: that is no pass either.
    """
    held = blocked = False
    downgraded: list[str] = []
    for finding in findings:
        if LEVEL_WEIGHT[finding.level] < LEVEL_WEIGHT[Level.REVIEW]:
            continue
        if finding.rule in policy.downgrade and finding.detail != "quotation":
            downgraded.append(finding.claim or "")
        elif finding.level is Level.BLOCK and finding.outcome is Outcome.FAIL:
            blocked = True
        else:
            held = True
    labels = tuple(dict.fromkeys(claim for claim in downgraded if claim))
    if blocked:
        return Decision.BLOCKED, labels
    if held:
        return Decision.HOLD_FOR_REVIEW, labels
    if not assessed:
        return Decision.NOT_EVALUATED, ()
    return (Decision.RELEASED_WITH_DOWNGRADE, labels) if downgraded else (Decision.RELEASED, ())


def exit_code(decisions: Iterable[Decision], problems: int) -> int:
    """0 released, 1 held, degraded, blocked or not evaluated, 2 unusable input; of several, the highest."""
    if problems:
        return UNUSABLE
    return int(any(decision not in RELEASING for decision in decisions))
