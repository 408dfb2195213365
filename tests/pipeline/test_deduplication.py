from hypothesis import given
from hypothesis import strategies as st

from lineage.pipeline.chunking import Piece
from lineage.pipeline.deduplication import Kept, deduplicate
from lineage.text.span import Span

TEXT = "Same. Other. Same. "


def test_equal_words_are_kept_once_with_every_place_where_they_stand():
    pieces = [Piece(Span(0, 6), "A"), Piece(Span(6, 13), "B"), Piece(Span(13, 19), "C")]
    assert deduplicate(TEXT, pieces) == (
        Kept(pieces[0], (Span(0, 6), Span(13, 19))),
        Kept(pieces[1], (Span(6, 13),)),
    )


def test_words_that_differ_in_a_blank_or_a_capital_are_not_equal():
    text = "same Same same"
    pieces = [Piece(Span(0, 5)), Piece(Span(5, 10)), Piece(Span(10, 14))]
    assert [kept.piece for kept in deduplicate(text, pieces)] == pieces


@given(st.text("ab ", min_size=1, max_size=30), st.data())
def test_nothing_is_lost(text, data):
    borders = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text))))})
    pieces = [Piece(Span(start, end)) for start, end in zip(borders, borders[1:], strict=False)]
    kept = deduplicate(text, pieces)
    assert sorted(place for found in kept for place in found.places) == [piece.span for piece in pieces]
    assert all(place.slice(text) == found.piece.span.slice(text) for found in kept for place in found.places)
    assert len({found.piece.span.slice(text) for found in kept}) == len(kept)
