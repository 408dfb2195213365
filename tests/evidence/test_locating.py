"""From what a citation says of its place to a span. Never clamped, never the first hit (S0-38, S3-07)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import Artifact, ManifestEntry
from lineage.evidence.locating import Located, Unlocated, find_normalized, find_range_fault, locate
from lineage.evidence.reading import PayloadProblems, validate
from lineage.text.normalization import DEFAULT
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, as_citation, passage
from tests.text.texts import encodable_texts

ENTRY = ManifestEntry(label="E1", artifact="policy")
FIELDS = ("id", "digest", "range", "unit", "view")


def as_artifact(text: str = POLICY_TEXT, **more: Any) -> Artifact:
    return validate(Artifact, passage(text, **more))


def place(text: str = POLICY_TEXT, entry: ManifestEntry | None = ENTRY, **citation: Any) -> Any:
    """The span, or the status with its detail and candidates."""
    return place_in(as_artifact(text), entry, **citation)


def place_in(artifact: Artifact, entry: ManifestEntry | None = ENTRY, **citation: Any) -> Any:
    found = locate(as_citation(**citation), entry, artifact, DEFAULT)
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
    assert locate(as_citation(), ENTRY, as_artifact(), DEFAULT) == Located(Span(0, 80), whole=True)
    assert place(entry=None) == ("unresolved_range", "no_evidence_range")
    assert place("") == ("unresolved_range", "empty_range")


def test_the_whole_of_a_trimmed_passage_is_the_part_that_was_supplied() -> None:
    trimmed = ManifestEntry(label="E1", artifact="policy", supplied=Span(0, 44))
    assert place(entry=trimmed) == Span(0, 44)


def test_words_without_a_place_are_searched_only_in_what_was_supplied() -> None:
    trimmed = ManifestEntry(label="E1", artifact="policy", supplied=Span(9, 44))
    assert place(entry=trimmed, quoted_text="24 months") == Span(35, 44)
    # The words stand in the text, but not in what was given: compared with the whole passage, and found to differ.
    assert locate(as_citation(quoted_text="legal hold"), trimmed, as_artifact(), DEFAULT) == Located(
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


def page(number: int, *ends: int, **more: Any) -> dict[str, Any]:
    return {"type": "PageSelector", "page": number, **dict(zip(("start", "end"), ends, strict=False)), **more}


def cell(table: str = "", row: str = "", column: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "TableCellSelector", "table": table, "row": row, "column": column, **more}


def markup(**more: Any) -> dict[str, Any]:
    return {"type": "XPathSelector", "value": "/html/body/p[2]", **more}


def entry_of(table: str, row: str, column: str = "") -> dict[str, Any]:
    return {"type": "RecordSelector", "table": table, "row": row, "column": column}


OTHER = ("unresolved_range", "other_representation")
OUTSIDE = ("unresolved_range", "out_of_bounds")
DISAGREE = ("unresolved_range", "selectors_disagree")


@pytest.mark.parametrize(
    ("selectors", "recorded", "found"),
    [
        ([page(4)], {"page": 4}, Span(0, 80)),
        ([page(4, 35, 44)], {"page": 4}, Span(35, 44)),
        ([page(4, 35, 99)], {"page": 4}, OUTSIDE),
        ([page(4, 9, 9)], {"page": 4}, OUTSIDE),
        ([page(5)], {"page": 4}, OUTSIDE),
        ([page(4)], {}, OTHER),
        # A chunk from a page is not the page: its offsets are others, and its whole is what was supplied of it.
        ([page(4)], {"page": 4, "kind": "chunk"}, Span(0, 80)),
        ([page(4, 35, 44)], {"page": 4, "kind": "chunk"}, OTHER),
        ([page(4, 35, 44, view="chunk")], {"page": 4, "kind": "chunk"}, Span(35, 44)),
        ([page(4, representation={"version": "6"})], {"page": 4, "version": "7", "source": "s"}, OUTSIDE),
        ([cell("T1", "2", "3")], {"section": "T1", "cell": "r2c3"}, Span(0, 80)),
        ([cell("T1", "2", "3")], {"section": "3.2", "cell": "r2c3"}, OTHER),
        ([cell("", "4", "B")], {"cell": "B4"}, Span(0, 80)),
        ([cell("Table 2", "1")], {"section": "Table 2", "cell": "row 1"}, Span(0, 80)),
        ([cell("", "5", "B")], {"cell": "B4"}, OUTSIDE),
        ([cell("", "4", "B")], {}, OTHER),
        ([cell("T1", "2", "3", role="header")], {"metadata": {"table": "T1", "row": 2, "column": 3}}, OTHER),
        (
            [cell("T1", "2", "3", role="header")],
            {"metadata": {"table": "T1", "row": 2, "column": 3, "role": "header"}},
            Span(0, 80),
        ),
        ([entry_of("tickets", "4711")], {"metadata": {"table": "tickets", "row": "4711"}}, Span(0, 80)),
        ([entry_of("tickets", "4712")], {"metadata": {"table": "tickets", "row": "4711"}}, OUTSIDE),
        ([entry_of("tickets", "4711", "closed")], {"metadata": {"table": "tickets", "row": "4711"}}, OTHER),
        ([markup()], {"page": 4}, OTHER),
        ([markup(start=0, end=5)], {"kind": "raw_source"}, OTHER),
    ],
)
def test_a_place_outside_the_text_is_decided_by_what_was_recorded_or_not_at_all(
    selectors: Any, recorded: Any, found: Any
) -> None:
    assert place_in(as_artifact(**recorded), selectors=selectors) == found


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"representation": {"extract": "policy"}}, Span(35, 44)),
        ({"representation": {"extract": "policy-html"}}, OTHER),
        ({"representation": {"version": "7"}}, Span(35, 44)),
        ({"representation": {"version": "6"}}, OTHER),
        ({"representation": {"media_type": "text/plain"}}, Span(35, 44)),
        ({"representation": {"media_type": "text/html"}}, OTHER),
        ({"representation": {"media_type": "text/html", "extract": "policy"}}, Span(35, 44)),
        ({"view": "canonical_extract"}, Span(35, 44)),
        ({"view": "packed_block"}, Span(35, 44)),
        ({"view": "chunk"}, OTHER),
        ({"view": "raw_bytes"}, OTHER),
        ({"view": "generator_request"}, OTHER),
    ],
)
def test_a_position_counts_only_in_the_text_that_it_says_it_counts_in(said: Any, found: Any) -> None:
    artifact = as_artifact(source="retention", version="7")
    assert place_in(artifact, selectors=[position(35, 44) | said]) == found
    # The words themselves are the same words in every representation.
    assert place_in(artifact, selectors=[position(35, 44) | said, quote("24 months")]) == Span(35, 44)


@pytest.mark.parametrize(
    ("selectors", "found"),
    [
        ([markup(), quote("24 months")], Span(35, 44)),
        ([markup(), position(35, 44)], Span(35, 44)),
        ([page(9), quote("24 months")], Span(35, 44)),
        ([page(4), position(35, 44)], Span(35, 44)),
        ([page(4, 35, 44), position(35, 44)], Span(35, 44)),
        ([page(4, 0, 5), position(35, 44)], (*DISAGREE, Span(0, 5), Span(35, 44))),
        ([position(0, 5), position(35, 44)], (*DISAGREE, Span(0, 5), Span(35, 44))),
        ([page(9), position(35, 44)], DISAGREE),
        ([page(4), entry_of("tickets", "1")], Span(0, 80)),
        ([quote("kept"), quote("24 months")], (*DISAGREE, Span(26, 30), Span(35, 44))),
        ([quote("24 months"), quote("25 months")], ("unresolved_range", "words_not_in_text")),
    ],
)
def test_several_selectors_describe_one_place_and_must_agree(selectors: Any, found: Any) -> None:
    assert place_in(as_artifact(page=4), selectors=selectors) == found


@pytest.mark.parametrize(
    ("selector", "at"),
    [
        ({"type": "PageSelector", "page": "4"}, "/selectors/0/page"),
        ({"type": "PageSelector", "page": 4, "start": 1}, "/selectors/0"),
        ({"type": "CssSelector", "value": "p", "view": "screen"}, "/selectors/0/view"),
        (
            {"type": "TextQuoteSelector", "exact": "a", "representation": {"version": 7}},
            "/selectors/0/representation/version",
        ),
        ({"type": "RangeSelector"}, "/selectors/0"),
    ],
)
def test_a_selector_of_another_shape_is_refused_with_its_place(selector: Any, at: str) -> None:
    with pytest.raises(PayloadProblems) as refused:
        as_citation(selectors=[selector])
    assert [problem.pointer for problem in refused.value.problems] == [at]


def test_two_quotations_with_one_place_in_common_mean_that_place() -> None:
    assert place("ab ab ac", selectors=[quote("ab"), quote("ab", "", " ac")]) == Span(3, 5)
    assert place("ab ab", selectors=[quote("ab"), quote("ab")]) == ("ambiguous_locator", "", Span(0, 2), Span(3, 5))


@given(encodable_texts, encodable_texts)
def test_normalized_places_lie_in_the_text(words: str, text: str) -> None:
    for span in find_normalized(words, text, DEFAULT):
        assert 0 <= span.start < span.end <= len(text)


@given(encodable_texts.filter(lambda text: bool(text.strip())), st.sampled_from([" ", "\n", "\t\t"]))
def test_normalized_words_are_found_whatever_blanks_stand_around_them(words: str, blank: str) -> None:
    text = f"{blank}{words}{blank}"
    if find_normalized(words, words, DEFAULT):
        assert find_normalized(words, text, DEFAULT)


coordinates = st.one_of(
    st.builds(page, st.integers(0, 2), st.integers(-2, 90), st.integers(-2, 90)),
    st.builds(page, st.integers(0, 2)),
    st.builds(position, st.integers(-2, 90), st.integers(-2, 90)),
    st.builds(quote, st.sampled_from(["", "a", "logs", "24 months", "nowhere"])),
    st.builds(cell, st.sampled_from(["", "T1"]), st.sampled_from(["1", "2"]), st.sampled_from(["", "3", "B"])),
    st.builds(entry_of, st.sampled_from(["", "T1"]), st.sampled_from(["1", "2"])),
    st.builds(markup),
)
said_of_it = st.fixed_dictionaries(
    {},
    optional={
        "view": st.sampled_from(["chunk", "canonical_extract", "packed_block", "raw_bytes"]),
        "representation": st.sampled_from([{"extract": "policy"}, {"version": "7"}, {"media_type": "text/html"}]),
    },
)
recorded = st.fixed_dictionaries(
    {},
    optional={
        "page": st.integers(0, 2),
        "cell": st.sampled_from(["r1c3", "row 1"]),
        "section": st.just("T1"),
        "metadata": st.sampled_from([{"table": "T1", "row": 1}, {"row": {}}, {}]),
        "kind": st.sampled_from(["chunk", "canonical_extract", "summary"]),
    },
)


@given(st.lists(st.builds(lambda a, b: a | b, coordinates, said_of_it), min_size=1, max_size=3), recorded)
def test_whatever_selectors_say_the_place_lies_in_the_text_or_is_none(selectors: Any, recorded: Any) -> None:
    found = locate(as_citation(selectors=selectors), ENTRY, as_artifact(**recorded), DEFAULT)
    for span in (found.span,) if isinstance(found, Located) else ():
        assert 0 <= span.start < span.end <= 80
