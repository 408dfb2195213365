from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.vocabulary import Origin
from lineage.formats.registry import read_payload
from tests.formats.record_shapes import changed, problem_of, read_shape

TASK: dict[str, Any] = {
    "task_id": "t<::>2",
    "conversation_id": "t",
    "turn": 2,
    "answerability": "ANSWERABLE",
    "turns": [
        {"speaker": "user", "text": "Which logs?"},
        {"speaker": "agent", "text": "Support logs."},
        {"speaker": "user", "text": "How long are they kept?"},
    ],
    "context_document_ids": ["doc-0-44", "doc-44-80"],
    "reference_answer": "For 24 months. A legal hold applies longer.",
}
DOCUMENTS = [{"document_id": "doc-0-44", "title": "Retention", "text": "Archived support logs are kept for 24 months"}]
JUDGED = {
    "task_id": "t<::>2",
    "system": "atlas",
    "answer": "For 24 months.",
    "human": {"faithfulness": {"a1": 4}},
    "automatic": {"RougeL": 0.5},
}
JOINED: dict[str, Any] = {"tasks": [TASK], "documents": DOCUMENTS, "judgements": [JUDGED]}


def test_every_judged_answer_of_a_task_is_an_answer_of_its_system_with_the_scores_as_they_came() -> None:
    found = read_payload(json.dumps({**JOINED, "judgements": [JUDGED, {**JUDGED, "system": "beta"}]}).encode())
    answers = [answer for _, answer in found.answers]
    assert [(a.case.key, a.response_version, a.producer, a.text) for a in answers] == [
        ("t<::>2", "t<::>2:atlas", "atlas", "For 24 months."),
        ("t<::>2", "t<::>2:beta", "beta", "For 24 months."),
    ]
    extra = answers[0].capture.extra or {}
    assert (extra["human"], extra["automatic"]) == (JUDGED["human"], JUDGED["automatic"])
    assert extra["turns_before"] == ["user: Which logs?", "agent: Support logs."]
    assert answers[0].judge_results == ()
    assert answers[0].case.question == "How long are they kept?"


def test_a_passage_that_came_has_its_words_and_another_is_not_retained() -> None:
    answer = read_shape(JOINED)
    assert [(entry.label, entry.position) for entry in answer.manifest or ()] == [("doc-0-44", 0), ("doc-44-80", 1)]
    assert [(artifact.text, artifact.origin) for artifact in answer.artifacts] == [
        (DOCUMENTS[0]["text"], Origin.ORIGINAL),
        (None, Origin.UNRESOLVED),
    ]


@pytest.mark.parametrize("payload", [TASK, [TASK], {"tasks": [TASK]}])
def test_tasks_alone_give_the_reference_answer_without_the_passages_words(payload: Any) -> None:
    answer = read_shape(payload)
    assert (answer.producer, answer.text) == ("reference", TASK["reference_answer"])
    assert [artifact.text for artifact in answer.artifacts] == [None, None]
    assert [(claim.boundary, claim.place) for claim in answer.claims] == [("inferred", (0, 14)), ("inferred", (15, 43))]


def test_the_publishers_own_names_are_read_too() -> None:
    own = {
        "task_id": "t::2",
        "input": TASK["turns"],
        "contexts": [{"document_id": "doc-0-44", "title": "Retention", "url": "x", "text": "Kept for 24 months."}],
        "targets": [{"speaker": "agent", "text": "For 24 months."}],
    }
    answer = read_shape(own)
    assert (answer.text, [artifact.text for artifact in answer.artifacts]) == (
        "For 24 months.",
        ["Kept for 24 months."],
    )
    predicted = read_payload(json.dumps({**own, "predictions": [{"text": "Six."}, {"text": "Two."}]}).encode())
    assert [(a.producer, a.text) for _, a in predicted.answers] == [("prediction", "Six."), ("prediction 2", "Two.")]
    evaluated = {"task_id": "t::2", "model_id": "m1", "model_response": "Six.", "annotations": {"fluency": {}}}
    answer = read_shape(
        {"tasks": [{**own, "contexts": [{"document_id": "d"}]}], "documents": [], "evaluations": [evaluated]}
    )
    assert (answer.producer, answer.text, answer.artifacts[0].text) == ("m1", "Six.", None)


def test_one_bad_row_stops_no_other() -> None:
    rows = [{**JUDGED, "task_id": "t9"}, {**JUDGED, "answer": 5}, {**JUDGED, "system": 5}, "row", JUDGED]
    found = read_payload(json.dumps({**JOINED, "judgements": rows}).encode())
    assert [place for place, _ in found.answers] == ["/judgements/4"]
    assert [problem.pointer for problem in found.problems] == [
        "/judgements/0",
        "/judgements/1/answer",
        "/judgements/2/system",
        "/judgements/3",
    ]


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"task_id": 5}, "/task_id"),
        ({"turns": [5]}, "/turns/0"),
        ({"turns": [{"text": 5}]}, "/turns/0/text"),
        ({"context_document_ids": "doc"}, "/context_document_ids"),
        ({"context_document_ids": [""]}, "/context_document_ids/0"),
        ({"reference_answer": 5}, "/reference_answer"),
        ({"targets": [{"text": 5}]}, "/targets/0/text"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(fields: Any, at: str) -> None:
    assert problem_of(changed(TASK, **fields), "mtrag")[0] == at
