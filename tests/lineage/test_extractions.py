"""What was read of a version's bytes is kept with its report and layout, and comes back as it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from django.db import transaction
from django.utils import timezone

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.extractions import find_extraction, find_extractions, keep_extraction, read_layout, read_whole
from lineage.models import rows
from lineage.models.content import ContentDamaged
from lineage.pipeline.extraction import Extraction, Skipped
from lineage.pipeline.layout import Cell, Layout, Page, Section
from lineage.targets import find_targets
from lineage.text.span import Span
from tests.lineage.making import make_content, make_tenant

pytestmark = pytest.mark.django_db

TEXT = "Rules\nA refund is paid within 14 days.\n"
LAYOUT = Layout(
    pages=(Page(1, Span(0, 39), 5950, 8420), Page(2, Span(39, 39), 5950, 8420)),
    sections=(Section(Span(0, 5), "Rules\0 é", 1),),
    cells=(Cell(Span(6, 8), "t1", 0, 2, "header", 1, 3),),
    boxes=np.array([[0, 5, 1, 720, 720, 1100, 860], [6, 39, 1, 720, 900, 3000, 1040]], dtype=np.int32),
)
READ = Extraction(
    state=ExtractionState.READ,
    bytes_in=812,
    tool="pypdfium2",
    tool_version="5.0",
    text=TEXT,
    media_type="application/pdf",
    warnings=("Two letters have no known character.",),
    skipped=(Skipped(kind=SkippedKind.IMAGE, count=2, characters=None, where="page 2", sample=""),),
    layout=LAYOUT,
)
LOCKED = Extraction(
    state=ExtractionState.ENCRYPTED, bytes_in=90, tool="pypdfium2", tool_version="5.0", reason="It is locked."
)


def make_version(name: str = "1", key: str = "harbour") -> rows.SourceVersion:
    tenant = rows.Tenant.objects.filter(key=key).first() or make_tenant(key)
    source, _ = rows.Source.objects.get_or_create(tenant=tenant, key="rules", defaults={"kind": "pdf"})
    return rows.SourceVersion.objects.create(tenant=tenant, source=source, version=name)


def keep(version: rows.SourceVersion, extraction: Extraction) -> rows.Extraction:
    """With an extract of its own where it was read."""
    artifact = rows.Artifact.objects.filter(version=version).first()
    if artifact is None and extraction.state == ExtractionState.READ:
        artifact = rows.Artifact.objects.create(
            tenant=version.tenant,
            version=version,
            key=f"rules@{version.version}/extract",
            kind="canonical_extract",
            content=rows.Content.objects.first() or make_content(version.tenant, extraction.text),
        )
    with transaction.atomic():
        return keep_extraction(version, extraction, artifact.pk if artifact and extraction.text else None)


def found(version: rows.SourceVersion) -> Any:
    row = find_extraction(version.pk)
    assert row is not None
    return row


def test_a_version_that_was_never_read_has_no_extraction() -> None:
    assert find_extraction(make_version().pk) is None


def test_report_and_layout_come_back_as_they_were_kept() -> None:
    version = make_version()
    kept = keep(version, READ)
    row = found(version)
    assert (row.id, row.version, row.state, row.artifact) == (kept.pk, version.pk, "read", kept.artifact_id)
    assert (row.tool, row.tool_version, row.characters) == ("pypdfium2", "5.0", len(TEXT))
    assert row.report == replace(READ, text="", layout=row.report.layout)
    layout = read_layout(row)
    assert (layout.pages, layout.sections, layout.cells) == (LAYOUT.pages, LAYOUT.sections, LAYOUT.cells)
    assert layout.boxes.tolist() == LAYOUT.boxes.tolist()
    whole = read_whole(row)
    assert whole is not None and (whole.text, whole.layout.pages) == (TEXT, LAYOUT.pages)


def test_a_reading_without_a_text_keeps_its_reason_and_no_layout() -> None:
    version = make_version()
    kept = keep(version, LOCKED)
    row = found(version)
    assert (kept.layout_id, row.state, row.report.reason, row.artifact) == (None, "encrypted", "It is locked.", None)
    assert read_layout(row).pages == () and read_whole(row) is None


def test_the_same_result_is_recorded_once_and_another_beside_it() -> None:
    version = make_version()
    first, again = keep(version, LOCKED), keep(version, LOCKED)
    assert first.pk == again.pk
    read = keep(version, READ)
    assert found(version).id == read.pk != first.pk
    assert keep(version, replace(READ, tool_version="6.0")).pk != read.pk
    assert rows.Extraction.objects.filter(version=version).count() == 3


def test_what_was_read_once_stays_though_a_later_reading_failed() -> None:
    """A machine that is too busy today takes no text, page or box away."""
    version = make_version()
    read = keep(version, READ)
    with transaction.atomic():
        keep_extraction(version, replace(LOCKED, state=ExtractionState.LIMIT, reason="It took too long."), None)
    assert found(version).id == read.pk


def test_a_text_that_is_read_again_is_looked_in_though_its_row_is_older() -> None:
    version = make_version()
    first = keep(version, READ)
    contents = (first.artifact.content, make_content(version.tenant, "Other words."))
    older, newer = (
        rows.Artifact.objects.create(
            tenant=version.tenant,
            version=version,
            key=f"rules@1/read/{number}/extract",
            kind="canonical_extract",
            origin="original",
            content=content,
        )
        for number, content in enumerate(contents)
    )
    for artifact, tool in ((older, "1.0"), (newer, "2.0"), (older, "3.0")):
        with transaction.atomic():
            keep_extraction(version, replace(READ, tool_version=tool), artifact.pk)
    assert [text.key for text in find_targets(version.pk)] == [older.key]


def test_readings_of_many_versions_are_found_by_one_statement(django_assert_num_queries: Any) -> None:
    versions = [make_version(name) for name in "123"]
    kept = [keep(version, READ) for version in versions[:2]]
    with django_assert_num_queries(1):
        by_version = find_extractions(version.pk for version in versions)
    assert {id: row.id for id, row in by_version.items()} == {row.version_id: row.pk for row in kept}


def test_of_words_that_were_erased_the_state_is_left() -> None:
    version = make_version()
    kept = keep(version, READ)
    rows.Content.objects.filter(pk__in=[kept.report_id, kept.layout_id, kept.artifact.content_id]).erase(timezone.now())
    row = found(version)
    assert (row.state, row.report, row.characters) == ("read", None, 0)
    assert read_layout(row).pages == () and read_whole(row) is None


def test_a_report_that_was_changed_under_its_digest_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    version = make_version()
    keep(version, LOCKED)
    monkeypatch.setattr("lineage.models.content.digest_bytes", lambda data: f"sha256:{'0' * 64}")
    with pytest.raises(ContentDamaged):
        find_extraction(version.pk)
