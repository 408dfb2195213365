"""Differences as people read them: whole words, everything kept."""

from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.claim_differences import difference, in_whole_words
from lineage.text.alignment import diff


def drawn(first: str, second: str) -> list[tuple[str, str]]:
    found = difference("a", first, "b", second).runs
    return [(run.kind, "".join(glyphs.text for piece in run.drawn.pieces for glyphs in piece.runs)) for run in found]


def test_a_number_that_changed_is_shown_whole() -> None:
    assert drawn("kept for 12 months", "kept for 24 months") == [
        ("equal", "kept for "),
        ("delete", "12"),
        ("insert", "24"),
        ("equal", " months"),
    ]


def test_an_ending_that_changed_takes_its_word_with_it() -> None:
    assert drawn("it is permitted", "it is permissible") == [
        ("equal", "it is "),
        ("delete", "permitted"),
        ("insert", "permissible"),
    ]


def test_words_that_were_added_take_no_neighbour_with_them() -> None:
    assert drawn("24 months.", "24 months, save under hold.") == [
        ("equal", "24 months"),
        ("insert", ", save under hold"),
        ("equal", "."),
    ]


def test_a_text_without_blanks_is_not_widened_to_all_of_it() -> None:
    kept = "\u4fdd" * 40
    assert drawn(f"{kept}1", f"{kept}2")[0] == ("equal", kept)


words = st.text(st.sampled_from("ab1 .\n\u0301\U0001f469"), max_size=30)


@given(words, words)
def test_widened_pieces_are_still_all_of_both_texts(first: str, second: str) -> None:
    pieces = in_whole_words(diff(first, second), first, second)
    assert "".join(piece.a.slice(first) for piece in pieces) == first
    assert "".join(piece.b.slice(second) for piece in pieces) == second
    assert all(piece.a.slice(first) == piece.b.slice(second) for piece in pieces if piece.op == "equal")
    assert all(after.op == "equal" or before.op == "equal" for before, after in zip(pieces, pieces[1:], strict=False))
