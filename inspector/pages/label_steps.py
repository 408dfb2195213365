"""What a labeller does beside labelling: skip, put at the end, take back, and pause."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from inspector.http import wrong
from inspector.labelling.holding import read_label_queue, read_own_slot, release_ahead
from inspector.models import rows as opinions
from inspector.pages.label_answers import address_of, go_on, is_script, see, show_item
from inspector.pages.label_item import read_item
from inspector.queue_leaving import requeue, skip
from inspector.queue_reading import NotTaken, SlotLost
from inspector.queue_reading import read_item as find_item
from inspector.queue_taking import take, take_next
from inspector.readers import reader_of
from inspector.withdrawing import NotWithdrawn, withdraw_verdict
from lineage.access import NotVisible, Reader

NO_SUCH_STEP = "This page has no such button; load it again."
LEAVING = {"skip": skip, "later": requeue}


@require_POST
def label_step(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the claim that is next, 204 for the script; 409 where it cannot be done any more."""
    reader = reader_of(request)
    queue = read_label_queue(reader, public_id)
    step, item = request.POST.get("step", ""), request.POST.get("item", "")
    try:
        if step in LEAVING:
            return _leave(request, reader, queue, step, item)
        if step == "undo":
            return _undo(request, reader, queue, item)
        if step == "pause":
            return _pause(request, reader, queue)
    except (NotTaken, SlotLost, NotWithdrawn) as refused:
        return wrong(request, 409, str(refused), address_of(queue))
    return wrong(request, 409, NO_SUCH_STEP, address_of(queue))


def _leave(request: HttpRequest, reader: Reader, queue: opinions.Queue, step: str, item: str) -> HttpResponse:
    LEAVING[step](reader, read_own_slot(reader, queue, item))
    if not is_script(request):
        take_next(reader, queue)
    return go_on(request, queue)


def _undo(request: HttpRequest, reader: Reader, queue: opinions.Queue, item: str) -> HttpResponse:
    """Takes a label back by its key; an item that was left without one is taken again. Its claim is drawn at once."""
    if find_item(reader, item).queue_id != queue.pk:
        raise NotVisible(item)
    if key := request.POST.get("key", ""):
        withdraw_verdict(reader, request.POST.get("claim", ""), key)
    else:
        take(reader, item)
    slot = read_own_slot(reader, queue, item)
    if not is_script(request):
        return go_on(request, queue, slot.item.public_id)
    return show_item(request, reader, queue, read_item(reader, slot))


def _pause(request: HttpRequest, reader: Reader, queue: opinions.Queue) -> HttpResponse:
    """What is held goes back, but for the claims that the script names, for who comes back soon."""
    kept = request.POST.getlist("item") if is_script(request) else ()
    release_ahead(reader, queue, keep=kept)
    return go_on(request, queue) if is_script(request) else see(reverse("label_start"))
