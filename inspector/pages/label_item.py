"""One claim as a labeller reads it: its words, each cited passage with its neighbours, and the question to each.

Nothing of what a judge or anybody else said is among it, blind or not.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.urls import reverse

from inspector.drafts import draft_in
from inspector.evidence_tokens import Drawn, make_token, marks_in
from inspector.guideline import MEANINGS
from inspector.models import rows as opinions
from inspector.pages.choices import Choice
from inspector.pages.claim import Opened, open_claim
from inspector.pages.claim_evidence import name_of, source_of, status_of
from inspector.pages.claim_passages import context_of, quoted_of
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.claim_today import changes_of, evidence_today, hides_newer
from inspector.pages.drawing import draw
from inspector.pages.label_view import LabelItem, LabelQuestion
from inspector.pages.verdict_kinds import OF_KIND, Asked, asked_of, sheet_of
from inspector.verdict_derived import derived_quotation
from inspector.verdict_fields import Sent, Sheet
from lineage.access import Reader
from lineage.evidence.bundle import Citation, claim_text
from lineage.evidence.vocabulary import PairSupport
from lineage.models.content import ContentAbsent, ContentDamaged

CITES_NOTHING = "It cites nothing, so there is no passage to label."
CHANGED = "The words that it cites are others by now than when the answer was given."
ASKS_MORE = "A claim of this kind is also asked {}."
UNREADABLE = "The words of this claim cannot be read just now. Skip it, and tell whoever runs this server."
NOTHING: Mapping[str, str] = {}

FULLER = frozenset(kind for kind, asked in OF_KIND.items() if asked - {Asked.QUOTATION})
"""Kinds of claims of which a label alone says too little."""


def read_item(reader: Reader, slot: opinions.Slot) -> LabelItem:
    """The claim of a slot that the reader holds, with what they chose before they took it back."""
    try:
        opened = open_claim(reader, slot.item.claim.public_id, Selection())
    except (ContentAbsent, ContentDamaged):
        return _bare(slot, UNREADABLE)
    draft = draft_in(opened.claim)
    return draw_item(reader, slot, opened, draft.sent if draft is not None else Sent())


def draw_item(
    reader: Reader,
    slot: opinions.Slot,
    opened: Opened,
    sent: Sent,
    errors: Mapping[str, str] = NOTHING,
    said: str = "",
) -> LabelItem:
    reading = opened.reading
    if reading.hides_any or hides_newer(reading):
        return replace(_bare(slot, reading.masked_words), url=reading.url)
    sheet = label_sheet(reading)
    why = needs_full_form(reading, sheet)
    case = reading.dossier.answer.case
    text = claim_text(reading.dossier.answer, reading.claim)
    return LabelItem(
        item=slot.item.public_id,
        claim=opened.claim.public_id,
        url=reading.url,
        question=draw(case.question) if case.question else None,
        words=draw(text) if text else None,
        questions=tuple(_question(reading, citation, sent, errors) for citation in reading.citations),
        hidden=() if why else _hidden(reader, slot, opened, sheet),
        rationale=sent.get("rationale"),
        why_not=why,
        full_form=bool(why),
        said=said,
        error=errors.get("form", ""),
    )


def label_sheet(reading: Reading) -> Sheet:
    """What is asked of a label: the same answers as of a verdict, and no reason."""
    return sheet_of(reading)._replace(asks_reason=False)


def needs_full_form(reading: Reading, sheet: Sheet) -> str:
    """Why a claim is judged on its own page instead; empty where its label says all that is asked."""
    if not sheet.citations:
        return CITES_NOTHING
    if changes_of(reading):
        return CHANGED
    asked = set(asked_of(sheet, sheet.kind))
    if derived_quotation(sheet, sheet.kind, None) is not None:
        asked.discard(Asked.QUOTATION)
    return ASKS_MORE.format(", and ".join(one.value for one in Asked if one in asked)) if asked else ""


def _bare(slot: opinions.Slot, why: str) -> LabelItem:
    claim = slot.item.claim.public_id
    address = reverse("claim", args=[claim])
    return LabelItem(item=slot.item.public_id, claim=claim, url=address, question=None, words=None, why_not=why)


def _hidden(reader: Reader, slot: opinions.Slot, opened: Opened, sheet: Sheet) -> tuple[tuple[str, str], ...]:
    """The token names this slot's item, also where the same claim waits for the reader in another queue."""
    digest = evidence_today(opened.reading).digest
    drawn = Drawn(
        claim=opened.claim.public_id,
        item=slot.item_id,
        digest=digest,
        marks=marks_in(opened.claim),
        is_blind=opened.reading.is_blind,
        following=reverse("label", args=[slot.queue.public_id]),
        sheet=sheet.light,
    )
    return (
        ("item", slot.item.public_id),
        ("claim", opened.claim.public_id),
        ("evidence_digest", digest),
        ("evidence_token", make_token(reader, drawn)),
        ("slot_token", slot.token),
        ("idempotency_key", secrets.token_hex(16)),
    )


def _question(reading: Reading, citation: Citation, sent: Sent, errors: Mapping[str, str]) -> LabelQuestion:
    """Drawn from a reading in which this citation is the selected one: its losses and its way are its own."""
    here = replace(reading, selection=Selection(span=citation.key))
    resolution = here.resolutions.get(citation.key)
    name = f"pair-{citation.key}"
    found: dict[str, Any] = {"source": None, "said": None, "quoted": None, "passages": ()}
    if resolution is not None:
        found = {
            "source": source_of(here, citation, resolution),
            "said": status_of(resolution),
            "quoted": quoted_of(citation, resolution),
            "passages": context_of(here, citation, resolution),
        }
    return LabelQuestion(
        citation=citation.key,
        name=name,
        marker=name_of(citation),
        choices=tuple(_choices(sent.get(name))),
        error=errors.get(name, ""),
        **found,
    )


def _choices(chosen: str) -> Iterable[Choice]:
    for number, term in enumerate(PairSupport, start=1):
        yield Choice(term.value, term.label, str(number), chosen == term.value, MEANINGS[term])
