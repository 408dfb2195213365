"""Offsets in the units of other systems, converted once, at the border (S0-57, formats.md 2).

A code point, a UTF-8 byte and a UTF-16 code unit count the same text differently. An offset that
falls outside the text or inside a character is refused, never rounded: it says that the unit is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lineage.text.span import Span


class Unit(StrEnum):
    """What one step of an offset counts."""

    CODE_POINT = "code_point"
    BYTE_UTF8 = "byte_utf8"
    UTF16 = "utf16_code_unit"


class Convention(NamedTuple):
    """How a producer writes a range: its unit, and whether the end names the last unit or the one after it."""

    unit: Unit
    end_inclusive: bool


PROBING_ORDER: tuple[Convention, ...] = tuple(
    Convention(unit, end_inclusive)
    for unit in (Unit.CODE_POINT, Unit.UTF16, Unit.BYTE_UTF8)
    for end_inclusive in (False, True)
)
"""formats.md 2 rule 3: code points, UTF-16, bytes, each exclusive and then inclusive."""


class OffsetError(ValueError):
    """An offset that names no border between characters of the text."""

    def __init__(self, offset: int, reason: Literal["outside", "inside_character"], unit: Unit) -> None:
        self.offset = offset
        self.reason = reason
        self.unit = unit
        where = "outside the text" if reason == "outside" else "inside a character"
        super().__init__(f"offset {offset} ({unit.value}) is {where}")


def to_code_points(text: str, offsets: Sequence[int], unit: Unit) -> list[int]:
    """`offsets` counted in `unit` -> code points, in the order given; OffsetError for the first that does not fit.

    The end of the text is an offset. A lone surrogate counts one UTF-16 unit and three bytes.
    """
    if not offsets:
        return []
    if unit is Unit.CODE_POINT or text.isascii():
        _require_inside(offsets, len(text), unit)
        return list(offsets)
    starts = _starts(text, unit)
    _require_inside(offsets, int(starts[-1]), unit)
    wanted = np.fromiter(offsets, dtype=np.int64, count=len(offsets))
    places = np.searchsorted(starts, wanted)
    broken = np.flatnonzero(starts[places] != wanted)
    if broken.size:
        raise OffsetError(offsets[int(broken[0])], "inside_character", unit)
    return [int(place) for place in places]


def from_code_points(text: str, offsets: Sequence[int], unit: Unit) -> list[int]:
    """Code points -> `unit`, in the order given; OffsetError for the first outside the text."""
    if not offsets:
        return []
    _require_inside(offsets, len(text), Unit.CODE_POINT)
    if unit is Unit.CODE_POINT or text.isascii():
        return list(offsets)
    chosen = _starts(text, unit)[np.fromiter(offsets, dtype=np.int64, count=len(offsets))]
    return [int(offset) for offset in chosen]


def place(text: str, start: int, end: int, convention: Convention) -> Span:
    """A foreign range as a span. An exclusive range with start == end is a point and gives an empty span.

    OffsetError where an end is outside the text, inside a character, or before the start.
    """
    (span,) = _places(text, [(start, end)], convention)
    return span


def fitting_conventions(text: str, ranges: Sequence[tuple[int, int]], quotes: Sequence[str]) -> tuple[Convention, ...]:
    """Every convention under which every range slices to its quote, in PROBING_ORDER; () where none does.

    No ranges, or an empty quote, prove no convention. ValueError where ranges and quotes differ in number.
    """
    if len(ranges) != len(quotes):
        raise ValueError(f"{len(ranges)} ranges but {len(quotes)} quotes")
    if not ranges or not all(quotes):
        return ()
    return tuple(convention for convention in PROBING_ORDER if _fits(text, ranges, quotes, convention))


def _fits(text: str, ranges: Sequence[tuple[int, int]], quotes: Sequence[str], convention: Convention) -> bool:
    try:
        spans = _places(text, ranges, convention)
    except OffsetError:
        return False
    return all(
        span.length == len(quote) and text.startswith(quote, span.start)
        for span, quote in zip(spans, quotes, strict=True)
    )


def _places(text: str, ranges: Sequence[tuple[int, int]], convention: Convention) -> list[Span]:
    beyond = 1 if convention.end_inclusive else 0
    flat = [offset for start, end in ranges for offset in (start, end + beyond)]
    for start, end in zip(flat[::2], flat[1::2], strict=True):
        if end < start:
            raise OffsetError(end - beyond, "outside", convention.unit)
    points = to_code_points(text, flat, convention.unit)
    return [Span(start, end) for start, end in zip(points[::2], points[1::2], strict=True)]


def _starts(text: str, unit: Unit) -> NDArray[np.int64]:
    """Where each code point starts, in `unit`, and after them the length of the text."""
    # surrogatepass: a lone surrogate is a code point of the text like any other.
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    widths = 1 + (points >= 0x10000).astype(np.int64)
    if unit is Unit.BYTE_UTF8:
        widths += points >= 0x80
        widths += points >= 0x800
    starts = np.zeros(len(points) + 1, dtype=np.int64)
    np.cumsum(widths, out=starts[1:])
    return starts


def _require_inside(offsets: Sequence[int], length: int, unit: Unit) -> None:
    # Compared as Python integers: an offset of any size is refused here, before it meets a fixed-width array.
    if min(offsets) < 0 or max(offsets) > length:
        raise OffsetError(next(offset for offset in offsets if not 0 <= offset <= length), "outside", unit)
