"""The way of each followed passage through the steps of the ledger, and the step that lost it (M-05, M-28). Pure."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.answer_names import passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Listed, Passage, Region
from lineage.evidence.passage_history import PassageHistory, Station
from lineage.evidence.vocabulary import PassageStep

WORDS = {"kept": "kept", "lost": "lost here", "not_recorded": "not recorded", "not_reached": "–"}
MANY = 20
STEPS = tuple(PassageStep)


class StationCell(NamedTuple):
    """One step; `state` is kept, lost, not_recorded or not_reached."""

    state: str
    word: str
    rank: int | None
    note: str


class HistoryRow(NamedTuple):
    passage: Passage
    cited_by: tuple[str, ...]
    cells: tuple[StationCell, ...]
    sentence: str
    is_lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerHistories:
    """`steps` are the columns. `hidden` passages are masked: their ways are counted and not shown."""

    region: Region
    steps: tuple[PassageStep, ...]
    rows: tuple[HistoryRow, ...]
    hidden: int
    listed: Listed


def histories_of(reading: AnswerReading, found: tuple[PassageHistory, ...], *, every: bool) -> AnswerHistories:
    title = "The way of each passage"
    visible = [history for history in found if not reading.mask.hides(history.artifact)]
    shown = visible if every else visible[:MANY]
    rows = tuple(_row(reading, history) for history in shown)
    hidden = len(found) - len(visible)
    if not found:
        missing = "No passage is cited, packed or named as a reference, so there is none to follow."
        region = Region("passages", title, "empty", missing)
    else:
        recorded = [{cell.state for cell in row.cells} for row in rows]
        lacking = [
            step.label
            for place, step in enumerate(STEPS)
            if rows and all(r.cells[place].state == "not_recorded" for r in rows)
        ]
        state = (
            "masked" if hidden else "partial" if any("not_recorded" in states for states in recorded) else "recorded"
        )
        region = Region("passages", title, state, ", ".join(lacking))
    listed = Listed(len(shown), len(visible), f"{reading.url}?passages=all#passages")
    return AnswerHistories(region=region, steps=STEPS, rows=rows, hidden=hidden, listed=listed)


def _row(reading: AnswerReading, history: PassageHistory) -> HistoryRow:
    sentence = history.sentence
    hidden = reading.mask.speaks_of(sentence)
    return HistoryRow(
        passage=passage_of(reading, history.artifact),
        cited_by=tuple(_marker(reading, key) for key in history.cited_by),
        cells=tuple(_cell(reading, station) for station in history.stations),
        sentence="What was recorded of this way names a passage that you may not read." if hidden else sentence,
        is_lost=history.lost_at is not None,
    )


def _cell(reading: AnswerReading, station: Station) -> StationCell:
    note = "" if reading.mask.speaks_of(station.note) else station.note
    return StationCell(station.state, WORDS[station.state], station.rank, note)


def _marker(reading: AnswerReading, key: str) -> str:
    citation = reading.dossier.citations.get(key)
    return (citation.marker or citation.key) if citation else key
