from hypothesis import given
from hypothesis import strategies as st

from lineage.text.alignment import MAX_STRETCH, Piece, align, diff
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from tests.text.texts import texts

words = st.lists(st.sampled_from(["kept ", "for ", "24 ", "months\n", "\U0001f600", "e\u0301 ", "not "]), max_size=40)
pairs = st.one_of(st.tuples(texts, texts), st.tuples(words.map("".join), words.map("".join)))


@given(pairs)
def test_pieces_are_all_of_both_texts_in_order(pair):
    a, b = pair
    pieces = diff(a, b)
    assert "".join(piece.a.slice(a) for piece in pieces) == a
    assert "".join(piece.b.slice(b) for piece in pieces) == b
    for piece in pieces:
        assert (piece.op == "equal") == (piece.a.slice(a) == piece.b.slice(b))
        assert (piece.op == "insert") == piece.a.is_empty
        assert (piece.op == "delete") == piece.b.is_empty
    assert all((one.op == "equal") != (other.op == "equal") for one, other in zip(pieces, pieces[1:], strict=False))


@given(pairs)
def test_an_alignment_holds_and_leaves_nothing_out(pair):
    output, source = pair
    found = align(output, source)
    assert found.verify(output, source) == ()
    assert found.uncovered() == ()
    assert found.invert().uncovered() == ()


def test_a_changed_dose_is_one_changed_digit():
    assert diff("take 40 mg daily", "take 80 mg daily") == (
        Piece("equal", Span(0, 5), Span(0, 5)),
        Piece("replace", Span(5, 6), Span(5, 6)),
        Piece("equal", Span(6, 16), Span(6, 16)),
    )


def test_an_added_and_a_dropped_word_are_named_so():
    assert [piece.op for piece in diff("kept for months", "kept for 24 months")] == ["equal", "insert", "equal"]
    assert [piece.op for piece in diff("kept for 24 months", "kept for months")] == ["equal", "delete", "equal"]
    assert diff("", "") == ()
    assert diff("a", "") == (Piece("delete", Span(0, 1), Span(0, 0)),)


def test_an_emoji_is_one_code_point_and_its_halves_are_never_cut():
    assert diff("a\U0001f600b", "a\U0001f601b")[1] == Piece("replace", Span(1, 2), Span(1, 2))


def test_a_long_stretch_without_an_anchor_is_replaced_whole():
    a, b = "ab" * MAX_STRETCH, "ac" * MAX_STRETCH
    assert [piece.op for piece in diff("x" + a + "y", "x" + b + "y")] == ["equal", "replace", "equal"]


def test_lines_that_stand_once_keep_a_long_text_together():
    lines = [f"Line {number} says something of its own." for number in range(200)]
    changed = [line.replace("something", "nothing") if line.startswith("Line 90 ") else line for line in lines]
    pieces = diff("\n".join(lines), "\n".join(changed))
    assert sum(piece.a.length for piece in pieces if piece.op != "equal") <= len("something")


def test_the_same_two_texts_are_always_compared_alike():
    a, b = "kept for 24 months " * 30, "kept for 36 months " * 31
    assert diff(a, b) == diff(a, b)


def test_an_alignment_names_what_was_replaced_dropped_and_added():
    found = align("kept for 36 months!", "kept for 24 months")
    kinds = [segment.kind for segment in found.to_segments()]
    assert kinds == [SegmentKind.EXACT_COPY, SegmentKind.NORMALIZED, SegmentKind.EXACT_COPY, SegmentKind.INSERTED]
