"""The queues of a tenant in a line each, with what waits in them for one reader: for the list and the start page."""

from collections import Counter
from typing import Any, NamedTuple

from django.db.models import Count, Exists, OuterRef
from django.urls import reverse

from inspector.blindness import is_asked, sealed_claims
from inspector.models import rows as opinions
from inspector.pages.queue_counts import among, done_since, midnight
from inspector.pages.queue_reading import head_of
from inspector.pages.queue_tabs import LABELS, NEEDS_OTHERS, NEEDS_REVIEW, OPEN, own_slots
from inspector.pages.queue_view import QueueLine, Tab, Today
from inspector.queue_offers import is_open_to
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import OPEN_SLOTS, ItemProgress, SlotState

COUNTED = (ItemProgress.NEEDS_REVIEW, ItemProgress.NEEDS_OTHERS, ItemProgress.DISAGREEMENT)


class Mine(NamedTuple):
    """The reader's own places by queue: open ones, done today, and done ones that wait for others."""

    waiting: Counter[int]
    today: Counter[int]
    others: Counter[int]


def read_queue_lines(reader: Reader) -> tuple[QueueLine, ...]:
    """Where most waits for the reader stands first; closed queues last. At most six statements."""
    queues = list(opinions.Queue.objects.visible_to(reader).order_by("-priority", "name", "pk"))
    if not queues:
        return ()
    worked_on = {queue.pk for queue in queues if queue.blind and queue.closed_at is None}
    blind = worked_on if is_asked(reader) else set()
    has_sealed = bool(worked_on) and reader.may(Action.RECORD_VERDICT)
    states = _count_states(reader, [queue.pk for queue in queues if queue.pk not in blind], has_sealed)
    mine = _count_mine(reader) if reader.may(Action.RECORD_VERDICT) else None
    lines = [_line(reader, queue, states, mine, queue.pk in blind) for queue in queues]
    return tuple(sorted(lines, key=lambda line: (line.head.is_closed, not _waits(line))))


def read_waiting_queues(reader: Reader) -> tuple[QueueLine, ...]:
    """Those in which something waits for the reader."""
    return tuple(line for line in read_queue_lines(reader) if line.may_take)


def _waits(line: QueueLine) -> bool:
    return line.today is not None and line.today.of > line.today.done


def _count_states(reader: Reader, queues: list[int], has_sealed: bool) -> Counter[tuple[int, str]]:
    """By queue and state, without the claims of which the reader is told nothing."""
    wanted = [state.value for state in COUNTED]
    states = opinions.ItemState.objects.visible_to(reader).filter(queue__in=queues, state__in=wanted).order_by()
    found = _counter(states.values_list("queue", "state"))
    if not has_sealed:
        return found
    items = opinions.Item.objects.visible_to(reader).filter(queue__in=queues, claim__in=sealed_claims(reader))
    return found - _counter(items.order_by().values_list("queue", "state__state"))


def _counter(grouped: Any) -> Counter[tuple[int, str]]:
    return Counter({(queue, state): number for queue, state, number in grouped.annotate(number=Count("*"))})


def _count_mine(reader: Reader) -> Mine:
    """Three statements: only of items without text, and of those that wait for others, more is asked than an index."""
    slots, waiting = own_slots(reader).order_by(), [state.value for state in OPEN_SLOTS]
    mine = Mine(Counter(), Counter(), Counter())
    counted = slots.values_list("queue", "state").annotate(number=Count("*"), of_today=done_since(midnight()))
    for queue, state, number, today in counted:
        mine.waiting[queue] += number if state in waiting else 0
        mine.today[queue] += today
    mine.waiting.subtract(_by_queue(_without_text(reader, waiting)))
    others = opinions.ItemState.objects.visible_to(reader).filter(state=ItemProgress.NEEDS_OTHERS.value)
    mine.others.update(_by_queue(among(others, slots.filter(state=SlotState.DONE.value)).order_by()))
    return mine


def _by_queue(found: Any) -> dict[int, int]:
    return dict(found.values_list("queue").annotate(number=Count("*")))


def _without_text(reader: Reader, waiting: list[str]) -> Any:
    own = opinions.Slot.objects.filter(item=OuterRef("item"), reviewer=reader.actor, state__in=waiting)
    states = opinions.ItemState.objects.visible_to(reader).filter(state=ItemProgress.NO_TEXT.value)
    return states.filter(Exists(own)).order_by()


def _line(
    reader: Reader, queue: opinions.Queue, states: Counter[tuple[int, str]], mine: Mine | None, is_own: bool
) -> QueueLine:
    pk, is_open = queue.pk, queue.closed_at is None
    numbers = {state.value: states[pk, state.value] for state in COUNTED}
    if mine is None:
        return QueueLine(head_of(queue), _tabs(queue, numbers), None, may_take=False)
    if is_own:
        left = mine.waiting[pk]
        numbers = {NEEDS_REVIEW: left, NEEDS_OTHERS: mine.others[pk]}
    else:
        open_to_all = numbers[NEEDS_REVIEW] + numbers[NEEDS_OTHERS] - mine.others[pk]
        left = max(0, open_to_all) if is_open_to(reader, queue) else mine.waiting[pk]
        numbers[OPEN] = mine.waiting[pk]
    today = Today(mine.today[pk], mine.today[pk] + left, mine.others[pk]) if is_open else None
    return QueueLine(head_of(queue), _tabs(queue, numbers), today, may_take=is_open and left > 0)


def _tabs(queue: opinions.Queue, numbers: dict[str, int]) -> tuple[Tab, ...]:
    """Numbers with their lists; none is told that is nought, but for the first."""
    url = reverse("queue", args=[queue.public_id])
    return tuple(
        Tab(name, LABELS[name].lower(), "", number, url if name == NEEDS_REVIEW else f"{url}?tab={name}", is_here=False)
        for name, number in numbers.items()
        if number or name == NEEDS_REVIEW
    )
