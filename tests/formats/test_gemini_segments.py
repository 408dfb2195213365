from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.formats.gemini_segments import Frames, place_segments, read_segment
from lineage.formats.node import Node
from lineage.text.span import Span
from lineage.text.units import PROBING_ORDER, Convention, Unit, from_code_points
from tests.formats.gemini_payloads import segment


def place(texts: list[str | None], *segments: Any) -> list[tuple[Span | None, str]]:
    read = [read_segment(Node({"segment": raw})) for raw in segments]
    return [(placed.span, placed.convention) for placed in place_segments(read, Frames.of(texts))]


def test_an_absent_start_and_part_are_0_and_offsets_count_bytes() -> None:
    assert place(["69°F today"], segment(None, 5, "69°F")) == [(Span(0, 4), "byte_utf8, end exclusive, part 0")]


def test_the_text_that_is_named_decides_which_part_is_counted() -> None:
    texts = [None, "Höhe: ", "zehn Meter"]
    assert place(texts, segment(0, 4, "zehn")) == [(Span(6, 10), "byte_utf8, end exclusive, part 2")]
    assert place(texts, segment(7, 11, "zehn")) == [(Span(6, 10), "byte_utf8, end exclusive, all parts joined")]
    assert place(texts, segment(0, 4, "zehn", 2)) == [(Span(6, 10), "byte_utf8, end exclusive, part 2")]


def test_segments_may_nest_and_be_fragments() -> None:
    found = place(["is 4.0.6."], segment(3, 9, "4.0.6."), segment(7, 9, "6."))
    assert [span for span, _ in found] == [Span(3, 9), Span(7, 9)]


def test_the_first_convention_that_fits_all_segments_is_taken_where_bytes_do_not() -> None:
    found = place(["€ zehn Jahre"], segment(2, 6, "zehn"), segment(7, 12, "Jahre"))
    assert found == [
        (Span(2, 6), "code_point, end exclusive, part 0"),
        (Span(7, 12), "code_point, end exclusive, part 0"),
    ]


def test_one_segment_that_fits_nothing_does_not_move_the_others() -> None:
    found = place(["€ zehn Jahre"], segment(4, 8, "zehn"), segment(0, 5, "Jahre"))
    assert found == [(Span(2, 6), "byte_utf8, end exclusive, part 0"), (None, "none fits")]


@pytest.mark.parametrize(
    "raw",
    [
        segment(0, 0, "zehn"),
        segment(None, None, "zehn"),
        segment("0", 4, "zehn"),
        segment(True, 4, "zehn"),
        None,
        5,
        [],
    ],
)
def test_a_segment_without_whole_numbers_or_extent_has_no_place(raw: Any) -> None:
    assert place(["zehn"], raw) == [(None, "")]


@pytest.mark.parametrize("raw", [segment(-4, 4, "zehn"), segment(2, 99, "zehn"), segment(0, 10**30, "zehn")])
def test_a_segment_that_leaves_the_text_is_not_clamped(raw: Any) -> None:
    assert place(["zehn"], raw) == [(None, "none fits")]


def test_a_segment_without_words_is_placed_only_where_one_text_can_be_meant() -> None:
    assert place([None, "zehn Jahre"], segment(0, 4, None)) == [
        (Span(0, 4), "byte_utf8, end exclusive, all parts joined")
    ]
    assert place(["zehn", "Jahre"], segment(0, 4, None)) == [(None, "")]
    assert place(["zehn", "Jahre"], segment(0, 5, None, 1)) == [(Span(4, 9), "byte_utf8, end exclusive, part 1")]
    assert place(["zehn"], segment(0, 4, None, 7)) == [(None, "")]


@given(st.text(min_size=1), st.text(), st.data())
def test_a_segment_in_any_unit_comes_back_to_words_equal_to_those_it_names(
    first: str, second: str, data: st.DataObject
) -> None:
    text = first + second
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    convention = data.draw(st.sampled_from(PROBING_ORDER))
    raw = segment(*write(text, start, end, convention), text[start:end])
    ((span, _),) = place([first, second], raw)
    assert span is not None
    assert span.slice(text) == text[start:end]


@given(st.text(max_size=12), st.text(max_size=12), st.integers(-3, 40), st.integers(-3, 40), st.text(max_size=4))
def test_whatever_the_numbers_a_place_holds_the_words_that_are_named(
    first: str, second: str, start: int, end: int, words: str
) -> None:
    ((span, _),) = place([first, None, second], segment(start, end, words))
    assert span is None or not words or span.slice(first + second) == words


def write(text: str, start: int, end: int, convention: Convention) -> tuple[int, int]:
    """A range as a producer with this convention writes it; 0..0 is not one, so it is written exclusively."""
    a, b = from_code_points(text, [start, end], convention.unit)
    return (a, b - 1) if convention.end_inclusive and (a, b - 1) != (0, 0) else (a, b)


def test_the_documented_convention_is_bytes_with_an_exclusive_end() -> None:
    assert write("€", 0, 1, Convention(Unit.BYTE_UTF8, end_inclusive=False)) == (0, 3)
