"""More words than are compared as a whole, such as a whole source, are found by their two ends."""

from __future__ import annotations

from lineage.evidence.relocation import CitedSpan, Moved, relocate
from lineage.evidence.relocation_places import Place
from lineage.evidence.terms.work import RelocationOutcome, WordingChange
from lineage.text.anchoring import ANCHORING, TextIndex
from lineage.text.span import Span

# 2,000 sentences, no two alike: more than the 20,000 code points that are looked for by likeness.
LONG = " ".join(f"Entry {n:04} was written by clerk {n * 7919 % 9973:04} in the hall." for n in range(2000))
WHOLE = Span(0, len(LONG))


def moved(new: str, old: str = LONG) -> Moved:
    (found,) = relocate([CitedSpan(1, Span(0, len(old)))], old, [TextIndex("Other."), TextIndex(new)])
    return found


def test_a_whole_source_with_another_word_is_proposed_as_a_whole():
    assert len(LONG) > ANCHORING.longest
    new = "A preface. " + LONG.replace("clerk 0000 in the hall", "clerk 0000 in the barn")
    found = moved(new)
    assert (found.outcome, found.changes) == (RelocationOutcome.PROPOSED, ())
    # h-a-l-l against b-a-r-n
    assert found.candidates == (Place(1, WHOLE.shift(11), 3),)


def test_a_number_that_changed_in_a_whole_source_is_named():
    found = moved(LONG.replace("Entry 1000", "Entry 9000"))
    assert (found.outcome, found.changes) == (RelocationOutcome.TEXT_CHANGED, (WordingChange.NUMBER,))
    assert found.candidates == (Place(1, WHOLE, 1),)


def test_a_source_that_became_much_longer_or_lost_an_end_is_lost():
    half = len(LONG) // 2
    for new in (LONG[:half] + LONG[half - 30_000 : half] + LONG[half:], LONG[:half], "Nothing of it."):
        assert moved(new).outcome is RelocationOutcome.LOST


def test_the_distance_of_very_many_other_words_is_a_bound():
    third = len(LONG) // 3
    found = moved(LONG[:third] + LONG[third : 2 * third].upper() + LONG[2 * third :])
    (place,) = found.candidates
    assert third - 200 < place.distance <= third
