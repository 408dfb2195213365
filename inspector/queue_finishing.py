"""What a verdict does to its slot, and what taking it back does: in the transaction of the verdict and its event."""

from django.db import connection
from django.db.models import QuerySet, Subquery
from django.utils import timezone

from inspector.item_states import hold_item
from inspector.models import rows as opinions
from inspector.queue_choosing import hold_first
from inspector.queue_places import next_place
from inspector.queue_reading import LOST, SlotLost
from lineage.access import NotVisible, Reader
from lineage.evidence.vocabulary import SlotState
from lineage.single_rows import change


def finish_slot(reader: Reader, item: opinions.Item, token: str | None) -> opinions.Slot:
    """`mark_done`, and the slot as it stands then."""
    mark_done(reader, item, token)
    return opinions.Slot.objects.get(item=item, reviewer=reader.actor)


def mark_done(reader: Reader, item: opinions.Item, token: str | None) -> None:
    """Marks the reader's slot of an item done; inside the transaction that records their verdict. One statement.

    `token` is that of the page, None where it was drawn for no slot. A lease that is over changes nothing while the
    slot is still the reader's. Who has none is given a free one of the item; where there is none, one more is made for
    who came without a token, and SlotLost is raised for who lost theirs to somebody else.
    """
    if item.tenant_id != reader.tenant_id:
        raise NotVisible(item.public_id)
    slots = opinions.Slot.objects.filter(item=item)
    done = {"reviewer": reader.actor, "state": SlotState.DONE.value, "lease_until": None, "changed_at": timezone.now()}
    own = {"item_id": item.pk, "reviewer": reader.actor}
    if change(opinions.Slot, own, done) or opinions.Slot.objects.filter(pk=_free(slots)).update(**done):
        return
    if token:
        raise SlotLost(LOST)
    # Of two who add a slot to the item the second waits, and counts the first one's.
    hold_item(item.pk)
    opinions.Slot.objects.create(
        tenant_id=item.tenant_id,
        queue_id=item.queue_id,
        item=item,
        reviewer=reader.actor,
        state=SlotState.DONE.value,
        **next_place(item),
    )


def reopen_own(reader: Reader, item: opinions.Item) -> opinions.Slot | None:
    """The reader's slot of an item, held again under a new lease, after they took their verdict back.

    None where they never had one. Inside the transaction that records the withdrawal.
    """
    if item.tenant_id != reader.tenant_id:
        raise NotVisible(item.public_id)
    own = opinions.Slot.objects.filter(item=item, reviewer=reader.actor)
    hold_first([own], reader, item.queue)
    return own.select_related("queue", "item__claim").first()


def _free(slots: "QuerySet[opinions.Slot]") -> Subquery:
    free = slots.filter(state=SlotState.FREE.value).order_by("ordinal")
    if connection.vendor == "postgresql":
        free = free.select_for_update(skip_locked=True)
    return Subquery(free.values("pk")[:1])
