"""Selectors of the W3C Web Annotation Data Model (section 4.2): how a citation names a place in a text.

A selector is data and may be wrong: what it selects is decided by `select`, which returns every place
that satisfies it. None and several are answers; the first hit is not chosen.
"""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, Strict
from pydantic.dataclasses import dataclass

from lineage.text.span import Span, is_within

# Scalars are strict, the object itself is not: it is read from JSON values that were parsed before.
_EXACT_SHAPE = ConfigDict(extra="forbid")
_Offset = Annotated[int, Strict()]
_Words = Annotated[str, Strict()]

DEFAULT_LIMIT = 1000


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class TextPositionSelector:
    """`[start, end)` in code points. Any integers are kept as given; those outside the text select nothing."""

    start: _Offset
    end: _Offset
    type: Literal["TextPositionSelector"] = field(default="TextPositionSelector", kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class TextQuoteSelector:
    """The words themselves, and those directly before and after where they were recorded."""

    exact: _Words
    prefix: _Words = ""
    suffix: _Words = ""
    type: Literal["TextQuoteSelector"] = field(default="TextQuoteSelector", kw_only=True)


Selector = Annotated[TextPositionSelector | TextQuoteSelector, Field(discriminator="type")]
"""Read from data, it is told apart by `type`, which the standard requires there."""


def find_all(text: str, exact: str, limit: int = DEFAULT_LIMIT) -> tuple[Span, ...]:
    """Every place of `exact` in `text`, overlapping ones too, ascending; the first `limit` where there are more.

    Empty words stand nowhere.
    """
    return _find_framed(text, "", exact, "", limit)


def select(text: str, selector: Selector, limit: int = DEFAULT_LIMIT) -> tuple[Span, ...]:
    """Every place that satisfies `selector`, ascending; the first `limit` where there are more.

    A quotation must stand between its prefix and its suffix, character by character.
    """
    if isinstance(selector, TextPositionSelector):
        span = Span(selector.start, selector.end)
        return (span,) if is_within(span, len(text)) else ()
    return _find_framed(text, selector.prefix, selector.exact, selector.suffix, limit)


def _find_framed(text: str, prefix: str, exact: str, suffix: str, limit: int) -> tuple[Span, ...]:
    if not exact:
        return ()
    framed = prefix + exact + suffix
    found: list[Span] = []
    at = text.find(framed)
    while at != -1 and len(found) < limit:
        start = at + len(prefix)
        found.append(Span(start, start + len(exact)))
        at = text.find(framed, at + 1)
    return tuple(found)
