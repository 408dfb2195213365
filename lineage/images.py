"""The pages of a PDF as pictures: drawn by workers in the sandbox, kept once for each version and page.

A picture says nothing that the text does not say, so nothing waits for it and nothing fails with it: a page that could
not be drawn has none, and that is said where it would stand.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lineage.bulk import in_parts, write, write_contents
from lineage.evidence.digests import Digest, digest_from_raw
from lineage.evidence.vocabulary import ExtractionState, RunTrigger, SourceKind, WorkKind
from lineage.extractions import find_extraction, read_layout
from lineage.failpoints import failpoint
from lineage.ingest import lock_contents
from lineage.leases import effects
from lineage.lifecycle_asking import may_be_written
from lineage.models import rows
from lineage.models.coding import encode_whole
from lineage.models.content import ContentAbsent, pack
from lineage.models.record import Viewer
from lineage.sandbox import render_safely
from lineage.source_standing import find_taken_away

if TYPE_CHECKING:
    from lineage.pipeline.page_images import RenderedPage

AT_ONCE = 10
"""Pages of one item of work."""
MOST_PAGES = 500
"""Of a longer document only the first pages are drawn."""
ASKED_FOR = (RunTrigger.MANUAL.value, RunTrigger.NEW_EXTRACTION.value)


class PageImageBytes(NamedTuple):
    """A page as a picture; `width` and `height` in pixels."""

    page: int
    width: int
    height: int
    png: bytes
    digest: Digest


def read_page_image(reader: Viewer, version: rows.SourceVersion, page: int) -> PageImageBytes | None:
    """The picture of a page; None where there is none, it was erased, or the version is not for this reader.

    Raises ContentDamaged.
    """
    drawn = rows.PageImage.objects.visible_to(reader).select_related("content").filter(version=version, page=page)
    found = drawn.first()
    if found is None:
        return None
    try:
        png = found.content.get_bytes()
    except ContentAbsent:
        return None
    return PageImageBytes(page, found.width, found.height, png, digest_from_raw(bytes(found.content.sha256)))


def cut(run: rows.Run) -> Iterator[dict[str, Any]]:
    """The items that draw the pages of the run's version which have no picture yet.

    They are cut once for a version, and again where somebody asks: what cannot be drawn is not tried for ever.
    """
    if run.source.kind != SourceKind.PDF or run.version.raw_id is None:
        return
    tried = rows.WorkItem.objects.filter(run__version_id=run.version_id, kind=WorkKind.RENDER.value)
    extraction = find_extraction(run.version_id)
    if extraction is None or extraction.state != ExtractionState.READ:
        return
    if run.trigger not in ASKED_FOR and tried.exists():
        return
    pages = [page.number for page in read_layout(extraction).pages][:MOST_PAGES]
    for number, part in enumerate(in_parts(find_missing(run.version_id, pages), AT_ONCE)):
        yield {
            "tenant_id": run.tenant_id,
            "run_id": run.pk,
            "key": f"pages.{number:03}",
            "kind": WorkKind.RENDER.value,
            "subject": list(part),
        }


def find_missing(version_id: int, pages: Sequence[int]) -> list[int]:
    drawn = rows.PageImage.objects.filter(version_id=version_id, page__in=pages)
    return sorted(set(pages) - set(drawn.values_list("page", flat=True)))


def perform(run: rows.Run, item: rows.WorkItem) -> None:
    """Draws the pages of an item; what cannot be drawn is left out. Raises Fenced, ContentDamaged."""
    failpoint("during_item")
    wanted = find_missing(run.version_id, item.subject)
    data = read_raw(run.version) if wanted else b""
    drawn = draw(data, wanted) if data else {}
    packed = {page: pack(picture.png, encode_whole) for page, picture in drawn.items()}
    with effects(item, {}):
        missing = find_missing(run.version_id, list(packed)) if may_be_written(run.version) else []
        lock_contents(run.tenant_id)
        ids = write_contents(run.tenant_id, [packed[page] for page in missing])
        write(
            rows.PageImage,
            [
                {
                    "tenant_id": run.tenant_id,
                    "version_id": run.version_id,
                    "page": page,
                    "width": drawn[page].width,
                    "height": drawn[page].height,
                    "content_id": ids[packed[page].sha256],
                }
                for page in missing
            ],
        )


def draw(data: bytes, wanted: Sequence[int]) -> dict[int, "RenderedPage"]:
    """The pages that can be drawn. Behind one that takes all the time there is, the others are tried once more."""
    drawn = dict(render_safely(data, wanted))
    left = [page for page in wanted if page not in drawn]
    return drawn | dict(render_safely(data, left[1:])) if len(left) > 1 else drawn


def read_raw(version: rows.SourceVersion) -> bytes:
    """The bytes to draw from; none of a version that was taken away or erased since."""
    if version.raw is None or find_taken_away([version.pk]):
        return b""
    try:
        data: bytes = version.raw.get_bytes()
    except ContentAbsent:
        return b""
    return data
