"""The origin inventory of an answer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.dossier import Dossier
from lineage.evidence.inventory import InventoryRow, inventory_of, origin_of, permitted
from lineage.evidence.native import read_object
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Authorship,
    EvidenceCategory,
    Mediation,
    Origin,
    RangeOrigin,
    Surface,
)
from tests.golden import dossiers, load_cases

SOURCE = "Refunds are paid within thirty days, except where a dispute is open."
AID = "When are refunds paid? They are paid after a month."


def ledger(**capture: Any) -> Dossier:
    """S0-22: src-v1, which the source wrote, and aid-v1, which a model wrote about it."""
    answer = {
        "case": {"key": "refund"},
        "text": "Within thirty days.",
        "manifest": [{"label": "E1", "artifact": "src-v1"}],
        "capture": capture,
        "sources": [{"key": "rules", "owner": "Finance", "versions": [{"version": "1"}]}],
        "artifacts": [
            artifact("src-v1", "canonical_extract", "original", SOURCE) | {"source": "rules", "version": "1"},
            artifact("aid-v1", "contextual_prefix", "generated", AID),
        ],
        "transformations": [made("prefix", "model", "src-v1", "aid-v1") | {"prompt_digest": f"sha256:{'a' * 64}"}],
    }
    answer["capture"].setdefault("retrieval", [{"aids": [{"artifact": "aid-v1", "kind": "prefix"}]}])
    return dossier_of(answer)


def artifact(key: str, kind: str, origin: str, text: str | None) -> dict[str, Any]:
    return {"key": key, "kind": kind, "origin": origin, "text": text}


def made(key: str, mediation: str, source: str, output: str, segments: Any = None) -> dict[str, Any]:
    edge = {"input": source, "output": output, "segments": segments}
    kind = "context_generation" if mediation == "model" else "chunking"
    name = (
        {"model": "m-1", "model_version": "2026-09"} if mediation == "model" else {"tool": "cut", "tool_version": "3"}
    )
    return {"key": key, "kind": kind, "mediation": mediation, "derivations": [edge], **name}


def dossier_of(answer: dict[str, Any]) -> Dossier:
    collected = read_object({"schema": "evidence-inspector/1", "answers": [answer]})
    assert not collected.problems, [str(problem) for problem in collected.problems]
    (dossier,) = dossiers(collected)
    return dossier


def row_of(dossier: Dossier, key: str) -> InventoryRow:
    return next(row for row in inventory_of(dossier) if row.artifact == key)


def test_the_ledger_of_an_original_and_an_aid_has_two_rows_and_the_aid_is_never_quoted() -> None:
    """S0-22, its acceptance example."""
    dossier = ledger(request={"text": f"Answer from this: {SOURCE}"})
    assert [row.artifact for row in inventory_of(dossier)] == ["aid-v1", "src-v1"]
    aid = row_of(dossier, "aid-v1")
    assert (aid.quote, aid.retrieve) == (False, True)
    assert aid.visible[Surface.GENERATOR] is False
    assert row_of(dossier, "src-v1").visible[Surface.GENERATOR] is True


def test_an_aid_in_the_captured_request_was_before_the_generator_by_its_words_or_by_a_range() -> None:
    by_words = ledger(request={"text": f"{AID}\n{SOURCE}"})
    by_range = ledger(request={"ranges": [{"span": [0, 9], "origin": "generated", "artifact": "aid-v1"}]})
    assert row_of(by_words, "aid-v1").visible[Surface.GENERATOR] is True
    assert row_of(by_range, "aid-v1").visible[Surface.GENERATOR] is True


def test_a_manifest_without_a_captured_request_does_not_say_what_the_generator_read() -> None:
    """S0-23."""
    assert row_of(ledger(), "src-v1").visible[Surface.GENERATOR] is None
    assert row_of(ledger(request={"digest": f"sha256:{'b' * 64}"}), "src-v1").visible[Surface.GENERATOR] is None


def test_the_label_of_a_passage_in_the_request_is_not_the_passage() -> None:
    ranges = [{"span": [0, 4], "origin": str(RangeOrigin.LABEL), "block": "E1"}]
    assert row_of(ledger(request={"ranges": ranges}), "src-v1").visible[Surface.GENERATOR] is None


def test_a_supplied_stretch_of_a_long_text_in_the_request_shows_that_text() -> None:
    request = {"text": f"[E1] {SOURCE[:35]}"}
    answer = {
        "case": {"key": "refund"},
        "manifest": [{"label": "E1", "artifact": "src-v1", "supplied": [0, 35]}],
        "capture": {"request": request},
        "artifacts": [artifact("src-v1", "canonical_extract", "original", SOURCE)],
    }
    assert row_of(dossier_of(answer), "src-v1").visible[Surface.GENERATOR] is True
    assert row_of(ledger(request=request), "src-v1").visible[Surface.GENERATOR] is False


def test_paths_of_the_hits_tell_which_index_found_a_text_and_a_miss_tells_nothing() -> None:
    hits = [
        {"artifact": "src-v1", "path": "bm25", "rank": 1},
        {"artifact": "aid-v1", "path": "dense", "rank": 1, "payload": {"title": "Rules"}},
    ]
    dossier = ledger(retrieval=[{"hits": hits, "rerank": {"handed": ["src-v1"]}}])
    source, aid = row_of(dossier, "src-v1").visible, row_of(dossier, "aid-v1").visible
    assert (source[Surface.LEXICAL_INDEX], source[Surface.EMBEDDING]) == (True, None)
    assert (aid[Surface.LEXICAL_INDEX], aid[Surface.EMBEDDING]) == (None, True)
    assert (source[Surface.RERANKER], aid[Surface.RERANKER]) == (True, False)
    assert (source[Surface.RETURNED_FIELDS], aid[Surface.RETURNED_FIELDS]) == (None, True)


def test_the_words_of_an_aid_in_the_embedding_view_of_its_chunk_were_embedded() -> None:
    """S0-24."""
    views = [{"kind": "embedding", "artifact": "src-v1", "text": f"Summary: {AID}\n{SOURCE}"}]
    assert row_of(ledger(views=views), "aid-v1").visible[Surface.EMBEDDING] is True


def test_a_card_beside_the_answer_shows_its_passage_and_without_cards_nothing_is_known_of_the_page() -> None:
    dossier = ledger(cards=[{"number": "1", "target": "E1"}])
    assert row_of(dossier, "src-v1").visible[Surface.PAGE] is True
    assert row_of(dossier, "aid-v1").visible[Surface.PAGE] is False
    assert row_of(ledger(), "aid-v1").visible[Surface.PAGE] is None


def test_each_author_is_named_with_what_was_recorded_of_them() -> None:
    dossier = ledger()
    owner, model = row_of(dossier, "src-v1").author, row_of(dossier, "aid-v1").author
    assert (owner.by, owner.name) == (Authorship.SOURCE, "Finance")
    assert (model.by, model.name, model.prompt_digest) == (Authorship.MODEL, "m-1 2026-09", f"sha256:{'a' * 64}")


COPY = [{"output": [0, 7], "input": [0, 7], "kind": "exact_copy"}]


@pytest.mark.parametrize(
    ("mediation", "segments", "may"),
    [("deterministic", COPY, True), ("deterministic", None, False), ("model", COPY, False), ("human", COPY, False)],
)
def test_a_derived_text_is_quoted_only_where_code_made_it_and_a_map_leads_to_the_original(
    mediation: str, segments: Any, may: bool
) -> None:
    """S3-84."""
    answer: dict[str, Any] = {
        "case": {"key": "refund"},
        "manifest": [{"label": "E1", "artifact": "chunk"}],
        "artifacts": [
            artifact("src", "canonical_extract", "original", SOURCE),
            artifact("chunk", "chunk", "derived", SOURCE[:7]),
        ],
        "transformations": [made("cut", mediation, "src", "chunk", segments)],
    }
    row = row_of(dossier_of(answer), "chunk")
    assert (row.quote, row.category) == (may, EvidenceCategory.QUOTED_EXCERPT)
    assert (row.author.by is Authorship.CODE) is (mediation == "deterministic")


def test_texts_made_from_each_other_in_a_circle_are_quoted_by_nobody() -> None:
    answer = {
        "case": {"key": "refund"},
        "manifest": [{"label": "E1", "artifact": "a"}],
        "artifacts": [artifact("a", "chunk", "derived", SOURCE[:7]), artifact("b", "chunk", "derived", SOURCE[:7])],
        "transformations": [made("t", "deterministic", "a", "b", COPY), made("u", "deterministic", "b", "a", COPY)],
    }
    assert [row.quote for row in inventory_of(dossier_of(answer))] == [False, False]


def test_a_text_with_ranges_of_another_origin_is_mixed_and_marks_a_boundary() -> None:
    answer = {
        "case": {"key": "refund"},
        "manifest": [{"label": "E1", "artifact": "block"}],
        "artifacts": [
            artifact("block", "merged_block", "derived", f"{AID}\n{SOURCE}")
            | {"origins": [{"span": [0, len(AID)], "origin": "generated"}]}
        ],
    }
    row = row_of(dossier_of(answer), "block")
    assert (row.origin, row.quote, row.category) == (Origin.MIXED, False, EvidenceCategory.EVIDENCE_BOUNDARY)
    assert row.author.by is Authorship.NOT_RECORDED


def test_a_named_text_that_nobody_recorded_has_a_row_and_may_serve_for_a_search_only() -> None:
    row = row_of(ledger(retrieval=[{"hits": [{"artifact": "lost", "path": "dense"}]}]), "lost")
    assert (row.kind, row.origin, row.quote, row.visible[Surface.EMBEDDING]) == (None, Origin.UNRESOLVED, False, True)


def test_generated_questions_and_hypothetical_documents_are_for_searching_only() -> None:
    """S0-16, S0-21."""
    for kind in (ArtifactKind.GENERATED_QUESTION, ArtifactKind.HYPOTHETICAL_DOCUMENT):
        use = permitted(kind, Origin.GENERATED, False)
        assert (use.retrieve, use.expose, use.quote, use.derive) == (True, False, False, False)


def test_no_golden_case_permits_the_quoting_of_words_that_the_source_did_not_write() -> None:
    for case in load_cases():
        for dossier in dossiers(read_object(case.bundle)):
            for row in inventory_of(dossier):
                recorded = dossier.artifacts.get(row.artifact)
                is_generated = recorded is None or recorded.origin in (
                    Origin.GENERATED,
                    Origin.UNRESOLVED,
                    Origin.MIXED,
                )
                assert not (row.quote and is_generated), (case.name, row)
                assert set(row.visible) == set(Surface)


@given(
    origin=st.sampled_from(Origin),
    kind=st.sampled_from(ArtifactKind),
    ranges=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.sampled_from(Origin)), max_size=4),
    mediation=st.sampled_from(Mediation),
    mapped=st.booleans(),
)
def test_nothing_that_was_generated_may_be_quoted_whatever_else_is_said_of_it(
    origin: Origin, kind: ArtifactKind, ranges: list[tuple[int, int, Origin]], mediation: Mediation, mapped: bool
) -> None:
    spans = [{"span": [min(a, b), max(a, b) + 1], "origin": str(found)} for a, b, found in ranges]
    answer = {
        "case": {"key": "refund"},
        "manifest": [{"label": "E1", "artifact": "one"}],
        "artifacts": [
            artifact("src", "canonical_extract", "original", SOURCE),
            artifact("one", str(kind), str(origin), SOURCE[:7]) | {"origins": spans},
        ],
        "transformations": [made("step", str(mediation), "src", "one", COPY if mapped else None)],
    }
    dossier = dossier_of(answer)
    row, recorded = row_of(dossier, "one"), dossier.artifacts["one"]
    touched = {recorded.origin, *(marked.origin for marked in recorded.origins)}
    if recorded.origin is Origin.GENERATED or Origin.GENERATED in touched:
        assert not row.quote and not row.derive
    assert row.retrieve
    assert origin_of(recorded) is row.origin
