"""JSON laid out for reading, without a change to any token."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.laying_out import TOKEN, lay_out

EVERYTHING = 10**9
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.lists(VALUES) | st.dictionaries(st.text(), VALUES), st.booleans())
def test_what_is_laid_out_is_the_same_json(value: Any, is_escaped: bool) -> None:
    laid = lay_out(json.dumps(value, ensure_ascii=is_escaped), EVERYTHING)
    assert laid.is_all and json.loads(laid.text) == value


@given(st.text())
def test_of_any_text_every_token_stays_as_it_came(text: str) -> None:
    laid = lay_out(text, EVERYTHING).text
    assert TOKEN.findall(laid) == TOKEN.findall(text)


@given(st.lists(VALUES), st.integers(0, 60))
def test_a_part_is_the_beginning_of_the_whole(value: Any, enough: int) -> None:
    whole, part = lay_out(json.dumps(value), EVERYTHING), lay_out(json.dumps(value), enough)
    assert whole.text.startswith(part.text)
    assert part.is_all or len(part.text) >= enough


def test_each_member_has_a_line_and_numbers_keep_their_spelling() -> None:
    laid = lay_out('{"a": 1.50,"b":[],"c":[1e3, {"d":"x,y"}]}', EVERYTHING).text
    assert laid == '{\n  "a": 1.50,\n  "b": [],\n  "c": [\n    1e3,\n    {\n      "d": "x,y"\n    }\n  ]\n}'


def test_records_of_json_lines_begin_a_line_each() -> None:
    assert lay_out('{"a":1}\n{"a":2}', EVERYTHING).text == '{\n  "a": 1\n}\n{\n  "a": 2\n}'


def test_a_text_that_is_never_closed_ends_the_work() -> None:
    text = '["a", "' + r"\"" * 500_000
    assert lay_out(text, 6_000) == ('[\n  "a",' + text[6:], True)


def test_what_is_no_json_is_left_alone() -> None:
    assert lay_out("data: {}\n\n", 3) == ("data: {}\n\n", True)
