"""What is to be erased and when, what a hold keeps, who waits for a second person, and what was not forgotten yet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.pages.evidence_view import Said
from inspector.pages.lifecycle_reach import Counted, counted
from inspector.pages.lifecycle_reading import STATE_OF_INVALIDATION
from inspector.pages.run_people import name_of, named_by
from lineage.access import Action, Reader, require
from lineage.evidence.life import LifeEvent, is_held
from lineage.evidence.reach import Treatment
from lineage.evidence.vocabulary import InvalidationStatus, InvalidationTarget, SourceEventKind
from lineage.lifecycle_reading import get_life
from lineage.models import rows
from lineage.reaching import reach
from lineage.retention import Awaited, list_awaited

LISTED, MOST_REACHED = 200, 20
SET = "a day was set"
DUE = Said("due", "unclear", "", "The next job, within minutes, erases it.")
HELD = Said("held", "absent", "", "A legal hold stands on a version of this source: nothing of it is erased.")
DATED = Said("has a day", "none", "", "It is erased on that day, unless a hold stands then.")
UNDECIDED = Said("not decided", "none", "", "No day is set, and no two people have agreed.")


class VersionName(NamedTuple):
    """By its key alone: what was taken away has no title here."""

    source: str
    version: str
    url: str


class AwaitedLine(NamedTuple):
    """`held_by` names the version of the source that is held, where one is."""

    name: VersionName
    said: Said
    due: datetime | None
    why: str
    keeps: str
    held_by: str


class RequestLine(NamedTuple):
    """`url` leads to where it is agreed to or declined; empty for whoever may do neither."""

    name: VersionName
    asked_by: str
    url: str
    why_not: str


class HoldLine(NamedTuple):
    name: VersionName
    since: datetime
    reason: str


class UnconfirmedLine(NamedTuple):
    name: VersionName
    target: str
    said: Said
    at: datetime
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionPage:
    """`hidden` deleted versions have a label that the reader lacks. `erased`, `redacted` and `kept` are the dry run."""

    now: datetime
    awaited: tuple[AwaitedLine, ...]
    hidden: int
    due: int
    erased: tuple[Counted, ...]
    redacted: tuple[Counted, ...]
    kept: int
    not_counted: int
    requests: tuple[RequestLine, ...]
    holds: tuple[HoldLine, ...]
    unconfirmed: tuple[UnconfirmedLine, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.awaited or self.hidden or self.holds or self.unconfirmed)


def read_retention(reader: Reader, now: datetime) -> RetentionPage:
    """For administrators, policy administrators and auditors. Raises NotAllowed, NotVisible."""
    if not reader.may(Action.READ_TAKEN_AWAY):
        require(reader, Action.ERASE_SOURCES)
    every = list(list_awaited(reader.tenant_id, now))
    visible = _visible(reader, [one.version.pk for one in every])
    seen = [one for one in every if one.version.pk in visible]
    seen.sort(key=lambda one: (one.due is None, one.due or now))
    due = [one for one in seen if one.is_due(now)]
    erased, redacted, kept = _dry_run([one.version for one in due[:MOST_REACHED]])
    return RetentionPage(
        now=now,
        awaited=tuple(_awaited(one, now) for one in seen[:LISTED]),
        hidden=len(every) - len(seen),
        due=len(due),
        erased=erased,
        redacted=redacted,
        kept=kept,
        not_counted=max(0, len(due) - MOST_REACHED),
        requests=tuple(_requests(reader, seen)),
        holds=tuple(_holds(reader)),
        unconfirmed=tuple(_unconfirmed(reader)),
    )


def _visible(reader: Reader, ids: Sequence[int]) -> set[int]:
    return set(rows.SourceVersion.objects.visible_to(reader).filter(pk__in=ids).values_list("pk", flat=True))


def _name(version: Any) -> VersionName:
    return VersionName(version.source.key, version.version, reverse("source", args=[version.public_id]))


def _awaited(one: Awaited, now: datetime) -> AwaitedLine:
    said = HELD if one.held_by else DUE if one.is_due(now) else DATED if one.due else UNDECIDED
    why = SET if one.due is not None and one.due > now else one.why
    return AwaitedLine(_name(one.version), said, one.due, why, one.retention.label, one.held_by or "")


def _dry_run(due: Iterable[Any]) -> tuple[tuple[Counted, ...], tuple[Counted, ...], int]:
    """What the next job would erase, strike out and keep, over all versions that are due; nothing is changed."""
    found = [one for version in due for one in reach(version).contents]
    kept = sum(one.treatment is Treatment.KEEP for one in found)
    erased = counted(one for one in found if one.treatment is Treatment.ERASE)
    return erased, counted(one for one in found if one.treatment is Treatment.REDACT), kept


def _requests(reader: Reader, seen: Iterable[Awaited]) -> Iterable[RequestLine]:
    """What one person asked for and no second one has agreed to."""
    for one in seen:
        life = get_life(one.version)
        if life.asked_by is None or life.is_agreed:
            continue
        asked = rows.SourceEvent.objects.filter(version=one.version, event=SourceEventKind.PURGE_REQUESTED.value)
        row = named_by(asked.filter(actor=life.asked_by).order_by("-id"), "actor").first()
        may = reader.may(Action.ERASE_SOURCES)
        is_mine = life.asked_by == reader.actor
        url = reverse("lifecycle_deed", args=[one.version.public_id, "decline-erasure" if is_mine else "agree-erasure"])
        yield RequestLine(
            _name(one.version),
            name_of(reader, life.asked_by, row.first_name, row.username) if row is not None else "",
            url if may else "",
            "You asked for it yourself; another person has to agree." if is_mine else "",
        )


def _holds(reader: Reader) -> Iterable[HoldLine]:
    """Every version of the tenant on which a hold stands, that the reader may see."""
    kinds = (SourceEventKind.HELD.value, SourceEventKind.RELEASED.value)
    visible = rows.SourceVersion.objects.visible_to(reader).values("pk")
    events = rows.SourceEvent.objects.filter(tenant_id=reader.tenant_id, event__in=kinds, version__in=visible)
    by_version: dict[int, list[Any]] = {}
    for event in events.select_related("version__source").order_by("id"):
        by_version.setdefault(event.version_id, []).append(event)
    for found in by_version.values():
        if is_held(LifeEvent(SourceEventKind(event.event), event.at, event.actor) for event in found):
            last = [event for event in found if event.event == SourceEventKind.HELD][-1]
            yield HoldLine(_name(last.version), last.at, last.reason)


def _unconfirmed(reader: Reader) -> Iterable[UnconfirmedLine]:
    """The newest word on each target of the newest tombstones, where it does not confirm; erased versions too."""
    stones = rows.Tombstone.objects.visible_to(reader).order_by("id").values_list("version_id", "event_id")
    newest = set(dict(stones).values())
    visible = rows.SourceVersion.objects.visible_to(reader).values("pk")
    recorded = rows.Invalidation.objects.filter(event__in=newest, event__version__in=visible)
    found = {
        (row.event_id, row.target): row for row in recorded.select_related("event__version__source").order_by("id")
    }
    may = reader.may(Action.CHANGE_SOURCES)
    for row in list(found.values())[:LISTED]:
        status = InvalidationStatus(row.status)
        if status is InvalidationStatus.CONFIRMED:
            continue
        version = row.event.version
        said = Said(status.label, STATE_OF_INVALIDATION[status], status.value, status.meaning)
        url = reverse("lifecycle_forgotten", args=[version.public_id]) if may else ""
        yield UnconfirmedLine(_name(version), InvalidationTarget(row.target).label, said, row.recorded_at, url)
