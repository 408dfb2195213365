"""Rectangles of spans on pages, and windows on the lines around them."""

from inspector.pages.page_boxes import PADDING, Box, boxes_on, cover_boxes, find_page
from inspector.pages.page_cuts import LEAST_AROUND, MARGIN, cut_pages
from lineage.pipeline.layout import Layout
from lineage.text.span import Span
from tests.inspector.pages_by_hand import ACROSS, FIRST, GATE, HEIGHT, LETTER, LINE, PORTER, TEXT, WIDTH, lay_out

LAYOUT = lay_out()
FIRST_PAGE, SECOND_PAGE = LAYOUT.pages


def span_of(words: str) -> Span:
    return Span(TEXT.index(words), TEXT.index(words) + len(words))


def test_the_words_of_one_line_are_one_rectangle() -> None:
    (box,) = boxes_on(LAYOUT, FIRST_PAGE, [span_of(GATE)], padding=0)
    assert box == Box(400, 400 + LINE, len(GATE) * LETTER, LINE // 2)


def test_words_on_two_lines_are_two_rectangles() -> None:
    assert len(boxes_on(LAYOUT, SECOND_PAGE, [span_of(PORTER)])) == 2


def test_words_across_two_pages_are_on_each_page_what_stands_on_it() -> None:
    (before,) = boxes_on(LAYOUT, FIRST_PAGE, [span_of(ACROSS)], padding=0)
    (after,) = boxes_on(LAYOUT, SECOND_PAGE, [span_of(ACROSS)], padding=0)
    assert (before.width, after.width) == (len("ten.") * LETTER, len("Lost") * LETTER)
    assert (before.y, after.y) == (400 + LINE, 400)


def test_a_rectangle_stands_a_little_out_of_its_letters_and_never_out_of_the_page() -> None:
    (box,) = boxes_on(LAYOUT, FIRST_PAGE, [span_of(GATE)], padding=50)
    assert (box.x, box.y) == (350, 350 + LINE)
    (all_of_it,) = boxes_on(LAYOUT, FIRST_PAGE, [span_of(GATE)], padding=10_000)
    assert all_of_it == Box(0, 0, WIDTH, HEIGHT)


def test_the_same_rectangle_is_drawn_once_for_two_equal_spans() -> None:
    assert len(boxes_on(LAYOUT, FIRST_PAGE, [span_of(GATE), span_of(GATE)])) == 1


def test_a_page_is_found_by_its_number_else_by_a_character_else_it_is_the_nearest() -> None:
    assert find_page(LAYOUT, 2, 0) == SECOND_PAGE
    assert find_page(LAYOUT, None, len(FIRST)) == SECOND_PAGE
    assert find_page(LAYOUT, None, 0) == FIRST_PAGE
    assert find_page(LAYOUT, None, 10**9) == SECOND_PAGE
    assert find_page(LAYOUT, 0, 0) == FIRST_PAGE
    assert find_page(LAYOUT, 99, 0) == SECOND_PAGE
    assert find_page(Layout(), 1, 0) is None


def test_a_window_shows_the_cited_lines_with_some_around_and_the_words_at_that_height() -> None:
    (cut,) = cut_pages(LAYOUT, [span_of(GATE)])
    assert (cut.page, cut.width, cut.height) == (1, WIDTH, HEIGHT)
    assert cut.window.y <= 400 and cut.window.bottom >= 400 + LINE + LINE // 2 + LEAST_AROUND
    assert cut.window.x == 400 - PADDING - MARGIN
    assert cut.window.right == 400 + len(GATE) * LETTER + PADDING + MARGIN
    assert cut.boxes == boxes_on(LAYOUT, FIRST_PAGE, [span_of(GATE)])


def test_there_is_a_window_for_each_page_and_none_for_words_without_a_place() -> None:
    assert [cut.page for cut in cut_pages(LAYOUT, [span_of(ACROSS)])] == [1, 2]
    assert cut_pages(LAYOUT, []) == ()
    assert cut_pages(LAYOUT, [Span(len(FIRST) - 1, len(FIRST))]) == ()


def test_the_smallest_rectangle_around_some_holds_them_all() -> None:
    assert cover_boxes([Box(10, 20, 5, 5), Box(2, 30, 3, 9)]) == Box(2, 20, 13, 19)
