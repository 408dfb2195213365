"""A version's life from rows: its state, its holds, who wants it erased. What the verbs of `lifecycle` decide on."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from lineage.bulk import in_parts
from lineage.evidence.life import Facts, Life, LifeEvent, is_draft, is_held, read_life
from lineage.evidence.vocabulary import Availability, SourceEventKind
from lineage.models import rows

LARGEST_LOOKUP = 500
EVENT_COLUMNS = ("version_id", "event", "at", "actor")
Happenings = dict[int, list[LifeEvent]]
"""What happened to versions, by their ids, in the order in which it was recorded."""


def get_life(version: rows.SourceVersion, now: datetime | None = None) -> Life:
    return read_lives(version.source_id, now)[version.pk]


def read_lives(source_id: int, now: datetime | None = None) -> dict[int, Life]:
    """The life of each version of a source, by id; two statements, and two more where one was erased."""
    return read_lives_of([source_id], now)


def read_lives_of(source_ids: Iterable[int], now: datetime | None = None) -> dict[int, Life]:
    """As `read_lives`, of many sources: the statements are for 500 of them each."""
    moment, lives = now or timezone.now(), dict[int, Life]()
    for part in in_parts(sorted(set(source_ids)), LARGEST_LOOKUP):
        versions = list(rows.SourceVersion.objects.filter(source_id__in=part).order_by("id"))
        events = _without_foreign_erasures(read_events(part))
        replaced = _replaced(versions, events, moment)
        for version in versions:
            availability = Availability(version.availability)
            facts = Facts(version.draft, availability, version.valid_to, version.pk in replaced)
            lives[version.pk] = read_life(facts, events.get(version.pk, ()), moment)
    return lives


def read_events(source_ids: Collection[int]) -> Happenings:
    """What happened to the versions of these sources."""
    found: Happenings = {}
    recorded = rows.SourceEvent.objects.filter(version__source_id__in=source_ids).order_by("id")
    for id, kind, at, actor in recorded.values_list(*EVENT_COLUMNS):
        found.setdefault(id, []).append(LifeEvent(SourceEventKind(kind), at, actor))
    return found


def find_held(source_ids: Iterable[int]) -> dict[int, str]:
    """Of these sources, those of which a version is under a legal hold, and its name: one keeps all of them."""
    found: dict[int, str] = {}
    for part in in_parts(sorted(set(source_ids)), LARGEST_LOOKUP):
        held = [id for id, events in read_events(part).items() if is_held(events)]
        versions = rows.SourceVersion.objects.filter(pk__in=held).order_by("-id")
        found |= dict(versions.values_list("source_id", "version"))
    return found


def _replaced(versions: Sequence[rows.SourceVersion], events: Happenings, now: datetime) -> set[int]:
    """Ids of versions that another one names as the one it replaces; drafts replace nothing."""
    by_name = {(version.source_id, version.version): version.pk for version in versions}
    replaced: set[int] = set()
    for version in versions:
        happened = [(event.kind, event.at) for event in events.get(version.pk, ())]
        if version.supersedes not in (None, version.version) and not is_draft(version.draft, happened, now):
            replaced.add(by_name.get((version.source_id, version.supersedes), 0))
    return replaced


def _without_foreign_erasures(events: Happenings) -> Happenings:
    """A version that was erased elsewhere, as a bundle says, and not here counts as deleted: it can be erased here."""
    erased = [id for id, happened in events.items() if any(e.kind is SourceEventKind.PURGED for e in happened)]
    if not erased:
        return events
    left = rows.Artifact.objects.filter(version_id__in=erased, purged_at__isnull=True)
    foreign = set(left.values_list("version_id", flat=True).distinct())
    # Of some there are bytes alone. Erased here, a version has no names either, or a tombstone before that kept them.
    bare = rows.SourceVersion.objects.filter(pk__in=erased, purged_at__isnull=True, raw__body__isnull=False)
    after = {"version__events__event": SourceEventKind.PURGED.value, "version__events__id__gt": F("event_id")}
    here = Exists(rows.Tombstone.objects.filter(version=OuterRef("pk"), **after))
    foreign |= set(bare.exclude(here).values_list("id", flat=True))
    told = {SourceEventKind.PURGED: SourceEventKind.TOMBSTONED}
    return {
        id: [e._replace(kind=told.get(e.kind, e.kind)) for e in happened] if id in foreign else happened
        for id, happened in events.items()
    }
