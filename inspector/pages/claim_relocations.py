"""What runs found of the cited words in later versions, under what was found when the answer came in. Pure.

A resolution is against the text that the answer was given, a relocation against a later one; the page shows both, in
this order, and says which (review A.3). Where the viewer may not read that version, only that there is one is said.
"""

import secrets
from collections.abc import Iterator
from urllib.parse import urlencode

from django.urls import reverse

from inspector.pages.claim_evidence import name_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_relocated import (
    MASKED,
    is_hidden,
    is_taken_away,
    new_sentences,
    old_sentences,
    said_of,
    version_before,
)
from inspector.pages.claim_relocation_view import (
    PLACES,
    SHOWN,
    Placed,
    PlaceLine,
    Relocated,
    RelocatedTab,
    RelocationLine,
    RelocationsPanel,
    Ruled,
    RulingForm,
)
from inspector.pages.claim_sentences import Sentences, compare_sentences
from inspector.pages.evidence_view import Said
from inspector.pages.run_states import DECIDABLE, STATE_OF_RULING
from lineage.access import Action, Reader
from lineage.evidence.vocabulary import RelocationOutcome

MASKED_VERSION = "A version that you may not read: what became of the words in it is not shown, and neither are they."
TAKEN = "The words are not shown: their version was withdrawn or deleted since."
NOT_KEPT = "The words of that text are not kept, so the sentences cannot stand here beside each other."
NEEDS_REASON = {
    RelocationOutcome.PROPOSED: "Needed to reject the place.",
    RelocationOutcome.TEXT_CHANGED: "Needed: what differs may turn the meaning round.",
    RelocationOutcome.AMBIGUOUS: "Needed: say what tells this place from the others.",
}
NOWHERE = "No run has looked for these words in another version yet."
DRIFTED = "At the old place other words stand now, so the old offsets would cite something else."


def panel_of(reader: Reader, reading: Reading) -> RelocationsPanel | None:
    """None where nothing is selected, or where its words are masked: then nothing at all is said of them."""
    selected = reading.selected
    if selected is None or reading.is_masked(selected):
        return None
    found = reading.relocated.get(selected.key, ())
    return RelocationsPanel(
        lines=tuple(_line(reader, reading, one, is_newest=not number) for number, one in enumerate(found[:SHOWN])),
        others=tuple(_others(reading)),
        why_none="" if found else NOWHERE,
        more=len(found) > SHOWN,
    )


def _others(reading: Reading) -> Iterator[RelocatedTab]:
    for citation in reading.citations:
        newest = next(iter(reading.relocated.get(citation.key, ())), None)
        if newest is None or citation is reading.selected:
            continue
        url, hidden = reading.address(span=citation.key), is_hidden(reading, newest)
        if hidden:
            yield RelocatedTab(name_of(citation), url, MASKED, "", "")
        else:
            said, changes = said_of(newest), ", ".join(change.label for change in newest.changes)
            yield RelocatedTab(name_of(citation), url, said, newest.version, changes)


def _line(reader: Reader, reading: Reading, one: Relocated, *, is_newest: bool) -> RelocationLine:
    if is_hidden(reading, one):
        return _masked_line(one)
    places, note = _places(reading, one)
    return RelocationLine(
        version=one.version,
        version_url=reading.version_urls.get((one.source, one.version), ""),
        run_url=_run_url(one),
        trigger=one.trigger.label,
        at=one.at,
        said=said_of(one),
        how=one.method.label if one.method is not None and one.outcome is not RelocationOutcome.UNCHANGED else "",
        changes=tuple(change.label for change in one.changes),
        drifted=DRIFTED if one.drifted else "",
        places=places,
        more=max(0, len(one.places) - len(places)) if places else 0,
        note=note,
        ruled=_ruled(reader, one.ruled),
        ruled_at=one.ruled.at if one.ruled else None,
        form=_form(one) if is_newest and places and reader.may(Action.DECIDE_RELOCATION) else None,
    )


def _masked_line(one: Relocated) -> RelocationLine:
    return RelocationLine(
        version="", version_url="", run_url="", trigger="", at=one.at, said=MASKED, how="", changes=(), drifted="",
        places=(), more=0, note="", ruled=None, ruled_at=None, form=None, why_masked=MASKED_VERSION,
    )  # fmt: skip


def _ruled(reader: Reader, ruled: Ruled | None) -> Said | None:
    if ruled is None:
        return None
    by = " by you" if ruled.actor == reader.actor else ""
    place = f", place {ruled.candidate + 1}" if ruled.candidate else ""
    return Said(f"{ruled.ruling.label}{by}{place}", STATE_OF_RULING[ruled.ruling], "", ruled.ruling.meaning)


def _run_url(one: Relocated) -> str:
    """The page of the run, at this citation."""
    return f"{reverse('run', args=[one.run])}?{urlencode({'outcome': one.outcome.value})}#c-{one.key}"


def _form(one: Relocated) -> RulingForm | None:
    """A fresh key for each page that is drawn."""
    if one.outcome not in DECIDABLE or not one.candidates:
        return None
    return RulingForm(
        action=reverse("relocation", args=[one.run, one.key]),
        key=secrets.token_hex(16),
        seen=one.decisions,
        hint=NEEDS_REASON[one.outcome],
        likest=None if one.outcome is RelocationOutcome.AMBIGUOUS else 0,
    )


def _places(reading: Reading, one: Relocated) -> tuple[tuple[PlaceLine, ...], str]:
    """The places with their sentences against the old ones; words where there is nothing to show."""
    if not one.places:
        return (), ""
    if is_taken_away(reading, one):
        return (), TAKEN
    old = old_sentences(reading, one)
    if one.was is not None and old is None:
        return (), NOT_KEPT
    return tuple(_place(reading, one, old, number, at) for number, at in enumerate(one.places[:PLACES])), ""


def _place(reading: Reading, one: Relocated, old: Sentences | None, number: int, at: Placed) -> PlaceLine:
    new = new_sentences(reading, at)
    where = f"characters {at.span.start} to {at.span.end}"
    url = reading.version_urls.get((one.source, one.version), "")
    if new is None or old is None:
        return PlaceLine(number, where, "", None, NOT_KEPT)
    query = urlencode({"artifact": at.artifact, "at": at.span.start, "to": at.span.end})
    compared = compare_sentences(f"version {version_before(reading, one)}", old, f"version {one.version}", new)
    return PlaceLine(number, where, f"{url}?{query}", compared.difference, compared.note)
