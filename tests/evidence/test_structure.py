"""What is wrong in our own structure refuses the answer, with the JSON pointer of what is wrong (DESIGN 7)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.native import read_object
from tests.evidence.answers import POLICY_TEXT, answer, cite, passage, step

CHUNK = passage(POLICY_TEXT[:44], "chunk", "derived")
COPY = ([0, 44], [0, 44], "exact_copy")


def refused_at(value: Any) -> list[str]:
    found = read_object({"answers": [value]})
    assert not (found.answers and found.problems)
    return [problem.pointer.removeprefix("/answers/0") for problem in found.problems]


def test_a_sound_answer_has_no_fault() -> None:
    value = answer(cite(), artifacts=[passage(), CHUNK], transformations=[step("cut", "policy", "chunk", COPY)])
    assert refused_at(value) == []


def test_a_rank_stands_once_in_its_path() -> None:
    """S0-26: duplicate rank 2."""

    def hits(*ranks: tuple[str, int | None]) -> Any:
        found = [{"artifact": "policy", "path": path, "rank": rank} for path, rank in ranks]
        return answer(capture={"retrieval": [{"hits": found}, {"hits": found[:1]}]})

    assert refused_at(hits(("dense", 1), ("dense", 2), ("sparse", 2), ("dense", None), ("dense", None))) == []
    value = hits(("dense", 1), ("dense", 2), ("dense", 2))
    assert refused_at(value) == ["/capture/retrieval/0/hits/2/rank"]
    (problem,) = read_object({"answers": [value]}).problems
    assert problem.message == "rank 2 is given twice in path dense"


def test_what_a_reranker_gave_back_is_kept_as_it_came() -> None:
    rerank = {"handed": ["policy"], "returned": ["policy", "policy", "zzz", None]}
    assert refused_at(answer(capture={"retrieval": [{"rerank": rerank}]})) == []


@pytest.mark.parametrize(
    ("change", "at"),
    [
        (
            {"capture": {"retrieval": [{"deduplicated": {"a/b": "a/b"}}]}},
            ["/capture/retrieval/0/deduplicated/a~1b"],
        ),
        (
            {"capture": {"hops": [{"key": "h1", "ordinal": n, "proposition": "?"} for n in (1, 2)]}},
            ["/capture/hops/1/key"],
        ),
        ({"artifacts": [passage(), passage()]}, ["/artifacts/1/key"]),
        ({"sources": [{"key": "s"}, {"key": "s"}]}, ["/sources/1/key"]),
        ({"claims": [{"key": "c1"}, {"key": "c1"}]}, ["/claims/1/key"]),
        ({"citations": [cite(), cite()]}, ["/citations/1/key"]),
        ({"sources": [{"key": "s", "versions": [{"version": "1"}, {"version": "1"}]}]}, ["/sources/0/versions"]),
        ({"footnotes": [{"number": "1", "target": "a"}, {"number": "1", "target": "b"}]}, ["/footnotes"]),
        ({"manifest": [{"label": "E1", "artifact": "none"}]}, ["/manifest/0/artifact"]),
        ({"manifest": [{"label": "E1", "artifact": "policy", "supplied": [0, 81]}]}, ["/manifest/0/supplied"]),
        (
            {"manifest": [{"label": "E1", "artifact": "policy", "parts": [{"artifact": "none"}]}]},
            ["/manifest/0/parts/0/artifact"],
        ),
        (
            {"manifest": [{"label": "E1", "artifact": "policy", "parts": [{"artifact": "policy", "span": [0, 81]}]}]},
            ["/manifest/0/parts/0/span"],
        ),
        ({"text": "short", "claims": [{"key": "c1", "place": [0, 6]}]}, ["/claims/0/place"]),
        ({"text": "short", "citations": [cite(place=[5, 6])]}, ["/citations/0/place"]),
        ({"citations": [cite(claim="c9")]}, ["/citations/0/claim"]),
        ({"artifacts": [passage(source="s")]}, ["/artifacts/0/source"]),
        (
            {"sources": [{"key": "s", "versions": []}], "artifacts": [passage(source="s", version="1")]},
            ["/artifacts/0/version"],
        ),
        ({"artifacts": [passage(digest="0" * 64)]}, ["/artifacts/0/digest"]),
        (
            {"artifacts": [passage(origins=[{"span": [79, 81], "origin": "generated"}])]},
            ["/artifacts/0/origins/0/span"],
        ),
        (
            {"sources": [{"key": "s", "versions": [{"version": "1", "raw_base64": "é"}]}]},
            ["/sources/0/versions/0/raw_base64"],
        ),
        (
            {"sources": [{"key": "s", "versions": [{"version": "1", "raw_base64": "YQ==", "checksum": "0" * 64}]}]},
            ["/sources/0/versions/0/checksum"],
        ),
        (
            {"judge_results": [{"claim": "c9", "evaluator": "j", "status": "completed"}]},
            ["/judge_results/0/claim"],
        ),
        (
            {
                "claims": [
                    {
                        "key": "c1",
                        "warrant": {"rule": "sum", "operands": [{"artifact": "n", "span": [0, 1], "value": "1"}]},
                    }
                ]
            },
            ["/claims/0/warrant/operands/0/artifact"],
        ),
        ({"transformations": [step("t", "policy", "none")]}, ["/transformations/0/derivations/0/output"]),
        ({"transformations": [step("t", "none", "policy")]}, ["/transformations/0/derivations/0/input"]),
        ({"transformations": [step("t", "policy", "policy")] * 2}, ["/transformations/1/key"]),
        (
            {"capture": {"request": {"text": "0123456789", "ranges": [{"span": [0, 11], "origin": "label"}]}}},
            ["/capture/request/ranges"],
        ),
        (
            {
                "capture": {
                    "request": {
                        "text": "0123456789",
                        "ranges": [{"span": [0, 4], "origin": "label"}, {"span": [3, 5], "origin": "original"}],
                    }
                }
            },
            ["/capture/request/ranges/1/span"],
        ),
    ],
)
def test_a_fault_is_named_at_its_pointer(change: dict[str, Any], at: list[str]) -> None:
    assert refused_at(answer(**change)) == at


@pytest.mark.parametrize(
    "segment",
    [
        ([0, 45], [0, 45], "exact_copy"),
        ([0, 44], [0, 81], "normalized"),
        ([0, 44], [0, 43], "exact_copy"),
        ([0, 44], [0, 44], "deleted"),
        ([0, 44], [0, 44], "inserted"),
        ([0, 0], [0, 44], "normalized"),
    ],
)
@pytest.mark.parametrize("kept", [True, False])
def test_a_map_that_cannot_be_is_refused_whether_its_texts_were_kept_or_not(segment: Any, kept: bool) -> None:
    beyond = segment in [([0, 45], [0, 45], "exact_copy"), ([0, 44], [0, 81], "normalized")]
    artifacts = [passage(), CHUNK] if kept else [passage(None), passage(None, "chunk", "derived")]
    found = refused_at(answer(artifacts=artifacts, transformations=[step("cut", "policy", "chunk", segment)]))
    # How long a text was that nobody kept is not known, hence nothing can lie beyond it.
    assert found == ([] if beyond and not kept else ["/transformations/0/derivations/0/segments"])


def test_a_map_longer_than_any_text_is_refused_though_nobody_kept_the_text() -> None:
    segments = ([0, 44], [0, 2**40], "normalized")
    value = answer(artifacts=[passage(None), CHUNK], transformations=[step("cut", "policy", "chunk", segments)])
    assert refused_at(value) == ["/transformations/0/derivations/0/segments"]


def test_every_fault_is_named_at_once() -> None:
    value = answer(cite(claim="c9"), manifest=[{"label": "E1", "artifact": "none"}], artifacts=[passage(source="s")])
    assert set(refused_at(value)) == {"/citations/0/claim", "/manifest/0/artifact", "/artifacts/0/source"}


def test_places_in_a_text_that_nobody_kept_are_not_measured() -> None:
    value = answer(
        artifacts=[passage(None)],
        manifest=[{"label": "E1", "artifact": "policy", "supplied": [0, 999]}],
        claims=[{"key": "c1", "place": [5, 900]}],
    )
    assert refused_at(value) == []
