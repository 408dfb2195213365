"""The old sentence beside the new one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.run_sides import LONGEST, REACH, Sentence, Window, alone, compared, sentence_of, window_of
from lineage.text.span import Span


def whole(text: str, place: Span) -> Window:
    return Window(text, 0, len(text), place)


def joined(runs: object) -> str:
    return "".join(g.text for run in runs for piece in run.drawn.pieces for g in piece.runs)  # type: ignore[attr-defined]


def kinds(runs: object) -> list[tuple[str, str]]:
    return [(run.kind, joined((run,))) for run in runs]  # type: ignore[attr-defined]


def test_a_place_is_read_with_1200_characters_to_either_side_and_no_more_than_3000_of_its_own() -> None:
    assert window_of(Span(5_000, 5_010), 100_000) == Span(3_800, 6_210)
    assert window_of(Span(10, 20), 50) == Span(0, 50)
    assert window_of(Span(0, 90_000), 100_000) == Span(0, LONGEST + REACH)
    assert window_of(Span(70, 80), 50) == Span(0, 50)


def test_a_sentence_is_whole_and_its_place_is_counted_in_it() -> None:
    text = "One stays. Two is kept for 24 months. Three goes."
    found = sentence_of(whole(text, Span(text.index("24"), text.index("24") + 2)))
    assert (found.text, found.place.slice(found.text), found.is_cut) == ("Two is kept for 24 months.", "24", False)


def test_a_window_that_ends_within_the_sentence_says_so() -> None:
    text = "word " * 1_000
    window = window_of(Span(2_500, 2_504), len(text))
    found = sentence_of(Window(window.slice(text), window.start, len(text), Span(2_500, 2_504)))
    assert found.is_cut and found.place.slice(found.text) == "word"


def test_a_number_that_changed_is_shown_whole_on_either_side() -> None:
    old, new = Sentence("kept for 12 months", Span(0, 18), False), Sentence("kept for 24 months", Span(0, 18), False)
    ours, theirs = compared(old, new)
    assert kinds(ours) == [("equal", "kept for "), ("delete", "12"), ("equal", " months")]
    assert kinds(theirs) == [("equal", "kept for "), ("insert", "24"), ("equal", " months")]


def test_a_sentence_alone_differs_from_nothing() -> None:
    assert kinds(alone(Sentence("As it was.", Span(0, 2), False))) == [("equal", "As it was.")]
    assert alone(Sentence("", Span(0, 0), False)) == ()


texts = st.text(alphabet="ab 1.\n\u0301\u202e😀", max_size=60)


@given(old=texts, new=texts)
def test_each_side_is_its_own_sentence_to_the_letter(old: str, new: str) -> None:
    sides = compared(Sentence(old, Span(0, len(old)), False), Sentence(new, Span(0, 0), False))
    assert [joined(side) for side in sides] == [old, new]


@given(text=texts, start=st.integers(0, 80), length=st.integers(0, 80))
def test_no_place_however_wrong_breaks_a_page(text: str, start: int, length: int) -> None:
    place = Span(start, start + length)
    window = window_of(place, len(text))
    found = sentence_of(Window(window.slice(text), window.start, len(text), place))
    assert found.text in text
    assert 0 <= found.place.start <= found.place.end <= len(found.text)
