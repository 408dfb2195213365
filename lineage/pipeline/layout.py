"""Where on the pages and in the tables of a source each character of its extract stands (M-06, S3-16, S3-39).

Boxes are kept a word or a stretch of a line at a time, as arrays: a page of a PDF has some hundred of them. Numbers
are tenths of a point (1/720 inch) from the upper left corner of the page as it is shown, its rotation applied.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from lineage.text.span import Span

Boxes = npt.NDArray[np.int32]
"""Of shape (n, 7), sorted by start: start, end (code points), page, left, top, right, bottom.

Words that run from right to left have their edges the other way round: where they start, and where they end.
"""
NO_BOXES: Boxes = np.zeros((0, 7), dtype=np.int32)


class Page(NamedTuple):
    """`number` counts from 1; `width`, `height` are in tenths of a point, as shown. What ends a page belongs to it; the
    span of a page without words has that alone, or nothing.
    """

    number: int
    span: Span
    width: int
    height: int


class Section(NamedTuple):
    """A heading of the document; the section lasts until the next of the same or a higher level (1 is the highest)."""

    span: Span
    title: str
    level: int


class Cell(NamedTuple):
    """A cell of a table; rows and columns count from 0, a cell over several has more than one of them."""

    span: Span
    table: str
    row: int
    column: int
    role: Literal["header", "body"]
    rows: int = 1
    columns: int = 1


class PageBox(NamedTuple):
    """A rectangle on a page, in tenths of a point."""

    page: int
    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Pages and sections cover the text in order; characters between two boxes (blanks, line ends) have none."""

    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    cells: tuple[Cell, ...] = ()
    boxes: Boxes = field(default_factory=lambda: NO_BOXES)

    def page_at(self, offset: int) -> int | None:
        """The page of a character; None where the text has no pages, or beyond its end."""
        place = bisect_right(self.pages, offset, key=lambda page: page.span.end)
        is_there = place < len(self.pages) and self.pages[place].span.start <= offset
        return self.pages[place].number if is_there else None

    def boxes_of(self, span: Span) -> list[PageBox]:
        """The rectangles of a span, one a line: neighbours of one line joined, a box that is cut cut in proportion."""
        start, end = self.boxes[:, 0], self.boxes[:, 1]
        found: list[PageBox] = []
        touched = (start < span.end) & (end > span.start) & (span.start < span.end)
        for row in self.boxes[touched].tolist():
            box = _cut(row, span)
            last = found[-1] if found else None
            if last is not None and _is_same_line(last, box):
                found[-1] = _join(last, box)
            else:
                found.append(box)
        return found

    def pack(self) -> tuple[dict[str, Any], bytes]:
        """Plain values for JSON, and the boxes as bytes; `unpack` reads both."""
        value = {
            "pages": [[page.number, *page.span, page.width, page.height] for page in self.pages],
            "sections": [[*section.span, section.title, section.level] for section in self.sections],
            "cells": [
                [*cell.span, cell.table, cell.row, cell.column, cell.role, cell.rows, cell.columns]
                for cell in self.cells
            ],
        }
        return value, np.ascontiguousarray(self.boxes, dtype="<i4").tobytes()

    @classmethod
    def unpack(cls, value: dict[str, Any], boxes: bytes) -> Layout:
        """What `pack` wrote. ValueError, KeyError or TypeError for anything else."""
        return cls(
            pages=tuple(Page(number, Span(start, end), w, h) for number, start, end, w, h in value["pages"]),
            sections=tuple(Section(Span(start, end), title, level) for start, end, title, level in value["sections"]),
            cells=tuple(Cell(Span(start, end), *rest) for start, end, *rest in value["cells"]),
            boxes=np.frombuffer(boxes, dtype="<i4").reshape(-1, 7).astype(np.int32),
        )


def _cut(row: list[int], span: Span) -> PageBox:
    """A box of which the span takes only a part: as wide as its share of the characters, from where they start."""
    start, end, page, first, top, last, bottom = row
    length = end - start
    begins = first + (last - first) * max(0, span.start - start) // length
    ends = last - (last - first) * max(0, end - span.end) // length
    return PageBox(page, min(begins, ends), top, max(begins, ends), bottom)


def _is_same_line(one: PageBox, other: PageBox) -> bool:
    """On one page, side by side, and overlapping by more than half of the lower one's height."""
    overlap = min(one.bottom, other.bottom) - max(one.top, other.top)
    height = min(one.bottom - one.top, other.bottom - other.top)
    gap = max(one.left, other.left) - min(one.right, other.right)
    return one.page == other.page and 2 * overlap > height and gap <= 2 * max(height, 1)


def _join(one: PageBox, other: PageBox) -> PageBox:
    return PageBox(
        one.page,
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )
