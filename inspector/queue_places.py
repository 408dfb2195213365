"""The places of an item: as many slots as its queue asks judgements for, in the transaction of who asks for them.

Also of items that came without: from a house that had no slots yet, or made by hand. Whoever judged one of these has a
slot in it that is done.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from inspector.item_states import OF_POST_HOC
from inspector.models import rows as opinions
from inspector.models.queues import new_token
from lineage.bulk import in_parts, write
from lineage.evidence.vocabulary import Attachment, SlotState

PART = 500
COUNTED = ~Q(slots__state=SlotState.DECLINED.value)
"""A place that somebody declined is none for a judgement."""


def hold_queue(queue: opinions.Queue) -> None:
    """Nobody else adds items to the queue, or places to these, until the caller's transaction ends."""
    list(opinions.Queue.objects.filter(pk=queue.pk).select_for_update(no_key=True).values_list("pk"))


def ensure_slots(queue: opinions.Queue, items: Sequence[int] | None = None) -> int:
    """Gives items of the queue (those named, else all) the slots that they lack; how many were made."""
    every = opinions.Item.objects.filter(queue=queue)
    if items is None:
        return sum(_ensure(queue, part) for part in in_parts(list(_lacking(queue, every)), PART))
    return sum(_ensure(queue, part) for part in in_parts(items, PART))


def next_place(item: opinions.Item) -> dict[str, Any]:
    """Ordinal and priority of one more slot of an item that is held; one statement."""
    found = opinions.Item.objects.filter(pk=item.pk).annotate(last=Max("slots__ordinal"))
    row: Any = found.values_list("last", "priority", "queue__priority", "claim__answer__attachment").get()
    last, priority, of_queue, attachment = row
    return {"ordinal": (last or 0) + 1, "priority": _priority(priority, of_queue, attachment)}


def drop_surplus(queue: opinions.Queue) -> int:
    """Takes away places that the queue asks for no more, of those that nobody has begun: free ones, then dealt ones."""
    places = opinions.Item.objects.filter(queue=queue).order_by("pk").annotate(places=Count("slots", filter=COUNTED))
    surplus = {pk: number - queue.judgements for pk, number in places.values_list("pk", "places")}
    surplus = {pk: number for pk, number in surplus.items() if number > 0}
    waiting = [SlotState.FREE.value, SlotState.DEALT.value]
    unbegun = opinions.Slot.objects.filter(queue=queue, state__in=waiting).order_by("-state", "-ordinal")
    dropped: list[int] = []
    for pk, item in unbegun.values_list("pk", "item_id"):
        if surplus.get(item, 0) > 0:
            surplus[item] -= 1
            dropped.append(pk)
    for part in in_parts(dropped, PART):
        opinions.Slot.objects.filter(pk__in=part, state__in=waiting).delete()
    return len(dropped)


def _lacking(queue: opinions.Queue, items: "QuerySet[opinions.Item]") -> Iterable[int]:
    places = items.order_by("pk").annotate(places=Count("slots", filter=COUNTED))
    return places.filter(places__lt=queue.judgements).values_list("pk", flat=True)  # type: ignore[no-any-return]


def _ensure(queue: opinions.Queue, items: Sequence[int]) -> int:
    found = opinions.Item.objects.filter(pk__in=items).order_by("pk")
    found = found.annotate(places=Count("slots", filter=COUNTED), last=Max("slots__ordinal"))
    columns = ("pk", "places", "last", "priority", "claim__answer__attachment")
    lacking = [row for row in found.values_list(*columns) if row[1] < queue.judgements]
    spoken = _spoken([row[0] for row in lacking if row[1] < queue.judgements])
    made: list[dict[str, Any]] = []
    for pk, places, last, priority, attachment in lacking:
        about = {
            "tenant_id": queue.tenant_id,
            "queue_id": queue.pk,
            "item_id": pk,
            "priority": _priority(priority, queue.priority, attachment),
        }
        done = [{"reviewer": one, "state": SlotState.DONE.value} for one in spoken.get(pk, ())]
        free = [{"reviewer": None, "state": SlotState.FREE.value}] * max(queue.judgements - places - len(done), 0)
        for ordinal, whose in enumerate([*done, *free], start=(last or 0) + 1):
            made.append(about | whose | {"ordinal": ordinal, "token": new_token()})
    write(opinions.Slot, made)
    return len(made)


def _priority(of_item: int, of_queue: int, attachment: str) -> int:
    return of_item + of_queue + (OF_POST_HOC if Attachment(attachment).is_post_hoc else 0)


def _spoken(items: Sequence[int]) -> dict[int, list[str]]:
    """By item the people whose newest verdict stands and who have no slot, in the order in which they judged."""
    said: dict[tuple[int, str], bool] = {}
    verdicts = opinions.Verdict.objects.filter(item__in=items).order_by("id")
    for item, reviewer, withdrawn in verdicts.values_list("item_id", "reviewer", "withdrawn"):
        said[item, reviewer] = not withdrawn
    own = opinions.Slot.objects.filter(item__in=items, reviewer__isnull=False)
    for known in own.values_list("item_id", "reviewer"):
        said.pop(known, None)
    found: dict[int, list[str]] = defaultdict(list)
    for (item, reviewer), stands in said.items():
        if stands:
            found[item].append(reviewer)
    return found
