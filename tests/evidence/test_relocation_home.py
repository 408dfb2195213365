"""What stands today in the place of cited words, where their sentences are."""

from __future__ import annotations

import pytest

from lineage.evidence.relocation_home import find_homes
from lineage.evidence.relocation_places import Place
from lineage.evidence.relocation_targets import Targets
from lineage.text.anchoring import ANCHORING, TextIndex
from lineage.text.span import Span

OLD = "Support logs are written daily. Archived logs are kept for 24 months by law. Others are deleted at once."


def home_of(words: str, new: str, old: str = OLD) -> list[str]:
    start = old.index(words)
    (found,) = find_homes(old, [Span(start, start + len(words))], Targets([TextIndex(new)]), ANCHORING)
    assert found.is_sure_of_first or len(found.places) != 1
    return [place.span.slice(new) for place in found.places]


@pytest.mark.parametrize(
    ("words", "before", "after", "now"),
    [
        ("24 months", "24 months", "36 months", "36 months"),
        ("24 months", "24 months", "two full years", "two full years"),
        ("months", "24 months", "24 years", "years"),
        ("24 mon", "24 months", "36 months", "36 mon"),
        ("kept for 24 months", "Archived", "All archived", "kept for 24 months"),
        ("kept for 24 months", "by law", "by contract", "kept for 24 months"),
        ("Archived logs", "Archived logs are", "Logs are", "Logs"),
    ],
)
def test_the_words_in_the_place_of_the_cited_ones_are_found_by_their_sentences(words, before, after, now):
    new = "A preface.\n\n" + OLD.replace(before, after)
    assert home_of(words, new) == [now]


def test_words_that_were_struck_out_leave_no_place():
    assert home_of(" for 24 months", OLD.replace(" for 24 months", "")) == []


def test_a_sentence_that_moved_away_from_its_neighbours_is_found_alone():
    new = "Nothing else of it is here. Archived logs are kept for 36 months by law. That is all there is to say."
    assert home_of("24 months", new) == ["36 months"]


def test_without_its_sentences_there_is_no_place():
    assert home_of("24 months", "A guarantee of 24 months is given for each of the parts that we sell.") == []


def test_the_distance_is_that_of_the_cited_words():
    new = OLD.replace("24 months", "36 months")
    start = OLD.index("24")
    (found,) = find_homes(OLD, [Span(start, start + 9)], Targets([TextIndex("Other."), TextIndex(new)]), ANCHORING)
    assert found.places == (Place(1, Span(start, start + 9), 2),)


def test_sentences_that_stand_twice_give_two_places_and_are_sure_of_none():
    changed = OLD.replace("24 months", "36 months")
    start = OLD.index("24")
    both = Targets([TextIndex(changed), TextIndex(changed)])
    (found,) = find_homes(OLD, [Span(start, start + 9)], both, ANCHORING)
    assert ([place.target for place in found.places], found.is_sure_of_first) == ([0, 1], False)


def test_a_frame_of_unlike_words_beyond_measure_is_not_laid_side_by_side():
    old = "! ? " * 240 + "24 months" + " ? !" * 240
    assert home_of("24 months", old.replace("24", "36").replace("!", "?", 3), old) in ([], ["36 months"])
