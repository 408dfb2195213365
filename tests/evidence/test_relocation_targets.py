"""Many small texts are searched as one, and answers are places in each of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.relocation_targets import Targets
from lineage.text.anchoring import Quotation, Rung, TextIndex
from lineage.text.span import Span

WORDS = "the records are kept for two years in the cellar"


def targets(*texts: str) -> Targets:
    return Targets([TextIndex(text) for text in texts])


def test_small_texts_are_joined_and_long_ones_stand_alone():
    assert targets().groups == []
    assert len(targets("a", "b", "c").groups) == 1
    long = "x" * 1_000_001
    assert [len(group.index.text) > 1_000_000 for group in targets("a", long, "b", "c").groups] == [False, True, False]


def test_one_text_is_searched_by_its_own_index_and_keeps_its_positions():
    index = TextIndex(f"Here {WORDS}.")
    (group,) = Targets([index]).groups
    assert group.index is index
    ((found, numbers),) = group.anchor([Quotation(WORDS, start=5)])
    assert (found.rung, found.span, numbers) == (Rung.POSITION, Span(5, 5 + len(WORDS)), (0,))


def test_places_are_those_of_the_text_that_has_them():
    (group,) = targets("none", f"Here {WORDS}.", "nor here").groups
    for start, rung in ((5, Rung.POSITION), (9, Rung.EXACT)):
        ((found, numbers),) = group.anchor([Quotation(WORDS, start=start)])
        assert (found.rung, found.span, numbers) == (rung, Span(5, 5 + len(WORDS)), (1,))


def test_no_place_reaches_from_one_text_into_the_next():
    half = len(WORDS) // 2
    (group,) = targets(f"A {WORDS[:half]}", f"{WORDS[half:]} B").groups
    ((found, numbers),) = group.anchor([Quotation(WORDS)])
    assert (found.candidates, numbers) == ((), ())
    ((found, _),) = targets("a", "b").groups[0].anchor([Quotation("a\n\n\x00\n\nb")])
    assert found.rung is None


texts = st.lists(st.sampled_from(["one two ", "three. ", "four five six ", "\n", "\x00"]), max_size=8).map("".join)


@given(st.lists(texts, min_size=1, max_size=6), st.data())
def test_every_place_holds_words_of_its_own_text(given_texts, data):
    words = data.draw(st.sampled_from(["two", "three. ", "four five", "five six \n", "seven"]))
    joined = targets(*given_texts)
    for group in joined.groups:
        ((found, numbers),) = group.anchor([Quotation(words)])
        assert len(numbers) == len(found.candidates)
        for number, candidate in zip(numbers, found.candidates, strict=True):
            there = candidate.span.slice(given_texts[number])
            assert there == words or found.rung not in (Rung.EXACT, Rung.CONTEXT)
        if any(words in text for text in given_texts):
            assert found.rung is not None
