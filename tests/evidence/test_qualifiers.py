"""Words that take a statement back, and the sentences around a span (register 6.3, QualifierPhrase)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


# The rule as first written: two alternatives, every sentence of the text within reach.
STOP_OR_EMPTY_LINE = re.compile(r"[.!?\u061f\u3002]['\")\]\u201d\u2019\u00bb]*(?=\s|$)|\n\s*\n")


def plainly(text: str, span: Span, reach: int) -> tuple[Span, Span, Span]:
    low, high = max(0, span.start - reach), min(len(text), span.end + reach)
    ends = [low + found.end() for found in STOP_OR_EMPTY_LINE.finditer(text[low:high])]
    found = []
    for start, end in zip([low, *ends], [*ends, high], strict=True):
        words = text[start:end]
        if words.strip():
            found.append(Span(start + len(words) - len(words.lstrip()), start + len(words.rstrip())))
    touched = [s for s in found if s.start < span.end and span.start < s.end] or [span]
    start, end = touched[0].start, touched[-1].end
    before = [s for s in found if s.end <= start]
    after = [s for s in found if s.start >= end]
    return (
        before[-1] if before else Span(start, start),
        Span(start, end),
        after[0] if after else Span(end, end),
    )


parts = st.sampled_from(
    ["One two", "word " * 20, "3.5", ". ", "! ", '?" ', ".\n", "\n\n", "\n \n\t\n", "\u3002 ", ".)", "a", " ", "\n"]
)


@given(st.lists(parts, max_size=400).map("".join), st.data())
def test_sentences_around_a_span_are_those_of_all_sentences_within_reach(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, min(len(text), start + 400))))
    for reach in (4_000, data.draw(st.integers(0, 700))):
        assert sentences_around(text, span, reach) == plainly(text, span, reach)


@given(encodable_texts, st.data())
def test_sentences_around_a_span_of_any_text_are_those_of_all_sentences(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    assert sentences_around(text, span) == plainly(text, span, 4_000)


def test_a_sentence_longer_than_what_is_read_first_is_found_whole() -> None:
    text = "Before. " + "word " * 300 + "here " + "word " * 300 + "end. After. Later."
    before, own, after = sentences_around(text, Span(text.index("here"), text.index("here") + 4))
    assert (before.slice(text), after.slice(text)) == ("Before.", "After.")
    assert own == Span(8, text.index(" After."))
