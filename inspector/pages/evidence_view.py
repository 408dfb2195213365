"""What the middle column of the claim page shows: the evidence and its path, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.beside_view import Alignment, Locator, RejectedBullet, RowBesideGrid
from inspector.pages.drawing import DrawnText


class Said(NamedTuple):
    """A word of the vocabulary with its look: `state` is pass, fail, unclear, absent, none or generated."""

    word: str
    state: str
    code: str = ""
    meaning: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithheldPanel:
    """`known` is what may still be said; `ask` words to send to who can help; `url` the page of the version.

    `is_read`: this viewer is shown the words all the same. `asking` are pages to ask for access, or for somebody else
    to look, with the ids filled in.
    """

    kind: str
    said: Said
    meaning: str
    advice: str
    known: tuple[tuple[str, str], ...] = ()
    ask: str = ""
    url: str = ""
    is_read: bool = False
    asking: tuple[tuple[str, str], ...] = ()


class QuestionLine(NamedTuple):
    """One question in a few words and whole, with what answers it."""

    short: str
    question: str
    said: Said
    basis: str
    note: str = ""


class DigestCell(NamedTuple):
    """A digest, and what was hashed; None where nobody recorded one."""

    value: str | None
    subject: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A text on a leaf. `drawn` is None where there is nothing to show, and `why_not` says why and what to do."""

    caption: str
    look: str
    drawn: DrawnText | None
    why_not: str = ""
    url: str = ""
    wider: str = ""
    digest: DigestCell = DigestCell(None)
    note: str = ""


class DiffRun(NamedTuple):
    """`kind` is "equal", "delete" (only in the first text) or "insert" (only in the second)."""

    kind: str
    drawn: DrawnText


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Two texts against each other: deletions stand only in `first`, insertions only in `second`."""

    first: str
    second: str
    runs: tuple[DiffRun, ...]
    note: str = ""


class RawBeside(NamedTuple):
    """The raw extract beside the normalized text (S0-33); without a difference, `said` tells why."""

    difference: Difference | None
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """What could have been meant: a place where the words do stand, an id that was offered, a newer sentence."""

    caption: str
    explanation: str
    passages: tuple[Passage, ...] = ()
    difference: Difference | None = None
    offered: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """Which source and version is meant, and where in it. A masked one shows neither title nor address."""

    title: str
    url: str
    version: str
    place: str
    facts: tuple[tuple[str, str], ...]
    is_masked: bool
    freshness: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanTab:
    """A citation of the claim in the row of spans above the evidence."""

    key: str
    marker: str
    title: str
    said: Said
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePanel:
    """The selected citation with everything that stands beside it. `pictures_url` is empty without pages."""

    key: str
    marker: str
    status: Said
    detail: str
    source: SourceLine | None
    quoted: Passage | None
    supplied: Passage | None
    context: tuple[Passage, ...]
    intermediate: tuple[Passage, ...]
    no_intermediate: str
    alternatives: tuple[Alternative, ...]
    counted: str
    asked: tuple[QuestionLine, ...]
    is_successful: bool
    confidence: str
    translations: tuple[Alignment, ...]
    grid: RowBesideGrid | None
    raw: RawBeside | None
    locator: Locator | None
    withheld: WithheldPanel | None = None
    pictures_url: str = ""
    rejected: tuple[RejectedBullet, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStage:
    """One stage of the way from the original bytes to the reader's eye."""

    ordinal: int
    name: str
    look: str
    state: Said
    how: tuple[tuple[str, str], ...]
    digest: DigestCell
    url: str
    is_open: bool
    note: str = ""
    passage: Passage | None = None
    difference: Difference | None = None
    prompt_digest: DigestCell | None = None


class HashLine(NamedTuple):
    """One row of the table of stage hashes; `comparison` is words, `state` same, differs or "" (not compared)."""

    stage: str
    subject: str
    digest: str | None
    length: int | None
    comparison: str
    state: str
