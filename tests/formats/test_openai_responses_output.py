from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.reading import PayloadError
from lineage.formats.node import Node
from lineage.formats.openai_responses_output import join_events
from lineage.formats.registry import read_payload
from tests.formats.responses_payloads import (
    RULE,
    file_citation,
    file_search,
    message,
    output_text,
    read_one,
    response,
    result,
    words,
)

CREATED = {"type": "response.created", "response": {**response(), "status": "in_progress"}}
CALL = {"type": "response.output_item.done", "item": file_search(result(RULE))}
ADDED = {"type": "response.output_item.added", "item": {"type": "message", "id": "msg-1", "content": []}}
WHOLE = response(file_search(result(RULE)), message(output_text("Ten years.", file_citation(9))))
COMPLETED = {"type": "response.completed", "response": WHOLE}


def delta(text: str, index: Any = 0) -> dict[str, Any]:
    return {"type": "response.output_text.delta", "item_id": "msg-1", "content_index": index, "delta": text}


def annotated(annotation: Any, index: Any = 0) -> dict[str, Any]:
    kind = "response.output_text.annotation.added"
    return {"type": kind, "item_id": "msg-1", "content_index": index, "annotation": annotation}


BROKEN_OFF = [CREATED, CALL, ADDED, delta("Ten "), delta("years"), annotated(file_citation(9)), delta(".")]


def test_the_last_event_holds_the_whole_response() -> None:
    assert read_one([CREATED, delta("Te"), COMPLETED]).text == "Ten years."


def test_a_stream_that_broke_off_gives_the_same_words_claims_and_citations_as_far_as_it_came() -> None:
    broken, whole = read_one(BROKEN_OFF), read_one(WHOLE)
    assert (broken.text, broken.claims, broken.citations) == (whole.text, whole.claims, whole.citations)
    assert (broken.manifest, broken.artifacts) == (whole.manifest, whole.artifacts)
    assert broken.response_version == "resp-1"


def test_texts_of_one_item_are_joined_by_their_number() -> None:
    answer = read_one([CREATED, delta("Six.", 1), delta("Ten. ", 0)])
    assert answer.text == "Ten. Six."
    assert [words(answer, claim) for claim in answer.claims] == ["Ten.", "Six."]


def test_an_item_that_is_done_counts_for_more_than_its_pieces() -> None:
    done = {"type": "response.output_item.done", "item": message(output_text("Ten years."))}
    (item,) = join_events([Node(event) for event in (ADDED, delta("Ten"), done)]).output
    assert isinstance(item, list)
    assert [text.text for text in item] == ["Ten years."]


@pytest.mark.parametrize(
    "data",
    [
        b"".join(b"event: x\ndata: " + json.dumps(event).encode() + b"\n\n" for event in [*BROKEN_OFF, COMPLETED]),
        b"\n".join(json.dumps(event).encode() for event in [*BROKEN_OFF, COMPLETED]),
        json.dumps(BROKEN_OFF).encode(),
        json.dumps({"request": {"input": "How long?"}, "events": BROKEN_OFF}).encode(),
    ],
)
def test_a_stream_in_any_wrapping_is_one_answer(data: bytes) -> None:
    found = read_payload(data)
    assert found.problems == []
    assert [answer.text for _, answer in found.answers] == ["Ten years."]


def test_a_number_that_is_none_is_named_by_its_pointer() -> None:
    with pytest.raises(PayloadError) as caught:
        join_events([Node(delta("x", "0"), "/4")])
    assert caught.value.pointer == "/4/content_index"
