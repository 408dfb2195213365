"""How many items each list of a queue has, and how far the reader is today; a few statements, whatever is in it."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Count, ExpressionWrapper, F, Q, QuerySet, Value
from django.utils import timezone

from inspector.blindness import sealed_claims
from inspector.models import rows as opinions
from inspector.pages.queue_filters import narrowed
from inspector.pages.queue_tabs import (
    ASIDE,
    COMPLETED_TAB,
    DISAGREEMENT,
    DONE,
    NEEDS_OTHERS,
    NEEDS_REVIEW,
    NO_TEXT,
    OPEN,
    STATES_OF,
    WAITING,
    Desk,
)
from inspector.pages.queue_view import Today
from inspector.queue_offers import is_open_to
from lineage.evidence.vocabulary import SlotState


class Counts(NamedTuple):
    """By list; `hidden` are claims of which nothing is told, `left` those that wait for the reader."""

    numbers: Mapping[str, int]
    today: Today | None
    left: int
    hidden: int


class Own(NamedTuple):
    """The reader's own places: those that wait for them, all that are done, and those that were done since midnight."""

    waiting: int
    done: int
    today: int


def count(desk: Desk) -> Counts:
    own = _count_own(desk) if desk.may_judge else None
    if own is not None and desk.own_only:
        return _own_only(desk, own)
    states = _count_states(desk)
    numbers = {name: sum(states[state.value] for state in terms) for name, terms in STATES_OF.items()}
    if own is None:
        return Counts(numbers, None, 0, 0)
    numbers |= {OPEN: own.waiting, DONE: own.done, ASIDE: desk.asides}
    others = _count_told(desk, NEEDS_OTHERS)[NEEDS_OTHERS]
    open_to_all = numbers[NEEDS_REVIEW] + numbers[NEEDS_OTHERS] - others
    left = max(0, open_to_all) if is_open_to(desk.reader, desk.queue) else own.waiting
    return Counts(numbers, Today(own.today, own.today + left, others), left, 0)


def _own_only(desk: Desk, own: Own) -> Counts:
    """What is done, and no more in the making, is complete: the most by far, so the rest is counted and taken off."""
    numbers = _count_told(desk, NEEDS_OTHERS, DISAGREEMENT, NO_TEXT)
    hidden = _done(desk).filter(item__claim__in=sealed_claims(desk.reader)).count() if desk.has_sealed else 0
    numbers[COMPLETED_TAB] = own.done - hidden - sum(numbers.values())
    numbers[NO_TEXT] += desk.without_text
    numbers |= {NEEDS_REVIEW: own.waiting, ASIDE: desk.asides}
    return Counts(numbers, Today(own.today, own.today + own.waiting, numbers[NEEDS_OTHERS]), own.waiting, hidden)


def _count_states(desk: Desk) -> Counter[str]:
    """By state without those of which nothing is told, not even how many they are: somebody put them here.

    At most two statements.
    """
    states = narrowed(desk.states, desk.filters).order_by()
    found = Counter(dict(states.values_list("state").annotate(number=Count("*"))))
    if not desk.has_sealed:
        return found
    # Taken off instead of left out: what is sealed is little, and the index then counts the rest alone.
    items = opinions.Item.objects.filter(queue=desk.queue, claim__in=sealed_claims(desk.reader))
    sealed = narrowed(items, desk.filters, item="").order_by().values_list("state__state").annotate(Count("pk"))
    hidden = Counter({state: number for state, number in sealed if state is not None})
    return found - hidden


def _count_own(desk: Desk) -> Own:
    """One statement of two halves, each of which a range of the index answers alone."""
    waiting = narrowed(desk.slots.filter(state__in=[state.value for state in WAITING]), desk.filters).order_by()
    places = waiting.values_list("state").annotate(number=Count("*"), of_today=Value(0))
    done = _done(desk).values_list("state").annotate(number=Count("*"), of_today=done_since(midnight()))
    counted = {state: (number, of_today) for state, number, of_today in places.union(done, all=True)}
    number, of_today = counted.pop(SlotState.DONE.value, (0, 0))
    return Own(sum(number for number, _ in counted.values()) - desk.without_text, number, of_today)


def _count_told(desk: Desk, *names: str) -> dict[str, int]:
    """Of what the reader has done and is told of, how many are in each of these lists. One statement."""
    wanted = {state.value: name for name in names for state in STATES_OF[name]}
    found = among(desk.states.filter(state__in=wanted), _done(desk))
    if desk.has_sealed:
        found = found.exclude(item__claim__in=sealed_claims(desk.reader))
    numbers = dict.fromkeys(names, 0)
    for state, number in found.order_by().values_list("state").annotate(number=Count("*")):
        numbers[wanted[state]] += number
    return numbers


def _done(desk: Desk) -> QuerySet[Any]:
    return narrowed(desk.slots.filter(state=SlotState.DONE.value), desk.filters).order_by()


def among(states: QuerySet[Any], slots: QuerySet[Any]) -> QuerySet[Any]:
    """States of the items that have one of these places, for few states and many places."""
    # The sum keeps SQLite from looking up each place among all states: it is to walk the range of those that are asked.
    place = ExpressionWrapper(F("item_id") + 0, BigIntegerField())
    return states.alias(place=place).filter(place__in=slots.values("item"))


def done_since(since: datetime) -> Any:
    """How many places were done since."""
    return Count("pk", filter=Q(state=SlotState.DONE.value, changed_at__gte=since))


def midnight() -> datetime:
    """When the day began, in UTC."""
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
