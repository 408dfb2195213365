"""`GET /versions/{id}/extraction`: what came of reading the bytes of a version, and what was passed over."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Schema

from inspector.api.auth import reader_for
from inspector.api.errors import refusals
from inspector.api.runs import VersionOut
from inspector.models.tokens import TokenScope
from lineage.access import Reader, get_visible
from lineage.evidence.vocabulary import ExtractionState, SkippedKind, Withheld
from lineage.extractions import ExtractionRow, find_extraction, read_layout
from lineage.models import rows
from lineage.pipeline.extraction import Extraction
from lineage.withholding import find_withheld

router = Router(tags=["sources"])


class SkippedOut(Schema):
    """Parts that are not in the text. `characters` is null where nobody can tell; `sample` are the first words of one.
    """

    kind: SkippedKind
    count: int
    characters: int | None
    where: str
    sample: str


class ExtractionOut(Schema):
    """`state` is null where the bytes were not read yet, or were not kept here; `reason` says what went wrong.

    `encoding_is_guess`: nobody declared the character set. `warnings`, `where` and `sample` may hold words of the
    document, and are left out where `withheld` says why. `pages` is null where the document has none.
    """

    version: VersionOut
    state: ExtractionState | None
    reason: str
    tool: str
    tool_version: str
    media_type: str
    encoding: str
    encoding_is_guess: bool
    bytes_in: int
    characters_out: int
    pages: int | None
    warnings: list[str]
    skipped: list[SkippedOut]
    withheld: Withheld | None
    recorded_at: datetime | None
    page_url: str


def read_extraction(reader: Reader, public_id: str) -> ExtractionOut:
    """Raises NotVisible, ContentDamaged."""
    versions = rows.SourceVersion.objects.select_related("source")
    version = get_visible(versions, reader, public_id)
    withheld = find_withheld([version.pk], reader).get(version.pk)
    return extraction_out(version, find_extraction(version.pk), withheld)


def extraction_out(version: Any, row: ExtractionRow | None, withheld: Withheld | None) -> ExtractionOut:
    report = row.report if row is not None else None
    pages = len(read_layout(row).pages) if row is not None and row.may_have_pages else 0
    return ExtractionOut(
        version=VersionOut(id=version.public_id, source=version.source.key, version=version.version),
        state=row.state if row is not None else None,
        reason=report.reason if report is not None else "",
        tool=row.tool if row is not None else "",
        tool_version=row.tool_version if row is not None else "",
        media_type=report.media_type if report is not None else version.media_type,
        encoding=report.encoding if report is not None else "",
        encoding_is_guess=report is not None and report.is_guess,
        bytes_in=report.bytes_in if report is not None else 0,
        characters_out=row.characters if row is not None else 0,
        pages=pages or None,
        warnings=list(report.warnings) if report is not None and withheld is None else [],
        skipped=skipped_out(report, with_words=withheld is None) if report is not None else [],
        withheld=withheld,
        recorded_at=row.recorded_at if row is not None else None,
        page_url=reverse("source", args=[version.public_id]),
    )


def skipped_out(report: Extraction, *, with_words: bool) -> list[SkippedOut]:
    return [
        SkippedOut(
            kind=one.kind,
            count=one.count,
            characters=one.characters,
            where=one.where if with_words else "",
            sample=one.sample if with_words else "",
        )
        for one in report.skipped
    ]


@router.get(
    "/versions/{id}/extraction",
    response={200: ExtractionOut, **refusals()},
    url_name="extraction",
    operation_id="extraction",
    summary="What was read of a version",
)
def extraction(request: HttpRequest, id: str) -> ExtractionOut:
    """What came of reading the bytes of the version with this id, as it stands in the answer to sending it."""
    return read_extraction(reader_for(request, TokenScope.READ), id)
