"""A text -> chunks: every code point in at least one, cut where a reader would, with words of the chunk before.

A border stands behind the last sentence of the second half of a chunk, else behind the last white space there, else
where the size ends; never between a letter and its marks, and never inside CRLF.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from lineage.pipeline.sections import Section
from lineage.text.span import Span

By = Literal["size", "section"]

# The marks of an end, what closes behind them, and the white space that follows; each is looked at once.
_SENTENCE_END = re.compile(
    r"(?<![.!?…؟۔।])[.!?…؟۔।]++[\"'”’»)\]*_]*+\s++|[。！？｡]++[\"'”’»」』）)]*+\s*+|(?<!\s)\s*?\n[^\S\n]*+\n\s*+"
)
_BLANKS = re.compile(r"\s++")
_MODIFIERS = range(0x1F3FB, 0x1F400)
_JAMO_BEHIND_ANOTHER = range(0x1160, 0x1200)
_JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Chunking:
    """`size` and `overlap` in code points of the normalized text. ValueError for an overlap over half the size.

    By section: a chunk ends where a section does, and a section longer than `size` is cut as a text is by size.
    """

    size: int
    overlap: int
    by: By

    def __post_init__(self) -> None:
        if self.by not in get_args(By):
            raise ValueError(f"chunks are cut by size or by section, not by {self.by!r}")
        if self.size < 1:
            raise ValueError(f"a chunk has at least one code point, not {self.size}")
        if not 0 <= self.overlap <= self.size // 2:
            raise ValueError(f"an overlap is at least 0 and at most half the size of {self.size}, not {self.overlap}")


class Piece(NamedTuple):
    """A chunk of a text, and the headings it stands under."""

    span: Span
    section: str = ""


def chunk_by_size(text: str, chunking: Chunking) -> Iterator[Piece]:
    """Pieces of the whole text, ascending."""
    return (Piece(span) for span in _cut(text, Span(0, len(text)), chunking))


def chunk_by_section(text: str, sections: Sequence[Section], chunking: Chunking) -> Iterator[Piece]:
    """Pieces of each section; `sections` are those of this text, and what stands before the first has no path."""
    for section, span in _stretches(text, sections):
        for piece in _cut(text, span, chunking):
            yield Piece(piece, section)


def _stretches(text: str, sections: Iterable[Section]) -> Iterator[tuple[str, Span]]:
    path, start = "", 0
    for section in sections:
        border = _outside_cluster(text, section.start, start, len(text))
        if border > start:
            yield path, Span(start, border)
            start = border
        path = section.path
    if start < len(text):
        yield path, Span(start, len(text))


def _cut(text: str, whole: Span, chunking: Chunking) -> Iterator[Span]:
    start = done = whole.start
    while start < whole.end:
        border = _border(text, start, done, whole.end, chunking.size)
        yield Span(start, border)
        if border == whole.end:
            return
        start, done = _next_start(text, max(start + 1, border - chunking.overlap), border), border


def _border(text: str, start: int, done: int, end: int, size: int) -> int:
    """Where the chunk from `start` ends: behind `done`, where the one before ended, and at most `size` on."""
    limit = start + size
    if limit >= end:
        return end
    least = max(start + size // 2, done)
    for border in (_behind_sentence(text, least, limit), _behind_blank(text, least, limit)):
        if border > least and not _is_inside_cluster(text, border):
            return border
    return _outside_cluster(text, limit, done, end)


def _behind_sentence(text: str, least: int, limit: int) -> int:
    border = least
    for found in _SENTENCE_END.finditer(text, least, limit):
        border = found.end()
    return border


def _behind_blank(text: str, least: int, limit: int) -> int:
    words = text[least:limit]
    if words[-1].isspace():
        return limit
    last = words.rsplit(None, 1)
    return limit - len(last[-1])


def _next_start(text: str, least: int, border: int) -> int:
    """The first word that begins between `least` and a border; where nobody sets blanks, the first whole letter."""
    start = least
    if least < border and (text[least].isspace() or not text[least - 1].isspace()):
        found = _BLANKS.search(text, least, border)
        start = found.end() if found else least
    while start < border and _is_inside_cluster(text, start):
        start += 1
    return start


def _outside_cluster(text: str, place: int, low: int, end: int) -> int:
    """The nearest border at or before a place and behind `low`, else the next one after it."""
    border = place
    while border > low and _is_inside_cluster(text, border):
        border -= 1
    if border > low:
        return border
    border = place
    while border < end and _is_inside_cluster(text, border):
        border += 1
    return border


def _is_inside_cluster(text: str, place: int) -> bool:
    """Whether what stands before and behind a place is read as one: a letter with its marks, joined signs, CRLF."""
    if not 0 < place < len(text):
        return False
    before, behind = text[place - 1], text[place]
    if behind < "\u0300":
        return before == _JOINER or (behind == "\n" and before == "\r")
    point = ord(behind)
    return (
        unicodedata.category(behind).startswith("M")
        or _JOINER in (before, behind)
        or point in _MODIFIERS
        or point in _JAMO_BEHIND_ANOTHER
    )
