"""Digests and canonical JSON (S0-58, X-32, reliability 3.3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.digests import (
    canonical_json,
    commitment,
    digest_bytes,
    digest_from_raw,
    digest_json,
    digest_text,
    find_digest,
    link,
    raw_digest,
)
from tests.evidence.answers import POLICY_TEXT

QUALIFIER = "9e0a33c537975add063a8adcad6b3f46b99347b8845925e9fb0ded9d99e3f149"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def test_the_published_sentence_has_its_published_digest() -> None:
    assert digest_text(POLICY_TEXT) == f"sha256:{QUALIFIER}"


def test_the_digest_of_nothing_is_the_one_everybody_knows() -> None:
    assert digest_bytes(b"") == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_text_is_hashed_as_it_is_without_normalization() -> None:
    assert digest_text("e\u0301") != digest_text("\u00e9")
    assert digest_text("a\r\n") != digest_text("a\n")


@pytest.mark.parametrize(
    "written", [QUALIFIER, QUALIFIER.upper(), f"sha256:{QUALIFIER}", f"SHA256:{QUALIFIER.upper()}"]
)
def test_a_digest_is_known_with_or_without_its_algorithm_in_any_case(written: str) -> None:
    assert find_digest(written) == f"sha256:{QUALIFIER}"


@pytest.mark.parametrize(
    "written",
    [None, 1, True, "", "sha256:", QUALIFIER[:-1], QUALIFIER + "0", f"md5:{QUALIFIER}", QUALIFIER + "\n", [QUALIFIER]]
    + [f"sha256:sha256:{QUALIFIER}", "٠" * 64, f" {QUALIFIER}"],
)
def test_what_is_no_digest_is_none(written: object) -> None:
    assert find_digest(written) is None


@given(st.binary(max_size=50))
def test_the_32_bytes_of_a_digest_give_it_back(data: bytes) -> None:
    digest = digest_bytes(data)
    assert len(raw_digest(digest)) == 32
    assert digest_from_raw(raw_digest(digest)) == digest


def test_canonical_json_sorts_keys_keeps_text_and_has_no_blanks() -> None:
    assert canonical_json({"b": [1, None], "a": "é\U0001f600\n"}) == '{"a":"é\U0001f600\\n","b":[1,null]}'.encode()


@given(json_values)
def test_canonical_json_says_the_same_as_the_value(value: Any) -> None:
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(st.text(max_size=4), json_values, max_size=5))
def test_equal_objects_have_one_digest_whatever_the_order_of_their_keys(value: dict[str, Any]) -> None:
    assert digest_json(value) == digest_json(dict(reversed(value.items())))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_none_has_no_canonical_form(number: float) -> None:
    with pytest.raises(ValueError):
        canonical_json([number])


def test_equal_payloads_under_other_salts_have_other_commitments() -> None:
    assert commitment(b"a" * 32, b"verdict") != commitment(b"b" * 32, b"verdict")
    assert commitment(b"salt", b"payload") == digest_bytes(b"saltpayload")


def test_a_link_depends_on_the_entry_and_on_the_one_before() -> None:
    first = link(None, b"{}")
    assert first == digest_bytes(b"\x00\x00{}")
    assert len({first, link(first, b"{}"), link(first, b"[]"), link(None, b"[]")}) == 4
