"""How many items each list of a queue has, and how far the reader is today; a few statements, whatever is in it."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import BooleanField, Count, OuterRef, Q, Value
from django.utils import timezone

from inspector.blindness import is_sealed, sealed_claims
from inspector.models import rows as opinions
from inspector.pages.queue_filters import narrowed
from inspector.pages.queue_tabs import ASIDE, DONE, NEEDS_OTHERS, NEEDS_REVIEW, OPEN, STATES_OF, WAITING, Desk
from inspector.pages.queue_view import Today
from inspector.queue_offers import is_open_to
from lineage.evidence.vocabulary import ItemProgress, SlotState


class Counts(NamedTuple):
    """By list; `hidden` are claims of which nothing is told, `left` those that wait for the reader."""

    numbers: Mapping[str, int]
    today: Today | None
    left: int
    hidden: int


class Own(NamedTuple):
    """The reader's own places: those that wait for them, all that are done, and by the item's state those of which
    something is told; `today` are done since midnight."""

    waiting: int
    done: int
    by_state: Counter[str]
    today: int

    def told(self, *states: ItemProgress) -> int:
        return sum(self.by_state[state.value] for state in states)


def count(desk: Desk) -> Counts:
    own = _count_own(desk) if desk.may_judge else None
    if own is not None and desk.own_only:
        return _own_only(desk, own)
    states = _count_states(desk)
    numbers = {name: sum(states[state.value] for state in terms) for name, terms in STATES_OF.items()}
    if own is None:
        return Counts(numbers, None, 0, 0)
    numbers |= {OPEN: own.waiting, DONE: own.done, ASIDE: desk.asides}
    others = own.told(ItemProgress.NEEDS_OTHERS)
    open_to_all = numbers[NEEDS_REVIEW] + numbers[NEEDS_OTHERS] - others
    left = max(0, open_to_all) if is_open_to(desk.reader, desk.queue) else own.waiting
    return Counts(numbers, Today(own.today, own.today + left, others), left, 0)


def _own_only(desk: Desk, own: Own) -> Counts:
    numbers = {name: own.told(*terms) for name, terms in STATES_OF.items()}
    numbers[NEEDS_REVIEW] = own.waiting
    numbers[ItemProgress.NO_TEXT.value] = desk.without_text + own.told(ItemProgress.NO_TEXT)
    numbers[ASIDE] = desk.asides
    today = Today(own.today, own.today + own.waiting, numbers[NEEDS_OTHERS])
    return Counts(numbers, today, own.waiting, own.done - own.by_state.total())


def _count_states(desk: Desk) -> Counter[str]:
    """By state without those of which nothing is told, not even how many they are: somebody put them here.

    At most two statements.
    """
    states = narrowed(desk.states, desk.filters).order_by()
    found = Counter(dict(states.values_list("state").annotate(Count("pk"))))
    if not desk.has_sealed:
        return found
    # Taken off instead of left out: what is sealed is little, and the index then counts the rest alone.
    items = opinions.Item.objects.filter(queue=desk.queue, claim__in=sealed_claims(desk.reader))
    sealed = narrowed(items, desk.filters, item="").order_by().values_list("state__state").annotate(Count("pk"))
    hidden = Counter({state: number for state, number in sealed if state is not None})
    return found - hidden


def _count_own(desk: Desk) -> Own:
    """Two statements: the index alone says how many wait, and only of those that are done the items are looked up."""
    slots = narrowed(desk.slots, desk.filters).order_by()
    places = Counter(dict(slots.values_list("state").annotate(Count("pk"))))
    done = slots.filter(state=SlotState.DONE.value).annotate(hidden=_is_hidden(desk))
    by_state, today, since = Counter[str](), 0, done_since(midnight())
    grouped = done.values_list("item__state__state", "hidden").annotate(number=Count("pk"), of_today=since)
    for state, is_hidden, number, of_today in grouped:
        today += of_today
        by_state[state or ""] += 0 if is_hidden else number
    waiting = sum(places[state.value] for state in WAITING) - desk.without_text
    return Own(waiting, places[SlotState.DONE.value], by_state, today)


def _is_hidden(desk: Desk) -> Any:
    return is_sealed(desk.reader, OuterRef("item__claim")) if desk.has_sealed else Value(False, BooleanField())


def done_since(since: datetime) -> Any:
    """How many places were done since."""
    return Count("pk", filter=Q(state=SlotState.DONE.value, changed_at__gte=since))


def midnight() -> datetime:
    """When the day began, in UTC."""
    return timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
