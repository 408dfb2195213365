"""What the list of claims to review again shows, as plain frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import Difference, Said


class Choice(NamedTuple):
    """Whose claims are listed, with how many there are."""

    label: str
    number: int
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSince:
    """What became of one citation since the verdict. With `why_masked` nothing else is said of it.

    Where there are no two sentences to compare, `old` is the one that the verdict was given on.
    """

    citation: str
    said: Said
    changes: tuple[str, ...]
    version: str
    version_url: str
    run_url: str
    at: datetime
    difference: Difference | None
    old: DrawnText | None
    note: str
    why_masked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainLine:
    """One claim whose verdict is on evidence of before. `said` is what it said, the reader's own only.

    `claim` are the claim's words or their beginning, empty where they are not kept.
    """

    heading: str
    ordinal: int
    url: str
    claim: str
    is_mine: bool
    said: str
    judged_by: str
    judged_at: datetime
    changed: tuple[ChangedSince, ...]
    more: int
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainPage:
    lines: tuple[AgainLine, ...]
    choices: tuple[Choice, ...]
    only_mine: bool
    may_record: bool
    next_url: str
    first_url: str
