"""Where a version stands in its life, and what may be done to it by whom: for its page, and before each deed."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.pages.evidence_view import Said
from inspector.pages.lifecycle_deeds import DEEDS, DELETE, Deed
from inspector.pages.run_people import name_of, named_by
from lineage.access import Action, Reader
from lineage.evidence.life import Life, LifeState
from lineage.evidence.vocabulary import (
    AuditRetention,
    InvalidationStatus,
    InvalidationTarget,
    SourceEventKind,
)
from lineage.lifecycle_reading import get_life
from lineage.models import rows

STATE_OF_LIFE = {
    LifeState.DRAFT: "unclear",
    LifeState.ACTIVE: "pass",
    LifeState.SUPERSEDED: "none",
    LifeState.RETIRED: "none",
    LifeState.WITHDRAWN: "absent",
    LifeState.TOMBSTONED: "absent",
    LifeState.PURGED: "absent",
}
STATE_OF_INVALIDATION = {
    InvalidationStatus.REQUESTED: "unclear",
    InvalidationStatus.CONFIRMED: "pass",
    InvalidationStatus.UNCONFIRMED: "fail",
}


class DeedLink(NamedTuple):
    """`why_not` stands where the link would, for what this person may do but not now."""

    label: str
    url: str
    why_not: str


class ForgottenLine(NamedTuple):
    """Whether what must forget a deleted version has done so."""

    target: str
    meaning: str
    said: Said
    evidence: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Stone:
    """What audit keeps of a deleted version; `until` is the day on which the rest is erased, None where none is set."""

    kept: Said
    until: datetime | None
    legal_basis: str
    reason: str
    at: datetime
    by: str
    forgotten: tuple[ForgottenLine, ...] = ()
    forgotten_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A version's state with its meaning; `asked_by` and `agreed_by` are names of people, empty for nobody."""

    said: Said
    is_held: bool
    asked_by: str
    agreed_by: str
    stone: Stone | None
    deeds: tuple[DeedLink, ...] = ()


def read_life_page(reader: Reader, version: Any) -> Standing:
    """In two statements; three more where it was deleted, or is to be erased."""
    one = get_life(version)
    is_gone = one.state in (LifeState.TOMBSTONED, LifeState.PURGED)
    names = _read_names(reader, version) if is_gone or one.asked_by else {}
    said = Said(one.state.label, STATE_OF_LIFE[one.state], one.state.value, one.state.meaning)
    return Standing(
        said=said,
        is_held=one.is_held,
        asked_by=names.get(one.asked_by or "", ""),
        agreed_by=names.get(one.agreed_by or "", ""),
        stone=_read_stone(reader, version, names) if is_gone else None,
        deeds=tuple(_links(reader, version, one)),
    )


def _read_names(reader: Reader, version: Any) -> dict[str, str]:
    """Of everybody who ever did something to the version."""
    events = named_by(rows.SourceEvent.objects.filter(version=version), "actor").order_by("id")
    return {event.actor: name_of(reader, event.actor, event.first_name, event.username) for event in events}


def read_marker(version: Any) -> str:
    """What a form was drawn on: another marker later means that somebody was faster."""
    return f"{get_life(version).state.value}-{rows.SourceEvent.objects.filter(version=version).count()}"


def _links(reader: Reader, version: Any, one: Life) -> list[DeedLink]:
    """What may be done now; and of erasing, why this person may not though another might."""
    found = []
    for deed in DEEDS:
        if not reader.may(deed.action):
            continue
        refused = deed.refuse(one, reader.actor)
        if refused is None and not (deed is DELETE and one.state is LifeState.TOMBSTONED):
            found.append(DeedLink(deed.label, url_of(version, deed), ""))
        elif refused is not None and _is_waiting(deed, one):
            found.append(DeedLink(deed.label, "", refused))
    return found


def _is_waiting(deed: Deed, one: Life) -> bool:
    return deed.name == "agree-erasure" and one.asked_by is not None


def url_of(version: Any, deed: Deed) -> str:
    return reverse("lifecycle_deed", args=[version.public_id, deed.name])


def _read_stone(reader: Reader, version: Any, names: dict[str, str]) -> Stone | None:
    stone = rows.Tombstone.objects.filter(version=version).select_related("event").order_by("-id").first()
    if stone is None:
        return None
    kept = AuditRetention(stone.audit_retention)
    recorded = rows.Invalidation.objects.filter(event=stone.event).order_by("id")
    newest = {InvalidationTarget(row.target): row for row in recorded}
    may_say = reader.may(Action.CHANGE_SOURCES)
    return Stone(
        kept=Said(kept.label, "none", kept.value, kept.meaning),
        until=stone.retention_until,
        legal_basis=stone.legal_basis,
        reason=stone.event.reason,
        at=stone.event.at,
        by=names.get(stone.event.actor, ""),
        forgotten=tuple(_forgotten(target, row) for target, row in newest.items()),
        forgotten_url=reverse("lifecycle_forgotten", args=[version.public_id]) if may_say else "",
    )


def _forgotten(target: InvalidationTarget, row: Any) -> ForgottenLine:
    status = InvalidationStatus(row.status)
    said = Said(status.label, STATE_OF_INVALIDATION[status], status.value, status.meaning)
    return ForgottenLine(target.label, target.meaning, said, row.evidence, row.recorded_at)


def is_repeated(reader: Reader, version: Any, kind: SourceEventKind, reason: str) -> bool:
    """Whether the last thing that happened to a version is this one, by this person: the same form sent twice."""
    last = rows.SourceEvent.objects.filter(version=version).order_by("-id").values_list("event", "actor", "reason")
    return last.first() == (kind.value, reader.actor, reason)
