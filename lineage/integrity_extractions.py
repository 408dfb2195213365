"""Can what was recorded of reading bytes still be read, and does it speak of the text that was had from them (M-06)?"""

from collections.abc import Iterator
from typing import Any

from lineage.extractions import find_extractions, read_layout
from lineage.integrity import FROM_BACKUP
from lineage.models import rows
from lineage.models.content import ContentDamaged
from lineage.pipeline.layout import Layout


def find_extraction_faults(tenant: rows.Tenant) -> Iterator[str]:
    """The newest reading of each version: its report and layout can be read, and leave neither text nor pages."""
    read = rows.Extraction.objects.filter(tenant=tenant).order_by("version_id").values_list("version_id", flat=True)
    lengths: Any = rows.Artifact.objects.filter(tenant=tenant, extractions__isnull=False)
    known = dict(lengths.values_list("id", "length"))
    drawn: dict[int, int] = {}
    for version, page in rows.PageImage.objects.filter(tenant=tenant).values_list("version_id", "page"):
        drawn[version] = max(page, drawn.get(version, 0))
    for version in read.distinct().iterator():
        try:
            found = find_extractions([version])[version]
            fault = find_fault(read_layout(found), known.get(found.artifact or 0), drawn.get(version, 0))
        except ContentDamaged:
            # Its contents say so by themselves.
            continue
        except (KeyError, TypeError, ValueError) as unreadable:
            fault = f"what was recorded of reading version {version} cannot be read: {unreadable}"
        if fault:
            id = rows.Extraction.objects.filter(version_id=version).order_by("-id").values_list("id", flat=True)[0]
            yield f"row {id}: {fault}. {FROM_BACKUP.format(id, 'lineage_extraction')}."


def find_fault(layout: Layout, length: int | None, drawn: int) -> str:
    """What is wrong with a layout of a text of so many characters, or with the last page drawn; empty for nothing."""
    spans = [*(page.span for page in layout.pages), *(section.span for section in layout.sections)]
    ends = [span.end for span in (*spans, *(cell.span for cell in layout.cells))]
    last = max([*ends, *layout.boxes[:, 1].tolist()], default=0)
    if last > (length or 0):
        return f"its layout ends at character {last} of a text of {length or 0}"
    if layout.pages and drawn > len(layout.pages):
        return f"a picture is of page {drawn}, and there are {len(layout.pages)}"
    return ""
