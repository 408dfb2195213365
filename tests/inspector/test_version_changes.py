"""What changed from one text to another: the places, the words around them, and the spans that they touch."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.version_changes import SHOWN, draw_change, find_changes, touched_by
from lineage.text.span import Span

OLD = "Logs are kept for 12 months. " + "Nothing else is said here. " * 20 + "A fee of 5 euros is due."
NEW = OLD.replace("12 months", "24 months").replace("5 euros", "7 euros")


def drawn(change: object, old: str, new: str) -> list[tuple[str, str]]:
    runs = draw_change(change, old, new)  # type: ignore[arg-type]
    return [(run.kind, "".join(glyph.text for piece in run.drawn.pieces for glyph in piece.runs)) for run in runs]


def test_each_place_that_changed_is_a_change_of_its_own() -> None:
    changes = find_changes(OLD, NEW)
    assert len(changes) == 2
    assert changes[0].touches(Span(OLD.index("12"), OLD.index("12") + 2))
    assert not changes[0].touches(Span(OLD.index("euros"), OLD.index("euros") + 5))


def test_equal_texts_have_no_change() -> None:
    assert find_changes(OLD, OLD) == ()
    assert find_changes("", "") == ()


def test_changes_that_stand_close_together_are_one() -> None:
    (change,) = find_changes("Kept for 12 months and 3 days.", "Kept for 24 months and 5 days.")
    assert change.removed and change.added


def test_a_change_is_shown_in_whole_words_with_equal_words_around_it() -> None:
    first, second = find_changes(OLD, NEW)
    assert ("delete", "12") in drawn(first, OLD, NEW) and ("insert", "24") in drawn(first, OLD, NEW)
    assert drawn(first, OLD, NEW)[0] == ("equal", "Logs are kept for ")
    assert drawn(second, OLD, NEW)[-1] == ("equal", " euros is due.")
    assert sum(len(words) for kind, words in drawn(second, OLD, NEW) if kind == "equal") < 500


def test_words_that_were_put_in_or_taken_out_are_counted() -> None:
    (put_in,) = find_changes("One. Two.", "One. And a half. Two.")
    (taken_out,) = find_changes("One. And a half. Two.", "One. Two.")
    assert (put_in.removed, put_in.added) == (0, len("And a half. "))
    assert (taken_out.removed, taken_out.added) == (len("And a half. "), 0)


def test_a_span_is_touched_where_words_of_it_changed_or_were_put_in_between_them() -> None:
    (change,) = find_changes("Kept for months.", "Kept for 24 months.")
    sentence, before, after = Span(0, 16), Span(0, 8), Span(9, 16)
    assert touched_by(change, [(0, [sentence]), (1, [before]), (2, [after])]) == (0,)


def test_a_very_long_change_is_shown_by_its_beginning_and_its_end() -> None:
    long = "".join(f"New clause number {number}. " for number in range(1_000))
    old, new = "Before. After.", f"Before. {long}After."
    (change,) = find_changes(old, new)
    runs = drawn(change, old, new)
    assert "skipped" in {kind for kind, _ in runs}
    assert sum(len(words) for kind, words in runs if kind == "insert") == 2 * SHOWN


def test_a_text_of_one_endless_word_is_compared_too() -> None:
    changes = find_changes("a" * 100_000, "a" * 50_000 + "b" + "a" * 50_000)
    assert len(changes) == 1
    assert draw_change(changes[0], "a" * 100_000, "a" * 50_000 + "b" + "a" * 50_000)


@given(st.text("ab \n", max_size=60), st.text("ab \n", max_size=60))
def test_what_is_drawn_of_two_short_texts_is_all_of_both_around_their_changes(old: str, new: str) -> None:
    for change in find_changes(old, new):
        runs = drawn(change, old, new)
        assert "".join(words for kind, words in runs if kind != "insert") in old
        assert "".join(words for kind, words in runs if kind != "delete") in new
