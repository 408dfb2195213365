"""Giving items to a person by name, in the transaction of who asks for it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Case, Q, QuerySet, When

from inspector.models import rows as opinions
from inspector.models.queues import new_token
from lineage.evidence.vocabulary import SlotState

RANKED, LEFT = {SlotState.FREE.value: 0, SlotState.DEALT.value: 2, SlotState.AGAIN.value: 3}, 1
MINE = (SlotState.DEALT, SlotState.HELD, SlotState.AGAIN)


def give(items: Sequence[int], person: str, now: datetime) -> int:
    """Gives the person a place in each of the items where one is to be had; how many are theirs to judge now."""
    own = opinions.Slot.objects.filter(item__in=items, reviewer=person)
    states = dict(own.values_list("item_id", "state"))
    chosen: dict[int, int] = {}
    for pk, item in _in_order(_to_be_had(items, now)).values_list("pk", "item_id"):
        if item not in states:
            chosen.setdefault(item, pk)
    dealt = {"reviewer": person, "state": SlotState.DEALT.value, "lease_until": None, "changed_at": now}
    # Asked again, since somebody may have taken one meanwhile.
    given = _to_be_had(items, now).filter(pk__in=chosen.values()).update(token=new_token(), **dealt)
    # Who was named is to judge it, whatever they did with it before.
    opinions.SetAside.objects.filter(item__in=chosen, reviewer=person).delete()
    return given + sum(state in MINE for state in states.values())


def _to_be_had(items: Sequence[int], now: datetime) -> "QuerySet[opinions.Slot]":
    """Places that may be given to somebody: nobody is at them."""
    over = Q(state=SlotState.HELD.value, lease_until__lt=now)
    slots: QuerySet[opinions.Slot] = opinions.Slot.objects.filter(over | Q(state__in=RANKED), item__in=items)
    return slots


def _in_order(slots: "QuerySet[opinions.Slot]") -> "QuerySet[opinions.Slot]":
    """What costs nobody anything first: free, begun and left, dealt to others, and what others are to judge again."""
    rank = Case(*(When(state=state, then=place) for state, place in RANKED.items()), default=LEFT)
    return slots.order_by(rank, "item", "ordinal")
