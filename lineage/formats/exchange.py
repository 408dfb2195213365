"""An exchange is a request with its response, or with the events of a streamed one; a bare response has no request.

Server-sent events follow the WHATWG rules that formats.md 3 names: blocks divided by a blank line, `data:` lines
joined by a newline, `[DONE]` ends the stream, blanks after the JSON occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from lineage.evidence.reading import PayloadError, load_json
from lineage.formats.node import Node

END_OF_STREAM = b"[DONE]"
_BLOCK_BORDER = re.compile(rb"(?:\r\n|\n|\r(?!\n)){2,}")
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Exchange(NamedTuple):
    """`request` is None where nobody captured it. One of `response` and `events` is set."""

    request: Node | None
    response: Node | None
    events: Node | None


def is_exchange(payload: object) -> bool:
    """An object with `events`, or with a `response` that is itself an object (a row's response is a text)."""
    return isinstance(payload, dict) and (
        isinstance(payload.get("events"), list) or isinstance(payload.get("response"), dict)
    )


def unwrap(payload: object) -> Exchange:
    """The parts of an exchange, of a bare list of events, or of a bare response, each with its pointer."""
    node = Node(payload)
    if isinstance(payload, list):
        return Exchange(None, None, node)
    if not is_exchange(payload):
        return Exchange(None, node, None)
    response = node.find("response")
    return Exchange(node.find("request"), response, None if response is not None else node.find("events"))


def is_event_stream(data: bytes) -> bool:
    """Whether bytes are the body of a `text/event-stream` response."""
    return data.lstrip(b"\xef\xbb\xbf\r\n").startswith((b"event:", b"data:", b":"))


def read_event_stream(data: bytes) -> list[object]:
    """The JSON values of the events, in order. Raises PayloadError with the number of the block."""
    return list(_read_blocks(data.removeprefix(b"\xef\xbb\xbf")))


def _read_blocks(data: bytes) -> Iterator[object]:
    for number, block in enumerate(_BLOCK_BORDER.split(data), start=1):
        lines = [line[5:].removeprefix(b" ") for line in _LINE_END.split(block) if line.startswith(b"data:")]
        body = b"\n".join(lines).strip()
        if body == END_OF_STREAM:
            return
        if not body:
            continue
        try:
            yield load_json(body)
        except PayloadError as error:
            raise PayloadError("", f"block {number} of the stream: {error.message}") from None
