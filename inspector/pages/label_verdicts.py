"""A label that was sent: recorded as the verdict that it is, and on to the next claim.

A page that says what it was drawn on is recorded without reading its texts again, as on the claim page.
"""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from inspector.drafts import keep_words
from inspector.evidence_tokens import age_of, find_drawn
from inspector.http import wrong
from inspector.labelling.holding import read_label_queue, read_own_slot
from inspector.models import rows as opinions
from inspector.pages.claim import open_claim
from inspector.pages.claim_reading import Selection
from inspector.pages.claim_today import evidence_as_given, hides_newer
from inspector.pages.label_answers import address_of, go_on, is_script, show_item
from inspector.pages.label_item import draw_item, label_sheet, needs_full_form
from inspector.pages.verdict_form import EVIDENCE_CHANGED
from inspector.pages.verdict_reading import read_form
from inspector.queue_reading import SlotLost
from inspector.readers import reader_of
from inspector.reviewing import EvidenceChanged, KeyReused, MustRead, record_drawn, record_read
from inspector.verdict_fields import Sent, VerdictFields
from lineage.access import Reader

NOT_LABELLED = "A claim whose words you may not read cannot be labelled by you."
LONGEST_SECONDS = 24 * 3600
CARRIED = frozenset({"rationale", "evidence_digest", "evidence_token", "slot_token", "idempotency_key"})
"""What of a form is read beside the support of each citation: nothing else is asked here."""


@require_POST
def label_verdict(request: HttpRequest, public_id: str) -> HttpResponse:
    """204 for who goes on by themselves, else 303 to the next claim; 422 with what is missing.

    409 with the claim and what was chosen where its evidence changed, without it where the slot went to somebody else.
    """
    reader = reader_of(request)
    queue = read_label_queue(reader, public_id)
    sent = Sent(dict(request.POST.lists()))
    if _record_drawn(reader, sent, goes_on=not is_script(request)):
        return go_on(request, queue)
    return _record_read(request, reader, queue, sent)


def _record_drawn(reader: Reader, sent: Sent, *, goes_on: bool) -> bool:
    drawn = find_drawn(reader, sent.get("claim"), sent.get("evidence_token"))
    if drawn is None:
        return False
    fields, _ = read_form(drawn.sheet, _asked(sent))
    if fields is None:
        return False
    try:
        record_drawn(reader, drawn, _timed(fields, sent), goes_on=goes_on)
    except (MustRead, EvidenceChanged, SlotLost, KeyReused):
        return False
    return True


def _record_read(request: HttpRequest, reader: Reader, queue: opinions.Queue, sent: Sent) -> HttpResponse:
    slot = read_own_slot(reader, queue, sent.get("item"))
    opened = open_claim(reader, slot.item.claim.public_id, Selection())
    reading = opened.reading
    if reading.hides_any or hides_newer(reading):
        return wrong(request, 403, f"{NOT_LABELLED} {reading.masked_words}")
    sheet = label_sheet(reading)
    fields, errors = read_form(sheet, _asked(sent))
    if why := needs_full_form(reading, sheet):
        return _draw_again(request, reader, slot, sent, {"form": why}, 409)
    if fields is None:
        return _draw_again(request, reader, slot, sent, errors, 422)
    about = {"item": slot.item_id, "guideline": reading.guideline, "is_blind": reading.is_blind}
    try:
        record_read(
            reader,
            opened.claim,
            _timed(fields, sent),
            evidence_as_given(reading).digest,
            goes_on=not is_script(request),
            **about,
        )
    except EvidenceChanged:
        return _draw_again(request, reader, slot, sent, {}, 409, EVIDENCE_CHANGED)
    except SlotLost as lost:
        keep_words(reader, opened.claim.pk, sent.lists)
        return wrong(request, 409, str(lost), address_of(queue))
    except KeyReused as reused:
        return _draw_again(request, reader, slot, sent, {"form": str(reused)}, 422)
    return go_on(request, queue)


def _draw_again(
    request: HttpRequest,
    reader: Reader,
    slot: opinions.Slot,
    sent: Sent,
    errors: dict[str, str],
    status: int,
    said: str = "",
) -> HttpResponse:
    """The claim on the evidence of now, with what was chosen."""
    opened = open_claim(reader, slot.item.claim.public_id, Selection())
    item = draw_item(reader, slot, opened, sent, errors, said)
    return show_item(request, reader, slot.queue, item, status)


def _asked(sent: Sent) -> Sent:
    return Sent({name: sent.all(name) for name in sent.lists if name.startswith("pair-") or name in CARRIED})


def _timed(fields: VerdictFields, sent: Sent) -> VerdictFields:
    """How long the claim was before somebody's eyes, as their page says; never longer than since it was drawn."""
    drawn, written = age_of(fields.evidence_token), sent.get("seconds")
    if written.isascii() and written.isdigit() and len(written) < 9 and drawn is not None:
        drawn = min(drawn, int(written))
    return replace(fields, seconds=None if drawn is None else min(drawn, LONGEST_SECONDS))

