"""The child of the sandbox: bytes on its standard input, what was read from them on its standard output.

Runs as a program of its own (see `lineage.sandbox`), limited from its first line on. It ends with 0 where it wrote an
answer; else what it wrote is the traceback of a program that is itself not whole.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import Any, BinaryIO

from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.own_process import Limits, end_with_parent, limit
from lineage.pipeline.extract.reading import extract
from lineage.sandbox_wire import (
    LARGEST_BOXES,
    LENGTH,
    LONGEST_HEADER,
    LONGEST_TEXT,
    MEMORY,
    NESTING,
    fail,
    join,
    pack_extraction,
    read_block,
    write_json,
)


def main() -> None:
    """`sys.argv[1]` holds the process id of the parent and the limits, as JSON."""
    parent, limits = json.loads(sys.argv[1])
    end_with_parent(signal.SIGKILL)
    if os.getppid() != parent:
        return
    limit(Limits(*limits))
    with os.fdopen(os.dup(1), "wb") as answer:
        _silence()
        request = json.loads(read_block(sys.stdin.buffer))
        data = read_block(sys.stdin.buffer)
        try:
            _answer(request, data, answer)
        except Exception:
            answer.write(traceback.format_exc().encode())
            sys.exit(1)


def _silence() -> None:
    """Libraries that print do not print into the answer."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    os.close(nothing)


def _answer(request: dict[str, Any], data: bytes, answer: BinaryIO) -> None:
    if request["verb"] == "render":
        render(data, request["pages"], answer)
    else:
        answer.write(read(data, SourceKind(request["kind"]), request["encoding"]))


def read(data: bytes, kind: SourceKind, encoding: str) -> bytes:
    """An extraction as it goes over the wire, whatever the bytes are; ImportError where the program is not whole."""
    state = ExtractionState.LIMIT
    try:
        header, text, boxes = pack_extraction(extract(data, kind, encoding=encoding))
        if len(header) <= LONGEST_HEADER and len(text) <= LONGEST_TEXT and len(boxes) <= LARGEST_BOXES:
            return join(header, text, boxes)
        reason = LENGTH
    except ImportError:
        raise
    except MemoryError:
        reason = MEMORY
    except RecursionError:
        reason = NESTING
    except Exception as error:
        state, reason = ExtractionState.CORRUPT, f"Its reader failed on how it is built ({type(error).__name__})."
    return join(*pack_extraction(fail(state, reason, data)))


def render(data: bytes, pages: Sequence[int], answer: BinaryIO) -> None:
    """Each picture is written as soon as it is drawn, so that a page that fails takes no earlier one with it."""
    from lineage.pipeline.page_images import render_pages

    try:
        for page in render_pages(data, pages):
            answer.write(join(write_json([page.page, page.width, page.height]), page.png))
            answer.flush()
    except ImportError:
        raise
    except Exception:
        return
