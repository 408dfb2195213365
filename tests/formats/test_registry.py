from __future__ import annotations

import json
from typing import Any

import pytest

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
from lineage.formats.registry import FORMAT_NAMES, FORMATS, detect, read_payload
from tests.formats.messages import RULE, message, text_block
from tests.formats.record_shapes import BLOCK, CLAIMS, ENVELOPES, LEDGER, TABLES
from tests.formats.test_anthropic_message import ENDING, OPENING, start, text_delta
from tests.formats.test_expertqa import FIRST, row
from tests.formats.test_gemini_interactions import interaction
from tests.formats.test_mtrag import JOINED, TASK
from tests.formats.test_ragas import ROW, run

NATIVE_ANSWER = {"text": "Ten years.", "claims": [{"key": "c1", "text": "Ten years."}]}
EVENTS = [OPENING, start(0), text_delta(0, "Ten years."), ENDING]


def as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def as_lines(*values: Any) -> bytes:
    return b"\n".join(value if isinstance(value, bytes) else as_bytes(value) for value in values) + b"\n"


@pytest.mark.parametrize(
    ("payload", "module"),
    [
        (message(text_block("Ten.")), anthropic),
        ({"response": message()}, anthropic),
        ({"events": EVENTS}, anthropic),
        (EVENTS, anthropic),
        ({"object": "response", "output": []}, openai_responses),
        ({"request": {}, "events": [{"type": "response.created"}]}, openai_responses),
        ({"candidates": [{"content": {"parts": []}}]}, gemini),
        ([{"candidates": [{"content": {"parts": []}}]}], gemini),
        (row(FIRST), expertqa),
        ([row(FIRST)], expertqa),
        (ROW, ragas),
        ({"samples": [ROW]}, ragas),
        ({"response": {"is_true": [run()]}}, ragas),
        (interaction(), gemini_interactions),
        ({"response": interaction()}, gemini_interactions),
        (LEDGER, ledger),
        (CLAIMS, structured_claims),
        ({**CLAIMS, "sources": []}, structured_claims),
        (TABLES, lineage_tables),
        (BLOCK, context_envelope),
        ([BLOCK], context_envelope),
        (ENVELOPES, context_envelope),
        (TASK, mtrag),
        ([TASK], mtrag),
        (JOINED, mtrag),
        ({"schema": "evidence-inspector/1", "answers": []}, None),
        ({"schema": "evidence-inspector/1", **CLAIMS}, None),
        ({"sources": [], "claims": []}, None),
        ({"tasks": [], "documents": []}, None),
        ({"choices": []}, None),
        ([], None),
        ("words", None),
        (None, None),
    ],
)
def test_a_payload_is_told_by_its_shape(payload: Any, module: Any) -> None:
    assert detect(payload) is module


def test_the_names_of_formats_are_native_and_those_of_the_modules() -> None:
    assert FORMAT_NAMES == (
        "native",
        "anthropic",
        "openai-responses",
        "gemini",
        "gemini-interactions",
        "expertqa",
        "mtrag",
        "ledger",
        "lineage-tables",
        "sources-and-claims",
        "context-envelope",
        "ragas",
    )
    assert [form.NAME for form in FORMATS] == list(FORMAT_NAMES[1:])


def test_a_name_that_is_no_format_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="no format is called docx"):
        read_payload(b"{}", "docx")


def test_a_native_bundle_goes_to_its_own_reader() -> None:
    bundle = {"schema": "evidence-inspector/1", "answers": [NATIVE_ANSWER]}
    assert [place for place, _ in read_payload(as_bytes(bundle)).answers] == ["/answers/0"]
    assert (
        len(read_payload(as_lines({"type": "answer", **NATIVE_ANSWER}, {"type": "answer", "text": "No."})).answers) == 2
    )
    assert len(read_payload(as_bytes({"type": "answer", **NATIVE_ANSWER})).answers) == 1


def test_a_bundle_of_another_version_is_told_so_and_not_taken_for_something_else() -> None:
    found = read_payload(as_bytes({"schema": "evidence-inspector/9"}))
    assert [problem.pointer for problem in found.problems] == ["/schema"]


def test_lines_are_read_one_by_one_and_a_bad_one_stops_no_other() -> None:
    found = read_payload(as_lines(ROW, b"{", {**ROW, "response": 5}, b"", row(FIRST), {"choices": []}))
    assert [(place, answer.format) for place, answer in found.answers] == [("line 1", "ragas"), ("line 5", "expertqa")]
    assert [(problem.place, problem.pointer) for problem in found.problems] == [
        ("line 2", ""),
        ("line 3", "/response"),
        ("line 6", ""),
    ]


def test_a_bad_first_line_stops_no_other() -> None:
    found = read_payload(as_lines(b'{"user_input": ', ROW))
    assert ([place for place, _ in found.answers], [p.place for p in found.problems]) == (["line 2"], ["line 1"])


def test_a_bad_sample_in_a_list_stops_no_other() -> None:
    found = read_payload(as_bytes({"samples": [{**ROW, "response": 5}, ROW]}))
    assert [place for place, _ in found.answers] == ["/samples/1"]
    assert [problem.pointer for problem in found.problems] == ["/samples/0/response"]


def test_each_line_is_the_raw_payload_of_its_answer() -> None:
    lines = as_lines(ROW, {**ROW, "response": "Six."}).replace(b"\n", b"\r\n")
    answers = [answer for _, answer in read_payload(lines).answers]
    assert [answer.raw_payload for answer in answers] == [json.dumps(ROW), json.dumps({**ROW, "response": "Six."})]


def test_a_byte_order_mark_is_no_part_of_the_payload() -> None:
    for data in (as_bytes(ROW), as_lines(ROW, ROW)):
        found = read_payload(b"\xef\xbb\xbf" + data)
        assert found.problems == [] and found.answers


def test_server_sent_events_and_lines_of_events_are_one_answer() -> None:
    body = b"".join(b"event: x\ndata: " + as_bytes(event) + b"\n\n" for event in EVENTS)
    for data in (body, as_lines(*EVENTS), as_bytes(EVENTS)):
        found = read_payload(data)
        assert [answer.text for _, answer in found.answers] == ["Ten years."], data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"words",
        b"{",
        b"[1, 2",
        b"null",
        b"{}",
        b"\xff\xfe",
        b"data: {",
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b'"\\ud800"',
    ],
)
def test_what_cannot_be_read_is_a_problem_and_no_answer(data: bytes) -> None:
    found = read_payload(data)
    assert found.answers == []
    assert len(found.problems) == 1


def test_a_format_that_is_named_is_the_one_that_is_tried() -> None:
    found = read_payload(as_bytes(ROW), "anthropic")
    assert (found.answers, len(found.problems)) == ([], 1)
    assert read_payload(as_bytes(row(FIRST)), "ragas").answers[0][1].format == "ragas"


def test_a_pretty_printed_payload_that_is_broken_is_one_problem() -> None:
    broken = json.dumps({"samples": [ROW, ROW]}, indent=1).replace('"reference"', "reference", 1).encode()
    assert len(read_payload(broken).problems) == 1


def test_a_thousand_rows_keep_their_own_raw_payload_only() -> None:
    rows = [{**ROW, "retrieved_contexts": [f"{RULE} {number}"]} for number in range(1000)]
    found = read_payload(as_bytes({"samples": rows}))
    assert sum(len(answer.raw_payload or "") for _, answer in found.answers) < 2 * len(as_bytes(rows))
