"""Steps of who works in a queue, beside judging: what comes next, more time, skip, later, give back, decline."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from inspector.http import wrong
from inspector.models import rows as opinions
from inspector.pages.work import read_slot
from inspector.queue_leaving import decline, release, requeue, skip
from inspector.queue_reading import LOST, NotTaken, SlotLost
from inspector.queue_taking import extend, peek_next, take, take_next
from inspector.readers import reader_of
from lineage.access import Action, Reader, require

NOTHING_LEFT = "Nothing is left for you in this queue just now."
NEEDS_REASON = "Nothing was declined yet. Say in a few words why it should not be here, or not with you."
NO_SUCH_STEP = "This page has no such button; load it again."
LEAVING: Mapping[str, Callable[[Reader, opinions.Slot], None]] = {"skip": skip, "requeue": requeue}


@require_safe
def queue_next(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the reader would be given after this, as a line; nothing is taken by it."""
    reader = reader_of(request)
    item = peek_next(reader, public_id)
    return render(request, "inspector/_next_work.html", {"item": item})


@require_POST
def slot_step(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the next claim, the queue, or back; 409 where the slot went to somebody else."""
    reader = reader_of(request)
    require(reader, Action.RECORD_VERDICT)
    slot = read_slot(reader, public_id)
    here = reverse("claim", args=[public_id])
    if slot is None:
        return wrong(request, 409, LOST, here)
    try:
        return _see(_step(reader, slot, request.POST, here, request))
    except (SlotLost, NotTaken) as refused:
        return wrong(request, 409, str(refused), here)


def _step(reader: Reader, slot: opinions.Slot, sent: Any, here: str, request: HttpRequest) -> str:
    """Does what was asked; the address to go on to."""
    step, queue = sent.get("step", ""), reverse("queue", args=[slot.queue.public_id])
    if step == "take":
        take(reader, slot.item)
        return here
    if step == "extend":
        extend(reader, slot, sent.get("slot_token", ""))
        return here
    if step == "release":
        release(reader, slot)
        return queue
    if step == "decline" and not sent.get("reason", "").strip():
        messages.error(request, NEEDS_REASON)
        return here
    if step == "decline":
        decline(reader, slot, sent.get("reason", ""))
    elif step in LEAVING:
        LEAVING[step](reader, slot)
    else:
        raise NotTaken(NO_SUCH_STEP)
    following = take_next(reader, slot.queue)
    if following is not None:
        return reverse("claim", args=[following.item.claim.public_id])
    messages.info(request, NOTHING_LEFT)
    return queue


def _see(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response
