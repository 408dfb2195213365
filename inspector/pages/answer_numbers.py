"""The numbers of an answer: what each stood for when it was written, and what its card shows (M-26, S2-22). Pure."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Passage, Region
from inspector.pages.evidence_view import Said


class NumberRow(NamedTuple):
    """A number of the answer: what it stood for when the answer was written, and what its card shows now."""

    number: str
    saved: Passage | None
    shown: Passage | None
    page: int | None
    position: int | None
    said: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerNumbers:
    region: Region
    rows: tuple[NumberRow, ...]


def numbers_of(reading: AnswerReading) -> AnswerNumbers:
    return AnswerNumbers(region=_region(reading), rows=_rows(reading))


def _rows(reading: AnswerReading) -> tuple[NumberRow, ...]:
    """Every number of the saved map or of a card, in the order of the map, then of the cards."""
    answer = reading.dossier.answer
    rows, carded = [], set()
    for card in answer.capture.cards or ():
        saved = reading.dossier.footnotes.get(card.number)
        carded.add(card.number)
        rows.append(
            NumberRow(
                number=card.number,
                saved=passage_of(reading, saved) if saved is not None else None,
                shown=passage_of(reading, card.target),
                page=card.page,
                position=card.position,
                said=_agreement(reading, saved, card.target),
            )
        )
    for note in answer.footnotes or ():
        if note.number not in carded:
            said = Said("no card was recorded", "absent")
            rows.append(NumberRow(note.number, passage_of(reading, note.target), None, None, None, said))
    return tuple(rows)


def _agreement(reading: AnswerReading, saved: str | None, shown: str) -> Said:
    if reading.dossier.answer.footnotes is None:
        return Said("no map to compare with", "absent")
    if saved is None:
        return Said("stood for nothing when the answer was written", "fail")
    return Said("unchanged", "pass") if saved == shown else Said("another passage than it meant", "fail")


def _region(reading: AnswerReading) -> Region:
    notes, cards = reading.dossier.answer.footnotes, reading.dossier.answer.capture.cards
    title = "Numbers and source cards"
    if notes is None and cards is None:
        advice = "Where the answer uses numbers, save which source each stood for, and the order of the cards."
        return Region("numbers", title, "absent", "Neither a footnote map nor the order of the cards.", advice)
    if notes is None or cards is None:
        what = "The footnote map: what a number meant cannot be said." if notes is None else "The order of the cards."
        return Region("numbers", title, "partial", what)
    return Region("numbers", title, "recorded" if notes or cards else "empty")
