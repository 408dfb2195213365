"""A verdict sent from the claim page: recorded, and on to the next piece of work; a verdict taken back."""

from dataclasses import replace
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from inspector.drafts import keep_words
from inspector.evidence_tokens import age_of, find_drawn
from inspector.http import page_or_fragment, wrong
from inspector.pages.claim import FRAGMENTS, Opened, draw_claim, open_claim, read_selection
from inspector.pages.claim_page import neighbours_of
from inspector.pages.claim_reading import Selection
from inspector.pages.claim_today import evidence_as_given, hides_newer
from inspector.pages.verdict_form import EVIDENCE_CHANGED
from inspector.pages.verdict_kinds import sheet_of
from inspector.pages.verdict_reading import is_redrawing, needs_scan, needs_words, read_form, read_verdict
from inspector.pages.work import item_of
from inspector.queue_reading import SlotLost
from inspector.queue_taking import take_next
from inspector.readers import reader_of
from inspector.reviewing import EvidenceChanged, KeyReused, MustRead, Recorded, record_drawn, record_read
from inspector.verdict_fields import Sent
from inspector.withdrawing import NotWithdrawn, withdraw_verdict
from lineage.access import Action, NotVisible, Reader, require
from lineage.models.content import ContentAbsent, ContentDamaged

NOT_JUDGED = "A claim whose words you may not read cannot be judged by you."
NOTHING_LEFT = "Your verdict was recorded. Nothing is left for you in this queue just now."
TAKEN_BACK = "Your verdict was taken back; it stays in the history. Your words are in the form again."
ONLY_MAIN = "inspector/_only_main.html"


class Done(NamedTuple):
    """`following` is where to go on where no next slot was taken."""

    recorded: Recorded
    following: str


@require_POST
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """On to the next work; 422 with what is missing, 409 where the evidence changed or the slot went to somebody else.

    A page that says what it was drawn on is recorded without reading its texts again; whatever stands in the way of
    that is looked at with them.
    """
    reader = reader_of(request)
    require(reader, Action.RECORD_VERDICT)
    sent = Sent(dict(request.POST.lists()))
    done = _record_drawn(reader, public_id, sent)
    return _go_on(request, reader, done, sent) if done else _record_read(request, reader, public_id, sent)


def _record_drawn(reader: Reader, public_id: str, sent: Sent) -> Done | None:
    drawn = find_drawn(reader, public_id, sent.get("evidence_token"))
    if drawn is None or is_redrawing(sent) or sent.all("located") or needs_words(drawn.sheet, sent):
        return None
    fields, _ = read_form(drawn.sheet, sent)
    if fields is None or needs_scan(fields):
        return None
    fields = replace(fields, seconds=age_of(fields.evidence_token))
    try:
        return Done(record_drawn(reader, drawn, fields, goes_on=bool(fields.slot_token)), drawn.following)
    except (MustRead, EvidenceChanged, SlotLost, KeyReused):
        return None


def _record_read(request: HttpRequest, reader: Reader, public_id: str, sent: Sent) -> HttpResponse:
    opened = open_claim(reader, public_id, read_selection(request.GET))
    reading = opened.reading
    if reading.hides_any or hides_newer(reading):
        return wrong(request, 403, f"{NOT_JUDGED} {reading.masked_words}")
    if is_redrawing(sent):
        return _draw_again(request, reader, opened, sent, {}, 200)
    fields, errors = read_verdict(reader, opened.claim, sheet_of(reading), sent)
    if fields is None:
        return _draw_again(request, reader, opened, sent, errors, 422)
    if find_drawn(reader, public_id, fields.evidence_token):
        fields = replace(fields, seconds=age_of(fields.evidence_token))
    given = evidence_as_given(reading).digest
    about = {
        "item": item_of(opened.claim),
        "guideline": reading.guideline,
        "is_blind": reading.is_blind,
        "goes_on": bool(fields.slot_token),
    }
    try:
        recorded = record_read(reader, opened.claim, fields, given, **about)
    except EvidenceChanged:
        # A run may have ended after the claim was read here: the form is drawn on what it found.
        opened = open_claim(reader, public_id, reading.selection)
        return _draw_again(request, reader, opened, sent, {"evidence_digest": EVIDENCE_CHANGED}, 409)
    except SlotLost as error:
        keep_words(reader, opened.claim.pk, sent.lists)
        opened = open_claim(reader, public_id, reading.selection)
        return _draw_again(request, reader, opened, sent, {"form": str(error)}, 409)
    except KeyReused as error:
        return _draw_again(request, reader, opened, sent, {"form": str(error)}, 422)
    _, following = neighbours_of(reading)
    return _go_on(request, reader, Done(recorded, following or reading.url), sent)


def _draw_again(
    request: HttpRequest, reader: Reader, opened: Opened, sent: Sent, errors: dict[str, str], status: int
) -> HttpResponse:
    context = draw_claim(reader, opened, sent, errors)
    return page_or_fragment(request, "inspector/claim.html", FRAGMENTS, context, status)


def _go_on(request: HttpRequest, reader: Reader, done: Done, sent: Sent) -> HttpResponse:
    """To the slot that was taken with the verdict, the page drawn at once; else to the next claim, or the queue."""
    if not sent.get("slot_token"):
        return _redirect(request, done.following)
    recorded, queue = done.recorded, done.recorded.verdict.item.queue
    # The same form again, because its answer was lost on the way: what was taken then is still held.
    slot = take_next(reader, queue) if recorded.was_known else recorded.slot
    if slot is None:
        messages.info(request, NOTHING_LEFT)
        return _redirect(request, reverse("queue", args=[queue.public_id]))
    return show_work(request, reader, slot.item.claim.public_id)


def show_work(request: HttpRequest, reader: Reader, claim: str) -> HttpResponse:
    """The page of a claim in the answer to what led there; a redirect where nobody swaps, or it cannot be drawn."""
    address = reverse("claim", args=[claim])
    if request.headers.get("HX-Request") != "true":
        return _redirect(request, address)
    try:
        context = draw_claim(reader, open_claim(reader, claim, Selection()))
    except (NotVisible, ContentAbsent, ContentDamaged):
        # The verdict is recorded; what is wrong with the next claim is for its own page to say.
        return _redirect(request, address)
    response = page_or_fragment(request, "inspector/claim.html", {}, context | {"layout": ONLY_MAIN})
    response["HX-Push-Url"] = address
    response["HX-Retarget"], response["HX-Reswap"] = "#work", "outerHTML show:window:top"
    return response


@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Back to the claim, its slot held again, the words in the form; 409 where a later verdict stands there."""
    reader = reader_of(request)
    try:
        withdraw_verdict(reader, public_id, request.POST.get("key", ""))
    except NotWithdrawn as refused:
        return wrong(request, 409, str(refused))
    messages.info(request, TAKEN_BACK)
    return _redirect(request, reverse("claim", args=[public_id]))


def _redirect(request: HttpRequest, address: str) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        response = HttpResponse(status=204)
        response["HX-Redirect"] = address
        return response
    response = redirect(address)
    response.status_code = 303
    return response
