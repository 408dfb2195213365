"""A place in a text as data to copy: the selectors of the W3C Web Annotation model that lead back to it (U-34)."""

from __future__ import annotations

from collections.abc import Mapping

from lineage.text.span import Span, is_within

SHORTEST_CONTEXT = 32
"""Code points of prefix and suffix that are given even where the words alone are unique: they survive small edits."""


def describe(text: str, span: Span, representation: Mapping[str, str]) -> dict[str, object]:
    """A W3C SpecificResource without its source: a quotation and a position that each select exactly `span` in `text`.

    Prefix and suffix are as long as is needed for the quotation to stand once. `representation` says which text the
    coordinates count in: `media_type`, `extract`, `version`; empty ones are left out. ValueError where `span` holds
    nothing or leaves the text.
    """
    if not is_within(span, len(text)):
        raise ValueError(f"span {span.start}..{span.end} holds nothing of a text of {len(text)} code points")
    prefix, suffix = _context(text, span)
    words = {"type": "TextQuoteSelector", "exact": span.slice(text), "prefix": prefix, "suffix": suffix}
    offsets = {"type": "TextPositionSelector", "start": span.start, "end": span.end}
    addressed = {name: value for name, value in representation.items() if value}
    said = {"representation": addressed} if addressed else {}
    return {"type": "SpecificResource", "selector": [{**words, **said}, {**offsets, **said}]}


def _context(text: str, span: Span) -> tuple[str, str]:
    """The words around `span`; their length is doubled until they and it stand once. The whole text always does."""
    length = SHORTEST_CONTEXT
    while True:
        start, end = max(0, span.start - length), min(len(text), span.end + length)
        if _stands_once(text, Span(start, end)):
            return text[start : span.start], text[span.end : end]
        length *= 2


def _stands_once(text: str, span: Span) -> bool:
    framed = span.slice(text)
    return text.find(framed) == span.start and text.find(framed, span.start + 1) == -1
