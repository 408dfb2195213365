"""On which pages of the source the words of a later text stand (S3-38)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from lineage.pipeline.layout import Page
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

Stretch = tuple[int, int]
"""The first and the last page."""


class Pages:
    """`way` leads from the later text back to the extract that `pages` are those of."""

    def __init__(self, pages: Sequence[Page], way: SpanMap) -> None:
        # An empty page has no characters.
        self._pages = [page for page in pages if not page.span.is_empty]
        self._starts = [page.span.start for page in self._pages]
        self._way = way

    def of(self, spans: Sequence[Span]) -> list[Stretch | None]:
        """For each span the pages of its first and its last character; None where they are on no page."""
        return [
            self._stretch([piece.span for piece in pieces if piece.kind is not SegmentKind.DELETED])
            for pieces in self._way.backward(spans)
        ]

    def _stretch(self, places: Sequence[Span]) -> Stretch | None:
        places = [place for place in places if not place.is_empty]
        if not places:
            return None
        first, last = self._page_at(places[0].start), self._page_at(places[-1].end - 1)
        return None if first is None or last is None else (min(first, last), max(first, last))

    def _page_at(self, offset: int) -> int | None:
        at = bisect_right(self._starts, offset) - 1
        return self._pages[at].number if at >= 0 and offset < self._pages[at].span.end else None
