"""The versions of a source in the order in which they hold: where each stands, and what happened to it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Value
from django.utils import timezone

from lineage.access import Reader
from lineage.evidence.life import is_draft
from lineage.evidence.terms.term import Term
from lineage.evidence.vocabulary import Availability, SourceEventKind
from lineage.evidence.withholding import Happened, find_taking
from lineage.models import rows
from lineage.models.sources import has_other_label
from lineage.source_standing import GONE, choose_current, holds_from


class VersionState(Term):
    """Where a version of a source stands today."""

    CURRENT = "current", "current", "It holds today: no draft, not taken away, and no other version replaced it."
    SUPERSEDED = "superseded", "replaced", "Another version holds today in its place."
    DRAFT = "draft", "draft", "It was not published. Nothing should rest on it."
    WITHDRAWN = "withdrawn", "withdrawn", "It was taken away for now, and may be restored."
    DELETED = "deleted", "deleted", "It was taken away for good; its words may be kept for auditors for a time."
    ERASED = "erased", "erased", "Its words, title and address are gone. Id, digests and dates stay."


TAKEN = {
    SourceEventKind.WITHDRAWN: VersionState.WITHDRAWN,
    SourceEventKind.TOMBSTONED: VersionState.DELETED,
    SourceEventKind.PURGED: VersionState.ERASED,
}


class Happening(NamedTuple):
    """Something that happened to a version; `at` is when it took effect."""

    kind: SourceEventKind
    at: datetime
    reason: str


class VersionStanding(NamedTuple):
    """`row` is the version; `holds_from` is the best date that is known of it, `events` are in their order."""

    row: Any
    state: VersionState
    holds_from: datetime
    events: tuple[Happening, ...]


def read_history(reader: Reader, source_id: int, now: datetime | None = None) -> tuple[VersionStanding, ...]:
    """The versions that the reader may see, oldest first; two statements.

    Which one holds is decided among all of them: that a newer one is closed to the reader makes no older one current.
    """
    return read_histories(reader, [source_id], now).get(source_id, ())


def read_histories(
    reader: Reader, source_ids: Sequence[int], now: datetime | None = None
) -> dict[int, tuple[VersionStanding, ...]]:
    """As `read_history`, of some sources at once; those of which the reader may see no version are left out."""
    moment = now or timezone.now()
    hidden = Value(False) if reader.reads_every_label else has_other_label(reader, "pk")
    every = rows.SourceVersion.objects.filter(source_id__in=source_ids, tenant_id=reader.tenant_id)
    versions: dict[int, list[Any]] = defaultdict(list)
    for version in every.annotate(is_hidden=hidden).order_by("id"):
        versions[version.source_id].append(version)
    events: dict[int, list[Happening]] = defaultdict(list)
    recorded = rows.SourceEvent.objects.filter(version__source_id__in=source_ids).order_by("at", "id")
    for id, kind, at, reason in recorded.values_list("version_id", "event", "at", "reason"):
        events[id].append(Happening(SourceEventKind(kind), at, reason))
    found = {id: _order(of_source, events, moment) for id, of_source in versions.items()}
    return {id: history for id, history in found.items() if history}


def _order(
    versions: Sequence[Any], events: Mapping[int, Sequence[Happening]], now: datetime
) -> tuple[VersionStanding, ...]:
    happened = {version.pk: [(event.kind, event.at) for event in events.get(version.pk, ())] for version in versions}
    taken = {version.pk: kind for version in versions if (kind := _taken(version, happened[version.pk], now))}
    drafts = {version.pk for version in versions if is_draft(version.draft, happened[version.pk], now)}
    current = choose_current(versions, taken, happened)
    return tuple(
        VersionStanding(
            version, _state(version, taken, current, drafts), holds_from(version)[0], tuple(events.get(version.pk, ()))
        )
        for version in sorted(versions, key=holds_from)
        if not version.is_hidden
    )


def _taken(version: Any, events: Sequence[Happened], now: datetime) -> SourceEventKind | None:
    if version.purged_at is not None:
        return SourceEventKind.PURGED
    found = find_taking(events, now)
    return found[0] if found is not None else GONE.get(Availability(version.availability))


def _state(version: Any, taken: Mapping[int, SourceEventKind], current: Any | None, drafts: set[int]) -> VersionState:
    if version.pk in taken:
        return TAKEN[taken[version.pk]]
    if version.pk in drafts:
        return VersionState.DRAFT
    return VersionState.CURRENT if current is not None and version.pk == current.pk else VersionState.SUPERSEDED
