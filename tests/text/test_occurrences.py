"""Every place of some words in a text."""

from hypothesis import given
from hypothesis import strategies as st

from lineage.text.normalization import DEFAULT, EXACT, PRINTED
from lineage.text.occurrences import Occurrence, find_occurrences
from lineage.text.span import Span

MOST = 1_000
SOME = st.text(st.sampled_from("ab \n\u00ad\u2019'e\u0301\U0001f600"), max_size=40)


def places(text: str, words: str) -> list[tuple[str, bool]]:
    return [(one.span.slice(text), one.is_exact) for one in find_occurrences(text, words, DEFAULT, MOST)]


def test_words_are_found_as_they_stand_and_as_lines_and_quotes_are_typeset() -> None:
    text = "It lasts 24 months. It lasts 24\nmonths. It lasts 24 mon\u00adths, it\u2019s said."
    assert places(text, "24 months") == [("24 months", True), ("24\nmonths", False), ("24 mon\u00adths", False)]
    assert places(text, "it's said") == [("it\u2019s said", False)]


def test_upper_and_lower_case_are_different_words() -> None:
    assert places("Twenty-four Months", "twenty-four months") == []


def test_places_that_overlap_are_all_given() -> None:
    assert find_occurrences("aaaa", "aaa", EXACT, MOST) == [
        Occurrence(Span(0, 3), True), Occurrence(Span(1, 4), True)
    ]  # fmt: skip


def test_blanks_around_the_words_make_no_second_place_of_an_exact_one() -> None:
    assert places("so  24 months  long", " 24 months ") == [(" 24 months ", True)]


def test_words_without_a_letter_or_figure_are_found_nowhere() -> None:
    assert places("some words", "") == []
    assert places("some words", "\u00ad") == []


def test_part_of_what_an_operation_wrote_is_no_place_of_its_own() -> None:
    ligature = "the \ufb01gure"
    assert [one.span for one in find_occurrences(ligature, "igure", PRINTED, MOST)] == []
    assert [one.span.slice(ligature) for one in find_occurrences(ligature, "figure", PRINTED, MOST)] == ["\ufb01gure"]


def test_of_more_places_than_are_asked_for_there_is_one_more() -> None:
    assert len(find_occurrences("ab" * 50, "ab", EXACT, 10)) == 11


@given(SOME, SOME.filter(bool), SOME)
def test_words_that_stand_in_a_text_are_found_at_their_place(before: str, words: str, after: str) -> None:
    found = find_occurrences(before + words + after, words, DEFAULT, MOST)
    assert Occurrence(Span(len(before), len(before) + len(words)), True) in found


@given(SOME, SOME)
def test_every_exact_place_holds_the_very_words_and_no_other_does(text: str, words: str) -> None:
    for span, is_exact in find_occurrences(text, words, DEFAULT, MOST):
        assert (span.slice(text) == words) is is_exact
