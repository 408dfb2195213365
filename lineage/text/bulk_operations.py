"""The operations of `operations.py` on long texts: the same edits, found on arrays of code points.

A table says of each code point which operations it concerns, so that only such places are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lineage.text.changes import Changes, Points, applied, changes_of, points_of, text_of
from lineage.text.operations import (
    CURLY,
    HYPHEN_AT_BREAK,
    HYPHENS,
    SOFT_HYPHEN,
    WHITE,
    Edit,
    Operation,
    dehyphenated,
    edits,
    may_change,
    recomposition,
)
from lineage.text.segments import Codes, Ints

_IS_WHITE, _IS_CURLY, _IS_HYPHEN, _IS_SOFT, _IS_CANONICAL, _IS_COMPATIBLE, _IS_KNOWN, _IS_OTHER_HYPHEN = (
    1 << bit for bit in range(8)
)
_SPACE, _HYPHEN = ord(" "), ord("-")


class LongText:
    """A text as an array of code points, with the marks of each; decoded again only where somebody reads it."""

    def __init__(self, points: Points, marks: Codes) -> None:
        """Use `of`: here the marks are taken to be those of the code points."""
        self.points = points
        self._marks = marks

    @classmethod
    def of(cls, text: str) -> LongText:
        points = points_of(text)
        return cls(points, _marks_of(points))

    def has(self, mark: int) -> NDArray[np.bool_]:
        chosen: NDArray[np.bool_] = (self._marks & mark) != 0
        return chosen

    def find(self, mark: int) -> Ints:
        return np.flatnonzero(self.has(mark))

    def changed(self, changes: Changes) -> LongText:
        return LongText(
            applied(changes, self.points, changes.words), applied(changes, self._marks, _marks_of(changes.words))
        )

    @cached_property
    def text(self) -> str:
        return text_of(self.points)


def find_changes(operation: Operation, text: LongText) -> Changes | None:
    """What `operation` changes, as `edits` says it of the same text; None where it changes nothing."""
    find = _FINDERS.get(operation)
    found = find(text) if find else changes_of(edits(operation, text.text))
    return found if len(found.start) else None


def _collapse_whitespace(text: LongText) -> Changes:
    white = text.has(_IS_WHITE)
    uneven = white & (text.points != _SPACE)
    beside = white[1:] & white[:-1]
    uneven[1:] |= beside
    uneven[:-1] |= beside
    start, end = _runs(np.flatnonzero(uneven))
    return _replaced(start, end, np.full(len(start), _SPACE, dtype=np.uint32))


def _trim(text: LongText) -> Changes:
    ink = ~text.has(_IS_WHITE)
    length = len(ink)
    first = int(np.argmax(ink)) if ink.any() else length
    last = length - int(np.argmax(ink[::-1])) if first < length else length
    borders = np.array([(0, first), (last, length)], dtype=np.int64)
    start, end = borders[borders[:, 0] < borders[:, 1]].T
    return _removed(start, end)


def _straighten_quotes(text: LongText) -> Changes:
    at = text.find(_IS_CURLY)
    return _replaced(at, at + 1, _straight()[text.points[at] - _LEAST_CURLY])


def _fold_hyphens(text: LongText) -> Changes:
    at = text.find(_IS_OTHER_HYPHEN)
    return _replaced(at, at + 1, np.full(len(at), _HYPHEN, dtype=np.uint32))


def _dehyphenate(text: LongText) -> Changes:
    at = text.find(_IS_HYPHEN)
    behind = at[at + 1 < len(text.points)] + 1
    if len(behind):
        behind = behind[text.has(_IS_WHITE)[behind]]
    return changes_of(dehyphenated(text.text, _matches(HYPHEN_AT_BREAK, text, behind - 1)) if len(behind) else ())


def _strip_soft_hyphens(text: LongText) -> Changes:
    start, _ = _runs(text.find(_IS_SOFT))
    return changes_of([Edit(*found.span(), "") for found in _matches(SOFT_HYPHEN, text, start)])


def _canonical(text: LongText) -> Changes:
    return _recomposed(text, _IS_CANONICAL, "NFC")


def _compatible(text: LongText) -> Changes:
    return _recomposed(text, _IS_COMPATIBLE, "NFKC")


def _recomposed(text: LongText, mark: int, form: Literal["NFC", "NFKC"]) -> Changes:
    start, end = _runs(text.find(mark))
    if not len(start):
        return changes_of(())
    start = np.maximum(start - 1, 0)
    stretches = [text.text[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]
    # A language has few different ones, however often each comes; a stretch that stays has an edit of nothing.
    numbers = {stretch: number for number, stretch in enumerate(dict.fromkeys(stretches))}
    known = [recomposition(stretch, form) or Edit(0, 0, "") for stretch in numbers]
    which = np.array([numbers[stretch] for stretch in stretches], dtype=np.intp)
    places = np.array([(edit.start, edit.end, len(edit.replacement)) for edit in known], dtype=np.int64)[which]
    words = points_of("".join([known[number].replacement for number in which.tolist()]))
    changed = places[:, 0] < places[:, 1]
    start, places = start[changed], places[changed]
    return Changes(start + places[:, 0], start + places[:, 1], places[:, 2], words)


_FINDERS: dict[Operation, Callable[[LongText], Changes]] = {
    Operation.UNICODE_NFC: _canonical,
    Operation.UNICODE_NFKC: _compatible,
    Operation.COLLAPSE_WHITESPACE: _collapse_whitespace,
    Operation.TRIM: _trim,
    Operation.DEHYPHENATE_LINEBREAK: _dehyphenate,
    Operation.CURLY_TO_STRAIGHT_QUOTES: _straighten_quotes,
    Operation.STRIP_SOFT_HYPHEN: _strip_soft_hyphens,
    Operation.FOLD_HYPHENS: _fold_hyphens,
}


def _matches(pattern: re.Pattern[str], text: LongText, places: Ints) -> Iterator[re.Match[str]]:
    for place in places.tolist():
        if found := pattern.match(text.text, place):
            yield found


def _runs(places: Ints) -> tuple[Ints, Ints]:
    """Ascending places -> where each run of neighbours starts and ends."""
    if not len(places):
        return places, places
    borders = np.flatnonzero(np.diff(places) != 1)
    return places[np.append(0, borders + 1)], places[np.append(borders, len(places) - 1)] + 1


def _replaced(start: Ints, end: Ints, words: Points) -> Changes:
    """One code point for each stretch."""
    return Changes(start, end, np.ones(len(start), dtype=np.int64), words)


def _removed(start: Ints, end: Ints) -> Changes:
    return Changes(start, end, np.zeros(len(start), dtype=np.int64), np.zeros(0, dtype=np.uint32))


# --- the table ---

_IN_WHITE = re.compile(f"[{WHITE}]")
_LEAST_CURLY = min(map(ord, CURLY))


@cache
def _straight() -> Points:
    """What replaces each curly quote, from the least of them on."""
    straight = np.zeros(max(map(ord, CURLY)) - _LEAST_CURLY + 1, dtype=np.uint32)
    for curly, replacement in CURLY.items():
        straight[ord(curly) - _LEAST_CURLY] = ord(replacement)
    return straight


@cache
def _table() -> Codes:
    """The marks of every code point; 0 = not looked at yet. One text has few of the million that there are."""
    return np.zeros(0x110000, dtype=np.uint8)


def _marks_of(points: Points) -> Codes:
    table = _table()
    marks = table.take(points)
    unknown = points[marks == 0]
    if len(unknown):
        for point in np.unique(unknown).tolist():
            table[point] = _describe(chr(point))
        marks = table.take(points)
    return marks


def _describe(char: str) -> int:
    plain = char.isascii()
    return (
        _IS_KNOWN
        | _IS_WHITE * bool(_IN_WHITE.match(char))
        | _IS_CURLY * (char in CURLY)
        | _IS_HYPHEN * (char in "-\u2010")
        | _IS_OTHER_HYPHEN * (char in HYPHENS)
        | _IS_SOFT * (char == "\u00ad")
        | _IS_CANONICAL * (not plain and may_change(char, "NFC"))
        | _IS_COMPATIBLE * (not plain and may_change(char, "NFKC"))
    )
