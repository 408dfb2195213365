"""Lines with words from right to left are read in their order (UAX 9), from where their glyphs stand."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.pipeline.extract.pdf_glyphs import Drawn
from lineage.pipeline.extract.pdf_right_to_left import in_reading_order, misplaced_brackets

WIDTH, HEIGHT = 6.0, 10.0


def drawn(visual: str, *, blank: float = WIDTH) -> list[Drawn]:
    """A line whose glyphs stand from left to right as the letters of `visual`, in the order that PDFium gives it in:
    stretches from right to left turned round, brackets in them mirrored.
    """
    line, at = [], 100.0
    for number, sign in enumerate(visual):
        width = 0.0 if unicodedata.combining(sign) else blank if sign == " " else WIDTH
        line.append(Drawn(number, sign, (at, 500.0), at, at + max(width, 1.0), HEIGHT))
        at += width
    return as_pdfium(line)


def as_pdfium(line: list[Drawn]) -> list[Drawn]:
    """As much of PDFium as matters here: it mirrors brackets behind letters from right to left."""
    kinds = {"L": "L", "R": "R", "AL": "R", "EN": "number", "AN": "number"}
    stretches: list[tuple[str, list[Drawn]]] = []
    for one in line:
        kind = kinds.get(unicodedata.bidirectional(one.sign), "")
        if not stretches or stretches[-1][0] != kind:
            stretches.append((kind, []))
        stretches[-1][1].append(one)
    counted = [kind for kind, _ in stretches]
    leftwards = counted.count("R") >= counted.count("L")
    found: list[Drawn] = []
    is_turned = leftwards
    for kind, part in reversed(stretches) if leftwards else stretches:
        is_turned = kind == "R" if kind in ("L", "R") else is_turned
        if kind == "R" or (not kind and is_turned):
            mirrored = {"(": ")", ")": "("}
            found += [one._replace(sign=mirrored.get(one.sign, one.sign)) for one in reversed(part)]
        else:
            found += part
    return [one._replace(number=number) for number, one in enumerate(found)]


def read(visual: str, mirrors: bool = True, **way: float) -> str:
    line = in_reading_order(drawn(visual, **way), is_mostly_leftwards=True, mirrors=mirrors)
    return "".join(one.sign for one in line)


# Hebrew letters stand for any script from right to left: alef, bet, gimel, dalet.
A, B, G, D = "\u05d0\u05d1\u05d2\u05d3"


@pytest.mark.parametrize(
    ("visual", "logical"),
    [
        (f"{G}{B}{A}", f"{A}{B}{G}"),
        (f"{D}{G} {B}{A}", f"{A}{B} {G}{D}"),
        (f"{B}{A} ACME {D}{G}", f"{G}{D} ACME {A}{B}"),
        (f"{B}{A} 2014 {D}{G}", f"{G}{D} 2014 {A}{B}"),
        (f"{B}{A} 4.0 {D}{G}", f"{G}{D} 4.0 {A}{B}"),
        (f"{B}{A} ASVS 2014 {D}{G}", f"{G}{D} ASVS 2014 {A}{B}"),
        (f"{B}{A} PBKDF2 {D}{G}", f"{G}{D} PBKDF2 {A}{B}"),
        (f"{B}{A} :3 {D}{G}", f"{G}{D} 3: {A}{B}"),
        (f"{B}{A} (TLS) {D}{G}", f"{G}{D} (TLS) {A}{B}"),
        (f"{B}{A} X (MFA) {D}{G}", f"{G}{D} X (MFA) {A}{B}"),
        (f".{B}{A}", f"{A}{B}."),
        (f"b \u060ca {B}{A}", f"{A}{B} a\u060c b"),
    ],
)
def test_a_line_from_right_to_left_is_read_in_its_order(visual, logical):
    assert read(visual) == logical


def test_words_from_right_to_left_in_a_latin_line_are_turned_alone():
    line = in_reading_order(drawn(f"the words {D}{G} {B}{A} here"), is_mostly_leftwards=False, mirrors=True)
    assert "".join(one.sign for one in line) == f"the words {A}{B} {G}{D} here"


def test_brackets_stay_as_the_file_names_them_where_it_names_them_as_they_are_meant():
    assert read(f"){B}{A}(", mirrors=False) == f"({A}{B})"
    assert read(f"({B}{A})", mirrors=True) == f"({A}{B})"


@pytest.mark.parametrize(("text", "wrong"), [("(a) b", 0), (")a( b", 1), ("a) b) (", 2), ("", 0)])
def test_brackets_that_close_what_was_not_opened_are_counted(text, wrong):
    assert misplaced_brackets(text) == wrong


def test_a_mark_follows_the_letter_on_which_it_stands():
    line = [
        Drawn(0, A, (106.0, 500.0), 106.0, 112.0, HEIGHT),
        Drawn(1, "\u05b7", (108.0, 500.0), 108.0, 110.0, HEIGHT),
        Drawn(2, B, (100.0, 500.0), 100.0, 106.0, HEIGHT),
    ]
    found = in_reading_order(line, is_mostly_leftwards=True, mirrors=True)
    assert "".join(one.sign for one in found) == f"{A}\u05b7{B}"


def test_letters_of_one_glyph_are_in_the_order_of_the_file_which_pdfium_turned_round():
    place = ((100.0, 500.0), 100.0, 112.0, HEIGHT)
    # A ligature of lam and alef that the file names so, and one that PDFium took apart itself.
    turned = [Drawn(0, "\u0627", *place), Drawn(1, "\u0644", *place)]
    taken_apart = [Drawn(0, "\u0644", *place), Drawn(1, "\u0627", *place)]
    for line in (turned, taken_apart):
        found = in_reading_order(line, is_mostly_leftwards=True, mirrors=True)
        assert "".join(one.sign for one in found) == "\u0644\u0627"


def test_words_that_stand_apart_get_a_blank_that_is_not_in_the_file():
    one, other = drawn(f"{B}{A}"), drawn(f"{D}{G}")
    far = [
        Drawn(2 + number, sign, (x + 20, y), left + 20, right + 20, height)
        for number, sign, (x, y), left, right, height, _ in other
    ]
    found = in_reading_order([*far, *one], is_mostly_leftwards=True, mirrors=True)
    assert [(letter.sign, letter.number >= 0) for letter in found] == [
        (G, True),
        (D, True),
        (" ", False),
        (A, True),
        (B, True),
    ]


def test_a_number_far_beside_a_latin_word_is_not_a_part_of_it():
    assert read(f"ASVS 2014 4102 {B}{A}", blank=30.0) == f"{A}{B} 4102 2014 ASVS"


@given(st.text(st.sampled_from(f"{A}{B}{G}abc12 ().,-:%\u0651\u0644\u0627\ufffd"), min_size=1, max_size=40))
def test_no_character_is_lost_or_made_up(visual):
    line = drawn(visual)
    for mirrors in (False, True):
        found = in_reading_order(line, is_mostly_leftwards=False, mirrors=mirrors)
        assert sorted(one.number for one in found if one.number >= 0) == list(range(len(visual)))
        assert all(one.sign == " " for one in found if one.number < 0)
