import pytest

from lineage.text.span import Span, cover, is_within


def test_touching_spans_share_nothing():
    assert Span(0, 3).intersect(Span(3, 5)) is None
    assert Span(0, 4).intersect(Span(3, 5)) == Span(3, 4)


def test_a_span_knows_its_length_and_moves_whole():
    assert Span(2, 5).length == 3
    assert not Span(2, 5).is_empty
    assert Span(4, 4).is_empty
    assert Span(2, 5).shift(-2) == Span(0, 3)


def test_a_span_covers_itself_and_what_lies_inside():
    assert Span(2, 5).covers(Span(2, 5))
    assert Span(2, 5).covers(Span(3, 3))
    assert not Span(2, 5).covers(Span(1, 3))


def test_a_slice_beyond_the_text_is_refused_not_clamped():
    assert Span(1, 3).slice("abc") == "bc"
    for span in (Span(1, 4), Span(-1, 2), Span(2, 1)):
        with pytest.raises(ValueError, match="leaves a text of 3"):
            span.slice("abc")


def test_the_cover_of_several_spans_is_the_smallest_that_holds_all():
    assert cover([Span(4, 6), Span(1, 2), Span(3, 9)]) == Span(1, 9)
    with pytest.raises(ValueError, match="no spans"):
        cover([])


def test_an_empty_or_outlying_span_is_not_within_a_text():
    assert is_within(Span(0, 3), 3)
    assert not any(is_within(span, 3) for span in (Span(0, 0), Span(0, 4), Span(-1, 2), Span(2, 1)))
