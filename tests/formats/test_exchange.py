from __future__ import annotations

import pytest

from lineage.evidence.reading import PayloadError
from lineage.formats.exchange import is_event_stream, is_exchange, read_event_stream, unwrap


def test_an_exchange_is_unwrapped_with_pointers() -> None:
    found = unwrap({"request": {"a": 1}, "response": {"b": 2}})
    assert found.request is not None and found.response is not None and found.events is None
    assert (found.request.at, found.response.at) == ("/request", "/response")


def test_a_bare_response_has_no_request() -> None:
    found = unwrap({"type": "message", "content": []})
    assert found.request is None and found.response is not None and found.response.at == ""


def test_a_row_whose_response_is_a_text_is_no_exchange() -> None:
    assert not is_exchange({"user_input": "q", "response": "a"})


def test_events_may_be_wrapped_or_bare() -> None:
    wrapped, bare = unwrap({"events": [1]}), unwrap([1])
    assert wrapped.events is not None and bare.events is not None
    assert (wrapped.events.at, bare.events.at) == ("/events", "")


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_server_sent_events_are_read_up_to_done(line_end: bytes) -> None:
    body = b'event: a\ndata: {"n": 1}  \n\n: comment\n\ndata: {"n":\ndata: 2}\n\ndata: [DONE]\n\ndata: {"n": 3}\n\n'
    data = body.replace(b"\n", line_end)
    assert is_event_stream(data)
    assert read_event_stream(data) == [{"n": 1}, {"n": 2}]


def test_a_block_that_is_no_json_is_named_by_its_number() -> None:
    with pytest.raises(PayloadError, match="block 2 of the stream"):
        read_event_stream(b"data: {}\n\ndata: {\n\n")


def test_json_is_no_event_stream() -> None:
    assert not is_event_stream(b'{"data": 1}')
