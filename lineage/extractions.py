"""What was read of a version's bytes, as rows keep it: the state, the report, and where on the pages the words stand.

The report is canonical JSON; a layout is the length of its plain values in four bytes, these as canonical JSON, and
its boxes. Both are contents like any other, hashed at every read and erased with the words that they speak of.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, Q
from django.db.models.functions import Coalesce

from lineage.bulk import in_parts, write_contents
from lineage.evidence.digests import canonical_json
from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.models import rows
from lineage.models.coding import encode_record, encode_whole
from lineage.models.content import Packed, pack, unpack
from lineage.pipeline.extract.kinds import MEDIA_TYPES
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Layout

LARGEST_LOOKUP = 100
PAGED = MEDIA_TYPES[SourceKind.PDF]
LENGTH = 4
"""Bytes that say how long the plain values of a layout are, the most significant first."""
COLUMNS = ("id", "version_id", "artifact_id", "state", "tool", "tool_version", "recorded_at", "layout_id")
REPORT = ("report__sha256", "report__size", "report__body", "report__coding")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionRow:
    """One reading of a version's bytes, with what is said of it but for its text and layout.

    `report` has neither of them, and is None where it was erased with the words; `characters` are those of the text.
    `artifact` is the id of the extract, `layout` that of a content, each None where there is none.
    """

    id: int
    version: int
    artifact: int | None
    state: ExtractionState
    tool: str
    tool_version: str
    recorded_at: datetime
    report: Extraction | None
    characters: int
    layout: int | None

    @property
    def may_have_pages(self) -> bool:
        """Whether its layout is worth reading for pages: that of a table has a cell for each field and no page."""
        return self.layout is not None and self.report is not None and self.report.media_type == PAGED


def find_extraction(version_id: int) -> ExtractionRow | None:
    """The newest reading of a version's bytes that gave a text, else the newest; None where they were never read.

    Bytes do not change: a reading that took too long today takes nothing away. One statement; raises ContentDamaged.

    It does not ask who may read the version.
    """
    return find_extractions([version_id]).get(version_id)


def find_extractions(version_ids: Iterable[int]) -> dict[int, ExtractionRow]:
    """As `find_extraction`, by version; those that were never read are left out. A statement for each hundred."""
    found: dict[int, ExtractionRow] = {}
    for part in in_parts(sorted(set(version_ids)), LARGEST_LOOKUP):
        read = rows.Extraction.objects.filter(version_id__in=part).values("version_id")
        given = Max("id", filter=Q(state=ExtractionState.READ.value))
        newest = read.annotate(newest=Coalesce(given, Max("id"))).values("newest")
        chosen: Any = rows.Extraction.objects.filter(pk__in=newest)
        for row in chosen.values(*COLUMNS, *REPORT):
            found[row["version_id"]] = as_row(row)
    return found


def as_row(row: dict[str, Any]) -> ExtractionRow:
    sha256, size, body, coding = (row[name] for name in REPORT)
    said = None if body is None else json.loads(unpack(bytes(sha256), size, body, coding))
    return ExtractionRow(
        id=row["id"],
        version=row["version_id"],
        artifact=row["artifact_id"],
        state=ExtractionState(row["state"]),
        tool=row["tool"],
        tool_version=row["tool_version"],
        recorded_at=row["recorded_at"],
        report=None if said is None else Extraction.from_report(said, "", Layout()),
        characters=0 if said is None else said["characters_out"],
        layout=row["layout_id"],
    )


def read_layout(extraction: ExtractionRow) -> Layout:
    """Where the words of the extract stand; empty where the format has no layout, or it was erased.

    Raises ContentDamaged.
    """
    content = rows.Content.objects.filter(pk=extraction.layout).first() if extraction.layout is not None else None
    if content is None or content.body is None:
        return Layout()
    return load_layout(content.get_bytes())


def read_whole(extraction: ExtractionRow) -> Extraction | None:
    """The reading with its text and layout, as it came from the bytes; None where text or report are not kept.

    Raises ContentDamaged.
    """
    extract = rows.Artifact.objects.select_related("content").filter(pk=extraction.artifact).first()
    if extraction.report is None or extract is None or extract.content is None or extract.content.body is None:
        return None
    return replace(extraction.report, text=extract.content.get_text(), layout=read_layout(extraction))


def keep_extraction(version: rows.SourceVersion, extraction: Extraction, artifact_id: int | None) -> rows.Extraction:
    """Records what came of reading the bytes, inside a transaction of the caller; its row.

    Read again with the same result, the newest row says it already, and is the one that is given.
    """
    report = pack(canonical_json(extraction.to_report()), encode_record)
    layout = None if is_empty(extraction.layout) else pack(dump_layout(extraction.layout), encode_whole)
    readings = rows.Extraction.objects.filter(version=version).select_related("report", "layout")
    newest: rows.Extraction | None = readings.defer("report__body", "layout__body").order_by("id").last()
    if newest is not None and is_same(newest, artifact_id, report, layout):
        return newest
    ids = write_contents(version.tenant_id, [report, *([layout] if layout is not None else [])])
    made = rows.Extraction(
        tenant_id=version.tenant_id,
        version=version,
        state=extraction.state.value,
        artifact_id=artifact_id,
        tool=extraction.tool,
        tool_version=extraction.tool_version,
        report_id=ids[report.sha256],
        layout_id=ids[layout.sha256] if layout is not None else None,
    )
    made.save()
    return made


def is_same(row: rows.Extraction, artifact_id: int | None, report: Packed, layout: Packed | None) -> bool:
    """Whether a row says what is about to be recorded; the state is part of the report."""
    known = row.artifact_id, bytes(row.report.sha256), bytes(row.layout.sha256) if row.layout is not None else None
    return known == (artifact_id, report.sha256, layout.sha256 if layout is not None else None)


def is_empty(layout: Layout) -> bool:
    return not (layout.pages or layout.sections or layout.cells or len(layout.boxes))


def dump_layout(layout: Layout) -> bytes:
    value, boxes = layout.pack()
    written = canonical_json(value)
    return len(written).to_bytes(LENGTH, "big") + written + boxes


def load_layout(data: bytes) -> Layout:
    end = LENGTH + int.from_bytes(data[:LENGTH], "big")
    return Layout.unpack(json.loads(data[LENGTH:end]), data[end:])
