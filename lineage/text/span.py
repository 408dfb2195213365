"""Half-open ranges of Unicode code points: the only unit of position used inside (DESIGN 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """`[start, end)` in code points, 0-based, over one exact text."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start

    @property
    def is_empty(self) -> bool:
        return self.end <= self.start

    def intersect(self, other: Span) -> Span | None:
        """The code points in both; None where they share none (touching ends share none)."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Span(start, end) if start < end else None

    def shift(self, n: int) -> Span:
        return Span(self.start + n, self.end + n)

    def covers(self, other: Span) -> bool:
        """Whether all of `other` lies inside; an empty `other` is covered where it touches."""
        return self.start <= other.start and other.end <= self.end

    def slice(self, text: str) -> str:
        """The words at this place. ValueError where the span leaves the text: a slice is never clamped."""
        if not 0 <= self.start <= self.end <= len(text):
            raise ValueError(f"span {self.start}..{self.end} leaves a text of {len(text)} code points")
        return text[self.start : self.end]


def cover(spans: Iterable[Span]) -> Span:
    """The smallest span that covers all of `spans`. ValueError where there is none to cover."""
    given = tuple(spans)
    if not given:
        raise ValueError("no spans to cover")
    return Span(min(span.start for span in given), max(span.end for span in given))


def is_within(span: Span, length: int) -> bool:
    """Whether `span` holds at least one code point and lies in a text of `length` code points."""
    return 0 <= span.start < span.end <= length
