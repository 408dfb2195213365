"""Where a passage stood in retrieval, by identity."""

from __future__ import annotations

from typing import Any

from lineage.evidence.retrieval_ranks import RetrievalIndex
from tests.evidence.answers import POLICY_TEXT, answer, dossier_of, passage, step


def index_of(*runs: Any) -> RetrievalIndex:
    chunk = passage(POLICY_TEXT[:31], key="chunk", origin="derived")
    value = answer(
        manifest=[{"label": "E1", "artifact": "chunk"}],
        artifacts=[passage(), passage(key="twin"), chunk],
        transformations=[step("cut", "policy", "chunk", ([0, 31], [0, 31], "exact_copy"))],
        capture={"retrieval": list(runs) if runs else None},
    )
    return RetrievalIndex(dossier_of(value))


def test_the_latest_recorded_rank_counts() -> None:
    hits = [{"artifact": "policy", "path": "a", "rank": 7}, {"artifact": "policy", "path": "b", "rank": 2}]
    assert index_of({"hits": hits}).find("policy").rank == 2
    fused = {"artifact": "policy", "fused_rank": 3}
    assert index_of({"hits": hits, "candidates": [fused]}).find("policy").rank == 3
    assert index_of({"hits": hits, "candidates": [fused | {"final_rank": 9}]}).find("policy").rank == 9


def test_a_chunk_is_found_as_the_text_it_was_cut_from_and_a_twin_never() -> None:
    index = index_of({"hits": [{"artifact": "policy", "rank": 4}]})
    assert (index.find("chunk").rank, index.find("chunk").keys) == (4, ("policy",))
    assert not index.find_exactly("chunk").is_found
    assert not index.find("twin").is_found


def test_several_runs_are_one_retrieval_and_none_is_not_recorded() -> None:
    index = index_of({"hits": [{"artifact": "policy", "rank": 4}]}, {"hits": [{"artifact": "policy", "rank": 1}]})
    assert index.find("policy").best_hit == 1
    assert (index_of().has_hits, index_of({"query": "?"}).has_hits, index_of({"hits": []}).has_hits) == (
        False,
        False,
        True,
    )
