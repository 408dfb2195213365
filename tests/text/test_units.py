import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.span import Span
from lineage.text.units import (
    PROBING_ORDER,
    Convention,
    OffsetError,
    Unit,
    fitting_conventions,
    from_code_points,
    place,
    to_code_points,
)
from tests.text.texts import encodable_texts, texts

# The coordinates sample of requirement S0-57: "sauf" is code point 19, byte 23, UTF-16 unit 20.
DELAI = "Délai : 30 jours 😀 sauf recours."


def test_the_french_sentence_counts_19_code_points_23_bytes_and_20_utf16_units_before_sauf():
    assert from_code_points(DELAI, [19, 32], Unit.CODE_POINT) == [19, 32]
    assert from_code_points(DELAI, [19, 32], Unit.BYTE_UTF8) == [23, 36]
    assert from_code_points(DELAI, [19, 32], Unit.UTF16) == [20, 33]
    assert to_code_points(DELAI, [23, 36], Unit.BYTE_UTF8) == [19, 32]
    assert to_code_points(DELAI, [20, 33], Unit.UTF16) == [19, 32]


def test_one_long_dash_makes_74_bytes_of_a_table_row_of_72_code_points():
    row = "x" * 35 + "\u2014" + "x" * 36
    assert from_code_points(row, [33, 37, 71, 72], Unit.BYTE_UTF8) == [33, 39, 73, 74]


# Byte 2 is the second of "é"; the emoji is bytes 18 to 21 and UTF-16 units 17 and 18.
@pytest.mark.parametrize(("offset", "unit"), [(2, Unit.BYTE_UTF8), (20, Unit.BYTE_UTF8), (18, Unit.UTF16)])
def test_an_offset_inside_a_character_is_an_error_of_the_unit(offset, unit):
    with pytest.raises(OffsetError) as caught:
        to_code_points(DELAI, [0, offset], unit)
    assert (caught.value.offset, caught.value.reason) == (offset, "inside_character")


@pytest.mark.parametrize("unit", Unit)
@pytest.mark.parametrize("text", [DELAI, "plain"])
@pytest.mark.parametrize("offset", [-1, 37, 10**30, -(10**30)])
def test_an_offset_outside_the_text_is_refused_whatever_its_size(text, unit, offset):
    with pytest.raises(OffsetError) as caught:
        to_code_points(text, [0, offset], unit)
    assert (caught.value.offset, caught.value.reason) == (offset, "outside")
    with pytest.raises(OffsetError):
        from_code_points(text, [offset], unit)


@given(texts, st.sampled_from(Unit), st.data())
def test_offsets_survive_the_way_to_another_unit_and_back(text, unit, data):
    points = data.draw(st.lists(st.integers(0, len(text))))
    assert to_code_points(text, from_code_points(text, points, unit), unit) == points


@given(encodable_texts, st.data())
def test_units_count_what_the_encodings_count(text, data):
    point = data.draw(st.integers(0, len(text)))
    assert from_code_points(text, [point], Unit.BYTE_UTF8) == [len(text[:point].encode())]
    assert from_code_points(text, [point], Unit.UTF16) == [len(text[:point].encode("utf-16-le")) // 2]


def test_the_convention_that_fits_is_found_for_each_unit_and_end():
    assert fitting_conventions(DELAI, [(19, 23)], ["sauf"]) == (Convention(Unit.CODE_POINT, False),)
    assert fitting_conventions(DELAI, [(19, 22)], ["sauf"]) == (Convention(Unit.CODE_POINT, True),)
    assert fitting_conventions(DELAI, [(20, 24)], ["sauf"]) == (Convention(Unit.UTF16, False),)
    assert fitting_conventions(DELAI, [(23, 26)], ["sauf"]) == (Convention(Unit.BYTE_UTF8, True),)


def test_a_plain_text_fits_all_units_in_probing_order():
    fits = fitting_conventions("plain words", [(6, 11)], ["words"])
    assert fits == tuple(Convention(unit, False) for unit in (Unit.CODE_POINT, Unit.UTF16, Unit.BYTE_UTF8))


def test_a_convention_must_fit_every_range_of_the_text():
    assert fitting_conventions(DELAI, [(0, 5), (20, 24)], ["Délai", "sauf"]) == (Convention(Unit.UTF16, False),)
    assert fitting_conventions(DELAI, [(0, 5), (19, 23)], ["Délai", "autre"]) == ()


def test_nothing_proves_a_convention_but_words_that_fit():
    assert fitting_conventions(DELAI, [], []) == ()
    assert fitting_conventions(DELAI, [(0, 0)], [""]) == ()
    assert fitting_conventions("abc", [(1, 99)], ["bc"]) == ()
    with pytest.raises(ValueError, match="1 ranges but 0 quotes"):
        fitting_conventions("abc", [(0, 1)], [])


@given(encodable_texts, st.sampled_from(PROBING_ORDER), st.data())
def test_a_range_written_in_a_convention_is_placed_where_it_was(text, convention, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    raw_start, raw_end = from_code_points(text, [start, end], convention.unit)
    assert place(text, raw_start, raw_end - convention.end_inclusive, convention) == Span(start, end)
    if start < end:
        quotes = [text[start:end]]
        assert convention in fitting_conventions(text, [(raw_start, raw_end - convention.end_inclusive)], quotes)


def test_a_range_that_ends_before_it_starts_has_no_place():
    with pytest.raises(OffsetError):
        place("abc", 2, 1, Convention(Unit.CODE_POINT, False))
    assert place("abc", 2, 2, Convention(Unit.CODE_POINT, False)) == Span(2, 2)
