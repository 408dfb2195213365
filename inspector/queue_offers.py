"""What a person may be offered in a queue, in order: query sets of slots, of which the first row counts.

Read by what peeks and by the one UPDATE that takes. What nobody can read ("no text") is offered to nobody.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from inspector.blindness import is_blind_about
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.evidence.vocabulary import AsideKind, ItemProgress, SlotState

Slots = QuerySet[opinions.Slot]
WAITING = (SlotState.AGAIN, SlotState.DEALT)
"""States of a person's own slots that wait for them, in the order in which they are offered."""


def held_by(reader: Reader, queue: opinions.Queue) -> Slots:
    """What the reader is at already, the one that they began last first; who comes back late still finds it."""
    return _slots(queue).filter(reviewer=reader.actor, state=SlotState.HELD.value).order_by("-changed_at", "-id")


def offers(reader: Reader, queue: opinions.Queue, now: datetime) -> Iterator[Slots]:
    """What is offered to the reader beside what they hold, the best first in each.

    Their own come first; then, in an open queue, what somebody else began and left, and what is free; at last what
    the reader put at the end.
    """
    yield from (_without_asides(_own(reader, queue, state), reader) for state in WAITING)
    if is_open_to(reader, queue):
        yield _without_asides(left_by_others(reader, queue, now), reader)
        yield _without_asides(free_for(reader, queue), reader)
    yield _put_at_the_end(reader, queue)


def is_open_to(reader: Reader, queue: opinions.Queue) -> bool:
    """Whether the reader may take what nobody was named for: in a blind queue everything is dealt beforehand."""
    return not queue.blind and (not queue.reviewers or reader.actor in queue.reviewers)


def free_for(reader: Reader, queue: opinions.Queue) -> Slots:
    """Free slots of items in which the reader has none."""
    return _in_order(_elsewhere(reader, _slots(queue).filter(state=SlotState.FREE.value)))


def left_by_others(reader: Reader, queue: opinions.Queue, now: datetime) -> Slots:
    """Slots whose lease is over, of people who said nothing there that stands: anybody may go on with these."""
    return _in_order(_elsewhere(reader, _slots(queue).filter(left_behind(now))))


def left_behind(now: datetime) -> Q:
    """Slots whose lease is over and that are their person's no more, once the queue is known to be open.

    Who has a verdict in the item keeps the slot: they were to judge it again.
    """
    return Q(state=SlotState.HELD.value, lease_until__lt=now) & ~Q(has_spoken())


def has_spoken() -> Exists:
    """Whether the newest verdict of the slot's person in its item stands, that is, was not taken back."""
    said = opinions.Verdict.objects.filter(item=OuterRef("item"), reviewer=OuterRef("reviewer"))
    superseded = opinions.Verdict.objects.filter(
        item=OuterRef("item"), reviewer=OuterRef("reviewer"), pk__gt=OuterRef("pk")
    )
    return Exists(said.filter(~Exists(superseded), withdrawn=False))


def _slots(queue: opinions.Queue) -> Slots:
    without_text = opinions.ItemState.objects.filter(item=OuterRef("item"), state=ItemProgress.NO_TEXT.value)
    slots: Slots = opinions.Slot.objects.filter(~Exists(without_text), queue=queue)
    return slots


def _own(reader: Reader, queue: opinions.Queue, state: SlotState) -> Slots:
    return _in_order(_slots(queue).filter(reviewer=reader.actor, state=state.value))


def _elsewhere(reader: Reader, slots: Slots) -> Slots:
    """In items in which the reader has none.

    What they are to judge blind in another queue they are offered there alone: that it came into this one, or has a
    place left in it, would tell what others did.
    """
    own = opinions.Slot.objects.filter(item=OuterRef("item"), reviewer=reader.actor)
    return slots.filter(~Exists(own), ~is_blind_about(reader, claim=OuterRef("item__claim")))


def _without_asides(slots: Slots, reader: Reader) -> Slots:
    return slots.filter(~Exists(opinions.SetAside.objects.filter(item=OuterRef("item"), reviewer=reader.actor)))


def _put_at_the_end(reader: Reader, queue: opinions.Queue) -> Slots:
    mine = Q(reviewer=reader.actor, state__in=[state.value for state in WAITING])
    slots = _slots(queue).filter(mine | Q(state=SlotState.FREE.value) if is_open_to(reader, queue) else mine)
    asides = opinions.SetAside.objects.filter(reviewer=reader.actor, kind=AsideKind.REQUEUED.value)
    at: Any = Subquery(asides.filter(item=OuterRef("item")).values("at")[:1])
    own = opinions.Slot.objects.filter(item=OuterRef("item"), reviewer=reader.actor)
    # A free slot beside one's own is for somebody else.
    others = ~Q(Exists(own)) & ~Q(is_blind_about(reader, claim=OuterRef("item__claim")))
    found = slots.filter(mine | others, item__in=asides.values("item"))
    return found.order_by(at, "id")


def _in_order(slots: Slots) -> Slots:
    return slots.order_by("-priority", "id")
