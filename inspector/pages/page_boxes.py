"""Rectangles on the picture of a page, one or several for each span, as an SVG draws them over it. Pure."""

from collections.abc import Iterable
from typing import NamedTuple

from lineage.pipeline.layout import Layout, Page
from lineage.text.span import Span

# A mark stands a little out of its letters, as a highlighter does; in tenths of a point.
PADDING = 12


class Box(NamedTuple):
    """In tenths of a point from the upper left corner of the page."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height


class Outlined(NamedTuple):
    """A span as it lies on a page: the key that its words bear too, what a reader hears of it, where it leads."""

    key: str
    label: str
    url: str
    is_here: bool
    boxes: tuple[Box, ...]


def find_page(layout: Layout, number: int | None, at: int) -> Page | None:
    """The page with this number, else the one of the character `at`; beyond the last one the last. None without any."""
    if not layout.pages:
        return None
    wanted = number if number is not None else layout.page_at(at)
    if wanted is None:
        return layout.pages[-1] if at else layout.pages[0]
    return min(layout.pages, key=lambda page: (abs(page.number - wanted), page.number))


def boxes_on(layout: Layout, page: Page, spans: Iterable[Span], padding: int = PADDING) -> tuple[Box, ...]:
    """The rectangles of some spans on one page, a little wider than the letters and never beyond its edge."""
    found = []
    for span in spans:
        inside = span.intersect(page.span)
        for box in layout.boxes_of(inside) if inside is not None else ():
            if box.page == page.number:
                x, y = max(0, box.left - padding), max(0, box.top - padding)
                right, bottom = min(page.width, box.right + padding), min(page.height, box.bottom + padding)
                found.append(Box(x, y, max(1, right - x), max(1, bottom - y)))
    return tuple(dict.fromkeys(found))


def cover_boxes(boxes: Iterable[Box]) -> Box:
    """The smallest rectangle around some. ValueError for none."""
    every = list(boxes)
    x, y = min(box.x for box in every), min(box.y for box in every)
    return Box(x, y, max(box.right for box in every) - x, max(box.bottom for box in every) - y)
