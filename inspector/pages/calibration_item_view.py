"""What the pages of a label set's items show, as plain frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from inspector.pages.drawing import DrawnText


class LabelLine(NamedTuple):
    """What somebody said of a field, and whether another label is expected."""

    rater: str
    label: str
    differs: bool
    is_adjudicator: bool = False
    confidence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLine:
    """An item in a list. `words` is empty where there are none to show, and `why_not` says why."""

    key: str
    version: int
    url: str
    words: str
    why_not: str
    labels: tuple[LabelLine, ...]
    expected: str
    expected_by: str
    strata: tuple[tuple[str, str], ...]
    not_comparable: str


class Narrowing(NamedTuple):
    """A select of the form that narrows a list: its name, what it asks, and its options with what is chosen."""

    name: str
    label: str
    options: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsPage:
    """`said` are the filters in words; `kept` those that no select of the form shows."""

    set: str
    set_url: str
    revision: int
    revision_url: str
    field: str
    lines: tuple[ItemLine, ...]
    has_strata: bool
    total: int
    of: int
    hidden: int
    said: tuple[str, ...]
    narrowings: tuple[Narrowing, ...]
    kept: tuple[tuple[str, str], ...]
    address: str
    whole_url: str
    first_url: str
    next_url: str
    agreement_url: str


class Words(NamedTuple):
    """A text of an item under the name that it has there; `more` characters of it are not shown."""

    name: str
    drawn: DrawnText
    more: int


class VersionLine(NamedTuple):
    """`changed` says what changed against the version before; `revisions` hold it."""

    number: int
    url: str
    at: datetime
    by: str
    changed: str
    why_not: str
    revisions: tuple[tuple[int, str], ...]
    is_here: bool


class FieldLabels(NamedTuple):
    """All that was said of one field of an item."""

    name: str
    expected: str
    expected_by: str
    labels: tuple[LabelLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPage:
    """`parts` are the digests of claim, evidence, requirement and expected label, `place` that in a list."""

    key: str
    place: Any
    version: int
    set: str
    set_url: str
    newest_url: str
    claim_url: str
    words: tuple[Words, ...]
    why_not: str
    fields: tuple[FieldLabels, ...]
    strata: tuple[tuple[str, str], ...]
    comparability: str
    comparability_state: str
    comparability_meaning: str
    comparability_reason: str
    parts: tuple[tuple[str, str], ...]
    versions: tuple[VersionLine, ...]
    may_mark: bool
    may_rebuild: bool
    errors: Mapping[str, str]
    written: Mapping[str, str]
    after: str
