"""Who did what in a queue and what is before them; and who may be given something to judge."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, OuterRef, Q
from django.utils.crypto import salted_hmac

from inspector.blindness import is_sealed
from inspector.models import rows as opinions
from inspector.pages.queue_counts import midnight
from inspector.pages.queue_tabs import Desk
from inspector.pages.queue_view import Choice, PersonLine
from inspector.pages.run_people import name_of
from lineage.access import MAY, Action, Reader
from lineage.evidence.vocabulary import Role, SlotState

NAMES = ("user__first_name", "user__username")
JUDGING = MAY[Action.RECORD_VERDICT]


def read_people(desk: Desk) -> tuple[tuple[PersonLine, ...], int]:
    """A line each, who did most first, and the number of places that are nobody's. Two statements.

    Places in what the reader is to judge blind are in no number.
    """
    slots = opinions.Slot.objects.visible_to(desk.reader).filter(queue=desk.queue).order_by()
    slots = slots.filter(~Q(is_sealed(desk.reader, OuterRef("item__claim"))))
    counted = {row.pop("reviewer"): row for row in slots.values("reviewer").annotate(**_counts())}
    free = counted.pop(None, {}).get("free", 0)
    names = _names(desk.reader, counted)
    lines = [
        PersonLine(name=names[actor], **{name: number for name, number in row.items() if name != "free"})
        for actor, row in counted.items()
    ]
    return tuple(sorted(lines, key=lambda line: (-line.today, -line.done, line.name))), free


def _counts() -> dict[str, Any]:
    def in_state(state: SlotState, **more: Any) -> Count:
        return Count("pk", filter=Q(state=state.value, **more))

    return {
        "today": in_state(SlotState.DONE, changed_at__gte=midnight()),
        "done": in_state(SlotState.DONE),
        "at_it": in_state(SlotState.HELD),
        "waiting": in_state(SlotState.DEALT),
        "again": in_state(SlotState.AGAIN),
        "declined": in_state(SlotState.DECLINED),
        "free": in_state(SlotState.FREE),
    }


def _names(reader: Reader, actors: Iterable[str]) -> dict[str, str]:
    wanted = list(actors)
    members = opinions.Membership.objects.filter(tenant_id=reader.tenant_id, actor__in=wanted)
    known = {actor: (first, user) for actor, first, user in members.values_list("actor", *NAMES)}
    return {actor: name_of(reader, actor, *known.get(actor, (None, None))) for actor in wanted}


def read_members(reader: Reader, chosen: Iterable[str] = ()) -> tuple[Choice, ...]:
    """Members who may record verdicts, by name, each under its handle; `chosen` are handles. One statement."""
    picked, named = set(chosen), [(handle_of(actor), name) for actor, name in _judging(reader)]
    found = [Choice(handle, name, handle in picked) for handle, name in named]
    return tuple(sorted(found, key=lambda choice: choice.label))


def find_actors(reader: Reader, handles: Iterable[str]) -> list[str]:
    """The actors behind handles, by name; a handle that is nobody's is left out. One statement."""
    wanted = set(handles)
    found = [(name, actor) for actor, name in _judging(reader) if handle_of(actor) in wanted]
    return [actor for _, actor in sorted(found)]


def _judging(reader: Reader) -> list[tuple[str, str]]:
    members = opinions.Membership.objects.filter(tenant_id=reader.tenant_id, user__is_active=True)
    return [
        (actor, first_name or username)
        for actor, roles, first_name, username in members.values_list("actor", "roles", *NAMES)
        if not JUDGING.isdisjoint(Role(role) for role in roles)
    ]


def handle_of(actor: str) -> str:
    """What stands in a form for a person: an actor is a pseudonym, and stands in the ledger and on no page."""
    return salted_hmac("inspector.pages.queue_people", actor).hexdigest()[:16]
