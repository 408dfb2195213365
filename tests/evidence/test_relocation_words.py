"""Surroundings that are equal have equal sentences."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.qualifiers import REACH
from lineage.evidence.relocation_words import has_equal_surroundings, sentences_of, stands_once
from lineage.text.span import Span

pieces = st.lists(st.sampled_from(["One. ", "two ", "3.5 ", "\n\n", "four! ", "x" * 900]), max_size=12).map("".join)


@given(pieces, pieces, pieces, st.data())
def test_texts_that_are_equal_within_reach_have_equal_sentences_around_a_place(before, middle, after, data):
    old = before + middle
    new = after + middle if data.draw(st.booleans()) else before + middle + after
    shift = len(new) - len(old) if new.startswith(after) and new.endswith(middle) else 0
    start = data.draw(st.integers(0, max(0, len(old) - 1)))
    cited = Span(start, data.draw(st.integers(start, len(old))))
    place = cited.shift(shift)
    if 0 <= place.start and place.end <= len(new) and has_equal_surroundings(old, cited, new, place):
        assert sentences_of(old, cited) == sentences_of(new, place)


def test_what_is_beyond_reach_does_not_count_and_what_is_within_does():
    middle = "word " * (REACH // 5)
    old, cited = f"A. {middle}here {middle}B.", Span(len(middle) + 3, len(middle) + 7)
    # Both windows are cut off at the same distance from the words, and what was changed is outside.
    assert has_equal_surroundings(old, cited, old.replace("A.", "C.").replace("B.", "D."), cited)
    assert not has_equal_surroundings(old, cited, old.replace(" here word", " here work"), cited)
    # At the beginning of a text and in its midst: the window of the one is shorter.
    assert not has_equal_surroundings("here and there", Span(0, 4), "x here and there", Span(2, 6))


def test_words_stand_once_or_more_often_even_where_they_overlap():
    assert stands_once("aba", "xabax")
    assert not stands_once("aba", "ababa")
