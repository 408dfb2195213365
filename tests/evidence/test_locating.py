"""From what a citation says of its place to a span. Never clamped, never the first hit (S0-38, S3-07)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import ManifestEntry
from lineage.evidence.locating import Located, Unlocated, find_normalized, find_range_fault, locate
from lineage.text.normalization import DEFAULT
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, as_citation
from tests.text.texts import encodable_texts

ENTRY = ManifestEntry(label="E1", artifact="policy")
FIELDS = ("id", "digest", "range", "unit", "view")


def place(text: str = POLICY_TEXT, entry: ManifestEntry | None = ENTRY, **citation: Any) -> Any:
    """The span, or the status with its detail and candidates."""
    found = locate(as_citation(**citation), entry, text, DEFAULT)
    if isinstance(found, Located):
        return found.span
    assert isinstance(found, Unlocated)
    return str(found.status), str(found.detail), *found.candidates


@pytest.mark.parametrize(
    ("citation", "fault"),
    [
        ({}, "missing_range"),
        ({"range": []}, "bad_range_shape"),
        ({"range": [1]}, "bad_range_shape"),
        ({"range": [1, 2, 3]}, "bad_range_shape"),
        ({"range": "0-41"}, "bad_range_shape"),
        ({"range": {"start": 0, "end": 1}}, "bad_range_shape"),
        ({"range": ["0", 41]}, "non_integer_offset"),
        ({"range": [0, 41.0]}, "non_integer_offset"),
        ({"range": [0, True]}, "non_integer_offset"),
        ({"range": [None, 1]}, "non_integer_offset"),
        ({"range": [0, 41]}, "unknown_unit"),
        ({"range": [0, 41], "unit": "characters"}, "unknown_unit"),
        ({"range": [0, 41], "unit": []}, "unknown_unit"),
        ({"range": [0, 41], "unit": "byte_utf8"}, "missing_view"),
        ({"range": [0, 41], "unit": "byte_utf8", "view": "chunk"}, None),
    ],
)
def test_a_format_that_asks_for_every_field_gets_the_detail_of_the_first_that_is_wrong(
    citation: Any, fault: str | None
) -> None:
    assert find_range_fault(as_citation(**citation), FIELDS) == fault


@pytest.mark.parametrize("citation", [{}, {"range": [0, 41]}, {"range": [0, 41], "unit": "byte_utf8"}])
def test_what_a_format_does_not_ask_for_may_be_absent(citation: Any) -> None:
    assert find_range_fault(as_citation(**citation), ("id",)) is None


def test_a_unit_that_does_not_exist_is_malformed_though_nobody_asked_for_one() -> None:
    assert find_range_fault(as_citation(range=[0, 1], unit="words"), ("id",)) == "unknown_unit"


@pytest.mark.parametrize(
    ("range", "found"),
    [
        ([0, 80], Span(0, 80)),
        ([35, 44], Span(35, 44)),
        ([0, 81], ("unresolved_range", "out_of_bounds")),
        ([-1, 5], ("unresolved_range", "out_of_bounds")),
        ([80, 80], ("unresolved_range", "empty_range")),
        ([5, 5], ("unresolved_range", "empty_range")),
        ([44, 35], ("unresolved_range", "empty_range")),
        ([0, 2**63], ("unresolved_range", "out_of_bounds")),
        ([10**300, 10**301], ("unresolved_range", "out_of_bounds")),
    ],
)
def test_offsets_are_taken_as_they_are_or_not_at_all(range: list[int], found: Any) -> None:
    assert place(range=range) == found


def test_an_offset_inside_a_character_is_an_error_of_the_unit() -> None:
    assert place("aé\U0001f600", range=[0, 2], unit="byte_utf8") == ("unresolved_range", "inside_character")
    assert place("aé\U0001f600", range=[0, 3], unit="utf16_code_unit") == ("unresolved_range", "inside_character")


def test_the_whole_passage_is_cited_only_where_it_was_supplied() -> None:
    assert locate(as_citation(), ENTRY, POLICY_TEXT, DEFAULT) == Located(Span(0, 80), whole=True)
    assert place(entry=None) == ("unresolved_range", "no_evidence_range")
    assert place("") == ("unresolved_range", "empty_range")


def test_the_whole_of_a_trimmed_passage_is_the_part_that_was_supplied() -> None:
    trimmed = ManifestEntry(label="E1", artifact="policy", supplied=Span(0, 44))
    assert place(entry=trimmed) == Span(0, 44)


def test_words_without_a_place_are_searched_only_in_what_was_supplied() -> None:
    trimmed = ManifestEntry(label="E1", artifact="policy", supplied=Span(9, 44))
    assert place(entry=trimmed, quoted_text="24 months") == Span(35, 44)
    # The words stand in the text, but not in what was given: compared with the whole passage, and found to differ.
    assert locate(as_citation(quoted_text="legal hold"), trimmed, POLICY_TEXT, DEFAULT) == Located(
        Span(9, 44), whole=True, searched=True
    )


def test_words_that_stand_several_times_give_every_place_and_none_is_chosen() -> None:
    assert place("ab ab", quoted_text="ab") == ("ambiguous_locator", "", Span(0, 2), Span(3, 5))
    assert place("a  b\na b", quoted_text="a\tb") == ("ambiguous_locator", "", Span(0, 4), Span(5, 8))


def test_exact_words_are_preferred_to_words_under_normalization() -> None:
    assert place("a  b\na b", quoted_text="a b") == Span(5, 8)


def quote(exact: str, prefix: str = "", suffix: str = "") -> dict[str, str]:
    return {"type": "TextQuoteSelector", "exact": exact, "prefix": prefix, "suffix": suffix}


def position(start: int, end: int) -> dict[str, Any]:
    return {"type": "TextPositionSelector", "start": start, "end": end}


@pytest.mark.parametrize(
    ("selectors", "found"),
    [
        ([position(35, 44)], Span(35, 44)),
        ([position(35, 99)], ("unresolved_range", "out_of_bounds")),
        ([position(-5, 5)], ("unresolved_range", "out_of_bounds")),
        ([position(5, 5)], ("unresolved_range", "out_of_bounds")),
        ([quote("24 months")], Span(35, 44)),
        ([quote("months", "24 ")], Span(38, 44)),
        ([quote("months", "25 ")], ("unresolved_range", "words_not_in_text")),
        ([quote("nowhere")], ("unresolved_range", "words_not_in_text")),
        ([quote("")], ("unresolved_range", "words_not_in_text")),
        ([position(0, 5), quote("24 months")], Span(35, 44)),
    ],
)
def test_a_selector_selects_one_place_or_says_why_not(selectors: Any, found: Any) -> None:
    assert place(selectors=selectors) == found


def test_a_selector_that_fits_several_places_is_ambiguous() -> None:
    assert place("ab ab", selectors=[quote("ab")]) == ("ambiguous_locator", "", Span(0, 2), Span(3, 5))
    assert place("ab ab", selectors=[quote("ab", " ")]) == Span(3, 5)


@given(encodable_texts, encodable_texts)
def test_normalized_places_lie_in_the_text(words: str, text: str) -> None:
    for span in find_normalized(words, text, DEFAULT):
        assert 0 <= span.start < span.end <= len(text)


@given(encodable_texts.filter(lambda text: bool(text.strip())), st.sampled_from([" ", "\n", "\t\t"]))
def test_normalized_words_are_found_whatever_blanks_stand_around_them(words: str, blank: str) -> None:
    text = f"{blank}{words}{blank}"
    if find_normalized(words, words, DEFAULT):
        assert find_normalized(words, text, DEFAULT)
