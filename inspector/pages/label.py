"""A labeller's workplace: the list of their queues, and one queue with one claim on the screen.

Reading never takes a claim: that is a form of its own, also where the page's script sends it ahead.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from inspector.labelling.holding import hold_ahead, read_label_queue
from inspector.pages.label_answers import go_on, is_script, show_item, show_items
from inspector.pages.label_item import read_item
from inspector.pages.label_reading import read_current, read_label_queues
from inspector.queue_taking import take_next
from inspector.readers import reader_of


@require_safe
def label_start(request: HttpRequest) -> HttpResponse:
    lines = read_label_queues(reader_of(request))
    return render(request, "inspector/label_start.html", {"lines": lines, "here": "label"})


@require_safe
def label(request: HttpRequest, public_id: str) -> HttpResponse:
    """The claim that the reader holds, the named one where they hold several; what can be done where they hold none."""
    reader = reader_of(request)
    queue = read_label_queue(reader, public_id)
    return show_item(request, reader, queue, read_current(reader, queue, request.GET.get("item", "")))


@require_POST
def label_next(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the claim that is the reader's now; for the script all that they hold but what it `has` or `sent`."""
    reader = reader_of(request)
    queue = read_label_queue(reader, public_id)
    if not is_script(request):
        take_next(reader, queue)
        return go_on(request, queue)
    known = set(request.POST.getlist("has"))
    held = hold_ahead(reader, queue, request.POST.getlist("sent"))
    new = [slot for slot in held if slot.item.public_id not in known]
    return show_items(request, queue, tuple(read_item(reader, slot) for slot in new))
