"""Bytes that were erased may be somebody else's words tomorrow: then they are kept, and the erased row stays erased."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from lineage import guards, lifecycle, retention
from lineage.bulk import write_contents
from lineage.dossiers import read_dossier
from lineage.evidence.vocabulary import AuditRetention
from lineage.models import rows
from lineage.models.content import pack
from lineage.new_sources import add_source
from lineage.reprocessing import add_version
from tests.lineage import bundles, runs
from tests.lineage.canaries import reader

pytestmark = pytest.mark.django_db

PARAGRAPHS = [f"# Part {n}\n\nRule {n} says that boat {n} lies at quay {n} until day {n}." for n in range(8)]


def erase(version: rows.SourceVersion) -> None:
    tenant = version.tenant
    lifecycle.tombstone(reader(tenant, "max"), version, "must go", retention=AuditRetention.NONE)
    lifecycle.request_purge(reader(tenant, "max"), version, "a duty")
    lifecycle.confirm_purge(reader(tenant, "pia"), version, "agreed")
    assert [done is not None for _, done in retention.erase_due(tenant.pk)] == [True]


def test_a_version_without_the_paragraph_that_had_to_go_keeps_all_its_texts(settings: Any) -> None:
    """The usual case: what named a person is taken out, and the rest is sent again."""
    settings.READER_OF_ACTOR = runs.RESPONDERS
    tenant = runs.make_house()
    whole, without = ("\n\n".join(part).encode() for part in (PARAGRAPHS, PARAGRAPHS[:3] + PARAGRAPHS[4:]))
    runs.finish(add_source(runs.iris(tenant), whole, name="rules.md", key="rules", version="1"))
    source = rows.Source.objects.get(tenant=tenant, key="rules")
    erase(source.versions.select_related("source", "tenant").get())
    run = runs.finish(add_version(runs.iris(tenant), source, without, version="2"))
    texts = rows.Artifact.objects.filter(version=run.version).select_related("content")
    assert texts.filter(kind="chunk").count() == 7
    assert all(text.content.get_text() for text in texts)
    erased = rows.Artifact.objects.filter(version__version="1", kind="chunk")
    assert erased.count() == 8 and not erased.filter(content__body__isnull=False).exists()


def test_an_answer_of_the_same_short_words_is_read_as_it_came() -> None:
    tenant = runs.make_house()
    text = bundles.artifact("yes", "Yes.", source="survey")
    bundles.take_in(tenant, {"sources": [bundles.source("survey")], "artifacts": [text]})
    erase(rows.SourceVersion.objects.select_related("source", "tenant").get(source__key="survey"))
    said = bundles.answer("open?", text="Yes.", claims=[{"key": "c1", "text": "Yes."}], manifest=[], citations=[])
    value = {"answers": [said]}
    assert bundles.take_in(tenant, value).problems == []
    assert read_dossier(rows.Answer.objects.get(case__key="open?")).answer.text == "Yes."


def test_of_one_digest_one_row_is_kept_and_any_number_erased() -> None:
    tenant = runs.make_house()
    ids = []
    for _ in range(3):
        with transaction.atomic():
            ids.append(write_contents(tenant.pk, [pack(b"Yes.")])[pack(b"Yes.").sha256])
        rows.Content.objects.filter(pk=ids[-1]).erase(timezone.now())
    assert len(set(ids)) == 3
    with transaction.atomic():
        kept = write_contents(tenant.pk, [pack(b"Yes.")])
        assert write_contents(tenant.pk, [pack(b"Yes.")]) == kept
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.Content.objects.create(tenant=tenant, **pack(b"Yes.")._asdict())
    assert guards.find_missing(connection) == []


def test_no_file_ends_a_version_that_is_known_here() -> None:
    tenant = runs.make_house()
    runs.cite_words(tenant, second=None)
    ended = [{"event": event, "at": "2026-11-01T00:00:00Z"} for event in ("tombstoned", "withdrawn")]
    report = bundles.take_in(tenant, {"sources": [bundles.source("terms", runs.version("1", events=ended))]})
    assert list(rows.SourceEvent.objects.values_list("event", flat=True)) == ["withdrawn"]
    assert any("no file ends it" in note.message for note in report.notes)
