"""A described place is found again, and nothing else is (U-34)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from lineage.text.describing import describe
from lineage.text.selectors import Selector, TextPositionSelector, TextQuoteSelector, select
from lineage.text.span import Span
from tests.text.texts import spans, texts

READ: TypeAdapter[Selector] = TypeAdapter(Selector)
EXTRACT = {"media_type": "text/plain", "extract": "policy", "version": "7"}


def selectors(text, span, representation):
    described = describe(text, span, representation)
    assert described["type"] == "SpecificResource"
    return [READ.validate_python(value) for value in described["selector"]]


@given(st.data(), st.one_of(texts, st.text("ab", max_size=200)))
def test_selecting_what_was_described_returns_exactly_the_place_for_all_texts(data, text):
    if not text:
        return
    span = data.draw(spans(len(text), 1))
    for selector in selectors(text, span, EXTRACT):
        assert select(text, selector) == (span,)


def test_the_words_are_given_with_what_stands_around_them_and_what_they_count_in():
    quote, position = selectors("kept for 24 months.", Span(9, 18), EXTRACT)
    assert isinstance(quote, TextQuoteSelector) and isinstance(position, TextPositionSelector)
    assert (quote.exact, quote.prefix, quote.suffix) == ("24 months", "kept for ", ".")
    assert (position.start, position.end) == (9, 18)
    assert quote.representation == position.representation
    assert position.representation is not None
    assert (position.representation.media_type, position.representation.extract) == ("text/plain", "policy")


def test_the_context_grows_until_the_words_stand_once():
    row = "Logs: 24 months of keeping, counted from closure. "
    text = "A. " + row + "B. " + row
    for start in (9, 9 + len(row) + 3):
        quote, _ = selectors(text, Span(start, start + 9), {})
        assert quote.exact == "24 months"
        assert select(text, quote) == (Span(start, start + 9),)


def test_what_is_not_said_of_the_representation_is_left_out():
    described = describe("abc", Span(0, 1), {"media_type": "", "version": "2"})
    assert [s["representation"] for s in described["selector"]] == [{"version": "2"}] * 2
    assert all("representation" not in s for s in describe("abc", Span(0, 1), {})["selector"])


@pytest.mark.parametrize("span", [Span(0, 0), Span(2, 1), Span(-1, 2), Span(0, 4)])
def test_a_place_that_is_none_is_not_described(span):
    with pytest.raises(ValueError, match="holds nothing of a text of 3"):
        describe("abc", span, {})
