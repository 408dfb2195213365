from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.formats.node import Node
from lineage.formats.openai_responses_annotations import Anchored, anchor_annotations, read_annotation
from lineage.text.span import Span
from lineage.text.units import Unit, from_code_points
from tests.formats.responses_payloads import URL, file_citation, url_citation

LINK = f"([example.org]({URL}))"
PALM = "🌴"
"""One code point, two UTF-16 units, four bytes."""


def anchor(text: str, *raw: Any) -> list[Anchored]:
    return list(anchor_annotations(text, [read_annotation(Node(value)) for value in raw]))


@pytest.mark.parametrize("unit", list(Unit))
def test_a_range_is_read_in_the_unit_in_which_it_covers_a_link_of_its_source(unit: Unit) -> None:
    text = f"{PALM * 20} Zehn. {LINK}"
    start, end = from_code_points(text, [text.index("("), len(text)], unit)
    (found,) = anchor(text, url_citation(start, end))
    assert found.place == Span(text.index("("), len(text))
    assert found.convention == f"{unit}, end exclusive"


def test_a_convention_must_fit_all_ranges_of_a_text() -> None:
    text = f"{PALM * 3} Zehn. {LINK} Elf. {LINK}"
    spans = [text.index("("), text.index(")) ") + 2, text.rindex("(["), len(text)]
    a, b, c, d = from_code_points(text, spans, Unit.UTF16)
    found = anchor(text, url_citation(a, b), url_citation(c, d))
    assert [each.place and each.place.slice(text) for each in found] == [LINK, LINK]
    assert {each.convention for each in found} == {"utf16_code_unit, end exclusive"}


def test_a_range_over_an_opaque_marker_is_one_though_it_holds_no_address() -> None:
    (found,) = anchor("Ten 【3:0†source】.", url_citation(4, 16))
    assert found.place == Span(4, 16)


def test_the_range_of_a_written_file_covers_its_path_and_its_marker_is_the_link() -> None:
    text = "Ten. [Download](sandbox:/mnt/data/a.txt) it."
    raw = {"type": "container_file_citation", "file_id": "cfile-1", "start_index": 16, "end_index": 39}
    (found,) = anchor(text, raw)
    assert (found.place, found.marker) == (Span(16, 39), Span(5, 40))


def test_a_point_is_where_a_marker_was_removed() -> None:
    (found,) = anchor("Zehn — fünf.", file_citation(11))
    assert (found.place, found.convention) == (Span(11, 11), "code_point, a point")


def test_a_point_that_two_units_read_differently_is_not_chosen() -> None:
    (found,) = anchor(f"{PALM} Zehn. Elf.", file_citation(7))
    assert (found.place, found.points) == (None, (7, 6))
    assert found.convention == "code_point or utf16_code_unit"


def test_a_point_that_only_one_unit_can_mean_is_read_in_it() -> None:
    (found,) = anchor(f"{PALM} Zehn.", file_citation(8))
    assert (found.place, found.convention) == (Span(7, 7), "utf16_code_unit, a point")


@pytest.mark.parametrize(
    ("index", "convention"), [(0, ""), (-1, ""), (True, ""), ("3", ""), (None, ""), (99, "none fits")]
)
def test_a_point_that_is_none_or_outside_is_no_place(index: Any, convention: str) -> None:
    (found,) = anchor("Zehn.", file_citation(index))
    assert (found.place, found.convention) == (None, convention)


@given(st.text(max_size=20), st.text(max_size=20), st.integers(-2, 80), st.integers(-2, 80))
def test_whatever_the_numbers_a_placed_range_holds_its_address(before: str, behind: str, start: int, end: int) -> None:
    text = before + LINK + behind
    (found,) = anchor(text, url_citation(start, end))
    assert found.place is None or URL in found.place.slice(text)
