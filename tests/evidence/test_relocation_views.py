"""Words across the border of a page: proposed with the header inside, moved where only their sentence is broken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.relocation import CitedSpan, Moved, Stripped, relocate
from lineage.evidence.terms.work import AnchorMethod, RelocationOutcome, WordingChange
from lineage.pipeline.boilerplate import find_boilerplate, strip
from lineage.text.anchoring import TextIndex
from lineage.text.span import Span
from tests.pipeline.readings import paged

BEFORE = "The desk opens at nine. Heavy parcels go by the back door, and nobody is let in before that.\n"
BEHIND = "Lists are kept in the cellar. Fines are paid at the desk by whoever lost a key of the house.\n"
SENTENCE = "Support logs of the house are kept for 24 months, except where a legal hold applies."
# The first page ends where the bar is.
BROKEN = SENTENCE.replace("for 24", "for|24")
OLD = f"{BEFORE}{SENTENCE}\n{BEHIND}"


def pages_of(sentence: str) -> list[str]:
    """Three pages with a header and a number on each; at a bar in the sentence the first of them ends."""
    head, _, tail = sentence.partition("|")
    bodies = f"{BEFORE}{head}\n", f"{tail}\n{BEHIND}", "The end is told on a page of its own.\n"
    return [f"Rules of the house\n\n{body}\n{number}\n" for number, body in enumerate(bodies, start=1)]


def stripped(sentence: str) -> tuple[str, Stripped]:
    text, pages = paged(pages_of(sentence))
    words, spans = strip(text, find_boilerplate(text, pages))
    return text, Stripped(TextIndex(words), spans)


def find(words: str, sentence: str, old: str = OLD, old_view: Stripped | None = None) -> tuple[Moved, str]:
    """What becomes of the words, and the text of the pages in which they were looked for."""
    new, view = stripped(sentence)
    cited = CitedSpan(7, Span(old.index(words), old.index(words) + len(words)))
    (moved,) = relocate([cited], old, [TextIndex(new)], stripped_old=old_view, stripped_new={0: view})
    assert moved.citation == 7 and moved.old == cited.span
    return moved, new


def test_words_with_a_header_inside_are_proposed_from_the_first_to_the_last_of_them():
    moved, new = find("kept for 24 months", BROKEN)
    assert (moved.outcome, moved.new, moved.target) == (RelocationOutcome.PROPOSED, None, None)
    assert (moved.method, moved.changes) == (AnchorMethod.NORMALIZED, ())
    (place,) = moved.candidates
    assert place.span.slice(new) == "kept for\n\n1\nRules of the house\n\n24 months"
    # All of it but the one blank that was there before.
    assert place.distance == len("\n\n1\nRules of the house\n\n") - 1 and moved.changed is not None


def test_a_sentence_that_a_header_breaks_leaves_words_fresh_only_where_nothing_else_is_another():
    changed = SENTENCE.replace("legal", "lawful").replace("where a", "where|a")
    moved, new = find("24 months", changed)
    assert moved.new is not None and moved.new.slice(new) == "24 months"
    assert moved.context_changed and moved.changed is not None


def test_the_same_words_give_the_same_digest_wherever_the_page_ends():
    one, _ = find("kept for 24 months", BROKEN)
    other, _ = find("kept for 24 months", SENTENCE.replace("kept for", "kept|for"))
    assert one.changed == other.changed


def test_words_that_stand_whole_in_a_sentence_that_a_header_breaks_move_and_stay_fresh():
    moved, new = find("24 months", SENTENCE.replace("where a", "where|a"))
    assert (moved.outcome, moved.method) == (RelocationOutcome.RELOCATED_NORMALIZED, AnchorMethod.NORMALIZED)
    assert moved.new is not None and moved.new.slice(new) == "24 months"
    assert (moved.changed, moved.context_changed, moved.drifted) == (None, False, True)


def test_a_changed_number_on_the_other_page_is_named_and_that_of_the_page_is_not():
    moved, new = find("kept for 24 months", BROKEN.replace("24", "36"))
    assert (moved.outcome, moved.changes) == (RelocationOutcome.TEXT_CHANGED, (WordingChange.NUMBER,))
    assert moved.candidates[0].span.slice(new) == "kept for\n\n1\nRules of the house\n\n36 months"


def test_words_that_no_header_breaks_are_found_as_without_any_view():
    words = "Heavy parcels go by the back door"
    new, view = stripped(f"{SENTENCE}|")
    cited = [CitedSpan(1, Span(OLD.index(words), OLD.index(words) + len(words)))]
    assert relocate(cited, OLD, [TextIndex(new)], stripped_new={0: view}) == relocate(cited, OLD, [TextIndex(new)])


@pytest.mark.parametrize("sentence", [f"{SENTENCE}|", SENTENCE.replace("logs of", "logs|of")])
def test_words_that_had_a_header_inside_before_are_proposed_where_they_stand_now(sentence):
    old, view = stripped(BROKEN)
    moved, new = find("kept for\n\n1\nRules of the house\n\n24 months", sentence, old, view)
    assert moved.outcome is RelocationOutcome.PROPOSED
    assert moved.candidates[0].span.slice(new) == "kept for 24 months"


def test_a_cited_header_is_looked_for_as_it_stands():
    old, view = stripped(f"{SENTENCE}|")
    moved, _ = find("Rules of the house", f"{SENTENCE}|", old, view)
    assert moved.outcome in (RelocationOutcome.UNCHANGED, RelocationOutcome.AMBIGUOUS)


def test_words_that_are_gone_are_lost_in_both():
    moved, _ = find(SENTENCE, "Nothing is said here of what anybody keeps,|or of how long.")
    assert moved.outcome is RelocationOutcome.LOST


@given(st.integers(1, len(SENTENCE) - 1), st.integers(0, len(SENTENCE) - 20), st.integers(20, len(SENTENCE)))
def test_wherever_a_page_ends_the_words_are_moved_whole_or_proposed_and_never_elsewhere(cut, start, length):
    # A line breaks at a blank.
    cut = SENTENCE.rfind(" ", 0, cut + 1)
    words = SENTENCE[start : start + length].strip()
    if cut < 0 or OLD.count(words) != 1:
        return
    moved, new = find(words, f"{SENTENCE[:cut]}|{SENTENCE[cut + 1 :]}")
    place = moved.new or moved.candidates[0].span
    said = place.slice(new).replace("\n\n1\nRules of the house\n\n", " ")
    assert said == words
    broken = " " in words and words not in new
    assert moved.outcome is RelocationOutcome.PROPOSED if broken else moved.new is not None


def accounts(header: str) -> tuple[str, Stripped]:
    """Four pages under a header; no sentence ends before a page does."""
    body = "The fee of desk {0} is {0}0 and is paid by the\nowner of desk {0} each year"
    pages = [f"{header}\n{body.format(number)}\n{number} of 4\n" for number in range(1, 5)]
    text, found = paged(pages)
    words, spans = strip(text, find_boilerplate(text, found))
    return text, Stripped(TextIndex(words), spans)


@pytest.mark.parametrize(
    ("header", "changes"),
    [
        ("Amounts in millions of EUR", (WordingChange.NUMBER,)),
        ("Amounts in thousands of USD", (WordingChange.UNIT,)),
        ("Amounts in thousands of EUR, not audited", (WordingChange.NEGATION,)),
    ],
)
def test_a_header_that_says_another_thing_of_the_words_below_it_moves_none_of_them(header, changes):
    (old, old_view), (new, new_view) = accounts("Amounts in thousands of EUR"), accounts(header)
    at = old.index("The fee of desk 3 is 30")
    views = {"stripped_old": old_view, "stripped_new": {0: new_view}}
    (moved,) = relocate([CitedSpan(1, Span(at, at + 23))], old, [TextIndex(new)], **views)
    assert (moved.outcome, moved.new, moved.changes) == (RelocationOutcome.TEXT_CHANGED, None, changes)
    assert [place.span.slice(new) for place in moved.candidates] == ["The fee of desk 3 is 30"]


def test_a_header_of_other_words_and_the_numbers_of_pages_hold_no_words_back():
    (old, old_view), (new, new_view) = accounts("Rules of the house"), accounts("Rules of our house")
    at = old.index("The fee of desk 3 is 30")
    views = {"stripped_old": old_view, "stripped_new": {0: new_view}}
    (moved,) = relocate([CitedSpan(1, Span(at, at + 23))], old, [TextIndex(new)], **views)
    assert moved.outcome is RelocationOutcome.RELOCATED_NORMALIZED and moved.changed is None
    assert moved.new is not None and moved.new.slice(new) == "The fee of desk 3 is 30"
