"""A passage on its way from the query to a citation, and the step that lost it (M-05, S4-13..S4-17)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.passage_history import PassageHistory, histories, history_of
from tests.evidence.answers import POLICY_TEXT, answer, cite, dossier_of, passage, step

STEPS = ["query", "retrieval", "fusion", "rerank", "deduplication", "packing", "request", "citation"]
TEXT = "Logs are kept for 24 months."


def followed(key: str, *citations: Any, runs: Any = None, **more: Any) -> PassageHistory:
    capture = {"retrieval": runs} | more.pop("capture", {})
    artifacts = more.pop("artifacts", [passage(), passage(key="other"), passage(key="third")])
    value = answer(*citations, artifacts=artifacts, capture=capture, **more)
    found = history_of(dossier_of(value), key)
    assert found is not None
    return found


def states(history: PassageHistory) -> dict[str, str]:
    return {str(station.step): station.state for station in history.stations}


def note(history: PassageHistory, name: str) -> str:
    return next(station.note for station in history.stations if station.step == name)


def ranks(history: PassageHistory) -> dict[str, int | None]:
    return {str(s.step): s.rank for s in history.stations if s.rank is not None}


def run(**more: Any) -> Any:
    return {
        "query": "How long are logs kept?",
        "hits": [
            {"artifact": "policy", "path": "dense", "rank": 7},
            {"artifact": "policy", "path": "sparse", "rank": 2},
            {"artifact": "other", "path": "dense", "rank": 1},
        ],
        "candidates": [
            {"artifact": "policy", "fused_rank": 1, "final_rank": 2},
            {"artifact": "other", "fused_rank": 2, "final_rank": 1},
        ],
        **more,
    }


def test_a_passage_that_every_step_kept_has_its_rank_at_each() -> None:
    """S4-15: dense 7, sparse 2, fused 1."""
    request = {"text": POLICY_TEXT, "ranges": [{"span": [0, 80], "origin": "original", "block": "E1"}]}
    rerank = {"handed": ["policy", "other"], "returned": ["other", "policy"]}
    history = followed(
        "policy", cite(), runs=[run(rewrites=["logs"], rerank=rerank, deduplicated={})], capture={"request": request}
    )
    assert [str(station.step) for station in history.stations] == STEPS
    assert set(states(history).values()) == {"kept"}
    assert ranks(history) == {"retrieval": 2, "fusion": 1, "rerank": 2, "packing": 1}
    assert note(history, "retrieval") == "dense rank 7, sparse rank 2"
    assert (history.label, history.cited_by, history.lost_at) == ("E1", ("x1",), None)
    assert history.sentence == "policy (E1) was kept at every recorded step."


def test_what_nobody_recorded_is_not_recorded_and_never_kept() -> None:
    history = followed("policy", cite(cited="policy"), manifest=None)
    assert states(history) == dict.fromkeys(STEPS[:7], "not_recorded") | {"citation": "kept"}
    assert history.sentence == "Nobody recorded the way of policy."


@pytest.mark.parametrize(
    ("change", "step_name", "words"),
    [
        ({"hits": [{"artifact": "other", "rank": 1}], "candidates": None}, "retrieval", "hits of any path"),
        ({"candidates": [{"artifact": "other", "fused_rank": 1}]}, "fusion", "among the candidates"),
        ({"rerank": {"handed": ["policy", "other"], "returned": ["other"]}}, "rerank", "did not give it back"),
        ({"rerank": {"handed": ["other"], "returned": ["other"]}}, "rerank", "not handed"),
        (
            {"candidates": [{"artifact": "policy", "fused_rank": 9, "excluded_reason": "score below 0.4"}]},
            "rerank",
            "“score below 0.4”",
        ),
        ({"deduplicated": {"policy": "other"}}, "deduplication", "other was kept in its place"),
        (
            {"candidates": [{"artifact": "policy", "fused_rank": 9, "excluded_reason": "duplicate of a better hit"}]},
            "deduplication",
            "“duplicate of a better hit”",
        ),
        (
            {"candidates": [{"artifact": "policy", "fused_rank": 1, "excluded_reason": "token budget"}]},
            "packing",
            "“token budget”",
        ),
        ({}, "packing", "it was not supplied"),
    ],
)
def test_the_first_step_that_lost_a_passage_is_named(change: Any, step_name: str, words: str) -> None:
    history = followed("policy", runs=[run(**change)], manifest=[{"label": "E1", "artifact": "other"}])
    assert str(history.lost_at) == step_name
    assert words in note(history, step_name)
    later = STEPS[STEPS.index(step_name) + 1 :]
    assert {states(history)[name] for name in later} == {"not_reached"}
    assert f"was lost at {history.lost_at.label if history.lost_at else ''}" in history.sentence


def test_the_rank_at_which_a_lost_passage_had_stood_is_in_the_sentence() -> None:
    """S3-08: the original stood at rank 9 and was not supplied."""
    candidates = [{"artifact": "policy", "fused_rank": 9, "final_rank": 9}]
    history = followed("policy", runs=[run(candidates=candidates)], manifest=[{"label": "E1", "artifact": "other"}])
    assert history.sentence == "policy was lost at packing after it had stood at rank 9: it was not supplied."


def test_a_passage_that_a_summary_led_to_says_so() -> None:
    """S0-30, S3-47: p1 found through s1, which stood at recall rank 2, and packed as E1."""
    runs = [
        {
            "hits": [{"artifact": "other", "path": "summary", "rank": 2}],
            "candidates": [{"artifact": "policy", "layer": "expansion", "final_rank": 1, "matched_via": "other"}],
        }
    ]
    history = followed("policy", cite(), runs=runs)
    assert states(history)["retrieval"] == "kept"
    assert note(history, "retrieval") == "found through other (summary rank 2)"
    assert "found through other" in history.sentence and history.lost_at is None


def test_a_neighbour_that_was_added_at_packing_was_not_lost_before() -> None:
    runs = [run(hits=[{"artifact": "other", "rank": 1}], candidates=[{"artifact": "other", "fused_rank": 1}])]
    parts = [{"artifact": "other", "separator": "\n"}, {"artifact": "policy", "addition": "neighbor_expansion"}]
    block = passage(f"{POLICY_TEXT}\n{POLICY_TEXT}", key="block", origin="derived")
    history = followed(
        "policy",
        cite(),
        runs=runs,
        artifacts=[passage(), passage(key="other"), block],
        manifest=[{"label": "E1", "artifact": "block", "parts": parts}],
    )
    assert states(history)["retrieval"] == states(history)["fusion"] == "not_reached"
    assert note(history, "packing") == "supplied as a part of E1 as a neighbour"
    assert history.lost_at is None and "joined later" in history.sentence


def test_a_block_is_followed_as_the_passages_that_were_packed_into_it() -> None:
    block = passage(POLICY_TEXT[:31], key="block", origin="derived", kind="trimmed_block")
    history = followed(
        "block",
        cite(),
        runs=[run()],
        artifacts=[passage(), passage(key="other"), block],
        transformations=[step("trim", "policy", "block", ([0, 31], [0, 31], "exact_copy"))],
        manifest=[{"label": "E1", "artifact": "block"}],
    )
    assert note(history, "retrieval") == "as policy: dense rank 7, sparse rank 2"
    assert ranks(history) == {"retrieval": 2, "fusion": 1, "rerank": 2, "packing": 1}


def test_a_supplied_summary_does_not_carry_its_original() -> None:
    """Identity goes through code only: the original of a summary that was packed was not packed itself."""
    value = answer(
        cite(range=[0, 28]),
        manifest=[{"label": "E1", "artifact": "memo"}],
        artifacts=[passage(), passage(TEXT, key="memo", origin="generated", kind="summary")],
        transformations=[step("sum", "policy", "memo", ([0, 28], [0, 80], "paraphrased_summary"), mediation="model")],
    )
    memo, policy = histories(dossier_of(value))
    assert (memo.artifact, memo.cited_by, policy.artifact, policy.cited_by) == ("memo", ("x1",), "policy", ())
    assert str(policy.lost_at) == "packing"


def test_equal_words_are_not_the_same_passage() -> None:
    history = followed("third", runs=[run()])
    assert str(history.lost_at) == "retrieval"


def test_a_request_that_names_others_and_not_the_passage_lost_it() -> None:
    request = {"text": POLICY_TEXT, "ranges": [{"span": [0, 80], "origin": "original", "artifact": "other"}]}
    history = followed("policy", runs=[run()], capture={"request": request})
    assert (str(history.lost_at), states(history)["packing"]) == ("request", "kept")
    unnamed = request | {"ranges": [{"span": [0, 80], "origin": "original"}]}
    assert states(followed("policy", cite(), capture={"request": unnamed}))["request"] == "not_recorded"


def test_a_supplied_passage_that_nobody_cites_ends_at_the_citation() -> None:
    history = followed("policy", runs=[run()])
    assert (str(history.lost_at), note(history, "citation")) == ("citation", "no citation points to it")


def test_cited_passages_come_first_then_what_a_reference_names_then_the_rest_of_what_was_supplied() -> None:
    artifacts = [passage(), *(passage(key=key) for key in ("gold", "fair", "bad", "packed"))]
    reference = {"gold": ["gold", "unknown"], "acceptable": ["fair"], "forbidden": ["bad"]}
    value = answer(
        cite("x2", cited="E2"),
        cite("x1"),
        cite("x3", cited="E9"),
        manifest=[
            {"label": label, "artifact": key} for label, key in (("E0", "packed"), ("E1", "policy"), ("E2", "fair"))
        ],
        artifacts=artifacts,
        capture={"reference": reference},
    )
    assert [history.artifact for history in histories(dossier_of(value))] == ["fair", "policy", "gold", "packed"]


def test_an_artifact_that_is_not_known_has_no_history() -> None:
    assert history_of(dossier_of(answer()), "nothing") is None
    assert histories(dossier_of(answer(manifest=None))) == ()


def test_a_circle_of_derivations_is_walked_round_once() -> None:
    value = answer(
        artifacts=[passage(origin="derived"), passage(key="other", origin="derived")],
        transformations=[step("there", "policy", "other"), step("back", "other", "policy")],
        capture={"retrieval": [run()]},
    )
    assert [history.artifact for history in histories(dossier_of(value))] == ["policy"]
