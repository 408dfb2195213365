"""Bytes are read once; what came of it is recorded in every case, and texts are made of what was read."""

from __future__ import annotations

from typing import Any

import pytest

from lineage import text_making
from lineage.evidence.vocabulary import RunState, RunTrigger
from lineage.extractions import find_extraction
from lineage.models import rows
from lineage.models.content import pack
from lineage.reprocessing import add_version
from tests.lineage import bundles, runs

pytestmark = pytest.mark.django_db
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4


@pytest.fixture(autouse=True)
def responders(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS


def cited() -> rows.Source:
    return runs.cite_words(runs.make_house(), "refund", second=None)


def bring(source: rows.Source, data: bytes, media_type: str = "") -> rows.SourceVersion:
    """Bytes that nobody looked at, as a bundle brings them."""
    raw = rows.Content.objects.create(tenant=source.tenant, **pack(data)._asdict())
    return rows.SourceVersion.objects.create(
        tenant=source.tenant, source=source, version="2", supersedes="1", raw=raw, media_type=media_type
    )


def extract_of(version: rows.SourceVersion) -> rows.Artifact:
    return rows.Artifact.objects.select_related("content").get(version=version, kind="canonical_extract")


def test_what_was_read_is_recorded_with_the_extract_that_came_of_it() -> None:
    source = cited()
    run = runs.finish(add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2"))
    found = find_extraction(run.version_id)
    assert found is not None and found.report is not None
    assert (found.state, found.artifact) == ("read", extract_of(run.version).pk)
    assert (found.characters, found.report.encoding) == (len(runs.SECOND), "utf-8")


def test_bytes_that_are_no_text_fail_the_run_and_are_kept_with_their_state() -> None:
    version = bring(source := cited(), PICTURE)
    run = runs.finish(runs.begin(source))
    assert run.state == RunState.FAILED and "Version 2 was not read: " in run.reason and "PNG" in run.reason
    found = find_extraction(version.pk)
    assert found is not None and (found.state, found.artifact) == ("wrong_type", None)
    assert version.raw is not None and version.raw.get_bytes() == PICTURE
    assert not rows.Artifact.objects.filter(version=version).exists()


def test_read_in_vain_again_nothing_new_is_recorded() -> None:
    version = bring(source := cited(), PICTURE)
    states = [runs.finish(runs.begin(source)).state for _ in range(2)]
    assert states == [RunState.FAILED] * 2
    assert rows.Extraction.objects.filter(version=version).count() == 1


def test_the_declared_character_set_is_believed() -> None:
    source = cited()
    reader = runs.iris(source.tenant)
    data = runs.SECOND.replace("desk", "café").encode("latin-1")
    run = runs.finish(add_version(reader, source, data, version="2", media_type="text/plain; charset=iso-8859-1"))
    found = find_extraction(run.version_id)
    assert found is not None and found.report is not None and not found.report.is_guess
    assert extract_of(run.version).content.get_text() == runs.SECOND.replace("desk", "café")


def test_a_media_type_that_cannot_be_read_declares_no_character_set() -> None:
    assert text_making.declared_encoding("text/html; charset*=foo'x'%41") == ""
    assert text_making.declared_encoding("text/html; charset=windows-1252") == "windows-1252"


def test_a_text_whose_encoding_nobody_declared_is_read_and_the_guess_is_recorded() -> None:
    source = cited()
    data = runs.SECOND.encode("utf-16")
    run = runs.finish(add_version(runs.iris(source.tenant), source, data, version="2"))
    assert run.state == RunState.COMPLETED_CLEAN
    assert extract_of(run.version).content.get_text() == runs.SECOND


def test_another_pipeline_is_given_what_was_read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    source = cited()
    runs.finish(add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2"))

    def fail(*given: object, **named: object) -> None:
        raise AssertionError("the bytes were read again")

    monkeypatch.setattr(text_making, "extract_safely", fail)
    shipped = rows.Run.objects.get().pipeline
    pipeline = shipped | {"chunking": {"size": 100, "overlap": 20, "by": "size"}}
    run = runs.finish(runs.begin(source, pipeline=pipeline))
    assert run.state == RunState.COMPLETED_CLEAN
    assert rows.Extraction.objects.count() == 1


def test_a_new_extraction_reads_the_bytes_anew_and_makes_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    source = cited()
    runs.finish(add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2"))
    read, before = [], bundles.counts()
    extract = text_making.extract_safely

    def watched(*given: Any, **named: Any) -> Any:
        read.append(given)
        return extract(*given, **named)

    monkeypatch.setattr(text_making, "extract_safely", watched)
    run = runs.finish(runs.begin(source, trigger=RunTrigger.NEW_EXTRACTION))
    after = bundles.counts()
    assert len(read) == 1 and run.state == RunState.COMPLETED_CLEAN
    for name in ("Artifact", "Transformation", "Derivation", "Extraction"):
        assert after[name] == before[name]


def test_a_version_whose_texts_were_left_half_made_is_finished_by_the_next_attempt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = cited()
    run = add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2")
    write, written = text_making.write_part, []

    def fail_at_the_third(*given: Any) -> None:
        written.append(given)
        if len(written) == 3:
            raise RuntimeError("in the middle")
        write(*given)

    monkeypatch.setattr(text_making, "write_part", fail_at_the_third)
    run = runs.finish(run)
    assert run.state == RunState.COMPLETED_CLEAN and run.pipeline
    assert rows.Artifact.objects.filter(version=run.version, kind="chunk").exists()
    assert rows.Extraction.objects.filter(version=run.version).count() == 1


def test_bytes_that_were_erased_fail_the_run_in_words() -> None:
    version = bring(source := cited(), runs.SECOND.encode())
    rows.Content.objects.filter(pk=version.raw_id).erase(version.recorded_at)
    run = runs.finish(runs.begin(source))
    assert run.state == RunState.FAILED and "not kept here any more" in run.reason
