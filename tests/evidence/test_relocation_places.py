"""One answer from what is found in several texts: equal words before likeness, context before order."""

from __future__ import annotations

from lineage.evidence.relocation_places import MOST_PLACES, find_places
from lineage.evidence.relocation_targets import Targets
from lineage.text.anchoring import Quotation, Rung, TextIndex

WORDS = "the records are kept for two years in the cellar"
SOUGHT = Quotation(WORDS, "He says that ", " of the house.", 13)


def targets(*texts: str) -> Targets:
    return Targets([TextIndex(text) for text in texts])


def test_nothing_is_found_in_no_text():
    (found,) = find_places([SOUGHT], targets())
    assert (found.rung, found.places) == (None, ())


def test_equal_words_go_before_normalized_ones_and_those_before_likeness():
    equal, broken = f"He says that {WORDS} of the house.", f"B: {WORDS}.".replace("kept for", "kept\nfor")
    like = f"C: {WORDS}.".replace("two", "ten")
    for texts, rung, target in (
        ((like, broken, equal), Rung.POSITION, 2),
        ((like, broken), Rung.NORMALIZED, 1),
        ((like, "D: none of it"), Rung.APPROXIMATE, 0),
    ):
        (found,) = find_places([SOUGHT], targets(*texts))
        assert (found.rung, found.places[0].target, found.is_sure_of_first) == (rung, target, True), rung
        assert len(found.places) == 1


def test_of_equal_words_in_two_texts_the_one_with_both_neighbours_is_sure():
    bare, framed = f"X {WORDS} Y", f"He says that {WORDS} of the house."
    (found,) = find_places([SOUGHT], targets(bare, framed))
    # And stands there at the offset that was recorded.
    assert (found.rung, [place.target for place in found.places]) == (Rung.POSITION, [1])
    assert found.is_sure_of_first
    (found,) = find_places([SOUGHT], targets(framed, bare, framed))
    assert ([place.target for place in found.places], found.is_sure_of_first) == ([0, 2, 1], False)


def test_of_two_likenesses_as_good_none_is_sure_and_a_better_one_is():
    near, far = WORDS.replace("two", "too"), WORDS.replace("two", "ten").replace("the cellar", "a cellar")
    (found,) = find_places([SOUGHT], targets(far, near))
    assert (found.places[0].target, found.places[0].distance, found.is_sure_of_first) == (1, 1, True)
    (found,) = find_places([SOUGHT], targets(near, near))
    assert ([place.target for place in found.places], found.is_sure_of_first) == ([0, 1], False)


def test_no_more_places_are_kept_than_a_person_would_read():
    (found,) = find_places([Quotation("data")], targets("data " * 50))
    assert (len(found.places), found.is_sure_of_first) == (MOST_PLACES, False)


def test_quotations_are_answered_in_their_order():
    asked = [Quotation("none of these words"), SOUGHT, Quotation("cellar")]
    found = find_places(asked, targets("No.", WORDS))
    assert [places.rung is None for places in found] == [True, False, False]
