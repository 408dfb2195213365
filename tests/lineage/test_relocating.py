"""One item through rows: what became of each citation, and what is kept of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.evidence.vocabulary import RelocationOutcome, RunState
from lineage.models import rows
from lineage.reprocessing import read_progress
from lineage.targets import INDEXES, find_targets, read_words
from lineage.text.anchoring import ANCHORING
from lineage.working import do, lease
from tests.lineage import bundles, runs
from tests.lineage.making import make_content

pytestmark = pytest.mark.django_db

KEYS = "Keys are lost at times by guests. Ask the warden. Then wait outside for a new one. "
OLD = (
    "The desk opens at nine. Heavy parcels go by the back door. Lists are kept in the cellar. "
    f"A missing receipt is replaced once. Fines are paid within 10 days. {KEYS}The end."
)
NEW = (
    "The desk opens at nine. Heavy\nparcels go by the back door. Lists are kept in the cellar. "
    f"A lost receipt is replaced once. Fines are paid within 30 days. {KEYS}{KEYS}The end."
)
CITED = {
    "same": "The desk opens at nine",
    "line": "Heavy parcels go by the back door",
    "moved": "Lists are kept in the cellar",
    "alike": "A missing receipt is replaced once",
    "changed": "Fines are paid within 10 days",
    "twice": "Ask the warden",
}


def take_in(tenant: rows.Tenant, old: str, new: str, cited: dict[str, str], **more: Any) -> rows.Source:
    made = [runs.citation(key, old, words) for key, words in cited.items()]
    value = {"sources": [runs.versions()], "artifacts": runs.texts(old, new), "answers": [runs.answer("refund", made)]}
    report = bundles.take_in(tenant, value | more)
    assert report.problems == []
    return rows.Source.objects.get(tenant=tenant, key="terms")


def details(relocation: rows.Relocation) -> Any:
    return json.loads(relocation.details.get_bytes())


def test_every_outcome_that_a_text_can_have_comes_through_rows() -> None:
    gone = {"gone": "Gift cards, vouchers and tokens are never paid out in coins."}
    old, new = f"{OLD} {gone['gone']}", f"A word before. {NEW}"
    run = runs.finish(runs.begin(take_in(runs.make_house(), old, new, CITED | gone)))
    assert runs.outcomes(run) == {
        "same": "relocated_exact",
        "line": "relocated_normalized",
        "moved": "relocated_exact",
        "alike": "proposed",
        "changed": "text_changed",
        "twice": "ambiguous",
        "gone": "lost",
    }
    assert run.state == RunState.COMPLETED_WITH_CHANGES


def test_words_that_stand_where_they_stood_are_unchanged_and_leave_verdicts_as_they_are() -> None:
    run = runs.finish(runs.begin(take_in(runs.make_house(), OLD, OLD, CITED)))
    assert set(runs.outcomes(run).values()) == {"unchanged"} and run.state == RunState.COMPLETED_CLEAN
    found = rows.Relocation.objects.get(citation__key="moved")
    assert (found.method, found.changed, found.details, found.drifted) == ("position", None, None, False)
    at = OLD.index(CITED["moved"])
    assert (found.was.key, found.start, found.end) == ("terms-1", at, at + len(CITED["moved"]))
    assert (found.now.key, found.now_start, found.now_end) == ("terms-2", at, at + len(CITED["moved"]))


def test_a_changed_number_is_named_moves_nothing_and_is_offered() -> None:
    """S3-55: at the same offsets other words stand now, and the place is offered."""
    runs.finish(runs.begin(take_in(runs.make_house(), OLD, NEW, CITED)))
    found = rows.Relocation.objects.get(citation__key="changed")
    assert (found.outcome, found.changes, found.now, found.drifted) == ("text_changed", "number", None, True)
    assert found.changed is not None
    words = "Fines are paid within 30 days"
    (offered, *_) = details(found)["candidates"]
    assert offered == {
        "artifact": "terms-2", "start": NEW.index(words), "end": NEW.index(words) + len(words), "distance": 1,
    }  # fmt: skip


def test_several_equal_places_are_all_offered() -> None:
    runs.finish(runs.begin(take_in(runs.make_house(), OLD, NEW, CITED)))
    offered = details(rows.Relocation.objects.get(citation__key="twice"))["candidates"]
    first = NEW.index("Ask the warden")
    second = NEW.index("Ask the warden", first + 1)
    assert sorted(place["start"] for place in offered) == [first, second]


def taken_away(version: rows.SourceVersion, event: str) -> rows.SourceEvent:
    return rows.SourceEvent.objects.create(
        tenant=version.tenant, version=version, event=event, at=datetime(2026, 11, 1, tzinfo=UTC)
    )


@pytest.mark.parametrize(("event", "outcome"), [("withdrawn", "withdrawn"), ("tombstoned", "withdrawn")])
def test_of_a_version_that_was_taken_away_nothing_is_looked_for(event: str, outcome: str) -> None:
    source = runs.cite_words(runs.make_house(), "refund")
    first = source.versions.get(version="1")
    taken_away(first, event)
    run = runs.finish(runs.begin(source, "1"))
    assert runs.outcomes(run) == {"refund": outcome}
    found = rows.Relocation.objects.get()
    assert (found.was.key, found.now, found.method) == ("terms-1", None, None) and found.changed is not None


def test_in_a_version_that_is_taken_away_during_the_run_nothing_is_looked_for() -> None:
    source = runs.cite_words(runs.make_house(), "refund")
    run = runs.begin(source)
    item = lease(run.pk, "here:1")
    assert item is not None
    do(item)
    taken_away(run.version, "withdrawn")
    assert runs.outcomes(runs.finish(run)) == {"refund": "withdrawn"}


def test_words_that_were_erased_cannot_be_looked_for() -> None:
    source = runs.cite_words(runs.make_house(), "refund")
    rows.Content.objects.filter(pk=rows.Artifact.objects.get(key="terms-1").content_id).erase(bundles.NOON)
    assert runs.outcomes(runs.finish(runs.begin(source))) == {"refund": "not_replayable"}


def test_generated_words_without_a_way_to_the_original_cannot_be_looked_for() -> None:
    tenant = runs.make_house()
    summary = {
        "key": "summary", "kind": "summary", "origin": "generated", "text": "Refunds within fourteen days.",
        "source": "terms", "version": "1",
    }  # fmt: skip
    made = [runs.citation("told", summary["text"], "fourteen days")]
    value = {"sources": [runs.versions()], "artifacts": [*runs.texts(), summary]}
    bundles.take_in(tenant, value | {"answers": [runs.answer("told", made, "summary")]})
    source = rows.Source.objects.get()
    assert runs.outcomes(runs.finish(runs.begin(source))) == {"told": "not_replayable"}


def test_a_citation_that_resolved_to_no_range_cannot_be_looked_for() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund")
    beyond = {"key": "beyond", "claim": "c1", "cited": "E1", "range": [100_000, 100_010], "unit": "code_point"}
    value = {"sources": [runs.versions()], "artifacts": runs.texts(), "answers": [runs.answer("beyond", [beyond])]}
    bundles.take_in(tenant, value)
    assert runs.outcomes(runs.finish(runs.begin(source)))["beyond"] == "not_replayable"


def test_what_fails_for_ever_is_an_error_of_its_citation(monkeypatch: pytest.MonkeyPatch) -> None:
    source = runs.cite_words(runs.make_house(), "refund")

    def fail(*given: Any) -> None:
        raise ValueError("a fault of ours")

    monkeypatch.setattr("lineage.relocating.trace", fail)
    run = runs.finish(runs.begin(source))
    assert run.state == RunState.PARTIAL and rows.Relocation.objects.count() == 0
    assert read_progress(run).outcomes == {RelocationOutcome.ERROR: 1}


def test_a_citation_through_chunk_and_normalized_text_is_looked_for_by_its_original_words() -> None:
    tenant = runs.make_house()
    old = "Refunds  are paid\nwithin fourteen days. Ask the desk."
    at = [(0, 7), (7, 9), (9, 17), (17, 18), (18, len(old))]
    normalized = "Refunds are paid within fourteen days. Ask the desk."
    out = [(0, 7), (7, 8), (8, 16), (16, 17), (17, len(normalized))]
    kinds = ["exact_copy", "normalized", "exact_copy", "normalized", "exact_copy"]
    segments = [
        {"output": list(o), "input": list(i), "kind": kind} for o, i, kind in zip(out, at, kinds, strict=True)
    ]
    steps = [
        step("normalize", "normalization", "terms-1", "clean", segments),
        step("cut", "chunking", "clean", "chunk", [{"output": [0, 38], "input": [0, 38], "kind": "exact_copy"}]),
    ]
    made = [
        {"key": "clean", "kind": "normalized_text", "origin": "derived", "text": normalized},
        {"key": "chunk", "kind": "chunk", "origin": "derived", "text": normalized[:38]},
    ]
    cited = [runs.citation("chunk", normalized, "are paid within fourteen")]
    value = {"sources": [runs.versions()], "artifacts": [*runs.texts(old, f"New. {old}"), *made]}
    answers = {"transformations": steps, "answers": [runs.answer("chunk", cited, "chunk")]}
    assert bundles.take_in(tenant, value | answers).problems == []
    runs.finish(runs.begin(rows.Source.objects.get()))
    found = rows.Relocation.objects.get()
    words = "are paid\nwithin fourteen"
    assert (found.outcome, found.was.key) == ("relocated_exact", "terms-1")
    assert (found.start, found.end) == (old.index(words), old.index(words) + len(words))
    assert (found.now_start, found.now_end) == (found.start + 5, found.end + 5)


def step(key: str, kind: str, upstream: str, made: str, segments: list[dict[str, Any]]) -> dict[str, Any]:
    derivation = {"input": upstream, "output": made, "segments": segments}
    return {"key": key, "kind": kind, "mediation": "deterministic", "derivations": [derivation]}


def test_a_citation_of_a_block_of_two_places_has_one_relocation_with_both() -> None:
    tenant = runs.make_house()
    first, second = "Lists are kept in the cellar.", "Fines are paid within 10 days."
    block = f"{first} {second}"
    places = [(OLD.index(first), first, 0), (OLD.index(second), second, len(first) + 1)]
    segments = [
        {"output": [at, at + len(words)], "input": [start, start + len(words)], "kind": "exact_copy"}
        for start, words, at in places
    ]
    segments.append({"output": [len(first), len(first) + 1], "input": [0, 0], "kind": "inserted"})
    made = {"key": "block", "kind": "merged_block", "origin": "derived", "text": block}
    value = {"sources": [runs.versions()], "artifacts": [*runs.texts(OLD, NEW), made]}
    answers = {
        "transformations": [step("merge", "merge", "terms-1", "block", segments)],
        "answers": [runs.answer("block", [runs.citation("both", block, block)], "block")],
    }
    assert bundles.take_in(tenant, value | answers).problems == []
    runs.finish(runs.begin(rows.Source.objects.get()))
    found = rows.Relocation.objects.get()
    assert (found.outcome, found.changes) == ("text_changed", "number")
    assert OLD[found.start : found.end] == second
    spans = details(found)["spans"]
    assert [span["outcome"] for span in spans] == ["unchanged", "text_changed"]
    assert spans[0]["now"]["artifact"] == "terms-2"


def test_of_a_version_in_pages_every_page_is_searched() -> None:
    tenant = runs.make_house()
    pages = [
        {**bundles.artifact(f"page-{number}", text, version="2"), "kind": "chunk", "page": number}
        for number, text in enumerate(["Nothing of it here.", f"A word before. {OLD}"])
    ]
    cited = [runs.citation("moved", OLD, CITED["moved"])]
    value = {"sources": [runs.versions()], "artifacts": [*runs.texts(OLD, None), *pages]}
    bundles.take_in(tenant, value | {"answers": [runs.answer("refund", cited)]})
    runs.finish(runs.begin(rows.Source.objects.get()))
    found = rows.Relocation.objects.get()
    assert (found.outcome, found.now.key) == ("relocated_exact", "page-1")


def test_the_newest_extract_is_searched_and_no_other_text_of_the_version() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund")
    second = source.versions.get(version="2")
    shared = {"tenant": tenant, "source": source, "version": second, "origin": "original"}
    rows.Artifact.objects.create(
        **shared, key="again", kind="canonical_extract", content=make_content(tenant, "Other words.")
    )
    rows.Artifact.objects.create(**shared, key="page", kind="chunk", content=make_content(tenant, "A page."))
    assert [text.key for text in find_targets(second.pk)] == ["again"]


def test_an_index_is_built_once_for_item_after_item_and_never_for_other_bytes() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant, "refund")
    targets = find_targets(source.versions.get(version="2").pk)
    words = [read_words(targets)[target.id] for target in targets]
    assert None not in words
    given = [word for word in words if word is not None]
    (first,) = INDEXES.of(targets, given, ANCHORING)
    assert INDEXES.of(targets, given, ANCHORING) == [first]
    (other,) = INDEXES.of(targets, [(bytes(32), "Other words.")], ANCHORING)
    assert other is not first and other.text == "Other words."


def test_the_statements_of_an_item_do_not_grow_with_its_citations() -> None:
    counts = []
    for key, many in (("harbour", 3), ("mill", 300)):
        run = runs.begin(runs.cite_often(runs.make_house(key), many))
        for _ in range(2):
            item = lease(run.pk, "here:1")
            assert item is not None
            with CaptureQueriesContext(connection) as captured:
                do(item)
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 30
