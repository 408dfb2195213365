"""Two revisions of a policy line against line: what is drawn joins to both, and unlike sentences share no letters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.evidence_view import Difference
from inspector.pages.policy_difference import changed_sentences, compare_lines

LINES = st.lists(st.text(st.sampled_from("ab cäé."), max_size=12), max_size=6)


def words_of(difference: Difference, *kinds: str) -> str:
    runs = [run for run in difference.runs if run.kind in kinds]
    return "".join(glyphs.text for run in runs for piece in run.drawn.pieces for glyphs in piece.runs)


def compared(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    found = compare_lines("revision 1", old, "revision 2", new).runs
    return [(run.kind, "".join(g.text for piece in run.drawn.pieces for g in piece.runs)) for run in found]


def test_equal_lines_stand_once() -> None:
    assert compared(["One.", "Two."], ["One.", "Two."]) == [("equal", "One."), ("equal", "\n"), ("equal", "Two.")]


def test_sentences_that_have_little_in_common_are_replaced_whole() -> None:
    old, new = "Where you cannot tell, say so.", "Sleep on it."
    assert compared([old], [new]) == [("delete", old), ("equal", "\n"), ("insert", new)]


def test_a_reworded_sentence_is_compared_word_by_word() -> None:
    assert compared(["Logs are kept for 12 months."], ["Logs are kept for 24 months."]) == [
        ("equal", "Logs are kept for "),
        ("delete", "12"),
        ("insert", "24"),
        ("equal", " months."),
    ]


def test_a_sentence_put_in_before_a_reworded_one_does_not_part_it_from_its_old_form() -> None:
    old, new = ["Judge each citation alone."], ["Read first.", "Judge each citation on its own alone."]
    assert ("insert", "Read first.") in compared(old, new)
    assert ("equal", "Judge each citation ") in compared(old, new)


def test_what_only_either_has_is_called_by_its_name() -> None:
    found = compare_lines("revision 1", ["a"], "yours", ["b"])
    assert (found.first, found.second) == ("only in revision 1", "only in yours")


@given(LINES, LINES)
def test_the_pieces_of_each_side_join_to_its_lines(old: list[str], new: list[str]) -> None:
    found = compare_lines("one", old, "other", new)
    for kind, lines in (("delete", old), ("insert", new)):
        # A line of the other side alone leaves its line end.
        said = [line for line in words_of(found, "equal", kind).split("\n") if line]
        assert said == [line for line in lines if line]


def test_what_became_of_a_sentence_is_said_by_its_number() -> None:
    assert changed_sentences(("a", "b", "c"), ("b", "c", "d")) == (
        "With another number: 2 is now 1, 3 is now 2.",
        "Only in the older one: sentence 1.",
        "Only in the newer one: sentence 3.",
    )
    assert changed_sentences(("a", "b"), ("a", "b")) == ()
    assert changed_sentences(("a",), ("a", "b", "c")) == ("Only in the newer one: sentences 2, 3.",)


def test_a_reworded_sentence_is_named_with_its_new_number() -> None:
    old, new = ("Logs are kept for 12 months.",), ("Read first.", "Logs are kept for 24 months.")
    assert changed_sentences(old, new) == ("Reworded: sentence 1 (now 2).", "Only in the newer one: sentence 1.")
    assert changed_sentences(old, new[1:]) == ("Reworded: sentence 1.",)
