"""The cited words of a claim on the pictures of their pages: fetched by the claim page after it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.claim import open_claim, read_selection
from inspector.pages.claim_reading import Reading, Selection
from inspector.pages.page_cuts import PageCut, cut_pages
from inspector.readers import reader_of
from lineage.access import Reader
from lineage.extractions import find_extractions, read_layout
from lineage.models import rows
from lineage.text.span import Span

MOST_PICTURES = 4
NO_PICTURE = "No picture of these lines is kept: the pages were not drawn, or the words have no place on them."


class Picture(NamedTuple):
    """`page_url` is the page beside its text."""

    cut: PageCut
    picture_url: str
    page_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturesPage:
    """`left_out` pages more have cited words on them."""

    claim_url: str
    pictures: tuple[Picture, ...]
    left_out: int
    why_not: str


def read_pictures(reader: Reader, public_id: str, selection: Selection) -> PicturesPage:
    """Of the selected citation. Raises NotVisible."""
    reading = open_claim(reader, public_id, selection).reading
    spans = _spans_of(reading)
    found = [picture for key, cited in spans.items() for picture in _pictures(reader, key, cited)] if spans else []
    return PicturesPage(
        claim_url=reading.address(),
        pictures=tuple(found[:MOST_PICTURES]),
        left_out=max(0, len(found) - MOST_PICTURES),
        why_not="" if found else NO_PICTURE,
    )


def _spans_of(reading: Reading) -> Mapping[str, list[Span]]:
    """The cited words by the text of the source that they stand in; none of a source that the viewer may not read."""
    resolution, selected = reading.resolution, reading.selected
    if resolution is None or selected is None or reading.is_masked(selected):
        return {}
    spans: dict[str, list[Span]] = {}
    for place in resolution.primary:
        if place.artifact not in reading.masked:
            spans.setdefault(place.artifact, []).append(place.span)
    return spans


def _pictures(reader: Reader, key: str, spans: list[Span]) -> list[Picture]:
    """Of those pages that were drawn. Four statements."""
    texts = rows.Artifact.objects.visible_to(reader).filter(key=key, version__isnull=False).select_related("version")
    text: Any = texts.defer("version__raw").first()
    extraction = find_extractions([text.version_id]).get(text.version_id) if text is not None else None
    if extraction is None or extraction.artifact != text.pk:
        return []
    cuts = cut_pages(read_layout(extraction), spans)
    drawn = rows.PageImage.objects.visible_to(reader).filter(version=text.version_id, content__purged_at__isnull=True)
    numbers = set(drawn.filter(page__in=[cut.page for cut in cuts]).values_list("page", flat=True))
    public_id = text.version.public_id
    source = reverse("source", args=[public_id])
    return [
        Picture(
            cut,
            reverse("page_image", args=[public_id, cut.page]),
            f"{source}?{urlencode({'page': cut.page})}",
        )
        for cut in cuts
        if cut.page in numbers
    ]


@require_safe
def claim_pictures(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_pictures(reader_of(request), public_id, read_selection(request.GET))
    fragments = {"page-pictures": "inspector/_claim_pictures.html"}
    return page_or_fragment(request, "inspector/claim_pictures.html", fragments, {"page": page})
