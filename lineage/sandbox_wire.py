"""What goes between the sandbox and its child: blocks of bytes, each after its length in eight bytes.

To the child: a request in JSON, the bytes of the file. Back, of an extraction: a header in JSON, the text in UTF-8, the
boxes; of page images, for each: a header in JSON, the picture.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extraction import Extraction

WIDTH = 8
LONGEST_TEXT = 64 * 1024 * 1024
"""Bytes of UTF-8 that the text of one file may have."""
LONGEST_HEADER = 24 * 1024 * 1024
"""Bytes of what is known of its places but for boxes: half a million cells, each an object for whoever reads it."""
LARGEST_BOXES = 128 * 1024 * 1024
LARGEST_ANSWER = 256 * 1024 * 1024

TOOL, TOOL_VERSION = "sandbox", "1"
MEMORY = "Reading it took more memory than one file is given; bring a smaller file, or its text."
NESTING = "What it holds is nested deeper than can be read; bring it flattened, or its text."
LENGTH = "Its text, or what is known of its places, is longer than one file is given; bring it in parts."


class NotWhole(ValueError):
    """What the child wrote breaks off, or is not built as it has to be."""


def head_of(block: bytes) -> bytes:
    return len(block).to_bytes(WIDTH, "big")


def join(*blocks: bytes) -> bytes:
    return b"".join(part for block in blocks for part in (head_of(block), block))


def split(joined: bytes | bytearray) -> Iterator[memoryview]:
    """The blocks; NotWhole where the last one breaks off."""
    view, at = memoryview(joined), 0
    while at < len(view):
        start = at + WIDTH
        at = start + int.from_bytes(view[at:start], "big")
        if at > len(view):
            raise NotWhole("it breaks off")
        yield view[start:at]


def read_block(stream: BinaryIO) -> bytes:
    """The next block of a stream; NotWhole where it breaks off."""
    length = int.from_bytes(stream.read(WIDTH), "big")
    block = stream.read(length)
    if len(block) != length:
        raise NotWhole("it breaks off")
    return block


def write_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def pack_extraction(extraction: Extraction) -> tuple[bytes, bytes, bytes]:
    """Its blocks. UnicodeEncodeError where a word holds half a surrogate pair, which no text may."""
    layout, boxes = extraction.layout.pack()
    header = write_json({"report": extraction.to_report(), "layout": layout})
    return header, extraction.text.encode(), boxes


def fail(state: ExtractionState, reason: str, data: bytes) -> Extraction:
    """What is said of a file that the sandbox itself gives up on."""
    return Extraction(state=state, bytes_in=len(data), tool=TOOL, tool_version=TOOL_VERSION, reason=reason)
