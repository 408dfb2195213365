"""The outline of a PDF (its bookmarks) as sections: where the title of each stands on the page that it leads to."""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from lineage.pipeline.extract.pdf_passed_over import wide
from lineage.pipeline.layout import Boxes, Page, Section
from lineage.text.span import Span

_DEEPEST, _MOST_ENTRIES, _LONGEST_TITLE = 15, 5_000, 200
# Of a title that stands everywhere on its page.
_MOST_PLACES = 100
_TWO_LINES = 30


class Entry(NamedTuple):
    """A bookmark; `page` counts from 1, 0 for none; `height` is where on it, in the space of the page."""

    title: str
    level: int
    page: int
    height: float | None


def read_outline(document: Any) -> list[Entry]:
    """The bookmarks as they stand in the file; one that leads round in a circle is read once."""
    found: list[Entry] = []
    for bookmark, level in _walk(document):
        title = " ".join(wide(lambda *to, b=bookmark: pdfium.FPDFBookmark_GetTitle(b, *to)).split())
        found.append(Entry(title[:_LONGEST_TITLE].rstrip(), level, *_target(document, bookmark)))
        if len(found) == _MOST_ENTRIES:
            break
    return found


def _walk(document: Any) -> Iterator[tuple[Any, int]]:
    seen: set[int] = set()
    open_entries = [pdfium.FPDFBookmark_GetFirstChild(document, None)]
    while open_entries:
        bookmark = open_entries.pop()
        address = ctypes.cast(bookmark, ctypes.c_void_p).value or 0
        if not address or address in seen:
            continue
        seen.add(address)
        yield bookmark, len(open_entries) + 1
        open_entries.append(pdfium.FPDFBookmark_GetNextSibling(document, bookmark))
        if len(open_entries) < _DEEPEST:
            open_entries.append(pdfium.FPDFBookmark_GetFirstChild(document, bookmark))


def _target(document: Any, bookmark: Any) -> tuple[int, float | None]:
    target = pdfium.FPDFBookmark_GetDest(document, bookmark)
    if not target:
        return 0, None
    page = pdfium.FPDFDest_GetDestPageIndex(document, target) + 1
    has_x, has_y, has_zoom = (ctypes.c_int() for _ in range(3))
    x, y, zoom = (ctypes.c_float() for _ in range(3))
    has_place = pdfium.FPDFDest_GetLocationInPage(target, has_x, has_y, has_zoom, x, y, zoom)
    return page, y.value if has_place and has_y.value else None


class Titles:
    """Looks for titles on one page by their letters and digits: lines, hyphens and blanks may differ."""

    def __init__(self, text: str, page: Span, ends: Sequence[int], heights: Sequence[float]) -> None:
        """`ends`: of each box of the page; `heights`: those of their upper edges in the space of the page, if known."""
        self._text, self._ends, self._heights = text, ends, heights
        places = [place for place in range(*page) if text[place].isalnum()]
        self._places, self._letters = places, "".join(text[place] for place in places)

    def find(self, title: str, height: float | None) -> Span | None:
        """The words of a title: nearest to the height that the bookmark names, else alone on their line, else first."""
        letters = "".join(filter(str.isalnum, title))
        found = list(islice(self._all(letters), _MOST_PLACES)) if letters else []
        if not found:
            return None
        return min(found, key=lambda span: (self._distance(span, height), not self._is_line(span), span.start))

    def _all(self, letters: str) -> Iterator[Span]:
        text, at = self._text, self._letters.find(letters)
        while at >= 0:
            start, end = self._places[at], self._places[at + len(letters) - 1] + 1
            if not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum():
                yield Span(start, end)
            at = self._letters.find(letters, at + 1)

    def _distance(self, span: Span, height: float | None) -> int:
        """In steps of two lines: a bookmark leads to somewhere above its heading."""
        place = bisect_right(self._ends, span.start)
        if height is None or place >= len(self._heights):
            return 0
        return round(abs(self._heights[place] - height) / _TWO_LINES)

    def _is_line(self, span: Span) -> bool:
        before = self._text.rfind("\n", 0, span.start) + 1
        behind = self._text[span.end : span.end + 1]
        number = self._text[before : span.start].strip(" .")
        return behind in ("", "\n", "\f", " ") and not any(sign.isalpha() for sign in number)


def find_sections(
    entries: Sequence[Entry], text: str, pages: Sequence[Page], boxes: Boxes, tops: Sequence[float | None]
) -> tuple[tuple[Section, ...], int]:
    """The bookmarks whose titles stand where they lead to, in the order of the text, and how many do not.

    `tops`: of each page the height of its upper edge in its own space; None where that is turned.
    """
    found: list[Section] = []
    missing = 0
    starts = np.ascontiguousarray(boxes[:, 0])
    known: dict[int, Titles] = {}
    for entry in entries:
        span = None
        if entry.title and 0 < entry.page <= len(pages):
            if entry.page not in known:
                page, top = pages[entry.page - 1].span, tops[entry.page - 1]
                own = boxes[slice(*np.searchsorted(starts, page))]
                heights = [] if top is None else (top - own[:, 4] / 10).tolist()
                known[entry.page] = Titles(text, page, own[:, 1].tolist(), heights)
            span = known[entry.page].find(entry.title, entry.height)
        if span is None:
            missing += 1
        else:
            found.append(Section(span, entry.title, entry.level))
    found.sort(key=lambda section: (section.span, section.level))
    apart: list[Section] = []
    for section in found:
        if not apart or section.span.start >= apart[-1].span.end:
            apart.append(section)
    return tuple(apart), missing
