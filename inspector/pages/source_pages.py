"""A page of a source beside its text: the picture, the words of that page, and every cited span on both (M-06)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.urls import reverse

from inspector.pages.page_boxes import Outlined, boxes_on, find_page
from inspector.pages.source_spans import CitedPlace
from lineage.access import Reader
from lineage.evidence.vocabulary import WorkKind, WorkState
from lineage.extractions import ExtractionRow, read_layout
from lineage.models import rows
from lineage.pipeline.layout import Layout, Page
from lineage.text.span import Span

# A page with more words than a window has is one of a damaged or hostile file: its beginning stands here.
LONGEST_PAGE = 40_000
NOT_YET = "The picture of this page is not drawn yet. It takes a moment after a file came in; the text is complete."
NOT_DRAWN = "The picture of this page could not be drawn. The text beside it was read from the same bytes."
NO_PICTURE = "No picture of this page is kept. The text was read from the same bytes."
DRAWING = (WorkState.OPEN, WorkState.LEASED)


class Paging(NamedTuple):
    """The page that an address asks for, with the layout it is laid out by."""

    layout: Layout
    page: Page

    @property
    def span(self) -> Span:
        """The words of the page, as far as they are shown."""
        start, end = self.page.span
        return Span(start, min(end, start + LONGEST_PAGE))

    def page_of(self, at: int) -> int | None:
        return self.layout.page_at(at)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageView:
    """`picture_url` is empty where there is none, and `why_not` says so. Sizes are in tenths of a point."""

    number: int
    last: int
    previous_url: str
    following_url: str
    text_url: str
    picture_url: str
    why_not: str
    width: int
    height: int
    outlined: tuple[Outlined, ...]
    is_empty: bool
    left_out: int


def read_paging(extraction: ExtractionRow | None, shown: Any | None, number: int | None, at: int) -> Paging | None:
    """The page to show of the text `shown`; None where it is not the text that was read, or that has no pages."""
    if extraction is None or shown is None or extraction.artifact != shown.pk or not extraction.may_have_pages:
        return None
    layout = read_layout(extraction)
    page = find_page(layout, number, at)
    if page is None:
        return None
    # Of a book nothing but this page is drawn: each of its spans is looked for among the boxes of one page.
    return Paging(replace(layout, boxes=layout.boxes[layout.boxes[:, 2] == page.number]), page)


def read_page(
    reader: Reader, version: Any, paging: Paging, url: str, places: Sequence[CitedPlace], selected: str
) -> PageView:
    """One statement, and another where there is no picture."""
    layout, page = paging
    numbers = [one.number for one in layout.pages]
    here = numbers.index(page.number)
    has_picture = (
        rows.PageImage.objects.visible_to(reader)
        .filter(version=version, page=page.number, content__purged_at__isnull=True)
        .exists()
    )
    return PageView(
        number=page.number,
        last=numbers[-1],
        previous_url=f"{url}?page={numbers[here - 1]}" if here else "",
        following_url=f"{url}?page={numbers[here + 1]}" if here + 1 < len(numbers) else "",
        text_url=f"{url}?view=text&at={page.span.start}",
        picture_url=reverse("page_image", args=[version.public_id, page.number]) if has_picture else "",
        why_not="" if has_picture else _why_not(version),
        width=page.width,
        height=page.height,
        outlined=tuple(_outlined(paging, places, url, selected)),
        is_empty=page.span.is_empty,
        left_out=max(0, page.span.length - LONGEST_PAGE),
    )


def _outlined(paging: Paging, places: Iterable[CitedPlace], url: str, selected: str) -> Iterable[Outlined]:
    """The cited spans on the page, larger ones first: of several under a pointer the smallest lies on top.

    Of equal ones the selected lies below, so that another click goes on to the next.
    """
    layout, page = paging
    found = []
    for place in places:
        boxes = boxes_on(layout, page, place.spans)
        if boxes:
            claim = place.resolution["citation__claim__key"]
            start, end = place.spans[0].start, place.spans[-1].end
            label = f"characters {start} to {end}, cited by {f'claim {claim}' if claim else 'no claim'}"
            address = f"{url}?page={page.number}&span={place.key}#source-text"
            found.append(Outlined(place.key, label, address, place.key == selected, boxes))
    return sorted(found, key=lambda one: (-sum(box.width * box.height for box in one.boxes), not one.is_here))


def _why_not(version: Any) -> str:
    """Whether a worker has still to draw it. Several pages are drawn in one piece of work: its state is theirs."""
    states = rows.WorkItem.objects.filter(run__version=version, kind=WorkKind.RENDER.value)
    found = set(states.values_list("state", flat=True).distinct())
    if not found:
        return NO_PICTURE
    return NOT_YET if found & {state.value for state in DRAWING} else NOT_DRAWN
