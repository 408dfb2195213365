"""Two clocks: how the sources of an answer stood when it was given, and how they stand at a later moment (M-03, S4-31).

Observed, ingested and valid times, the time of the answer and the time of looking are never taken for each other.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from lineage.evidence.bundle import Source, SourceEvent, SourceVersion
from lineage.evidence.capture import AliasResolution
from lineage.evidence.dossier import Dossier
from lineage.evidence.gate import decide
from lineage.evidence.inspection import is_assessed, run_rules
from lineage.evidence.outcomes import Inspection
from lineage.evidence.policy import GatePolicy
from lineage.evidence.resolution import resolve
from lineage.evidence.rules.rule import Subject
from lineage.evidence.standing import assess_freshness, find_supersession
from lineage.evidence.vocabulary import Availability, Decision, Freshness, SourceEventKind

BECOMES = {
    SourceEventKind.WITHDRAWN: Availability.WITHDRAWN,
    SourceEventKind.TOMBSTONED: Availability.DELETED,
    SourceEventKind.PURGED: Availability.NOT_RETAINED,
    SourceEventKind.RESTORED: Availability.AVAILABLE,
}


class Standing(NamedTuple):
    """How a version stood at a moment; a moment or availability of None was not recorded."""

    at: datetime | None
    freshness: Freshness
    availability: Availability | None


class Change(NamedTuple):
    """Something that happened to a version. `by` is another version of the same source, where one is meant."""

    at: datetime
    what: str
    by: str | None = None
    reason: str = ""

    def __str__(self) -> str:
        by = f" by version {self.by}" if self.by is not None else ""
        return f"{self.what}{by} on {self.at.astimezone(UTC):%Y-%m-%d}" + (f": {self.reason}" if self.reason else "")


class ClockLine(NamedTuple):
    """One version that an answer rests on, under both clocks; `changes` lie between them, in their order."""

    source: str
    version: str
    observed_at: datetime | None
    ingested_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    then: Standing
    now: Standing
    changes: tuple[Change, ...]
    aliases: tuple[AliasResolution, ...]

    @property
    def changed(self) -> tuple[str, ...]:
        return tuple(str(change) for change in self.changes)


def clocks_of(
    dossier: Dossier, at: datetime | None, now: datetime, rested: Iterable[tuple[str, str]] | None = None
) -> tuple[ClockLine, ...]:
    """A line for each source version in `rested`, in its order; else for each that the answer was given.

    `at` is when the answer was given: None where nobody recorded it, and then nothing is said of that moment.
    """
    wanted = dict.fromkeys(_given(dossier) if rested is None else rested)
    found = ((dossier.sources.get(source), version) for source, version in wanted)
    return tuple(
        _line(dossier, source, version, at, now)
        for source, name in found
        if source is not None
        for version in source.versions
        if version.version == name
    )


def rests_on(dossier: Dossier, inspection: Inspection) -> tuple[tuple[str, str], ...]:
    """Source and version of what each citation was traced to, else of the text it names; in the citations' order."""
    found: dict[tuple[str, str], None] = {}
    for resolution in inspection.resolutions:
        named = dossier.artifacts.get(resolution.artifact or "")
        for place in resolution.primary or ((named,) if named is not None else ()):
            if place.source is not None and place.version is not None:
                found[place.source, place.version] = None
    return tuple(found)


def decision_at(dossier: Dossier, policy: GatePolicy, moment: datetime) -> Decision:
    """What `inspect` would decide at a moment, without its report."""
    normalization = policy.normalization.as_policy()
    resolutions = {c.key: resolve(dossier, c, normalization, moment) for c in dossier.answer.citations}
    findings, _ = run_rules(Subject(dossier, resolutions, moment), policy)
    return decide(findings, policy, is_assessed(dossier, resolutions))[0]


def availability_at(version: SourceVersion, moment: datetime) -> Availability | None:
    """Whether a version's text could be read at a moment, by its dated events.

    None where it cannot be read any more and nobody recorded since when.
    """
    dated = sorted((event for event in version.events if event.event in BECOMES), key=lambda event: event.at)
    if not dated:
        return version.availability if version.availability is Availability.AVAILABLE else None
    past = [event for event in dated if event.at <= moment]
    return BECOMES[past[-1].event] if past else Availability.AVAILABLE


def _line(dossier: Dossier, source: Source, version: SourceVersion, at: datetime | None, now: datetime) -> ClockLine:
    aliases = dossier.answer.capture.aliases or ()
    return ClockLine(
        source=source.key,
        version=version.version,
        observed_at=version.observed_at,
        ingested_at=version.ingested_at,
        valid_from=version.valid_from,
        valid_to=version.valid_to,
        then=_standing(source, version, at),
        now=_latest(source, version, now),
        changes=tuple(sorted(_changes(source, version, at, now), key=lambda change: change.at)),
        aliases=tuple(one for one in aliases if one.source == source.key and one.version == version.version),
    )


def _standing(source: Source, version: SourceVersion, at: datetime | None) -> Standing:
    if at is None:
        return Standing(None, Freshness.UNKNOWN, None)
    return Standing(at, assess_freshness(source, version, at), availability_at(version, at))


def _latest(source: Source, version: SourceVersion, now: datetime) -> Standing:
    """As `_standing`; what is recorded without a date holds at the later moment."""
    found = _standing(source, version, now)
    return found._replace(availability=found.availability or version.availability)


def _changes(source: Source, version: SourceVersion, at: datetime | None, now: datetime) -> Iterable[Change]:
    """After `at`, or ever where that is not known, and until `now`."""
    replaced = find_supersession(source, version)
    for event in version.events:
        if _is_between(at, event.at, now) and not (replaced and event.event is SourceEventKind.SUPERSEDED):
            yield Change(event.at, _words(event), reason=event.reason)
    if replaced is not None and replaced.since is not None and _is_between(at, replaced.since, now):
        by = replaced.version.version if replaced.version is not version else None
        reasons = (e.reason for e in version.events if e.event is SourceEventKind.SUPERSEDED and e.reason)
        yield Change(replaced.since, "superseded", by, next(reasons, ""))
    if version.valid_from is not None and _is_between(at, version.valid_from, now):
        yield Change(version.valid_from, "became valid")
    if version.valid_to is not None and _is_between(at, version.valid_to, now):
        yield Change(version.valid_to, "expired")


def _is_between(at: datetime | None, moment: datetime, now: datetime) -> bool:
    return (at is None or at < moment) and moment <= now


def _words(event: SourceEvent) -> str:
    return event.event.label


def _given(dossier: Dossier) -> Iterable[tuple[str, str]]:
    """Every version that a text of the answer belongs to."""
    for artifact in dossier.artifacts.values():
        if artifact.source is not None and artifact.version is not None:
            yield artifact.source, artifact.version
