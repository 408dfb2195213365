"""The two clocks of an answer, as the answer page shows them: when it was given, and now. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_FRESHNESS
from inspector.pages.untold import NOT_TOLD, said_of_decision
from lineage.evidence.clocks import Change, ClockLine, Standing, clocks_of, decision_at, rests_on
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import Availability, Decision

NO_VERSION = "No citation was traced to a version of a source, so there is nothing that could have changed since."
HIDDEN_VERSION = "by a version that you may not read"


class ChangeLine(NamedTuple):
    """What happened between the two moments; `reason` are words from outside."""

    what: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRow:
    """One version of one source, under both clocks. A time of None was not recorded."""

    title: str
    version: str
    url: str
    then: tuple[Said, ...]
    now: tuple[Said, ...]
    times: tuple[tuple[str, datetime | None], ...]
    aliases: tuple[tuple[str, datetime | None], ...]
    changes: tuple[ChangeLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionThen:
    """What was decided on import and what would be decided now, each with its moment and its policy."""

    imported: Said
    as_of: datetime
    policy: str
    now: Said
    policy_now: str
    is_same: bool
    is_told: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksView:
    """`then` is None where nobody recorded when the answer was given; `masked` versions are counted, never named."""

    then: datetime | None
    now: datetime
    rows: tuple[ClockRow, ...]
    masked: int
    decided: DecisionThen
    why_empty: str


def clocks_view(reading: AnswerReading, now: datetime) -> ClocksView:
    """How the sources stood that the citations rest on, and how they stand `now`."""
    lines = clocks_of(reading.dossier, reading.answered_at, now, rests_on(reading.dossier, reading.inspection))
    seen = [line for line in lines if (line.source, line.version) in reading.version_urls]
    return ClocksView(
        then=reading.answered_at,
        now=now,
        rows=tuple(_row(reading, line) for line in seen),
        masked=len(lines) - len(seen),
        decided=_decided(reading, now),
        why_empty="" if lines else NO_VERSION,
    )


def _row(reading: AnswerReading, line: ClockLine) -> ClockRow:
    source = reading.dossier.sources[line.source]
    version = next(one for one in source.versions if one.version == line.version)
    return ClockRow(
        title=line.source if reading.mask.hides_version(line.source, line.version) else version.title or line.source,
        version=line.version,
        url=reading.version_urls[line.source, line.version],
        then=_said(line.then),
        now=_said(line.now),
        times=(
            ("observed", line.observed_at),
            ("taken in", line.ingested_at),
            ("valid from", line.valid_from),
            ("valid to", line.valid_to),
        ),
        aliases=tuple((one.alias, one.resolved_at) for one in line.aliases),
        changes=tuple(_change(reading, line.source, change) for change in line.changes),
    )


def _said(standing: Standing) -> tuple[Said, ...]:
    """Freshness, and whether the text could be read where that was not simply so."""
    if standing.at is None:
        return (Said("not recorded", "absent"),)
    fresh = Said(standing.freshness.label, STATE_OF_FRESHNESS.get(standing.freshness, "fail"))
    if standing.availability is None:
        return fresh, Said("availability not recorded", "absent")
    if standing.availability is Availability.AVAILABLE:
        return (fresh,)
    return fresh, Said(standing.availability.label, "fail")


def _change(reading: AnswerReading, source: str, change: Change) -> ChangeLine:
    by = ""
    if change.by is not None:
        is_seen = (source, change.by) in reading.version_urls
        by = f" by version {change.by}" if is_seen else f" {HIDDEN_VERSION}"
    return ChangeLine(f"{change.what}{by}", change.at, change.reason)


def _decided(reading: AnswerReading, now: datetime) -> DecisionThen:
    """Under the policy of the import where that was read, else under the one that we ship, and it is said."""
    before, policy = reading.inspection, reading.policy or DEFAULT_POLICY
    decision = decision_at(reading.dossier, policy, now)
    return DecisionThen(
        imported=_decision(reading, before.decision),
        as_of=before.as_of,
        policy=before.policy,
        now=_decision(reading, decision),
        policy_now=policy.label,
        is_same=decision is before.decision,
        is_told=not reading.is_blind,
    )


def _decision(reading: AnswerReading, decision: Decision) -> Said:
    return NOT_TOLD if reading.is_blind else said_of_decision(decision)
