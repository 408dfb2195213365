"""Taking work from a queue: the next slot or a named one, under a lease that ends by itself (reliability 5, review 13).

Taking is one conditional UPDATE (`inspector.queue_choosing`): of two who try, one changes the row, and nobody waits.
"""

from django.db import IntegrityError, transaction
from django.utils import timezone

from inspector.item_states import hold_item
from inspector.models import rows as opinions
from inspector.queue_choosing import hold_first, hold_next, lease_of
from inspector.queue_offers import is_open_to, left_behind, offers
from inspector.queue_reading import OPEN, Item, NotTaken, Queue, SlotLost, read_item, read_own, read_queue
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import ItemProgress, SlotState

TAKEN, ROUNDS = "slot_taken", 3


def take_next(reader: Reader, queue: Queue) -> opinions.Slot | None:
    """A slot for the reader to work on, held under a new lease; None where nothing is left for them.

    What they hold already comes first, then what they are to judge again, what waits for them, what is free by
    priority; what they put at the end comes last. Raises NotAllowed, NotVisible.
    """
    require(reader, Action.RECORD_VERDICT)
    found = read_queue(reader, queue)
    if found.closed_at is not None:
        return None
    for _ in range(ROUNDS):
        try:
            with transaction.atomic():
                slot = _read(hold_next(reader, found))
                if slot is not None:
                    _record(reader, slot)
            return slot
        except IntegrityError:
            # The same person took another slot of the item from another window: that one is theirs, and held.
            continue
    return None


def take_after(reader: Reader, queue: opinions.Queue) -> opinions.Slot | None:
    """`take_next` inside the transaction of the verdict before, whose event names what was taken: two statements.

    `queue` as it was read in that transaction. None also where the same person took the slot from another window.
    """
    if queue.closed_at is not None:
        return None
    try:
        with transaction.atomic():
            return _read(hold_next(reader, queue))
    except IntegrityError:
        return None


def peek_next(reader: Reader, queue: Queue) -> opinions.Item | None:
    """The item that the reader would be given once they are done with what they hold; nothing is written."""
    require(reader, Action.RECORD_VERDICT)
    found = read_queue(reader, queue)
    if found.closed_at is not None:
        return None
    for slots in offers(reader, found, timezone.now()):
        slot = slots.select_related("item__claim").first()
        if slot is not None:
            return slot.item
    return None


def take(reader: Reader, item: Item) -> opinions.Slot:
    """A named item, opened from a list: also one that the reader skipped. Raises NotAllowed, NotVisible, NotTaken."""
    require(reader, Action.RECORD_VERDICT)
    found = read_item(reader, item)
    _require_open(found)
    try:
        return _take(reader, found)
    except IntegrityError:
        # The same person took another place of it from another window: that one is theirs.
        return _take(reader, found)


def _take(reader: Reader, found: opinions.Item) -> opinions.Slot:
    now = timezone.now()
    slots = opinions.Slot.objects.filter(item=found)
    own = slots.filter(reviewer=reader.actor)
    open_to_all = [slots.filter(state=SlotState.FREE.value), slots.filter(left_behind(now))]
    with transaction.atomic():
        # Of two windows of one person the second one finds the place that the first one took.
        hold_item(found.pk)
        mine = own.first()
        if mine is not None and mine.state in (SlotState.DONE, SlotState.DECLINED):
            said = "declined it" if mine.state == SlotState.DECLINED else "judged it"
            raise NotTaken(f"You {said} already. Open the claim to read it, or to judge it anew.")
        waiting = own.filter(state__in=OPEN)
        choices = [waiting] if mine is not None else open_to_all if is_open_to(reader, found.queue) else []
        in_order = [slots.order_by("ordinal") for slots in choices]
        slot = _read(hold_first(in_order, reader, found.queue)) if choices else None
        if slot is None:
            raise NotTaken("No place is free in this item: others hold them, or it was dealt to others.")
        opinions.SetAside.objects.filter(item=found, reviewer=reader.actor).delete()
        _record(reader, slot)
    return slot


def extend(reader: Reader, slot: opinions.Slot, token: str) -> opinions.Slot:
    """A lease that begins anew, also one that is over where nobody took the slot. Raises NotVisible, SlotLost.

    `token` is that of the page; who took the slot again in another window extends that one.
    """
    require(reader, Action.RECORD_VERDICT)
    found = read_own(reader, slot)
    until = timezone.now() + lease_of(found.queue)
    held = opinions.Slot.objects.filter(pk=found.pk, reviewer=reader.actor, state=SlotState.HELD.value)
    with transaction.atomic():
        if not held.update(lease_until=until):
            raise SlotLost("This claim is no longer being worked on by you. Take it again from its queue.")
        payload = {"queue": found.queue.public_id, "until": until.isoformat(), "is_same": token == found.token}
        ledger.record(reader.tenant_id, "slot_extended", reader.actor, f"item:{found.item.public_id}", payload)
    found.lease_until = until
    return found


def _read(slot_id: int | None) -> opinions.Slot | None:
    if slot_id is None:
        return None
    return opinions.Slot.objects.select_related("queue", "item__claim").get(pk=slot_id)


def _require_open(item: opinions.Item) -> None:
    if item.queue.closed_at is not None:
        raise NotTaken("This queue is closed: nothing is judged in it any more.")
    if opinions.ItemState.objects.filter(item=item, state=ItemProgress.NO_TEXT.value).exists():
        raise NotTaken("The words of this claim cannot be shown to anybody, so it cannot be judged.")


def _record(reader: Reader, slot: opinions.Slot) -> None:
    payload = {"queue": slot.queue.public_id, "ordinal": slot.ordinal}
    ledger.record(reader.tenant_id, TAKEN, reader.actor, f"item:{slot.item.public_id}", payload)
