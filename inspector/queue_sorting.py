"""What is done with many items at once: everything but judging (U-23). Each verb one transaction, all items or none."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from inspector.models import rows as opinions
from inspector.queue_assigning import give
from inspector.queue_dealing import find_judges
from inspector.queue_fields import MOST_PRIORITY
from inspector.queue_reading import NotKept
from inspector.queue_states import hold_items
from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require

MOST_ITEMS, MOST_TAGS, LONGEST_TAG = 500, 20, 40


def assign(reader: Reader, items: Iterable[str], person: str) -> int:
    """Deals items (public ids) to a person of the tenant who may judge (a pseudonym); how many are theirs now.

    They are given a place that is free, else one of somebody else that was not begun. An item in which they have a
    place already, or whose every place is begun, stays as it is. Raises NotAllowed, NotVisible, NotKept.
    """
    require(reader, Action.KEEP_QUEUES)
    if person not in find_judges(reader.tenant_id):
        raise NotVisible(person)
    return _change(reader, items, "items_assigned", {"person": person}, lambda ids: _assign(ids, person))


def tag(reader: Reader, items: Iterable[str], add: Iterable[str] = (), remove: Iterable[str] = ()) -> int:
    """Adds and removes tags of items; how many changed. Raises NotAllowed, NotVisible, NotKept."""
    require(reader, Action.KEEP_QUEUES)
    added, removed = _tags(add), set(_tags(remove))
    if not added and not removed:
        raise NotKept("Name at least one tag to add or to remove.", "tags")
    about = {"add": added, "remove": sorted(removed)}
    return _change(reader, items, "items_tagged", about, lambda ids: _tag(ids, added, removed))


def prioritise(reader: Reader, items: Iterable[str], priority: int) -> int:
    """Sets the priority that items have by hand, higher first. Raises NotAllowed, NotVisible, NotKept."""
    require(reader, Action.KEEP_QUEUES)
    if abs(priority) > MOST_PRIORITY:
        raise NotKept(f"A priority is at most {MOST_PRIORITY}, or minus that.", "priority")
    return _change(reader, items, "items_prioritised", {"priority": priority}, lambda ids: _prioritise(ids, priority))


def set_due(reader: Reader, items: Iterable[str], due: datetime | None) -> int:
    """Sets by when items are to be judged, None for no such day. Raises NotAllowed, NotVisible, NotKept."""
    require(reader, Action.KEEP_QUEUES)
    if due is not None and timezone.is_naive(due):
        raise NotKept("Say when with a time zone.", "due")
    about = {"due": due.isoformat() if due else None}
    return _change(
        reader, items, "items_due", about, lambda ids: opinions.Item.objects.filter(pk__in=ids).update(due_at=due)
    )


def _change(reader: Reader, items: Iterable[str], verb: str, about: dict[str, Any], change: Any) -> int:
    """`change` takes the ids of the rows, which nobody else writes meanwhile, and says how many it changed."""
    asked = list(dict.fromkeys(items))
    if not 0 < len(asked) <= MOST_ITEMS:
        raise NotKept(f"Choose 1 to {MOST_ITEMS} claims.", "items")
    visible = opinions.Item.objects.visible_to(reader).filter(public_id__in=[one for one in asked if "\0" not in one])
    ids = dict(visible.values_list("public_id", "pk"))
    missing = [one for one in asked if one not in ids]
    if missing:
        raise NotVisible(missing[0])
    with transaction.atomic():
        number: int = change(hold_items(list(ids.values())))
        subject = f"item:{asked[0]}" if len(asked) == 1 else "items"
        ledger.record(reader.tenant_id, verb, reader.actor, subject, about | {"items": asked, "changed": number})
    return number


def _assign(ids: Sequence[int], person: str) -> int:
    if opinions.Item.objects.filter(pk__in=ids, queue__closed_at__isnull=False).exists():
        raise NotKept("This queue is closed: nothing in it is given to anybody any more.", "items")
    return give(ids, person, timezone.now())


def _prioritise(ids: Sequence[int], priority: int) -> int:
    before = Subquery(opinions.Item.objects.filter(pk=OuterRef("item")).values("priority")[:1])
    for copies in (opinions.Slot.objects, opinions.ItemState.objects):
        copies.filter(item__in=ids).update(priority=F("priority") + priority - before)
    changed: int = opinions.Item.objects.filter(pk__in=ids).exclude(priority=priority).update(priority=priority)
    return changed


def _tag(ids: Sequence[int], added: Sequence[str], removed: set[str]) -> int:
    changed = []
    for item in opinions.Item.objects.filter(pk__in=ids):
        tags = [one for one in dict.fromkeys([*item.tags, *added]) if one not in removed]
        if len(tags) > MOST_TAGS:
            raise NotKept(f"A claim has at most {MOST_TAGS} tags; remove some first.", "tags")
        if tags != item.tags:
            item.tags = tags
            changed.append(item)
    opinions.Item.objects.bulk_update(changed, ["tags"], batch_size=MOST_ITEMS)
    return len(changed)


def _tags(written: Iterable[str]) -> list[str]:
    tags = list(dict.fromkeys(one.strip() for one in written if one.strip()))
    if any(len(one) > LONGEST_TAG or "\0" in one or "," in one for one in tags):
        raise NotKept(f"A tag has at most {LONGEST_TAG} characters, and no comma.", "tags")
    return tags
