"""The seven lines of the capture checklist (S2-46)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.checklist import capture_checklist
from tests.evidence.answers import answer, cite, dossier_of, passage

JUDGED = {
    "claim": "c1",
    "evaluator": "judge",
    "version": "2",
    "status": "completed",
    "verdict": "supported",
    "reason": "The period is named.",
}
COMPLETE = {
    "retrieval": [{"query": "How long?", "hits": [{"artifact": "policy", "path": "dense", "rank": 1}]}],
    "cards": [{"number": "1", "target": "E1"}],
    "extra": {"validation_errors": []},
}


def states(value: Any, has_payload: bool = False) -> list[str]:
    return [str(line.state) for line in capture_checklist(dossier_of(value), has_payload)]


def whole(**more: Any) -> Any:
    value = answer(
        cite(cited="1", marker="[1]"),
        text="Logs are kept for 24 months.",
        footnotes=[{"number": "1", "target": "E1"}],
        judge_results=[JUDGED],
        capture=COMPLETE,
    )
    return value | more


def test_an_answer_with_only_text_and_addresses_has_one_of_seven() -> None:
    value = answer(cite(cited=None, url="https://example.org/logs"), text="Logs: 24 months.", manifest=None)
    assert states(value) == ["absent", "absent", "absent", "not_applicable", "present", "absent", "absent"]


def test_an_answer_of_which_everything_was_captured_has_seven_of_seven() -> None:
    lines = capture_checklist(dossier_of(whole()), True)
    assert [str(line.state) for line in lines] == ["present"] * 7
    assert len({line.name for line in lines}) == 7 and all(line.note for line in lines)


@pytest.mark.parametrize(
    ("change", "line", "state", "note"),
    [
        ({"capture": {}}, 0, "absent", "no retrieval was recorded"),
        ({"capture": {"retrieval": [{"query": "Logs?"}]}}, 0, "absent", "not recorded: the results"),
        ({"artifacts": [passage(None)]}, 1, "absent", "the text of E1 was not kept"),
        ({"manifest": None}, 1, "absent", "neither the passages nor the request were recorded"),
        ({"manifest": None, "capture": {"request": {"text": "?"}}}, 1, "present", "the assembled request is stored"),
        ({"citations": []}, 2, "absent", "no citation was recorded"),
        ({"footnotes": None}, 3, "absent", "nobody saved what the numbers stood for"),
        ({"text": None}, 4, "absent", "no text of the answer was recorded"),
        ({"capture": {}}, 5, "absent", "those found here are the inspection's own"),
        ({"judge_results": [JUDGED | {"version": ""}]}, 6, "absent", "not recorded for every result: the version"),
        ({"judge_results": []}, 6, "absent", "no evaluator's result was recorded"),
    ],
)
def test_what_is_missing_is_said(change: Any, line: int, state: str, note: str) -> None:
    found = capture_checklist(dossier_of(whole(**change)), False)[line]
    assert str(found.state) == state and note in found.note


def test_hits_without_any_rank_have_no_order() -> None:
    retrieval = [{"query": "Logs?", "hits": [{"artifact": "policy"}]}]
    assert states(whole(capture={"retrieval": retrieval}))[0] == "absent"
    nothing = [{"query": "Logs?", "hits": []}]
    assert states(whole(capture={"retrieval": nothing}))[0] == "present"


def test_an_output_that_was_kept_and_cites_nothing_was_captured_all_the_same() -> None:
    assert states(whole(citations=[]), has_payload=True)[2] == "present"


def test_an_answer_that_needs_no_evidence_has_no_use_for_citations_and_numbers() -> None:
    claims = [{"key": "c1", "requires_citation": False}]
    assert states(whole(citations=[], footnotes=None, claims=claims))[2:4] == ["not_applicable", "not_applicable"]
