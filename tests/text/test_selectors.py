import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from lineage.text.selectors import Selector, TextPositionSelector, TextQuoteSelector, find_all, select
from lineage.text.span import Span

READ: TypeAdapter[Selector] = TypeAdapter(Selector)


def test_all_places_of_a_quotation_are_found_overlapping_ones_too():
    assert find_all("anana", "ana") == (Span(0, 3), Span(2, 5))
    assert find_all("anana", "x") == ()
    assert find_all("anana", "") == ()
    assert find_all("aaaa", "a", limit=2) == (Span(0, 1), Span(1, 2))


@given(st.text("ab", max_size=12), st.text("ab", min_size=1, max_size=3))
def test_no_place_is_missed(text, exact):
    wanted = tuple(Span(at, at + len(exact)) for at in range(len(text)) if text.startswith(exact, at))
    assert find_all(text, exact) == wanted


def test_a_quotation_with_context_selects_only_where_the_context_stands():
    text = "24 months for logs, 24 months for mail"
    assert select(text, TextQuoteSelector("24 months")) == (Span(0, 9), Span(20, 29))
    assert select(text, TextQuoteSelector("24 months", suffix=" for mail")) == (Span(20, 29),)
    assert select(text, TextQuoteSelector("24 months", prefix=", ")) == (Span(20, 29),)
    assert select(text, TextQuoteSelector("24 months", prefix="x")) == ()


def test_a_position_outside_the_text_or_without_words_selects_nothing():
    assert select("abc", TextPositionSelector(1, 3)) == (Span(1, 3),)
    for start, end in ((0, 0), (2, 1), (-1, 2), (1, 4)):
        assert select("abc", TextPositionSelector(start, end)) == ()


def test_selectors_are_read_by_their_type():
    read = READ.validate_json('{"type":"TextQuoteSelector","exact":"a","prefix":"b"}')
    assert read == TextQuoteSelector("a", "b")
    read = READ.validate_json('{"type":"TextPositionSelector","start":1,"end":2}')
    assert read == TextPositionSelector(1, 2)


@pytest.mark.parametrize(
    "body",
    [
        '{"exact":"a"}',
        '{"type":"TextQuoteSelector"}',
        '{"type":"TextQuoteSelector","exact":"a","colour":"red"}',
        '{"type":"TextPositionSelector","start":"1","end":2}',
        '{"type":"TextPositionSelector","start":1.0,"end":2}',
        '{"type":"TextPositionSelector","start":true,"end":2}',
    ],
)
def test_a_selector_of_another_shape_is_refused(body):
    with pytest.raises(ValidationError):
        READ.validate_json(body)
