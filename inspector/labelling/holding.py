"""What a labeller holds in a queue: the claim before them, and the next ones held ahead so that nobody waits.

Holding is always asked for, never a side effect of reading. What is held ahead is given back when its person pauses;
like every other slot it is anybody's once its lease is over.
"""

from collections.abc import Collection

from django.db import IntegrityError, transaction

from inspector.models import rows as opinions
from inspector.queue_choosing import hold_another
from inspector.queue_leaving import release
from inspector.queue_offers import held_by
from inspector.queue_reading import NotTaken, SlotLost, own_slots, read_queue
from inspector.queue_taking import TAKEN
from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.vocabulary import QueueKind

MOST_HELD = 3
"""The claim that is read, and two ahead."""

MOST_LISTED = 50
"""More is held by nobody who labels; whoever took claims one by one from a list may."""


def read_label_queue(reader: Reader, queue: str) -> opinions.Queue:
    """A queue of labels by its public id. Raises NotAllowed, and NotVisible also for a queue of another kind."""
    require(reader, Action.RECORD_VERDICT)
    found = read_queue(reader, queue)
    if found.kind != QueueKind.CALIBRATION:
        raise NotVisible(queue)
    return found


def read_held(reader: Reader, queue: opinions.Queue) -> list[opinions.Slot]:
    """The reader's held slots of a queue, the one that they took first before the others. One statement."""
    if queue.closed_at is not None:
        return []
    held = held_by(reader, queue).filter(tenant_id=reader.tenant_id)
    return list(held.select_related("queue", "item__claim").order_by("changed_at", "id")[:MOST_LISTED])


def read_own_slot(reader: Reader, queue: opinions.Queue, item: str) -> opinions.Slot:
    """The reader's slot on an item (its public id), whatever became of it. Raises NotVisible."""
    found = own_slots(reader).filter(queue=queue, item__public_id=item).first() if "\0" not in item else None
    if found is None:
        raise NotVisible(item)
    return found


def hold_ahead(reader: Reader, queue: opinions.Queue, sent: Collection[str] = ()) -> list[opinions.Slot]:
    """Takes slots until the reader holds `MOST_HELD`, or nothing is left for them; returns what they hold then.

    `sent` are items (public ids) whose labels are under way: they count no more.
    """
    require(reader, Action.RECORD_VERDICT)
    held = [slot for slot in read_held(reader, queue) if slot.item.public_id not in sent]
    while len(held) < MOST_HELD and queue.closed_at is None:
        slot = _take_another(reader, queue)
        if slot is None:
            break
        held.append(slot)
    return held


def release_ahead(reader: Reader, queue: opinions.Queue, keep: Collection[str] = ()) -> int:
    """Gives back what the reader holds in a queue but for these items (public ids); how many that were."""
    others = [slot for slot in read_held(reader, queue) if slot.item.public_id not in keep]
    for slot in others:
        try:
            release(reader, slot)
        except (NotTaken, SlotLost):
            # Their verdict came in meanwhile, or somebody took it whose right it was: nothing is left to give back.
            continue
    return len(others)


def _take_another(reader: Reader, queue: opinions.Queue) -> opinions.Slot | None:
    """None also where the same person is just taking another place of the item from another window."""
    try:
        with transaction.atomic():
            taken = hold_another(reader, queue)
            if taken is None:
                return None
            slot = opinions.Slot.objects.select_related("queue", "item__claim").get(pk=taken)
            payload = {"queue": queue.public_id, "ordinal": slot.ordinal}
            ledger.record(reader.tenant_id, TAKEN, reader.actor, f"item:{slot.item.public_id}", payload)
    except IntegrityError:
        return None
    return slot
