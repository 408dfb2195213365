"""What a search in the complete originals of a claim found, and what is attached to a verdict: as plain values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.drawing import DrawnText


class Attachable(NamedTuple):
    """A stretch that can be sent with a verdict: `value` is what the form sends, `label` what ticking it says."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HitLine:
    """A place with its neighbours. `how`: exactly, or as which policy normalizes; `why_not` where it cannot be used."""

    title: str
    url: str
    place: str
    how: str
    drawn: DrawnText
    given: str
    attachable: tuple[Attachable, ...]
    why_not: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseResult:
    """`said` is one sentence on what was found; `more_url` leads to all of it where only the first are listed."""

    words: DrawnText
    said: str
    is_found: bool
    hits: tuple[HitLine, ...]
    more_url: str = ""
    more: str = ""


class LookedThrough(NamedTuple):
    """A text that was looked through whole."""

    artifact: str
    title: str
    version: str
    url: str
    characters: int
    policy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanPage:
    """`looked` are the texts, `not_looked` sentences on what was not, `receipt` the signed search for the form."""

    claim_url: str
    url: str
    attach_url: str
    claim: DrawnText | None
    written: str
    scope: str
    phrases: tuple[PhraseResult, ...]
    looked: tuple[LookedThrough, ...]
    not_looked: tuple[str, ...]
    receipt: str
    may_attach: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attached:
    """A stretch that goes with the verdict, as it stands in the frozen text; `given` says who had its sentence."""

    value: str
    words: str
    is_operand: bool
    place: str
    drawn: DrawnText
    given: str
