from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.reading import PayloadError
from lineage.formats.anthropic_message import join_events
from lineage.formats.node import Node
from tests.formats.messages import RULE, char_location, exchange, message, read_one, statuses, text_block, text_document


def start(index: int, **block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": "", **block}}


def text_delta(index: int, text: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": "text_delta", "text": text}}


def citations_delta(index: int, citation: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": index, "delta": {"type": "citations_delta", "citation": citation}}


OPENING = {"type": "message_start", "message": {**message(), "stop_reason": None}}
ENDING = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}


def test_a_stream_reads_as_the_message_that_it_carries() -> None:
    location = char_location(0, 33, "Invoices are kept for ten years. ")
    whole = exchange([text_document(RULE)], text_block("Ten years.", location), text_block(" So be it."))
    events = [
        OPENING,
        start(0, citations=[]),
        {"type": "ping"},
        citations_delta(0, location),
        text_delta(0, "Ten "),
        text_delta(0, "years."),
        {"type": "content_block_stop", "index": 0},
        start(1),
        text_delta(1, " So be it."),
        ENDING,
        {"type": "message_stop"},
    ]
    streamed, said = read_one({"request": whole["request"], "events": events}), read_one(whole)
    assert (streamed.text, streamed.claims, streamed.citations) == (said.text, said.claims, said.citations)
    assert (streamed.response_version, streamed.capture) == (said.response_version, said.capture)
    assert statuses(streamed) == [("quote_match", "")]


def test_deltas_are_joined_by_index_whatever_their_order() -> None:
    events = [OPENING, start(1), start(0), text_delta(1, "second"), text_delta(0, "first ")]
    assert [block.text for block in join_events(Node(events, "/events").items).blocks] == ["first ", "second"]


def test_a_stream_that_broke_off_gives_what_came() -> None:
    assert read_one([OPENING, start(0), text_delta(0, "Ten ye")]).text == "Ten ye"


def test_tool_input_and_thinking_are_no_words_of_the_answer() -> None:
    events = [
        OPENING,
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "input": {}}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{}"}},
    ]
    assert read_one(events).text == ""


@pytest.mark.parametrize(
    ("event", "pointer"),
    [
        (text_delta(0, 5), "/2/delta/text"),
        (text_delta(True, "x"), "/2/index"),
        ({"type": "content_block_delta", "delta": {}}, "/2"),
        (start(0, citations=4), "/2/content_block/citations"),
        ("words", "/2"),
    ],
)
def test_an_event_of_the_wrong_shape_is_named_by_its_pointer(event: Any, pointer: str) -> None:
    with pytest.raises(PayloadError) as caught:
        read_one([OPENING, start(0), event])
    assert caught.value.pointer == pointer
