"""Where the words of a PDF stand on the page as it is shown: turned, cropped, from right to left."""

from __future__ import annotations

import pytest

from lineage.pipeline.extract.pdf import extract_pdf
from lineage.pipeline.layout import PageBox
from lineage.text.span import Span
from tests.pipeline.extract.pdf_files import Sheet, make_pdf, text_at


def box_of(sheet: Sheet, words: str) -> PageBox:
    found = extract_pdf(make_pdf([sheet]))
    start = found.text.index(words)
    (box,) = found.layout.boxes_of(Span(start, start + len(words)))
    return box


def size_of(sheet: Sheet) -> tuple[int, int]:
    (page,) = extract_pdf(make_pdf([sheet])).layout.pages
    return page.width, page.height


# "HHHHHHHHHH" in Helvetica of 10 points: 722 thousandths a letter, 72.2 points wide; its line is about 12 high.
WORD = "H" * 10
CONTENT = text_at(100, 700, WORD, size=10)


def test_a_box_is_in_tenths_of_a_point_from_the_upper_left_corner():
    left, top, right, bottom = box_of(Sheet(CONTENT), WORD)[1:]
    assert abs(left - 1000) <= 1 and abs(right - 1722) <= 1
    # The base line is 142 points below the upper edge; letters stand on it and reach 7.2 points up.
    assert 1300 <= top <= 1420 - 72 and 1420 <= bottom <= 1460


@pytest.mark.parametrize(
    ("quarter", "size", "left", "top"),
    [
        (0, (5950, 8420), 1000, 8420 - 7000),
        (90, (8420, 5950), 7000, 1000),
        (180, (5950, 8420), 5950 - 1722, 7000),
        (270, (8420, 5950), 8420 - 7000, 5950 - 1722),
    ],
)
def test_the_turn_of_a_page_is_applied(quarter, size, left, top):
    sheet = Sheet(CONTENT, more=f"/Rotate {quarter}")
    assert size_of(sheet) == size
    box = box_of(sheet, WORD)
    # Along the line the edges are exact; across it the font reaches at most its size beyond the base line.
    along, across = ((box.left, left), (box.top, top)) if quarter in (0, 180) else ((box.top, top), (box.left, left))
    assert abs(along[0] - along[1]) <= 1
    assert abs(across[0] - across[1]) <= 110
    width, height = box.right - box.left, box.bottom - box.top
    assert abs((width if quarter in (0, 180) else height) - 722) <= 2


def test_a_page_is_as_large_as_what_is_shown_of_it():
    sheet = Sheet(CONTENT, more="/CropBox [50 600 350 750]")
    assert size_of(sheet) == (3000, 1500)
    box = box_of(sheet, WORD)
    assert abs(box.left - 500) <= 1 and abs(box.right - 1222) <= 1
    assert 380 <= box.top <= 500 <= box.bottom <= 540


def test_a_word_across_the_edge_of_its_page_is_whole_and_its_box_ends_there():
    box = box_of(Sheet(text_at(560, 700, WORD, size=10)), WORD)
    assert box.left >= 5590 and box.right == 5950


def test_a_part_of_a_word_has_its_part_of_the_box():
    found = extract_pdf(make_pdf([Sheet(CONTENT)]))
    (box,) = found.layout.boxes_of(Span(5, 10))
    assert abs(box.left - 1361) <= 2 and abs(box.right - 1722) <= 2


def test_each_line_has_a_rectangle_of_its_own_and_a_line_of_several_words_one():
    content = text_at(100, 700, "some words here") + text_at(100, 686, "and more words")
    found = extract_pdf(make_pdf([Sheet(content)]))
    first, second = found.layout.boxes_of(Span(0, len(found.text)))
    assert first.bottom - first.top == second.bottom - second.top
    assert second.top - first.top == 140


def test_the_first_letters_of_a_word_from_right_to_left_are_at_its_right():
    # Beth, aleph, gimel as drawn from left to right: read, gimel comes first.
    mapped = b"<61> <05D1>\n<62> <05D0>\n<63> <05D2>"
    found = extract_pdf(make_pdf([Sheet(text_at(100, 700, "abc", size=10))], to_unicode=mapped))
    assert found.text == "\u05d2\u05d0\u05d1"
    (whole,) = found.layout.boxes_of(Span(0, 3))
    (first,) = found.layout.boxes_of(Span(0, 1))
    # Glyphs of 600 thousandths: 6 points each.
    assert (whole.left, whole.right) == (1000, 1180)
    assert (first.left, first.right) == (1120, 1180)


def test_a_line_begins_at_the_side_of_the_script_that_it_has_more_of():
    mapped = b"<61> <0061>\n<62> <0062>\n<78> <05D0>\n<79> <05D1>\n<7E> <0020>"
    content = text_at(300, 700, "xy~xx") + text_at(100, 650, "abbbabbb~") + text_at(170, 650, "yx")
    found = extract_pdf(make_pdf([Sheet(content)], to_unicode=mapped))
    assert found.text == "\u05d0\u05d0 \u05d1\u05d0\nabbbabbb \u05d0\u05d1"
    assert found.warnings[0].startswith("Words from right to left were put in reading order")


def test_lines_of_a_page_that_only_has_one_word_from_right_to_left_stay_as_they_are():
    mapped = b"<61> <0061>\n<62> <0062>\n<78> <05D0>\n<79> <05D1>\n<20> <0020>"
    column = [text_at(72, 700 - 14 * row, "ab") for row in range(3)]
    other = [text_at(300, 700 - 14 * row, "ba") for row in range(3)]
    found = extract_pdf(make_pdf([Sheet(b"".join([*column, *other, text_at(72, 600, "xy")]))], to_unicode=mapped))
    assert found.text.split("\n") == ["ab", "ab", "ab", "ba", "ba", "ba", "\u05d1\u05d0"]
