"""Bytes to JSON values: what JSON may not hold is refused with its place (reliability 6, G33)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import Answer
from lineage.evidence.reading import (
    MAXIMUM_PROBLEMS,
    PayloadError,
    PayloadProblems,
    Problem,
    as_list,
    as_object,
    load_json,
    pointer,
    validate,
)

REFUSED = {
    "nothing": b"",
    "blanks": b"  \n",
    "a duplicate key": b'{"verdict": "supported", "verdict": "refuted"}',
    "a duplicate key written otherwise": b'{"a": 1, "\\u0061": 2}',
    "NaN": b'{"a": NaN}',
    "Infinity": b"[Infinity]",
    "-Infinity": b"[-Infinity]",
    "1e400": b"[1e400]",
    "a number of 5,000 digits": b"[" + b"9" * 5_000 + b"]",
    "a float of 400 digits": b"[" + b"9" * 400 + b".5]",
    "a lone surrogate": b'["\\ud800"]',
    "a lone surrogate in a key": b'{"\\udfff": 1}',
    "bytes that are no UTF-8": b'["\xff"]',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "UTF-32": '{"a": 1}'.encode("utf-32"),
    "1,000 levels": b"[" * 1_000 + b"]" * 1_000,
    "100,000 levels, never closed": b"[" * 100_000,
    "a raw line break in a text": b'["a\nb"]',
    "two values": b"{} {}",
    "a trailing comma": b"[1,]",
    "junk": bytes(range(256)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_json_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(PayloadError):
        load_json(REFUSED[name])


def test_a_number_too_large_is_refused_at_its_pointer() -> None:
    with pytest.raises(PayloadError) as caught:
        load_json(b'{"a": [1, {"b/c": 1e999}]}')
    assert caught.value.pointer == "/a/1/b~1c"


def test_a_byte_order_mark_is_cut_and_nothing_else() -> None:
    assert load_json(b'\xef\xbb\xbf{"a": "\xef\xbb\xbf"}') == {"a": "\ufeff"}


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert load_json(b'"\\ud83d\\ude00"') == "\U0001f600"


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_every_text_comes_back_as_it_was_written(text: str) -> None:
    assert load_json(json.dumps(text).encode()) == text
    assert load_json(json.dumps(text, ensure_ascii=False).encode()) == text


@given(st.binary(max_size=80))
def test_any_bytes_are_a_value_or_a_payload_error(data: bytes) -> None:
    try:
        load_json(data)
    except PayloadError as error:
        assert error.message


def test_a_pointer_escapes_what_rfc_6901_escapes() -> None:
    assert pointer("a/b", "m~n", 0, "") == "/a~1b/m~0n/0/"
    assert pointer() == ""


def test_more_problems_than_a_person_reads_are_counted_and_not_listed() -> None:
    with pytest.raises(PayloadProblems) as caught:
        validate(Answer, {"claims": [{"key": 1}] * (MAXIMUM_PROBLEMS + 7)})
    assert len(caught.value.problems) == MAXIMUM_PROBLEMS + 1
    assert caught.value.problems[-1].message == "7 more problems are not listed"


def test_a_problem_reads_as_place_pointer_and_message() -> None:
    assert str(Problem("line 3", "/claims/0", "a text is expected")) == "line 3: /claims/0: a text is expected"
    assert str(Problem("", "", "nothing")) == "nothing"


@pytest.mark.parametrize(
    ("value", "kind"),
    [("x", "a text"), (True, "a truth value"), (1, "a number"), (1.5, "a number"), (None, "nothing")],
)
def test_what_is_neither_object_nor_list_is_named_for_what_it_is(value: object, kind: str) -> None:
    for wanted in (as_object, as_list):
        with pytest.raises(PayloadError, match=kind):
            wanted(value, "/here")
    assert as_object({"a": 1}, "") == {"a": 1}
    assert as_list([1], "") == [1]
