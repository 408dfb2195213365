"""The first item of a run: texts are made where they are missing, citations are listed in items."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from lineage.evidence.vocabulary import RunState
from lineage.models import rows
from lineage.pipeline.chunking import Chunking
from lineage.pipeline.run import SHIPPED, Pipeline
from lineage.reprocessing import NotAccepted, add_version
from lineage.text.normalization import DEFAULT
from lineage.working import do, lease
from tests.lineage import bundles, runs
from tests.lineage.making import make_content

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def responders(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS


def prepare(run: rows.Run) -> rows.Run:
    item = lease(run.pk, "here:1")
    assert item is not None and item.kind == "prepare"
    do(item)
    return rows.Run.objects.get(pk=run.pk)


def test_citations_are_listed_in_items_of_at_most_five_hundred_by_text() -> None:
    source = runs.cite_often(runs.make_house(), 1_200, answers=30)
    run = prepare(runs.begin(source))
    items = list(run.items.filter(kind="relocate").order_by("id"))
    assert [(item.key, item.size, len(item.subject)) for item in items] == [
        ("000000", 500, 500),
        ("000001", 500, 500),
        ("000002", 200, 200),
    ]
    listed = [id for item in items for id in item.subject]
    assert listed == sorted(set(listed)) and run.total == len(listed) == 1_200


def test_as_many_workers_are_rung_for_as_may_work_on_the_run(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[int] = []
    monkeypatch.setattr("lineage.preparing.ring", rung.append)
    settings.RUN_PARALLEL = 3
    few = prepare(runs.begin(runs.cite_often(runs.make_house(), 4)))
    assert rung == []
    many = prepare(runs.begin(runs.cite_often(runs.make_house("mill"), 2_000, answers=40)))
    assert rung == [many.pk, many.pk] and few.pk != many.pk


def test_a_source_that_nobody_cites_is_done_at_once() -> None:
    tenant = runs.make_house()
    bundles.take_in(tenant, {"sources": [runs.versions()], "artifacts": runs.texts(), "answers": []})
    run = runs.finish(runs.begin(rows.Source.objects.get()))
    assert (run.state, run.total) == (RunState.COMPLETED_CLEAN, 0)


def test_texts_of_a_version_that_came_as_bytes_are_made_with_verified_maps() -> None:
    source = runs.cite_words(runs.make_house(), second=None)
    run = prepare(add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2"))
    made = rows.Artifact.objects.filter(version=run.version)
    assert {"canonical_extract", "normalized_text", "chunk"} <= set(made.values_list("kind", flat=True))
    extract = made.get(kind="canonical_extract")
    assert (extract.origin, extract.content.get_text()) == ("original", runs.SECOND)
    derivations = rows.Derivation.objects.filter(output__version=run.version, map__isnull=False)
    assert derivations.exists() and set(derivations.values_list("verified", flat=True)) == {True}
    assert run.pipeline == SHIPPED.to_json()


def test_a_large_version_is_made_in_several_transactions_and_whole() -> None:
    source = runs.cite_words(runs.make_house(), "refund", second=None)
    text = " ".join(f"Rule {number} of the house: doors of hall {number} close at night." for number in range(9_000))
    run = prepare(add_version(runs.iris(source.tenant), source, text.encode(), version="2"))
    chunks = rows.Artifact.objects.filter(version=run.version, kind="chunk")
    assert chunks.count() > 400
    assert rows.Derivation.objects.filter(output__in=chunks, verified=True).count() == chunks.count()
    assert run.total == 1


def test_a_second_run_makes_nothing_anew() -> None:
    source = runs.cite_words(runs.make_house(), second=None)
    runs.finish(add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2"))
    before = bundles.counts()
    runs.finish(runs.begin(source))
    after = bundles.counts()
    for name in ("Artifact", "Transformation", "Derivation"):
        assert after[name] == before[name]


def test_an_attempt_that_failed_in_the_middle_is_finished_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    source = runs.cite_words(runs.make_house(), second=None)
    run = add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2")
    with monkeypatch.context() as patched:

        def fail(*given: object) -> None:
            raise RuntimeError("in the middle")

        patched.setattr("lineage.preparing.list_citing", fail)
        prepare(run)
    assert rows.Artifact.objects.filter(version=run.version).exists()
    assert rows.WorkItem.objects.get(run=run).state == "open"
    assert runs.finish(run).state == RunState.COMPLETED_WITH_CHANGES


def test_another_chunker_makes_other_chunks_of_the_same_text() -> None:
    source = runs.cite_words(runs.make_house(), second=None)
    first = runs.finish(add_version(runs.iris(source.tenant), source, runs.SECOND.encode(), version="2"))
    chunks = rows.Artifact.objects.filter(version=first.version, kind="chunk")
    before = set(chunks.values_list("key", flat=True))
    pipeline = Pipeline(DEFAULT, Chunking(size=100, overlap=20, by="size"))
    run = runs.finish(runs.begin(source, pipeline=pipeline.to_json()))
    assert run.pipeline == pipeline.to_json()
    assert len(set(chunks.values_list("key", flat=True)) - before) > 2
    assert rows.Artifact.objects.filter(version=first.version, kind="canonical_extract").count() == 1


def test_a_version_without_any_text_fails_the_run_and_says_why() -> None:
    source = runs.cite_words(runs.make_house(), "refund", second=None)
    rows.SourceVersion.objects.create(tenant=source.tenant, source=source, version="2", supersedes="1")
    run = runs.finish(runs.begin(source))
    assert run.state == RunState.FAILED and "Version 2 has no text" in run.reason
    assert rows.WorkItem.objects.get(run=run).attempt == 1


def test_a_version_in_more_texts_than_are_searched_fails_the_run_rather_than_call_words_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("targets", "preparing"):
        monkeypatch.setattr(f"lineage.{module}.MOST_TARGETS", 2)
    source = runs.cite_words(runs.make_house(), "refund", second=None)
    second = rows.SourceVersion.objects.create(tenant=source.tenant, source=source, version="2", supersedes="1")
    for number in range(3):
        rows.Artifact.objects.create(
            tenant=source.tenant,
            source=source,
            version=second,
            key=f"page {number}",
            kind="chunk",
            origin="original",
            content=make_content(source.tenant, f"Page {number}."),
        )
    run = runs.finish(runs.begin(source))
    assert run.state == RunState.FAILED and "more than 2 texts" in run.reason


def test_a_policy_that_names_unknown_operations_fails_the_run() -> None:
    source = runs.cite_words(runs.make_house())
    run = runs.begin(source)
    body = make_content(source.tenant, '{"operations":["guess"]}')
    policy = rows.Policy.objects.create(
        tenant=source.tenant, kind="normalization", name="quotation", revision=9, body=body, digest=body.sha256
    )
    rows.Run.objects.filter(pk=run.pk).update(normalization=policy)
    assert runs.finish(run).state == RunState.FAILED


def test_of_a_version_that_was_taken_away_only_its_own_citations_are_listed() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund", "logs")
    cited = [runs.citation("new", runs.SECOND, "36 months")]
    value = {"sources": [runs.versions()], "artifacts": runs.texts()}
    bundles.take_in(tenant, value | {"answers": [runs.answer("second", cited, "terms-2")]})
    second = source.versions.get(version="2")
    rows.SourceEvent.objects.create(
        tenant=tenant, version=second, event="withdrawn", at=datetime(2026, 11, 1, tzinfo=UTC)
    )
    run = runs.finish(runs.begin(source))
    assert runs.outcomes(run) == {"new": "withdrawn"}


def test_what_was_refused_at_the_door_starts_no_run() -> None:
    source = runs.cite_words(runs.make_house(), second=None)
    with pytest.raises(NotAccepted):
        add_version(runs.iris(source.tenant), source, b"")
    assert not rows.Run.objects.exists()
