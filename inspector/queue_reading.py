"""Queues, items and slots as somebody may see them: what is another tenant's looks like what is missing."""

from django.db.models import Case, QuerySet, Value, When

from inspector.models import rows as opinions
from lineage.access import NotVisible, Reader, get_visible
from lineage.evidence.vocabulary import OPEN_SLOTS, SlotState

Queue = opinions.Queue | str
Item = opinions.Item | str
OPEN = tuple(state.value for state in sorted(OPEN_SLOTS))


class SlotLost(RuntimeError):
    """The lease was over, and somebody else took the place meanwhile; the message says so, for people."""


class NotTaken(ValueError):
    """This cannot be done with an item or slot as it stands; the message says why, for people."""


class NotKept(ValueError):
    """A queue cannot be as it was asked for; the message says why. `field` is the one that it belongs to."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


def read_queue(reader: Reader, queue: Queue) -> opinions.Queue:
    """The queue of this public id, or as it stands now. Raises NotVisible."""
    asked = queue if isinstance(queue, str) else queue.public_id
    found: opinions.Queue = get_visible(opinions.Queue.objects, reader, asked)
    return found


def read_item(reader: Reader, item: Item) -> opinions.Item:
    """The item with its queue. Raises NotVisible."""
    asked = item if isinstance(item, str) else item.public_id
    found: opinions.Item = get_visible(opinions.Item.objects.select_related("queue", "claim"), reader, asked)
    return found


def own_slots(reader: Reader) -> "QuerySet[opinions.Slot]":
    """Every slot that is the reader's, with what it is for."""
    slots: QuerySet[opinions.Slot] = opinions.Slot.objects.visible_to(reader).filter(reviewer=reader.actor)
    return slots.select_related("queue", "item__claim")


def find_open_slot(reader: Reader, claim_id: int) -> opinions.Slot | None:
    """The slot on a claim that the reader works on now, or that waits for them: the first `in_hand`."""
    return in_hand(own_slots(reader).filter(item__claim=claim_id)).first()


def in_hand(slots: "QuerySet[opinions.Slot]") -> "QuerySet[opinions.Slot]":
    """Those of open queues whose verdict is not in, held ones first, what changed last before the rest."""
    held_first = Case(When(state=SlotState.HELD.value, then=Value(0)), default=Value(1))
    return slots.filter(state__in=OPEN, queue__closed_at__isnull=True).order_by(held_first, "-changed_at", "-id")


def read_own(reader: Reader, slot: opinions.Slot) -> opinions.Slot:
    """The slot as it stands now. Raises NotVisible where it is of another tenant, SlotLost where it is another's."""
    if slot.tenant_id != reader.tenant_id or not reader.is_member:
        raise NotVisible(str(slot.pk))
    found = own_slots(reader).filter(pk=slot.pk).first()
    if found is None:
        raise SlotLost(LOST)
    return found


LOST = "The time for this claim was over and somebody else has taken it. Your words are kept as a draft."
