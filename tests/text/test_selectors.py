import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from lineage.evidence.vocabulary import View
from lineage.text.selectors import (
    CssSelector,
    PageSelector,
    RecordSelector,
    Representation,
    Selector,
    TableCellSelector,
    TargetView,
    TextPositionSelector,
    TextQuoteSelector,
    XPathSelector,
    find_all,
    select,
)
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
        '{"type":"TextPositionSelector","start":1,"end":2,"view":"screen"}',
        '{"type":"TextPositionSelector","start":1,"end":2,"representation":"html"}',
        '{"type":"TextPositionSelector","start":1,"end":2,"representation":{"colour":"red"}}',
        '{"type":"PageSelector"}',
        '{"type":"PageSelector","page":"iv"}',
        '{"type":"PageSelector","page":-1}',
        '{"type":"PageSelector","page":9007199254740992}',
        '{"type":"PageSelector","page":4,"start":1}',
        '{"type":"TableCellSelector","table":"T1"}',
        '{"type":"TableCellSelector","row":2}',
        '{"type":"TableCellSelector","row":"2","role":"footer"}',
        '{"type":"XPathSelector","value":""}',
        '{"type":"CssSelector","value":"p","end":3}',
        '{"type":"RecordSelector","table":"tickets"}',
        '{"type":"RecordSelector","table":"tickets","row":"a\\u0000"}',
        '{"type":"RangeSelector","startContainer":"/p"}',
    ],
)
def test_a_selector_of_another_shape_is_refused(body):
    with pytest.raises(ValidationError):
        READ.validate_json(body)


@pytest.mark.parametrize(
    "selector",
    [
        PageSelector(4),
        PageSelector(4, start=10, end=19, representation=Representation("application/pdf", "", "7")),
        TableCellSelector("T1", "2", "3", "header", view="canonical_extract"),
        XPathSelector("/html/body/p[2]", start=0, end=5),
        CssSelector("#retention > p", representation=Representation(media_type="text/html")),
        RecordSelector("tickets", "4711", "closed"),
        TextQuoteSelector("24 months", representation=Representation(extract="policy"), view="chunk"),
    ],
)
def test_every_selector_comes_back_from_its_json(selector):
    written = READ.dump_python(selector, mode="json", exclude_none=True)
    assert READ.validate_json(json.dumps(written)) == selector


def test_the_views_of_a_selector_are_those_of_the_vocabulary():
    assert set(get_args(TargetView)) == {str(view) for view in View}
