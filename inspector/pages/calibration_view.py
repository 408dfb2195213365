"""What the pages of label sets and their revisions show, as plain frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class Count(NamedTuple):
    """A number with its words, and the page of what it counts."""

    label: str
    number: int
    url: str = ""


class RevisionLine(NamedTuple):
    """A frozen revision in a list. `items` are those that the reader may be shown."""

    number: int
    url: str
    items: int
    frozen_at: datetime
    frozen_by: str
    reason: str
    made_from: str
    digest: str
    is_newest: bool


class Part(NamedTuple):
    """A file or a queue that a revision was made of, or results of a judge on it."""

    label: str
    url: str = ""
    digest: str = ""


class SetLine(NamedTuple):
    """A set in the list of sets; `newest` is None until it is frozen for the first time."""

    name: str
    url: str
    purpose: str
    origin: str
    fields: tuple[str, ...]
    newest: RevisionLine | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetsPage:
    lines: tuple[SetLine, ...]
    may_keep: bool


class ValueLine(NamedTuple):
    """A value of a field: in how many items it is expected, and in how many some rater said it.

    `width` of its bar is in thousandths of the widest.
    """

    value: str
    label: str
    expected: Count
    said: Count
    share: str
    width: int
    is_positive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPanel:
    """A labelled field of a revision: its values with their numbers, who labelled it, and what is missing in it."""

    name: str
    scale: str
    meaning: str
    values: tuple[ValueLine, ...]
    expected: int
    open: Count
    raters: int
    adjudicators: int
    labels: int
    items_url: str
    agreement_url: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPage:
    """`panels` are those of the newest revision. The addresses are empty, and `form` is None, for who may not."""

    url: str
    name: str
    key: str
    purpose: str
    origin: str
    made_by: str
    made_at: datetime
    shows_gold: bool
    lines: tuple[RevisionLine, ...]
    panels: tuple[FieldPanel, ...]
    hidden: int
    freeze_url: str
    import_url: str
    form: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionPage:
    """`strata` are by name, with how many values are not listed; `before` is the number of the one before, or 0."""

    set: str
    set_url: str
    line: RevisionLine
    newest_url: str
    guideline: str
    guideline_url: str
    made_from: tuple[Part, ...]
    panels: tuple[FieldPanel, ...]
    hidden: int
    before: int
    comparability: tuple[Count, ...]
    changes: tuple[Count, ...]
    strata: tuple[tuple[str, int, tuple[Count, ...]], ...]
    items_url: str
    agreement_url: str
    jsonl_url: str
    csv_url: str
    judges: tuple[Part, ...]
    judge_url: str


class PreviewValue(NamedTuple):
    """How many items would be expected to have this value; `width` of its bar in thousandths."""

    label: str
    number: int
    width: int


class PreviewField(NamedTuple):
    """A field as freezing would leave it; `without` items would have no expected label."""

    name: str
    values: tuple[PreviewValue, ...]
    without: int
    warnings: tuple[str, ...]
