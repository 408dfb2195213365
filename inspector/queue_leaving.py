"""Leaving an item without a verdict: given back, skipped, put at the end, or declined.

A slot that was free goes back to everybody. One that was dealt, or that its person is to judge again, stays theirs;
only declining ends that, and then somebody else gets a place of their own.
"""

from django.db import transaction
from django.utils import timezone

from inspector.item_states import hold_item
from inspector.models import rows as opinions
from inspector.models.queues import new_token
from inspector.queue_dealing import deal
from inspector.queue_offers import has_spoken
from inspector.queue_places import next_place
from inspector.queue_reading import LOST, OPEN, NotTaken, SlotLost, read_own
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_contents
from lineage.evidence.vocabulary import AsideKind, SlotState
from lineage.models.content import pack

LONGEST_REASON = 1_000


def release(reader: Reader, slot: opinions.Slot) -> None:
    """Gives a held slot back; one that is not held any more stays as it is. Raises NotAllowed, NotVisible, SlotLost."""
    _leave(reader, slot, "slot_released")


def skip(reader: Reader, slot: opinions.Slot) -> None:
    """Gives it back, not to be offered to the reader again until they open it from the list."""
    _leave(reader, slot, "slot_skipped", AsideKind.SKIPPED)


def requeue(reader: Reader, slot: opinions.Slot) -> None:
    """Gives it back, to be offered to the reader again after everything else."""
    _leave(reader, slot, "slot_requeued", AsideKind.REQUEUED)


def decline(reader: Reader, slot: opinions.Slot, reason: str) -> None:
    """The reader will not judge it; the item gets another place, in a blind queue dealt to somebody else.

    The reason may be seen by who keeps queues. Raises NotAllowed, NotVisible, SlotLost, NotTaken without a reason.
    """
    require(reader, Action.RECORD_VERDICT)
    found = _read_open(reader, slot)
    if not reason.strip():
        raise NotTaken("Say in a few words why it should not be here, or not with you.")
    if len(reason) > LONGEST_REASON:
        raise NotTaken(f"A reason has at most {LONGEST_REASON} characters.")
    with transaction.atomic():
        # Nobody else adds a slot to the item meanwhile.
        hold_item(found.item_id)
        _change(found, SlotState.DECLINED)
        opinions.Slot.objects.create(
            tenant_id=found.tenant_id,
            queue=found.queue,
            item=found.item,
            **next_place(found.item),
        )
        deal(found.queue)
        words = pack(reason.encode("utf-8", "surrogatepass"))
        _put_aside(found, AsideKind.DECLINED, write_contents(reader.tenant_id, [words])[words.sha256])
        _record(found, "slot_declined")


def _leave(reader: Reader, slot: opinions.Slot, verb: str, kind: AsideKind | None = None) -> None:
    require(reader, Action.RECORD_VERDICT)
    found = _read_open(reader, slot)
    with transaction.atomic():
        if found.state == SlotState.HELD:
            _change(found, _state_before(found))
        if kind is not None:
            _put_aside(found, kind)
        _record(found, verb)


def _read_open(reader: Reader, slot: opinions.Slot) -> opinions.Slot:
    found = read_own(reader, slot)
    if found.state not in OPEN:
        raise NotTaken("There is nothing to give back here: your verdict is in, or you declined.")
    return found


def _state_before(slot: opinions.Slot) -> SlotState:
    """What a held slot was before it was taken."""
    if opinions.Slot.objects.filter(has_spoken(), pk=slot.pk).exists():
        return SlotState.AGAIN
    return SlotState.DEALT if slot.queue.blind else SlotState.FREE


def _change(slot: opinions.Slot, state: SlotState) -> None:
    """Raises SlotLost where somebody else has taken it meanwhile, or the same person judged it in another window."""
    reviewer = None if state is SlotState.FREE else slot.reviewer
    same = opinions.Slot.objects.filter(pk=slot.pk, reviewer=slot.reviewer, state=slot.state)
    now = timezone.now()
    if not same.update(state=state.value, reviewer=reviewer, lease_until=None, token=new_token(), changed_at=now):
        raise SlotLost(LOST)


def _put_aside(slot: opinions.Slot, kind: AsideKind, reason: int | None = None) -> None:
    about = {"tenant_id": slot.tenant_id, "kind": kind.value, "reason_id": reason, "at": timezone.now()}
    opinions.SetAside.objects.update_or_create(item=slot.item, reviewer=slot.reviewer, defaults=about)


def _record(slot: opinions.Slot, verb: str) -> None:
    payload = {"queue": slot.queue.public_id, "ordinal": slot.ordinal}
    ledger.record(slot.tenant_id, verb, slot.reviewer, f"item:{slot.item.public_id}", payload)
