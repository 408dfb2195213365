"""Which version of a source holds today, and which were taken away, in bulk and from rows."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.utils import timezone

from lineage.bulk import in_parts
from lineage.evidence.life import is_draft, is_superseded
from lineage.evidence.vocabulary import Availability, SourceEventKind
from lineage.evidence.withholding import TAKING, Happened, find_taking
from lineage.models import rows

LARGEST_LOOKUP = 500
GONE = {
    Availability.WITHDRAWN.value: SourceEventKind.WITHDRAWN,
    Availability.DELETED.value: SourceEventKind.TOMBSTONED,
}
DECIDING = tuple(event.value for event in (*TAKING, SourceEventKind.RESTORED))
PUBLISHING = (SourceEventKind.ACTIVATED.value, SourceEventKind.SUPERSEDED.value)


def find_taken_away(versions: Iterable[int], now: datetime | None = None) -> dict[int, SourceEventKind]:
    """Of these versions, those withdrawn, deleted or purged and not restored since, and which of it; two statements.

    What came withdrawn or deleted is so without an event.
    """
    gone: dict[int, SourceEventKind] = {}
    moment = now or timezone.now()
    for part in in_parts(sorted(set(versions)), LARGEST_LOOKUP):
        recorded = rows.SourceVersion.objects.filter(pk__in=part, availability__in=GONE)
        gone |= {id: GONE[availability] for id, availability in recorded.values_list("id", "availability")}
        for id, events in read_deciding(part).items():
            taken = find_taking(events, moment)
            gone |= {id: taken[0]} if taken is not None else {}
    return gone


def read_deciding(version_ids: Sequence[int], kinds: Collection[str] = DECIDING) -> dict[int, list[Happened]]:
    """Of each version the events that take it away or bring it back, in the order in which they were recorded."""
    happened: dict[int, list[Happened]] = defaultdict(list)
    events = rows.SourceEvent.objects.filter(version_id__in=version_ids, event__in=kinds).order_by("id")
    for id, kind, at in events.values_list("version_id", "event", "at"):
        happened[id].append((SourceEventKind(kind), at))
    return happened


def find_current(source_id: int) -> rows.SourceVersion | None:
    """The version that holds today: no draft, not taken away, replaced by none of the others; of several the newest.

    None where a source has no such version.
    """
    return choose_current(list(rows.SourceVersion.objects.filter(source_id=source_id).order_by("id")))


def choose_current(
    versions: Sequence[rows.SourceVersion],
    taken: Collection[int] | None = None,
    happened: Mapping[int, Sequence[Happened]] | None = None,
) -> rows.SourceVersion | None:
    """As `find_current`, among all versions of one source. Newest by the date they hold from, then by their ids.

    `taken` are ids of those that were taken away, `happened` the events of each, where they are known already; one
    statement where they are not.
    """
    now, ids = timezone.now(), [version.pk for version in versions]
    events = read_deciding(ids, (*DECIDING, *PUBLISHING)) if happened is None else happened
    gone = {v.pk for v in versions if _is_gone(v, events.get(v.pk, ()), now)} if taken is None else taken
    published = [v for v in versions if not is_draft(v.draft, events.get(v.pk, ()), now)]
    standing = [version for version in published if version.pk not in gone]
    replaced = {version.supersedes for version in standing if version.supersedes not in (None, version.version)}
    replaced |= {v.version for v in standing if is_superseded(events.get(v.pk, ()), now)}
    holding = [version for version in standing if version.version not in replaced] or standing
    return max(holding, key=holds_from, default=None)


def _is_gone(version: rows.SourceVersion, events: Sequence[Happened], now: datetime) -> bool:
    return version.availability in GONE or find_taking(events, now) is not None


def holds_from(version: rows.SourceVersion) -> tuple[datetime, int]:
    known = version.valid_from or version.observed_at or version.ingested_at or version.recorded_at
    return known, version.pk
