"""Ranges that address the answer itself, not its evidence: read by a convention that fits, never clamped.

formats.md 2: what is out of the text or cuts a character belongs to another unit (rule 6); a range without extent is
no place at 0 (rule 5); of several conventions the first that fits every range of a text is taken (rule 3).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lineage.formats.node import is_whole_number
from lineage.text.span import Span
from lineage.text.units import Convention, Unit, from_code_points

FindPlace = Callable[[Convention], Span | None]


@dataclass(slots=True)
class Ruler:
    """Offsets of one text in any unit; a unit is counted once, when it is first needed."""

    text: str
    _borders: dict[Unit, list[int]] = field(default_factory=dict)

    def find_place(self, offsets: tuple[int, int], convention: Convention) -> Span | None:
        """The span of a range; None where it is empty, leaves the text or cuts a character."""
        start = self.find_point(offsets[0], convention.unit)
        end = self.find_point(offsets[1] + (1 if convention.end_inclusive else 0), convention.unit)
        return Span(start, end) if start is not None and end is not None and start < end else None

    def find_point(self, offset: int, unit: Unit) -> int | None:
        """The code point at which an offset stands, the end of the text included."""
        if unit is Unit.CODE_POINT or self.text.isascii():
            return offset if 0 <= offset <= len(self.text) else None
        if unit not in self._borders:
            self._borders[unit] = from_code_points(self.text, range(len(self.text) + 1), unit)
        borders = self._borders[unit]
        at = bisect_left(borders, offset)
        return at if at < len(borders) and borders[at] == offset else None


def read_offsets(start: object, end: object) -> tuple[int, int] | None:
    """Both ends of a range where they are whole numbers; 0..0 is no range."""
    if not is_whole_number(start) or not is_whole_number(end) or start == end == 0:
        return None
    return start, end


def choose_convention(order: Sequence[Convention], finders: Sequence[FindPlace]) -> Convention | None:
    """The first convention under which every range has a place; no ranges prove no convention."""
    if not finders:
        return None
    return next((c for c in order if all(find(c) is not None for find in finders)), None)


def convention_name(convention: Convention) -> str:
    return f"{convention.unit}, end {'inclusive' if convention.end_inclusive else 'exclusive'}"
