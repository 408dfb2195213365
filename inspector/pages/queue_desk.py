"""Opening a queue for one reader: the row with what its lists depend on beside it, in one statement."""

from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery

from inspector.blindness import is_asked
from inspector.models import rows as opinions
from inspector.pages.queue_filters import Filters, narrowed
from inspector.pages.queue_tabs import ASIDES, WAITING, Desk
from lineage.access import Action, Reader, get_visible
from lineage.evidence.vocabulary import ItemProgress


def open_desk(reader: Reader, public_id: str, filters: Filters) -> Desk:
    """Raises NotVisible."""
    queues = opinions.Queue.objects.annotate(
        asides=_number(_asides(reader, filters)),
        without_text=_number(_without_text(reader, filters)),
        has_blind=Exists(_sealing_queues(reader)),
    )
    queue = get_visible(queues, reader, public_id)
    has_sealed = queue.has_blind and reader.may(Action.RECORD_VERDICT)
    return Desk(reader, queue, filters, queue.asides or 0, queue.without_text or 0, has_sealed)


def _number(found: QuerySet[Any]) -> Subquery:
    counted = found.order_by().values("tenant").annotate(number=Count("pk")).values("number")
    return Subquery(counted)


def _asides(reader: Reader, filters: Filters) -> QuerySet[Any]:
    # Each is looked up in its queue, not each item of the queue among what was set aside.
    here = opinions.Item.objects.filter(pk=OuterRef("item"), queue=OuterRef(OuterRef("pk")))
    asides = opinions.SetAside.objects.visible_to(reader).filter(reviewer=reader.actor, kind__in=ASIDES)
    return narrowed(asides.filter(Exists(here)), filters)


def _without_text(reader: Reader, filters: Filters) -> QuerySet[Any]:
    """Items without text in which a place waits for the reader: what has no text is little."""
    waiting = [state.value for state in WAITING]
    # A value of each and no condition on rows: else an engine may go through all places of the reader for these few.
    own = opinions.Slot.objects.filter(item=OuterRef("item"), reviewer=reader.actor).values("state")[:1]
    states = opinions.ItemState.objects.visible_to(reader).filter(queue=OuterRef("pk"))
    without_text = states.filter(state=ItemProgress.NO_TEXT.value)
    return narrowed(without_text.alias(own=Subquery(own)).filter(own__in=waiting), filters)


def _sealing_queues(reader: Reader) -> QuerySet[Any]:
    """Of who is asked, a blind queue has lists of their own places alone, and only others seal what is in them."""
    queues = opinions.Queue.objects.visible_to(reader).filter(blind=True, closed_at__isnull=True)
    return queues.exclude(pk=OuterRef("pk")) if is_asked(reader) else queues
