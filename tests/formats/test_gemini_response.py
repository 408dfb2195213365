from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.reading import PayloadError
from lineage.formats import gemini
from lineage.formats.registry import read_payload
from lineage.text.span import Span
from tests.formats.gemini_payloads import (
    PAGE,
    PASSAGE,
    candidate,
    grounding,
    read_all,
    read_one,
    response,
    segment,
    support,
)

FIRST = response(candidate("Zehn Jah", reason=None))
LAST = response(candidate("re, 10 €.", grounded=grounding([support(segment(0, 19, "Zehn Jahre, 10 €."), 0)], [PAGE])))


def as_stream(*events: Any) -> bytes:
    return b"".join(b"data: " + json.dumps(event).encode() + b"\r\n\r\n" for event in events)


@pytest.mark.parametrize(
    "data",
    [
        as_stream(FIRST, LAST),
        json.dumps([FIRST, LAST]).encode(),
        json.dumps({"events": [FIRST, LAST]}).encode(),
        b"\n".join(json.dumps(event).encode() for event in (FIRST, LAST)),
    ],
)
def test_a_stream_in_any_wrapping_is_one_answer_over_which_the_last_event_counts(data: bytes) -> None:
    found = read_payload(data)
    assert found.problems == []
    ((_, answer),) = found.answers
    assert answer.text == "Zehn Jahre, 10 €."
    assert [(claim.place, claim.boundary) for claim in answer.claims] == [(Span(0, 17), "declared")]
    assert [citation.convention for citation in answer.citations] == ["byte_utf8, end exclusive, all parts joined"]


def test_complete_responses_line_by_line_are_answers_each() -> None:
    lines = [{**response(candidate(text)), "responseId": text} for text in ("Ten.", "Six.")]
    found = read_payload(b"\n".join(json.dumps(line).encode() for line in lines))
    assert [answer.text for _, answer in found.answers] == ["Ten.", "Six."]


def test_thoughts_and_calls_are_no_words_of_the_answer() -> None:
    answer = read_one(response(candidate({"text": "Hm.", "thought": True}, {"functionCall": {}}, "Ten.")))
    assert answer.text == "Ten."


def test_events_of_two_responses_are_not_joined() -> None:
    with pytest.raises(PayloadError) as caught:
        gemini.read([FIRST, {**LAST, "responseId": "r-2"}], "")
    assert caught.value.pointer == "/1/responseId"


def test_the_last_grounding_counts_where_it_repeats_the_earlier_one() -> None:
    early, late = support(segment(0, 4, "Zehn"), 0), support(segment(5, 10, "Jahre"), 1)
    events = [
        response(candidate("Zehn ", grounded=grounding([early], [PAGE]), reason=None)),
        response(candidate("Jahre", grounded=grounding([early, late], [PAGE, PASSAGE]))),
    ]
    assert [claim.place for claim in read_one(events).claims] == [Span(0, 4), Span(5, 10)]


def test_a_grounding_that_drops_what_an_earlier_event_said_is_refused_not_shortened() -> None:
    events = [
        response(candidate("Zehn ", grounded=grounding([support(segment(0, 4, "Zehn"), 0)], [PAGE]), reason=None)),
        response(candidate("Jahre", grounded=grounding([support(segment(5, 10, "Jahre"), 0)], [PAGE]))),
    ]
    with pytest.raises(PayloadError, match="does not repeat the earlier ones"):
        gemini.read(events, "")


def test_streamed_candidates_are_told_apart_by_their_index() -> None:
    events = [
        response(candidate("Te", index=0, reason=None), candidate("Si", index=1, reason=None)),
        response(candidate("x.", index=1)),
        response(candidate("n.", index=0)),
    ]
    assert [(answer.text, answer.response_version) for answer in read_all(events)] == [
        ("Ten.", "r-1"),
        ("Six.", "r-1/1"),
    ]


def test_more_candidates_than_any_request_can_ask_for_are_refused() -> None:
    with pytest.raises(PayloadError, match="65 candidates"):
        gemini.read(response(*[candidate("x")] * 65), "")
