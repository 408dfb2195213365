"""A queue: its lists, the next item at once, and for who keeps it what is done with many items in one go."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from inspector.http import page_or_fragment, safe_next
from inspector.pages.queue_bulk import do_with_items, read_bulk
from inspector.pages.queue_reading import read_queue, read_wanted
from inspector.queue_reading import NotKept, NotTaken
from inspector.queue_taking import take, take_next
from inspector.readers import reader_of
from lineage.access import Action, require

NOTHING_LEFT = "Nothing is left for you in this queue just now."


@require_safe
def queue(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_queue(reader_of(request), public_id, read_wanted(request.GET))
    return page_or_fragment(request, "inspector/queue.html", {}, {"page": page, "here": "queues"})


@require_POST
def queue_take(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the claim that is the reader's now, the next one or the named `item`; back, with why, where none is."""
    reader = reader_of(request)
    named = request.POST.get("item", "")
    try:
        slot = take(reader, named) if named else take_next(reader, public_id)
    except NotTaken as refused:
        return _back(request, public_id, str(refused))
    if slot is None:
        return _back(request, public_id, NOTHING_LEFT)
    return _see(reverse("claim", args=[slot.item.claim.public_id]))


@require_POST
def queue_items(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 back to the list, which says what was done; what was wrong stands there too, and nothing is written then."""
    reader = reader_of(request)
    require(reader, Action.KEEP_QUEUES)
    try:
        said = do_with_items(reader, public_id, read_bulk(request.POST))
    except (NotKept, NotTaken) as refused:
        said = f"{refused} Nothing was changed."
    return _back(request, public_id, said)


def _back(request: HttpRequest, public_id: str, said: str) -> HttpResponse:
    """To the list that the form stood on."""
    messages.info(request, said)
    here = reverse("queue", args=[public_id])
    wanted = safe_next(request, request.POST.get("next", ""))
    return _see(wanted if wanted.startswith(here) else here)


def _see(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response
