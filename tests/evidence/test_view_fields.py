"""Named fields in views, and words that one view lacks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.view_fields import fields_of, missing_words


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ('{"Title": "Logs", "text": "24 months", "none": null}', {"title": "Logs", "text": "24 months"}),
        ("Summary: two years\nfree words\n Source title : Logs", {"summary": "two years", "source title": "Logs"}),
        ("{not json: at all}", {}),
        ("[1, 2]", {}),
        ("", {}),
        ("[" * 100_000, {}),
        ("{" + "[" * 100_000, {}),
    ],
)
def test_the_fields_of_a_view(text: str, fields: dict[str, str]) -> None:
    assert fields_of(text) == fields


def test_whole_words_are_missing_not_letters() -> None:
    text = "kept for thirty days"
    assert [span.slice(text) for _, span in missing_words(text, "kept for thirteen days")] == ["thirty"]


@given(st.text(max_size=80))
def test_nothing_is_missing_from_an_equal_view_and_every_word_from_an_empty_one(text: str) -> None:
    assert list(missing_words(text, text)) == []
    missing = {place for _, span in missing_words(text, "") for place in range(span.start, span.end)}
    assert all(place in missing for place, character in enumerate(text) if not character.isspace())


@given(st.text("ab \n:", max_size=60), st.text("ab \n:", max_size=60))
def test_missing_stretches_lie_in_the_text_in_order_and_are_never_blank(text: str, other: str) -> None:
    spans = [span for _, span in missing_words(text, other)]
    assert all(span.slice(text).strip() for span in spans)
    assert all(one.end <= two.start for one, two in zip(spans, spans[1:], strict=False))
