"""Whether a version's words may be shown now, and why not: the decision of requirements 7.3, for every page alike.

What was erased or deleted does not come back, whatever is recorded later; a withdrawal is undone by a restoration.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.bundle import SourceVersion
from lineage.evidence.dossier import Dossier
from lineage.evidence.vocabulary import AuditRetention, Availability, SourceEventKind, Withheld

Happened = tuple[SourceEventKind, datetime]
"""What happened to a version, and when it took effect."""

FINAL = (SourceEventKind.TOMBSTONED, SourceEventKind.PURGED)
TAKING = (SourceEventKind.WITHDRAWN, *FINAL)
BY_AVAILABILITY = {
    Availability.DELETED: Withheld.DELETED,
    Availability.WITHDRAWN: Withheld.WITHDRAWN,
    Availability.ACCESS_BLOCKED: Withheld.BLOCKED,
    Availability.NOT_RETAINED: Withheld.NOT_RETAINED,
    Availability.HASH_ONLY: Withheld.NOT_RETAINED,
    Availability.ARCHIVED: Withheld.ARCHIVED,
}
GRAVITY = (Withheld.DELETED, Withheld.WITHDRAWN, Withheld.BLOCKED, Withheld.NOT_RETAINED, Withheld.ARCHIVED)
NAMELESS = frozenset({Withheld.DELETED, Withheld.WITHDRAWN, Withheld.BLOCKED})
"""Where title and address are withheld with the words: they are as telling as these (X-05)."""


class Retention(NamedTuple):
    """What the newest tombstone of a version lets auditors read, and until when."""

    kind: AuditRetention
    until: datetime | None = None


class Withholding(NamedTuple):
    """`since` is when the version was taken away, None where it came so. `hides_names`: title and address too."""

    kind: Withheld
    since: datetime | None
    hides_names: bool


def find_taking(events: Iterable[Happened], now: datetime) -> Happened | None:
    """The event by which a version is taken away now; None where none is, or it was brought back.

    Events of one moment count in the order given. Deleting and erasing are final.
    """
    last: Happened | None = None
    for kind, at in sorted((event for event in events if event[1] <= now), key=lambda event: event[1]):
        if last is not None and last[0] in FINAL:
            last = (kind, at) if kind is SourceEventKind.PURGED else last
        elif kind in TAKING:
            last = kind, at
        elif kind is SourceEventKind.RESTORED:
            last = None
    return last


def decide(
    availability: Availability,
    events: Iterable[Happened],
    now: datetime,
    *,
    reads_taken_away: bool = False,
    retention: Retention | None = None,
) -> Withholding | None:
    """Why the words of a version are withheld now; None where they may be shown.

    Who `reads_taken_away` reads what was withdrawn, and what was deleted as far as the tombstone's `retention` lets.
    """
    taken = find_taking(events, now)
    if taken is None:
        came = BY_AVAILABILITY.get(availability)
        if came is None or (came is Withheld.WITHDRAWN and reads_taken_away):
            return None
        return Withholding(came, None, came in NAMELESS)
    kind, since = taken
    if kind is SourceEventKind.WITHDRAWN:
        return None if reads_taken_away else Withholding(Withheld.WITHDRAWN, since, True)
    kept = retention if retention is not None and reads_taken_away else Retention(AuditRetention.NONE)
    is_snapshot = kept.kind is AuditRetention.RESTRICTED_SNAPSHOT and kept.until is not None and now < kept.until
    if is_snapshot and kind is SourceEventKind.TOMBSTONED:
        return None
    return Withholding(Withheld.DELETED, since, kept.kind is not AuditRetention.METADATA_ONLY)


def withhold(
    version: SourceVersion, now: datetime, *, reads_taken_away: bool = False, retention: Retention | None = None
) -> Withholding | None:
    """As `decide`, of a version as a dossier holds it."""
    events = [(event.event, event.at) for event in version.events]
    return decide(version.availability, events, now, reads_taken_away=reads_taken_away, retention=retention)


def made_from(dossier: Dossier, versions: Mapping[tuple[str, str], Withheld]) -> dict[str, Withheld]:
    """Of the artifacts of a dossier, those of the given versions (source and version) and all made from them.

    What was made from several is withheld for the gravest reason.
    """
    if not versions:
        return {}
    found: dict[str, Withheld] = {}
    outputs: dict[str, list[str]] = {}
    for output, edges in dossier.edges_into.items():
        for edge in edges:
            outputs.setdefault(edge.derivation.input, []).append(output)
    for kind in GRAVITY:
        of_kind = {version for version, reason in versions.items() if reason is kind}
        waiting = [
            key for key, artifact in dossier.artifacts.items() if (artifact.source, artifact.version) in of_kind
        ]
        while waiting:
            key = waiting.pop()
            if key not in found:
                found[key] = kind
                waiting += outputs.get(key, ())
    return found
