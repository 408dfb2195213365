"""Bytes -> answers, whatever format they are in. The one place that knows all formats (formats.md 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from lineage.evidence.bundle import Answer
from lineage.evidence.native import Collected, is_native, is_record, read_lines, read_object
from lineage.evidence.reading import BYTE_ORDER_MARK, PayloadError, Problem, load_json
from lineage.formats import (
    anthropic,
    context_envelope,
    expertqa,
    gemini,
    gemini_interactions,
    ledger,
    lineage_tables,
    mtrag,
    openai_responses,
    ragas,
    structured_claims,
)
from lineage.formats.anthropic_message import is_message_stream
from lineage.formats.context_envelope import is_block
from lineage.formats.exchange import is_event_stream, read_event_stream
from lineage.formats.gemini_response import is_first_event
from lineage.formats.node import Node
from lineage.formats.openai_responses_output import is_stream as is_response_stream
from lineage.formats.parts import read_each_part

NATIVE = "native"
SCHEMA_FAMILY = "evidence-inspector/"


class Format(Protocol):
    """A producer's payloads. `split` gives the parts that hold one answer each, and `read_part` reads one."""

    @property
    def NAME(self) -> str: ...

    def matches(self, payload: object) -> bool: ...

    def split(self, payload: object) -> tuple[Node, ...]: ...

    def read_part(self, part: Node, raw: str) -> Answer: ...

    def read(self, payload: object, raw: str) -> tuple[Answer, ...]: ...


# The first that matches is taken: an ExpertQA row has a question and an answer too, as rows of Ragas have.
FORMATS: tuple[Format, ...] = (
    anthropic,
    openai_responses,
    gemini,
    gemini_interactions,
    expertqa,
    mtrag,
    ledger,
    lineage_tables,
    structured_claims,
    context_envelope,
    ragas,
)
FORMAT_NAMES: tuple[str, ...] = (NATIVE, *(form.NAME for form in FORMATS))
_BY_NAME: Mapping[str, Format] = {form.NAME: form for form in FORMATS}


def detect(payload: object) -> Format | None:
    """The foreign format of a JSON value; None where it is native or unknown."""
    if _is_native(payload):
        return None
    return next((form for form in FORMATS if form.matches(payload)), None)


def read_payload(data: bytes, form: str = "auto") -> Collected:
    """Everything readable in a file: a bundle, a payload, a stream of events, or JSON Lines of rows or records.

    What cannot be read is a problem with its line and JSON pointer; it never stops what can. ValueError for a `form`
    that is neither "auto" nor in FORMAT_NAMES.
    """
    if form not in ("auto", *FORMAT_NAMES):
        raise ValueError(f"no format is called {form}")
    found = Collected()
    try:
        _read(found, data, form)
    except PayloadError as error:
        found.problems.append(Problem("", error.pointer, error.message))
    return found


def _read(found: Collected, data: bytes, form: str) -> None:
    if is_event_stream(data):
        _read_value(found, read_event_stream(data), _decode(data), form)
        return
    try:
        value = load_json(data)
    except PayloadError:
        lines = data.removeprefix(BYTE_ORDER_MARK).split(b"\n")
        first = _find_first_line(lines)
        if first is None:
            raise
        _read_json_lines(found, lines, first, form)
    else:
        _read_value(found, value, _decode(data), form)


def _read_value(found: Collected, value: Any, raw: str, form: str, place: str = "") -> None:
    if form == NATIVE or (form == "auto" and _is_native(value)):
        if is_record(value):
            read_lines([raw.encode()], found)
        elif isinstance(value, dict):
            read_object(value, found)
        else:
            raise PayloadError("", "a bundle is an object, or lines of records")
        return
    chosen = _BY_NAME.get(form) or detect(value)
    if chosen is None:
        raise PayloadError("", f"this is in none of the formats that can be read: {', '.join(FORMAT_NAMES)}")
    parts = chosen.split(value)
    if not parts:
        found.problems.append(Problem(place, "", "there is no answer in it"))
    for part, answer in zip(parts, read_each_part(parts, chosen.read_part, raw), strict=True):
        if isinstance(answer, PayloadError):
            found.problems.append(Problem(place, answer.pointer, answer.message))
        else:
            found.answers.append((" ".join(filter(None, (place, part.at))), answer))


def _read_json_lines(found: Collected, lines: Sequence[bytes], first: Any, form: str) -> None:
    if form == NATIVE or (form == "auto" and is_record(first)):
        read_lines(lines, found)
        return
    # Lines that are one answer together: the events of a stream, the blocks of one context.
    if is_message_stream([first]) or is_response_stream([first]) or is_first_event(first) or is_block(first):
        events = [load_json(line) for line in lines if line.strip()]
        _read_value(found, events, _decode(b"\n".join(lines)), form)
        return
    for number, line in _number(lines):
        place = f"line {number}"
        try:
            _read_value(found, load_json(line), _decode(line.strip()), form, place)
        except PayloadError as error:
            found.problems.append(Problem(place, error.pointer, error.message))


def _find_first_line(lines: Sequence[bytes]) -> Any:
    """The first object of JSON Lines, which may begin with one bad line; None where these are no JSON Lines."""
    written = [line for _, line in zip(range(2), (line for _, line in _number(lines)), strict=False)]
    if len(written) < 2 or not written[0].lstrip().startswith(b"{"):
        return None
    for line in written:
        try:
            value = load_json(line)
        except PayloadError:
            continue
        if isinstance(value, dict):
            return value
    return None


def _number(lines: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _is_native(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return is_native(value) or is_record(value) or str(value.get("schema", "")).startswith(SCHEMA_FAMILY)


def _decode(data: bytes) -> str:
    try:
        return data.removeprefix(BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError as error:
        raise PayloadError("", f"byte {error.start} is not UTF-8") from None
