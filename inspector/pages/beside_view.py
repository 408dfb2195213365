"""Texts that stand beside one another on the claim page, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.drawing import DrawnText


class AlignedRow(NamedTuple):
    """A stretch of the original and the stretch of the translation that renders it."""

    original: DrawnText
    translated: DrawnText
    is_cited: bool
    confidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """A translation beside its original (S3-40). `is_coarse`: nobody recorded which sentence renders which.

    `how` says how fine the alignment is, where there is one.
    """

    caption: str
    original: str
    translated: str
    rows: tuple[AlignedRow, ...]
    is_coarse: bool
    note: str
    how: str = ""


class GridCell(NamedTuple):
    """A cell; `number` is that of the phrase which it gave, 0 where it gave none. `columns` are those it spans."""

    drawn: DrawnText
    number: int
    is_header: bool
    columns: int = 1


class Phrase(NamedTuple):
    """A stretch of a linearized row; `number` is that of its cell, 0 where it comes from none."""

    drawn: DrawnText
    number: int
    is_cited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RowBesideGrid:
    """A row written as a sentence, and the cells that its phrases come from (S3-39)."""

    caption: str
    phrases: tuple[Phrase, ...]
    rows: tuple[tuple[GridCell, ...], ...]
    note: str


class RejectedBullet(NamedTuple):
    """A bullet of a summary that was left out when the answer came in, since it rests on nothing (S3-41)."""

    name: str
    status: str
    reason: str


class Locator(NamedTuple):
    """The selected place as data to copy (U-34): W3C selectors as JSON, and a line for people."""

    data: str
    words: str
