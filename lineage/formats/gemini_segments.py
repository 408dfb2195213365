"""The segments of a Gemini answer that its grounding supports -> claims at their places (formats.md 6).

A segment counts UTF-8 bytes of a part, or of all parts joined; which of them is seldom said. The text that it names
decides. A segment that no convention puts on its text keeps its words and has no place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from lineage.evidence.bundle import Claim
from lineage.evidence.locating import UNFITTING
from lineage.formats.answer_ranges import Ruler, choose_convention, convention_name, read_offsets
from lineage.formats.node import Node, is_whole_number
from lineage.text.selectors import find_all
from lineage.text.span import Span
from lineage.text.units import PROBING_ORDER, Convention, Unit

DOCUMENTED = Convention(Unit.BYTE_UTF8, end_inclusive=False)
ORDER = (DOCUMENTED, *(convention for convention in PROBING_ORDER if convention != DOCUMENTED))
MAXIMUM_PLACES = 20


class Frame(NamedTuple):
    """A text whose offsets a segment may count: where it begins in the answer, and what it is called."""

    ruler: Ruler
    start: int
    name: str


class Frames(NamedTuple):
    joined: Frame
    parts: Mapping[int, Frame]

    @classmethod
    def of(cls, texts: Sequence[str | None]) -> Frames:
        """The parts that hold words of the answer, by their number among all parts."""
        parts, at = {}, 0
        for number, text in enumerate(texts):
            if text:
                parts[number] = Frame(Ruler(text), at, f"part {number}")
                at += len(text)
        return cls(Frame(Ruler("".join(text or "" for text in texts)), 0, "all parts joined"), parts)


class Segment(NamedTuple):
    """A segment as it was written. `part` is None where it names none."""

    raw: Any
    offsets: tuple[int, int] | None
    part: int | None
    words: str | None


class Placed(NamedTuple):
    """A segment with its span in the answer, and by which convention and over which text it was read."""

    segment: Segment
    span: Span | None = None
    convention: str = ""


def read_segment(support: Node) -> Segment:
    """The segment of a support. Anything may be wrong with it; an absent start or part is 0 (formats.md 6)."""
    raw = support.value.get("segment") if isinstance(support.value, dict) else None
    fields = raw if isinstance(raw, dict) else {}
    start, part, words = fields.get("startIndex"), fields.get("partIndex"), fields.get("text")
    return Segment(
        raw=raw,
        offsets=read_offsets(0 if start is None else start, fields.get("endIndex")),
        part=part if is_whole_number(part) else None,
        words=words if isinstance(words, str) and words else None,
    )


def place_segments(segments: Sequence[Segment], frames: Frames) -> tuple[Placed, ...]:
    """Every segment with its place, by the first convention that fits all that name their text."""
    telling = [partial(_find_span, segment, frames) for segment in segments if segment.offsets and segment.words]
    chosen = choose_convention(ORDER, telling) or DOCUMENTED
    return tuple(_place(segment, frames, chosen) for segment in segments)


def make_claim(key: str, placed: Placed, answer: str) -> Claim | None:
    """The supported statement; None where neither a place nor words are known of it."""
    if placed.span is not None:
        return Claim(key=key, place=placed.span)
    words = placed.segment.words
    if words is None:
        return None
    places = ", ".join(f"{span.start} to {span.end}" for span in find_all(answer, words, MAXIMUM_PLACES))
    where = f"the words stand at {places}" if places else "the words are not in the answer"
    return Claim(key=key, text=words, notes=f"The segment's numbers do not lead to its words; {where}.")


def _place(segment: Segment, frames: Frames, convention: Convention) -> Placed:
    if segment.offsets is None:
        return Placed(segment)
    found = _find(segment, frames, convention)
    if found is None:
        return Placed(segment, None, UNFITTING if segment.words else "")
    span, frame = found
    return Placed(segment, span, f"{convention_name(convention)}, {frame.name}")


def _find(segment: Segment, frames: Frames, convention: Convention) -> tuple[Span, Frame] | None:
    assert segment.offsets is not None
    for frame in _order(segment, frames):
        span = frame.ruler.find_place(segment.offsets, convention)
        if span is not None and (segment.words is None or _holds(frame.ruler.text, span, segment.words)):
            return span.shift(frame.start), frame
    return None


def _order(segment: Segment, frames: Frames) -> Iterable[Frame]:
    """The part that is named, all parts joined, each part. Without words only a text that is certain is one."""
    named = frames.parts.get(segment.part or 0)
    if segment.words is not None:
        return _every(named, frames)
    if segment.part is not None:
        return (named,) if named else ()
    return (frames.joined,) if len(frames.parts) == 1 else ()


def _every(named: Frame | None, frames: Frames) -> Iterator[Frame]:
    if named is not None:
        yield named
    yield frames.joined
    yield from frames.parts.values()


def _holds(text: str, span: Span, words: str) -> bool:
    return span.length == len(words) and text.startswith(words, span.start)


def _find_span(segment: Segment, frames: Frames, convention: Convention) -> Span | None:
    found = _find(segment, frames, convention)
    return found[0] if found else None
