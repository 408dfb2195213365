"""Where the characters of an extract stand: pages, and rectangles of spans (M-06)."""

from __future__ import annotations

import numpy as np
import pytest

from lineage.pipeline.layout import Boxes, Cell, Layout, Page, PageBox, Section
from lineage.text.span import Span

A4 = 5950, 8420
# "one two\nthree" on page 1, then an end of page, "four" on page 2: tenths of a point, lines of 120.
ROWS = [
    (0, 3, 1, 720, 1000, 1020, 1120),
    (4, 7, 1, 1060, 1000, 1360, 1120),
    (8, 13, 1, 720, 1140, 1220, 1260),
    (14, 18, 2, 720, 1000, 1120, 1120),
]


def boxes(*rows: tuple[int, ...]) -> Boxes:
    return np.array(rows, dtype=np.int32).reshape(-1, 7)


LAYOUT = Layout(
    pages=(Page(1, Span(0, 14), *A4), Page(2, Span(14, 18), *A4)),
    sections=(Section(Span(8, 13), "Three", 2),),
    cells=(Cell(Span(0, 3), "t1", 0, 0, "header"), Cell(Span(4, 7), "t1", 0, 1, "body", 2, 3)),
    boxes=boxes(*ROWS),
)


@pytest.mark.parametrize(("offset", "page"), [(-1, None), (0, 1), (13, 1), (14, 2), (17, 2), (18, None)])
def test_a_character_is_on_the_page_whose_span_has_it(offset, page):
    assert LAYOUT.page_at(offset) == page


def test_a_page_without_words_has_no_character_and_hides_none_of_its_neighbours():
    spans = [(0, 0), (0, 4), (4, 4), (4, 5)]
    layout = Layout(pages=tuple(Page(number, Span(*span), *A4) for number, span in enumerate(spans, start=1)))
    assert [layout.page_at(offset) for offset in range(6)] == [2, 2, 2, 2, 4, None]
    assert Layout().page_at(0) is None


def test_words_of_one_line_are_one_rectangle_and_each_line_has_its_own():
    assert LAYOUT.boxes_of(Span(0, 18)) == [
        PageBox(1, 720, 1000, 1360, 1120),
        PageBox(1, 720, 1140, 1220, 1260),
        PageBox(2, 720, 1000, 1120, 1120),
    ]


def test_a_span_between_words_and_an_empty_one_have_no_rectangle():
    assert LAYOUT.boxes_of(Span(3, 4)) == []
    assert LAYOUT.boxes_of(Span(5, 5)) == []
    assert Layout().boxes_of(Span(0, 9)) == []


def test_a_word_that_is_cut_is_as_wide_as_its_share_of_the_letters():
    # "hre" of "three", which is 500 wide: 100 a letter.
    assert LAYOUT.boxes_of(Span(9, 12)) == [PageBox(1, 820, 1140, 1120, 1260)]
    # The last letter of "one" to the first of "two": 100 a letter.
    assert LAYOUT.boxes_of(Span(2, 5)) == [PageBox(1, 920, 1000, 1160, 1120)]


def test_a_word_from_right_to_left_is_cut_from_where_it_starts():
    # Edges the other way round: it starts at 1220 and ends at 720.
    layout = Layout(boxes=boxes((0, 5, 1, 1220, 1140, 720, 1260)))
    assert layout.boxes_of(Span(0, 5)) == [PageBox(1, 720, 1140, 1220, 1260)]
    assert layout.boxes_of(Span(0, 2)) == [PageBox(1, 1020, 1140, 1220, 1260)]
    assert layout.boxes_of(Span(3, 5)) == [PageBox(1, 720, 1140, 920, 1260)]


def test_words_from_right_to_left_of_one_line_are_one_rectangle():
    layout = Layout(boxes=boxes((0, 3, 1, 1360, 1000, 1060, 1120), (4, 7, 1, 1020, 1000, 720, 1120)))
    assert layout.boxes_of(Span(0, 7)) == [PageBox(1, 720, 1000, 1360, 1120)]


def test_words_of_two_columns_or_far_apart_stay_two_rectangles():
    layout = Layout(boxes=boxes((0, 3, 1, 720, 1000, 1020, 1120), (4, 7, 1, 3200, 1000, 3500, 1120)))
    assert len(layout.boxes_of(Span(0, 7))) == 2


def test_what_was_packed_is_unpacked_and_nothing_else_is():
    value, packed = LAYOUT.pack()
    again = Layout.unpack(value, packed)
    assert (again.pages, again.sections, again.cells) == (LAYOUT.pages, LAYOUT.sections, LAYOUT.cells)
    assert again.boxes.dtype == np.int32 and again.boxes.tolist() == [list(row) for row in ROWS]
    with pytest.raises(ValueError):
        Layout.unpack(value, packed[:-1])
    with pytest.raises(KeyError):
        Layout.unpack({}, packed)
    with pytest.raises(TypeError):
        Layout.unpack({**value, "pages": 3}, packed)


def test_an_empty_layout_is_packed_too():
    value, packed = Layout().pack()
    assert packed == b"" and Layout.unpack(value, packed).boxes.shape == (0, 7)
