"""Which version of a source holds today, and which were taken away, in bulk and from rows."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone

from lineage.bulk import in_parts
from lineage.evidence.vocabulary import Availability, SourceEventKind
from lineage.models import rows

LARGEST_LOOKUP = 500
GONE = {
    Availability.WITHDRAWN.value: SourceEventKind.WITHDRAWN,
    Availability.DELETED.value: SourceEventKind.TOMBSTONED,
}
TAKING = (SourceEventKind.WITHDRAWN.value, SourceEventKind.TOMBSTONED.value, SourceEventKind.PURGED.value)
RETURNING = SourceEventKind.RESTORED.value


def find_taken_away(versions: Iterable[int], now: datetime | None = None) -> dict[int, SourceEventKind]:
    """Of these versions, those withdrawn, deleted or purged and not restored since, and which of it; two statements.

    What came withdrawn or deleted is so without an event.
    """
    gone: dict[int, SourceEventKind] = {}
    for part in in_parts(sorted(set(versions)), LARGEST_LOOKUP):
        recorded = rows.SourceVersion.objects.filter(pk__in=part, availability__in=GONE)
        gone |= {id: GONE[availability] for id, availability in recorded.values_list("id", "availability")}
        events = rows.SourceEvent.objects.filter(
            version_id__in=part, event__in=(*TAKING, RETURNING), at__lte=now or timezone.now()
        )
        newest: dict[int, str] = dict(events.order_by("at", "id").values_list("version_id", "event"))
        gone |= {id: SourceEventKind(event) for id, event in newest.items() if event in TAKING}
    return gone


def find_current(source_id: int) -> rows.SourceVersion | None:
    """The version that holds today: no draft, not taken away, replaced by none of the others; of several the newest.

    None where a source has no such version.
    """
    return choose_current(list(rows.SourceVersion.objects.filter(source_id=source_id).order_by("id")))


def choose_current(versions: Sequence[rows.SourceVersion]) -> rows.SourceVersion | None:
    """As `find_current`, among all versions of one source. Newest by the date they hold from, then by their ids."""
    drafts = [version for version in versions if not version.draft]
    gone = find_taken_away(version.pk for version in drafts)
    standing = [version for version in drafts if version.pk not in gone]
    replaced = {version.supersedes for version in standing if version.supersedes not in (None, version.version)}
    holding = [version for version in standing if version.version not in replaced] or standing
    return max(holding, key=holds_from, default=None)


def holds_from(version: rows.SourceVersion) -> tuple[datetime, int]:
    known = version.valid_from or version.observed_at or version.ingested_at or version.recorded_at
    return known, version.pk
