"""The lines of a page around some cited words, as a window on its picture. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.pages.page_boxes import Box, boxes_on, cover_boxes
from lineage.pipeline.layout import Layout, Page
from lineage.text.span import Span

# A window is as high as the cited lines and two or three more on either side; in tenths of a point.
LEAST_AROUND, LINES_AROUND, MARGIN = 280, 2.5, 90


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCut:
    """`window` is what is shown of the page, `width` and `height` are those of the page; `boxes` the cited words."""

    page: int
    width: int
    height: int
    window: Box
    boxes: tuple[Box, ...]


def cut_pages(layout: Layout, spans: Iterable[Span]) -> tuple[PageCut, ...]:
    """One window for each page that some words of the spans stand on."""
    cited = list(spans)
    found = []
    for page in layout.pages:
        boxes = boxes_on(layout, page, cited)
        if boxes:
            window = _window(layout, page, boxes)
            found.append(
                PageCut(page=page.number, width=page.width, height=page.height, window=window, boxes=boxes)
            )
    return tuple(found)


def _window(layout: Layout, page: Page, boxes: tuple[Box, ...]) -> Box:
    """As high as the cited lines with their neighbours, as wide as the words that stand at that height."""
    whole = cover_boxes(boxes)
    line = max(box.height for box in boxes)
    around = max(LEAST_AROUND, int(LINES_AROUND * line))
    top, bottom = max(0, whole.y - around), min(page.height, whole.bottom + around)
    rows = layout.boxes
    here = rows[(rows[:, 2] == page.number) & (rows[:, 4] < bottom) & (rows[:, 6] > top)]
    left = min(int(here[:, (3, 5)].min()), whole.x) if len(here) else whole.x
    right = max(int(here[:, (3, 5)].max()), whole.right) if len(here) else whole.right
    left, right = max(0, left - MARGIN), min(page.width, right + MARGIN)
    return Box(left, top, max(1, right - left), max(1, bottom - top))
