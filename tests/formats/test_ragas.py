from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.bundle import Answer
from lineage.evidence.digests import digest_text
from lineage.evidence.reading import PayloadError
from lineage.evidence.structure import find_faults
from lineage.evidence.vocabulary import JudgeScope, JudgeStatus, JudgeVerdict, Origin
from lineage.formats import ragas
from tests.formats.messages import RULE, statuses

ROW = {"user_input": "How long?", "response": "Ten years [1].", "retrieved_contexts": [RULE], "reference": "ten"}


def read(payload: Any) -> tuple[Answer, ...]:
    answers = ragas.read(payload, json.dumps(payload))
    assert all(find_faults(answer, {}, {}) == () for answer in answers)
    return answers


def run(output: Any = 1, **prompt: Any) -> dict[str, Any]:
    shown = {"user_input": "How long?", "response": "Ten years.", "retrieved_contexts": None}
    asked = {"prompt_input": shown, "prompt_output": {"reason": "It is so.", "verdict": 1}, **prompt}
    sample = {"user_input": "How long?", "response": "Ten years."}
    return {"metric_input": sample, "metric_output": output, "prompts": {"critic": asked}, "is_accepted": True}


def test_old_and_new_names_read_alike() -> None:
    old = {"question": "How long?", "answer": "Ten years [1].", "contexts": [RULE], "ground_truth": "ten"}
    (new,), (former,) = read(ROW), read(old)
    assert (new.case, new.text, new.claims, new.citations) == (
        former.case,
        former.text,
        former.claims,
        former.citations,
    )
    assert (new.sources, new.artifacts, new.manifest) == (former.sources, former.artifacts, former.manifest)


@pytest.mark.parametrize("payload", [ROW, [ROW, ROW], {"samples": [ROW], "kind": "export"}])
def test_a_row_a_list_and_an_object_of_samples_are_read(payload: Any) -> None:
    assert ragas.matches(payload)
    assert {answer.text for answer in read(payload)} == {"Ten years [1]."}


def test_contexts_are_sources_named_by_their_digest_and_of_unrecorded_origin() -> None:
    (answer,) = read(ROW)
    assert [source.key for source in answer.sources] == [digest_text(RULE)]
    assert [artifact.origin for artifact in answer.artifacts] == [Origin.UNRESOLVED]
    assert answer.manifest is not None and [entry.label for entry in answer.manifest] == ["1"]
    assert answer.capture.marker_contract == ragas.MARKER_CONTRACT
    assert statuses(answer) == [("span_resolved", "")]


def test_a_context_given_twice_is_one_source_under_two_numbers() -> None:
    (answer,) = read({**ROW, "retrieved_contexts": [RULE, RULE]})
    assert answer.manifest is not None and [entry.label for entry in answer.manifest] == ["1", "2"]
    assert len(answer.artifacts) == 1


def test_a_number_beyond_the_contexts_is_an_unknown_source() -> None:
    (answer,) = read({**ROW, "response": "Ten years [4]."})
    assert statuses(answer) == [("unresolved_id", "")]


def test_no_contexts_is_not_the_same_as_none_recorded() -> None:
    (empty,), (absent,) = read({**ROW, "retrieved_contexts": []}), read({**ROW, "retrieved_contexts": None})
    assert (empty.manifest, absent.manifest) == ((), None)


def test_a_row_without_response_is_a_retrieval_without_claims() -> None:
    (answer,) = read({"user_input": "How long?", "retrieved_contexts": [RULE]})
    assert (answer.text, answer.claims, answer.citations) == (None, (), ())
    assert answer.manifest is not None


def test_unknown_columns_are_kept() -> None:
    (answer,) = read({**ROW, "faithfulness": 0.5, "note": {"a": [1]}})
    assert answer.capture.extra == {"reference": "ten", "faithfulness": 0.5, "note": {"a": [1]}}


def test_each_row_keeps_its_own_raw_payload_and_a_single_one_the_bytes_as_they_came() -> None:
    first, second = read([ROW, {**ROW, "response": "Six."}])
    assert [json.loads(answer.raw_payload or "")["response"] for answer in (first, second)] == [
        "Ten years [1].",
        "Six.",
    ]
    assert ragas.read(ROW, " {} ")[0].raw_payload == " {} "


def test_a_metric_run_judged_the_response_as_a_whole() -> None:
    (answer,) = read({"response": {"is_true": [run()]}})
    (judged,) = answer.judge_results
    assert [(claim.key, claim.boundary) for claim in answer.claims] == [("response", "declared")]
    assert (judged.claim, judged.evaluator, judged.status, judged.score) == ("response", "is_true", "completed", 1.0)
    assert (judged.verdict, judged.reason, judged.claim_text) == (JudgeVerdict.OTHER, "It is so.", "Ten years.")
    assert judged.scope is JudgeScope.UNDECLARED
    assert judged.raw == run()


def test_two_metrics_over_one_response_are_two_opinions_of_one_answer() -> None:
    (answer,) = read({"is_true": [run(1), run(0)], "is_short": [run(0)]})
    assert [(r.evaluator, r.attempt, r.score) for r in answer.judge_results] == [
        ("is_true", 1, 1.0),
        ("is_true", 2, 0.0),
        ("is_short", 1, 0.0),
    ]


@pytest.mark.parametrize(
    ("judged", "status", "score"),
    [
        (run(0), JudgeStatus.COMPLETED, 0.0),
        (run(None), JudgeStatus.ERROR, None),
        (run(None, prompt_output=None), JudgeStatus.NOT_RUN, None),
        (run("good"), JudgeStatus.COMPLETED, None),
        (run(True), JudgeStatus.COMPLETED, None),
        (run(10**400), JudgeStatus.COMPLETED, None),
    ],
)
def test_no_output_is_not_zero_and_what_is_no_number_is_no_score(
    judged: Any, status: JudgeStatus, score: float | None
) -> None:
    (answer,) = read({"is_true": [judged]})
    assert [(result.status, result.score) for result in answer.judge_results] == [(status, score)]


@pytest.mark.parametrize(
    ("payload", "pointer"),
    [
        ({"samples": [ROW, {**ROW, "response": 5}]}, "/samples/1/response"),
        ([{**ROW, "retrieved_contexts": [RULE, None]}], "/0/retrieved_contexts/1"),
        ({**ROW, "retrieved_contexts": "text"}, "/retrieved_contexts"),
        ({**ROW, "user_input": [{"content": "Hi", "type": "human"}]}, "/user_input"),
        ([ROW, "row"], "/1"),
        ({"is_true": [run(), 5]}, "/is_true/1"),
    ],
)
def test_what_has_the_wrong_type_is_named_by_its_pointer(payload: Any, pointer: str) -> None:
    with pytest.raises(PayloadError) as caught:
        read(payload)
    assert caught.value.pointer == pointer
