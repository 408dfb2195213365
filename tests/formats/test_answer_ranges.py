from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.formats.answer_ranges import Ruler, choose_convention, convention_name, read_offsets
from lineage.text.span import Span
from lineage.text.units import PROBING_ORDER, Convention, Unit, from_code_points

CODE_POINTS, INCLUSIVE = PROBING_ORDER[0], PROBING_ORDER[1]
BYTES = Convention(Unit.BYTE_UTF8, end_inclusive=False)


@pytest.mark.parametrize(
    ("offsets", "convention", "expected"),
    [
        ((0, 1), CODE_POINTS, Span(0, 1)),
        ((0, 1), INCLUSIVE, Span(0, 2)),
        ((0, 3), BYTES, Span(0, 1)),
        ((0, 2), BYTES, None),
        ((0, 99), CODE_POINTS, None),
        ((-1, 2), CODE_POINTS, None),
        ((2, 2), CODE_POINTS, None),
        ((2, 1), CODE_POINTS, None),
    ],
)
def test_a_range_is_placed_exactly_or_not_at_all(
    offsets: tuple[int, int], convention: Convention, expected: Span | None
) -> None:
    assert Ruler("€ 10").find_place(offsets, convention) == expected


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(0, 0, None), (0, 4, (0, 4)), (3, 3, (3, 3)), (None, 4, None), (True, 4, None), (0, 1.0, None), ("0", 4, None)],
)
def test_offsets_are_whole_numbers_and_0_to_0_is_no_range(start: object, end: object, expected: object) -> None:
    assert read_offsets(start, end) == expected


def test_no_ranges_prove_no_convention_and_one_misfit_refuses_it() -> None:
    ruler = Ruler("€ 10")
    assert choose_convention(PROBING_ORDER, []) is None
    assert choose_convention((CODE_POINTS, BYTES), [lambda c: ruler.find_place((0, 6), c)]) == BYTES
    assert choose_convention(PROBING_ORDER, [lambda c: ruler.find_place((0, 7), c)]) is None


def test_a_convention_is_named_by_its_unit_and_its_end() -> None:
    assert convention_name(CODE_POINTS) == "code_point, end exclusive"
    assert convention_name(INCLUSIVE) == "code_point, end inclusive"


@given(st.text(), st.sampled_from(list(Unit)), st.data())
def test_every_border_of_every_text_is_found_in_every_unit(text: str, unit: Unit, data: st.DataObject) -> None:
    point = data.draw(st.integers(0, len(text)))
    (offset,) = from_code_points(text, [point], unit)
    assert Ruler(text).find_point(offset, unit) == point
