"""Words that take a statement back, and the sentences around a span (register 6.3, QualifierPhrase)."""

from __future__ import annotations

import pytest
from hypothesis import given

from lineage.evidence.qualifiers import find_qualifiers, sentences, sentences_around
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT
from tests.text.texts import encodable_texts


def clauses(text: str) -> list[str]:
    return [span.slice(text) for span in find_qualifiers(text)]


def test_the_qualifier_of_the_register_begins_at_46() -> None:
    assert find_qualifiers(POLICY_TEXT) == (Span(46, 79),)
    assert clauses(POLICY_TEXT) == ["except where a legal hold applies"]


@pytest.mark.parametrize("phrase", ["except where", "unless", "only if", "subject to", "not applicable when"])
def test_every_phrase_of_the_register_is_found_in_any_case(phrase: str) -> None:
    assert clauses(f"Kept {phrase.upper()} a hold applies; then not.") == [f"{phrase.upper()} a hold applies"]


def test_a_phrase_inside_a_word_is_none() -> None:
    assert clauses("Exceptional cases, unlessened.") == []


@given(encodable_texts)
def test_sentences_are_disjoint_in_order_and_hold_every_word(text: str) -> None:
    found = list(sentences(text))
    assert all(a.end <= b.start for a, b in zip(found, found[1:], strict=False))
    assert all(span.slice(text).strip() == span.slice(text) != "" for span in found)
    covered = {place for span in found for place in range(*span)}
    assert all(place in covered or text[place].isspace() for place in range(len(text)))


def test_the_sentences_before_and_after_a_span_stand_beside_it() -> None:
    text = "First one. Second one! Third one?"
    before, touched, after = (span.slice(text) for span in sentences_around(text, Span(13, 15)))
    assert (before, touched, after) == ("First one.", "Second one!", "Third one?")
    first = sentences_around(text, Span(0, 5))
    assert [span.slice(text) for span in first] == ["", "First one.", "Second one!"]
    across = sentences_around(text, Span(8, 13))
    assert across[1].slice(text) == "First one. Second one!"


def test_a_span_in_a_text_without_sentences_has_none_beside_it() -> None:
    assert [span.slice("word") for span in sentences_around("word", Span(0, 4))] == ["", "word", ""]
