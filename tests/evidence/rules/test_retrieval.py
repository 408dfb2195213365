"""Retrieval rules: what the golden cases leave out (S2-36, S3-08, S4-12, S4-15, S4-16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.evidence.answers import POLICY_TEXT, answer, inspect_answer, passage, step

MEMO = "Logs are kept for 24 months."


def checked(value: Any, code: str) -> tuple[list[str], dict[str, int]]:
    inspection = inspect_answer(value)
    found = [finding for finding in inspection.findings if finding.rule == f"retrieval/{code}"]
    assert {(finding.claim, finding.citation) for finding in found} <= {(None, None)}
    return [finding.detail for finding in found], dict(inspection.counts.get(f"retrieval/{code}", {}))


def reranked(handed: Any, returned: Any) -> Any:
    return answer(capture={"retrieval": [{"rerank": {"handed": handed, "returned": returned}}]})


def test_a_result_twice_one_not_handed_over_and_one_without_an_id_are_three_findings() -> None:
    """S4-16: in {a, b, c}; out {a, a, z, null}."""
    found, counts = checked(reranked(["a", "b", "c"], ["a", "a", "z", None]), "reranker-contract")
    assert sorted(found) == ["duplicate_id", "missing_id", "outside_candidates"]
    assert counts == {"fail": 3}


@pytest.mark.parametrize(
    ("handed", "returned", "counts"),
    [
        (["a", "b"], ["b", "a"], {"pass": 1}),
        (["a", "b"], [], {"pass": 1}),
        (None, ["a"], {"pass": 1}),
        (["a"], None, {"not_captured": 1}),
        (["a"], [None, None], {"fail": 1}),
        (["a"], ["z", "z"], {"fail": 2}),
    ],
)
def test_what_a_reranker_may_give_back(handed: Any, returned: Any, counts: dict[str, int]) -> None:
    assert checked(reranked(handed, returned), "reranker-contract")[1] == counts


def ranked(hits: Any = None, candidates: Any = None, supplied: str = "memo", **more: Any) -> Any:
    return answer(
        manifest=[{"label": "E1", "artifact": supplied}],
        artifacts=[passage(), passage(MEMO, key="memo", origin="generated", kind="summary"), passage(key="other")],
        transformations=[step("sum", "policy", "memo", ([0, 28], [0, 80], "paraphrased_summary"), mediation="model")],
        capture={"retrieval": [{"hits": hits, "candidates": candidates}]},
        **more,
    )


def at(**ranks: int) -> list[Any]:
    return [{"artifact": key, "final_rank": rank} for key, rank in ranks.items()]


def test_a_summary_before_its_original_is_told_with_both_ranks() -> None:
    """S3-08: summary rank 1, its primary rank 9 and not packed."""
    value = ranked(candidates=at(memo=1, policy=9))
    (finding,) = (f for f in inspect_answer(value).findings if f.rule == "retrieval/ranking-inversion")
    assert finding.sentence == "The summary memo stood at rank 1, its original policy at rank 9 and was not supplied."
    assert (finding.detail, finding.level) == ("memo", "warn")


@pytest.mark.parametrize(
    ("value", "found", "counts"),
    [
        (ranked(candidates=at(memo=2, policy=1), supplied="policy"), [], {"pass": 1}),
        (ranked(candidates=at(memo=2, policy=1)), ["memo"], {"fail": 1}),
        (ranked(candidates=at(memo=1)), ["memo"], {"fail": 1}),
        (ranked(candidates=at(memo=1, policy=9), supplied="policy"), [], {"pass": 1}),
        (ranked(candidates=at(policy=1)), [], {"not_applicable": 1}),
        (ranked(hits=[], candidates=None), [], {"not_applicable": 1}),
        (ranked(), [], {"not_captured": 1}),
        (ranked(candidates=[{"artifact": "memo"}]), [], {"not_captured": 1}),
        (ranked(candidates=at(memo=1)) | {"transformations": []}, [], {"not_captured": 1}),
        (
            ranked(hits=[{"artifact": "memo", "rank": 1}, {"artifact": "policy", "path": "dense", "rank": 4}]),
            ["memo"],
            {"fail": 1},
        ),
    ],
)
def test_an_inversion_needs_a_rank_and_an_original_that_was_kept_out(
    value: Any, found: list[str], counts: dict[str, int]
) -> None:
    assert checked(value, "ranking-inversion") == (found, counts)


@pytest.mark.parametrize(("cut", "is_inverted"), [([0, 40], True), ([40, 80], False)])
def test_an_original_ranks_where_the_passage_cut_from_the_same_place_ranks(cut: list[int], is_inverted: bool) -> None:
    """The memo is about the first half: a chunk of the second half does not stand for its original."""
    value = ranked(candidates=at(memo=1, chunk=3))
    text = POLICY_TEXT[cut[0] : cut[1]]
    value["artifacts"].append(passage(text, key="chunk", origin="derived"))
    value["transformations"] = [
        step("sum", "policy", "memo", ([0, 28], [0, 40], "paraphrased_summary"), mediation="model"),
        step("cut", "policy", "chunk", ([0, 40], cut, "exact_copy")),
    ]
    value["manifest"] = [{"label": "E1", "artifact": "memo"}, {"label": "E2", "artifact": "policy"}]
    assert checked(value, "ranking-inversion")[0] == (["memo"] if is_inverted else [])


def missing(hits: Any, gold: list[str], **more: Any) -> Any:
    chunk = passage(POLICY_TEXT[:31], key="chunk", origin="derived", source="retention", version="1")
    sibling = passage(POLICY_TEXT[31:], key="sibling", origin="derived", source="retention", version="1")
    return answer(
        sources=[{"key": "retention", "versions": [{"version": "1"}]}],
        artifacts=[
            passage(source="retention", version="1"),
            chunk,
            sibling,
            passage(MEMO, key="memo", origin="generated", source="retention", version="1"),
        ],
        transformations=[
            step("cut", "policy", "chunk", ([0, 31], [0, 31], "exact_copy")),
            step("cut2", "policy", "sibling", ([0, 49], [31, 80], "exact_copy")),
        ],
        capture={
            "retrieval": [{"hits": hits and [{"artifact": key} for key in hits], **more}],
            "reference": {"gold": gold},
        },
    )


@pytest.mark.parametrize(
    ("hits", "gold", "found"),
    [
        (["chunk"], ["chunk"], []),
        (["policy"], ["chunk"], []),
        (["chunk"], ["policy"], []),
        (["chunk"], ["retention"], []),
        (["memo"], ["retention"], ["retention"]),
        (["chunk"], ["sibling"], ["sibling"]),
        (["chunk"], ["refund-2025", "chunk"], ["refund-2025"]),
        ([], ["chunk"], ["chunk"]),
    ],
)
def test_gold_is_found_by_identity_as_itself_its_whole_or_its_source(
    hits: list[str], gold: list[str], found: list[str]
) -> None:
    assert checked(missing(hits, gold), "retrieval-miss")[0] == found


def test_without_a_reference_or_a_result_list_nothing_can_be_missed() -> None:
    """S2-36: gold unknown cannot be determined."""
    assert checked(missing(None, ["chunk"]), "retrieval-miss")[1] == {"not_captured": 1}
    assert checked(missing(["chunk"], []), "retrieval-miss")[1] == {"not_applicable": 1}
    assert checked(answer(capture={"retrieval": [{"hits": []}]}), "retrieval-miss")[1] == {"not_captured": 1}
    assert checked(missing(None, ["chunk"], candidates=[{"artifact": "chunk"}]), "retrieval-miss")[1] == {"pass": 1}


@pytest.mark.parametrize(
    ("hits", "found"),
    [
        ([{"payload": {"document_version": "7"}}], []),
        ([{"payload": {}}], ["payload_identity"]),
        ([{"payload": {"document_version": ""}}], ["payload_identity"]),
        ([{"point_id": "p1"}, {}], ["point_id"]),
        ([{"point_id": "p1"}, {"path": "sparse"}], []),
        ([{"point_id": "p1", "payload": {"title": "Logs"}}, {"payload": {}}], ["payload_identity"] * 2 + ["point_id"]),
    ],
)
def test_a_hit_names_its_point_and_the_version_in_its_payload(hits: list[Any], found: list[str]) -> None:
    value = answer(capture={"retrieval": [{"hits": [{"artifact": "policy"} | hit for hit in hits]}]})
    assert sorted(checked(value, "payload-identity-missing")[0]) == found


def test_hits_without_any_payload_or_point_were_not_recorded_so() -> None:
    value = answer(capture={"retrieval": [{"hits": [{"artifact": "policy"}]}]})
    assert checked(value, "payload-identity-missing")[1] == {"not_captured": 1}
