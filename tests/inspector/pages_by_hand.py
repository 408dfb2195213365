"""A source of two pages as a run would have left it: its text, where each word stands, and a picture of the first."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
from django.db import transaction
from PIL import Image

from lineage.bulk import write_contents
from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.extractions import keep_extraction
from lineage.models import rows
from lineage.models.content import pack
from lineage.pipeline.extraction import Extraction, Skipped
from lineage.pipeline.layout import Layout, Page
from lineage.text.span import Span
from tests.inspector.making import import_bundle

FIRST = "Keys hang at the gate.\nThe gate is shut at ten.\n"
SECOND = "Lost keys are reported\nto the porter at once.\n"
TEXT = FIRST + SECOND
GATE, PORTER, ACROSS = "The gate is shut at ten.", "Lost keys are reported\nto the porter at once.", "ten.\nLost"
WIDTH, HEIGHT, LETTER, LINE = 4_200, 5_950, 100, 200
"""Of a page, in tenths of a point; every letter is 10 points wide, every line 20 points high, from (400, 400) on."""


def house_bundle(case: str = "gate", **version: Any) -> dict[str, Any]:
    """One answer with three citations: of the first page, of the second, and across both."""
    quotes = (GATE, PORTER, ACROSS)
    claims = ("The gate is shut at ten.", "Lost keys go to the porter.", "Both.")
    return {
        "schema": "evidence-inspector/1",
        "answers": [
            {
                "case": {"key": case, "question": "When is the gate shut?"},
                "response_version": "1",
                "answered_at": "2026-11-02T10:00:00Z",
                "text": " ".join(claims),
                "manifest": [{"label": "E1", "artifact": f"{case}-text"}],
                "claims": [{"key": f"c{n}", "text": words} for n, words in enumerate(claims, start=1)],
                "citations": [
                    {"key": f"x{n}", "claim": f"c{n}", "marker": f"[{n}]", "cited": "E1", "unit": "code_point"}
                    | {"range": [TEXT.index(words), TEXT.index(words) + len(words)], "quoted_text": words}
                    for n, words in enumerate(quotes, start=1)
                ],
                "sources": [
                    {"key": f"{case}-rules", "kind": "pdf"}
                    | {"versions": [{"version": "1", "title": "House rules", **version}]}
                ],
                "artifacts": [
                    {"key": f"{case}-text", "kind": "canonical_extract", "origin": "original", "text": TEXT}
                    | {"source": f"{case}-rules", "version": "1", "language": "en"}
                ],
            }
        ],
    }


def lay_out(text: str = TEXT) -> Layout:
    """Two pages of two lines; a box for each word, as a reader of PDFs gives them."""
    pages, boxes, at = [], [], 0
    for number, page in enumerate((FIRST, SECOND), start=1):
        start = at
        for line, words in enumerate(page.splitlines(keepends=True)):
            column = 0
            for word in words.split():
                column = words.index(word, column)
                left, top = 400 + LETTER * column, 400 + LINE * line
                right = left + LETTER * len(word)
                boxes.append((at + column, at + column + len(word), number, left, top, right, top + LINE // 2))
                column += len(word)
            at += len(words)
        pages.append(Page(number, Span(start, at), WIDTH, HEIGHT))
    return Layout(pages=tuple(pages), boxes=np.array(boxes, dtype=np.int32))


SKIPPED = Skipped(kind=SkippedKind.ANNOTATION, count=2, characters=9, where="page 2", sample="<b>ask</b>")


def read_extraction(**fields: Any) -> Extraction:
    said: dict[str, Any] = {
        "state": ExtractionState.READ,
        "bytes_in": 1_234,
        "tool": "reader",
        "tool_version": "7",
        "text": TEXT,
        "media_type": "application/pdf",
        "skipped": (SKIPPED,),
        "warnings": ("Two words stand on top of each other.",),
        "layout": lay_out(),
    }
    return Extraction(**said | fields)


def unread_extraction(state: ExtractionState, reason: str) -> Extraction:
    return Extraction(state=state, bytes_in=77, tool="reader", tool_version="7", reason=reason)


def make_house(tenant: rows.Tenant, case: str = "gate", **version: Any) -> Any:
    """The version, laid out on its pages, with a picture of the first."""
    import_bundle(tenant, house_bundle(case, **version))
    row = rows.SourceVersion.objects.get(tenant=tenant, source__key=f"{case}-rules")
    text = rows.Artifact.objects.get(tenant=tenant, key=f"{case}-text")
    record_reading(row, read_extraction(), text.pk)
    draw_page(row, 1)
    return row


def record_reading(version: Any, extraction: Extraction, artifact_id: int | None = None) -> None:
    with transaction.atomic():
        keep_extraction(version, extraction, artifact_id)


def draw_page(version: Any, page: int) -> bytes:
    """A picture of a page; its bytes."""
    file = BytesIO()
    Image.new("L", (84, 119), 255 - page).save(file, "PNG")
    packed = pack(file.getvalue())
    with transaction.atomic():
        ids = write_contents(version.tenant_id, [packed])
        rows.PageImage(
            tenant_id=version.tenant_id,
            version=version,
            page=page,
            width=84,
            height=119,
            content_id=ids[packed.sha256],
        ).save()
    return file.getvalue()
