"""What the generator put out beside what the reader saw (M-24, S2-19). Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Region, RegionState
from inspector.pages.claim_differences import difference
from inspector.pages.drawing import DrawnText, Layer, draw, on_lines
from inspector.pages.evidence_view import Difference, Said
from inspector.pages.laying_out import lay_out
from inspector.untold import HIDDEN
from lineage.evidence.digests import digest_text
from lineage.evidence.reading import load_json
from lineage.text.span import Span

RAW_WINDOW = 6_000
RENDERED_WINDOW = 12_000
SLACK = 400
BLIND_RAW = f"The raw output may hold what a judge said of it: {HIDDEN}."
HIDDEN_RAW = "The raw output may hold words of a source that you may not read, so it is not shown."


class Window(NamedTuple):
    """A part of a long text, and the addresses of what stands before and after it; empty at the ends."""

    drawn: DrawnText
    earlier: str
    later: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOutputs:
    """`compared` says how the raw output, the answer's text and the rendered answer agree."""

    region: Region
    raw: Window | None
    raw_digest: str | None
    raw_length: int | None
    raw_note: str
    rendered: DrawnText | None
    rendered_note: str
    compared: tuple[Said, ...]
    change: Difference | None


def outputs_of(reading: AnswerReading, raw_at: int) -> AnswerOutputs:
    answer, payload = reading.dossier.answer, reading.payload
    hidden = payload is not None and (reading.hides_any or reading.is_blind)
    why = HIDDEN_RAW if reading.hides_any else BLIND_RAW
    rendered = answer.rendered if answer.rendered is not None else answer.text
    changed = answer.rendered is not None and answer.text is not None and answer.rendered != answer.text
    return AnswerOutputs(
        region=_region(reading, hidden),
        raw=None if payload is None or hidden else _raw(reading, payload, raw_at),
        raw_digest=digest_text(payload) if payload is not None and not hidden else None,
        raw_length=len(payload) if payload is not None else None,
        raw_note=why if hidden else "The raw output was not recorded." if payload is None else "",
        rendered=_rendered(reading, rendered) if rendered else None,
        rendered_note=_rendered_note(reading),
        compared=tuple(_compared(reading, hidden)),
        change=difference("the answer's text", answer.text or "", "the rendered answer", answer.rendered or "")
        if changed
        else None,
    )


def _region(reading: AnswerReading, hidden: bool) -> Region:
    answer = reading.dossier.answer
    lacking = [
        name for name, value in (("raw output", reading.payload), ("rendered answer", answer.rendered)) if value is None
    ]
    state: RegionState = "masked" if hidden else "absent" if len(lacking) == 2 and not answer.text else "recorded"
    if lacking and state == "recorded":
        state = "partial"
    advice = "Keep the generator's output before it is rendered; citations read back from Markdown are fragile."
    return Region("output", "Raw output and rendered answer", state, ", ".join(lacking), advice if lacking else "")


def _raw(reading: AnswerReading, payload: str, at: int) -> Window:
    """The part of the raw output, laid out, that begins at a place; only what comes before its end is laid out."""
    laid = lay_out(payload, at + RAW_WINDOW + SLACK)
    text = laid.text
    start = min(at, max(0, len(text) - 1))
    shown = Span(start, max(start, on_lines(text, Span(start, min(len(text), start + RAW_WINDOW))).end))
    is_last = laid.is_all and shown.end == len(text)
    return Window(
        drawn=draw(text, (), shown),
        earlier=f"{reading.url}?raw={max(0, start - RAW_WINDOW)}#output" if start else "",
        later="" if is_last else f"{reading.url}?raw={shown.end}#output",
    )


def _rendered(reading: AnswerReading, text: str) -> DrawnText:
    """With the places of the claims marked, where they were placed in this very text."""
    answer, window = reading.dossier.answer, Span(0, min(len(text), RENDERED_WINDOW))
    if text != answer.text:
        return draw(text, (), window)
    places = [claim.place for claim in answer.claims if claim.place is not None and not claim.place.is_empty]
    return draw(text, [Layer("", place, ("claim-place",)) for place in places], window)


def _rendered_note(reading: AnswerReading) -> str:
    answer = reading.dossier.answer
    if answer.rendered is not None:
        return ""
    if answer.text is not None:
        return "The rendered answer was not recorded. This is the answer's text, in which its claims are placed."
    return "Neither the rendered answer nor the answer's text was recorded."


def _compared(reading: AnswerReading, hidden: bool) -> Iterator[Said]:
    answer, payload = reading.dossier.answer, reading.payload
    if answer.rendered is not None and answer.text is not None:
        same = answer.rendered == answer.text
        yield Said(
            "the reader saw the answer's text" if same else "the reader saw other words", "pass" if same else "unclear"
        )
    if payload is None or answer.text is None or hidden:
        return
    if payload == answer.text or any(answer.text == found for found in _strings(payload)):
        yield Said("the answer's text stands in the raw output as it is", "pass")
    else:
        words = "no one text of the raw output is the answer's text: it was put together or changed on the way"
        yield Said(words, "unclear")


def _strings(payload: str) -> Iterator[str]:
    try:
        waiting: list[Any] = [load_json(payload.encode())]
    except ValueError:
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
