"""Every finding about an answer, the heaviest first. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import listed_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Listed, Region
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_OUTCOME
from lineage.evidence.outcomes import Finding
from lineage.evidence.vocabulary import LEVEL_WEIGHT, Level, Outcome

MANY = 100


class FindingRow(NamedTuple):
    rule: str
    said: Said
    sentence: str
    subject: str
    url: str
    citation: str
    owner: str
    route: str
    repair: str
    is_masked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFindings:
    """`levels` are how many findings there are at each level."""

    region: Region
    rows: tuple[FindingRow, ...]
    levels: tuple[tuple[int, str], ...]
    listed: Listed


def findings_of(reading: AnswerReading, *, every: bool) -> AnswerFindings:
    """The heaviest first, then in the order of the claims; those of the whole answer before those of a claim."""
    order = reading.ordinals
    found = sorted(
        reading.inspection.findings, key=lambda f: (-LEVEL_WEIGHT[f.level], order.get(f.claim or "", 0), f.rule)
    )
    shown = found if every else found[:MANY]
    rows = tuple(_finding_row(reading, finding) for finding in shown)
    hidden = any(row.is_masked for row in rows)
    state = "masked" if hidden else "recorded" if found else "empty"
    region = Region("findings", "Findings", state)
    return AnswerFindings(
        region=region, rows=rows, levels=_levels(found), listed=listed_of(reading, len(shown), len(found), "findings")
    )


def _finding_row(reading: AnswerReading, finding: Finding) -> FindingRow:
    hidden = reading.names_masked(finding)
    state = STATE_OF_OUTCOME[finding.outcome]
    if finding.level in (Level.WARN, Level.SHADOW) and state == "fail":
        state = "unclear"
    outcome = "" if finding.outcome is Outcome.FAIL else finding.outcome.label
    url = reading.claim_urls.get(finding.claim or "", "")
    ordinal = reading.ordinals.get(finding.claim or "")
    return FindingRow(
        rule=finding.rule,
        said=Said(finding.level.label, state, outcome),
        sentence=reading.masked_words if hidden else finding.sentence,
        subject=f"claim {ordinal}" if ordinal else finding.claim or "the whole answer",
        url=url,
        citation="" if hidden else finding.citation or "",
        owner=finding.owner.label,
        route=finding.route.label,
        repair=finding.repair,
        is_masked=hidden,
    )


def _levels(findings: Sequence[Finding]) -> tuple[tuple[int, str], ...]:
    levels = sorted(Level, key=lambda level: -LEVEL_WEIGHT[level])
    counted = [(sum(finding.level is level for finding in findings), level.label) for level in levels]
    return tuple((count, label) for count, label in counted if count)
