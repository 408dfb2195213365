"""Selectors of the W3C Web Annotation Data Model (section 4.2): how a citation names a place in a text.

A selector is data and may be wrong: what it selects is decided by `select`, which returns every place
that satisfies it. None and several are answers; the first hit is not chosen. Selectors by page, table cell, markup or
record (S0-47) name places outside the text; `coordinates` of the evidence decide them, never this module.
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
_Name = Annotated[str, Strict(), Field(max_length=500, pattern=r"^[^\x00]*$")]
_Path = Annotated[str, Strict(), Field(min_length=1, max_length=10_000, pattern=r"^[^\x00]*$")]

DEFAULT_LIMIT = 1000

TargetView = Literal[
    "raw_bytes", "canonical_extract", "chunk", "packed_block", "generator_request", "answer_output", "rendered_card"
]
"""The text that a selector addresses: the values of `View`."""


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class Representation:
    """The form of the source in which a selector counts (W3C State): media type, extract, version. "" is not said."""

    media_type: _Name = ""
    extract: _Name = ""
    version: _Name = ""


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class Addressed:
    """What every selector may say of the text it counts in. None: not said."""

    representation: Representation | None = field(default=None, kw_only=True)
    view: TargetView | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class TextPositionSelector(Addressed):
    """`[start, end)` in code points. Any integers are kept as given; those outside the text select nothing."""

    start: _Offset
    end: _Offset
    type: Literal["TextPositionSelector"] = field(default="TextPositionSelector", kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class TextQuoteSelector(Addressed):
    """The words themselves, and those directly before and after where they were recorded."""

    exact: _Words
    prefix: _Words = ""
    suffix: _Words = ""
    type: Literal["TextQuoteSelector"] = field(default="TextQuoteSelector", kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class Ranged(Addressed):
    """`[start, end)` in code points of what the rest of the selector names; both or neither."""

    start: _Offset | None = field(default=None, kw_only=True)
    end: _Offset | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if (self.start is None) != (self.end is None):
            raise ValueError("start and end are given together or not at all")

    @property
    def span(self) -> Span | None:
        """The range as it was given, which may be none of the text; None where the whole is meant."""
        return None if self.start is None or self.end is None else Span(self.start, self.end)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class PageSelector(Ranged):
    """A page, counted as `page` of an artifact is, and a range in its text."""

    page: Annotated[int, Strict(), Field(ge=0, le=2**53 - 1)]
    type: Literal["PageSelector"] = field(default="PageSelector", kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class TableCellSelector(Addressed):
    """A cell of a table, its row and column as the producer names them; without one of them the whole line (S3-39)."""

    table: _Name = ""
    row: _Name = ""
    column: _Name = ""
    role: Literal["header", "body"] | None = None
    type: Literal["TableCellSelector"] = field(default="TableCellSelector", kw_only=True)

    def __post_init__(self) -> None:
        if not self.row and not self.column:
            raise ValueError("a cell has a row, a column, or both")


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class XPathSelector(Ranged):
    """An element of a markup document by XPath, and a range in its text."""

    value: _Path
    type: Literal["XPathSelector"] = field(default="XPathSelector", kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class CssSelector(Ranged):
    """An element of a markup document by CSS selector, and a range in its text."""

    value: _Path
    type: Literal["CssSelector"] = field(default="CssSelector", kw_only=True)


@dataclass(frozen=True, slots=True, config=_EXACT_SHAPE)
class RecordSelector(Addressed):
    """A record of a source that is no document: its table, the key of its row, and a column where one is meant."""

    table: _Name
    row: _Path
    column: _Name = ""
    type: Literal["RecordSelector"] = field(default="RecordSelector", kw_only=True)


TextSelector = TextPositionSelector | TextQuoteSelector
MarkupSelector = XPathSelector | CssSelector
Selector = Annotated[
    TextPositionSelector
    | TextQuoteSelector
    | PageSelector
    | TableCellSelector
    | XPathSelector
    | CssSelector
    | RecordSelector,
    Field(discriminator="type"),
]
"""Read from data, it is told apart by `type`, which the standard requires there."""


def find_all(text: str, exact: str, limit: int = DEFAULT_LIMIT) -> tuple[Span, ...]:
    """Every place of `exact` in `text`, overlapping ones too, ascending; the first `limit` where there are more.

    Empty words stand nowhere.
    """
    return _find_framed(text, "", exact, "", limit)


def select(text: str, selector: TextSelector, limit: int = DEFAULT_LIMIT) -> tuple[Span, ...]:
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
