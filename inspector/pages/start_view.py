"""What the start page shows: a part for each role, as plain frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, NamedTuple

from inspector.pages.evidence_view import Said
from inspector.pages.queue_view import QueueLine


class Tally(NamedTuple):
    """A number with the list that it counts; empty where there is no such list."""

    label: str
    number: int
    url: str
    state: str = "none"


class WaitingLine(NamedTuple):
    """An answer whose claims wait; the address is that of the first which this reader has not judged."""

    heading: str
    url: str
    decided: Said
    claims: int
    answered_at: datetime


class AskedLine(NamedTuple):
    """Somebody asks to read what a claim rests on; the address is that of the claim's notes."""

    who: str
    heading: str
    url: str
    recorded_at: datetime


class JudgedLine(NamedTuple):
    heading: str
    ordinal: int
    url: str
    said: str
    recorded_at: datetime


class DisputedLine(NamedTuple):
    """A claim on which people differ; `agreement` is in percent."""

    heading: str
    ordinal: int
    url: str
    people: int
    agreement: int


class ImportedLine(NamedTuple):
    heading: str
    url: str
    decided: Said
    recorded_at: datetime


class PolicyLine(NamedTuple):
    kind: str
    label: str
    url: str
    digest: str
    author: str
    recorded_at: datetime


class LevelLine(NamedTuple):
    """One rule under the gate policy in force; `except_for` names details and risk tiers of another level."""

    rule: str
    meaning: str
    level: str
    except_for: tuple[str, ...]


class MemberLine(NamedTuple):
    name: str
    roles: tuple[str, ...]
    labels: tuple[str, ...]
    joined_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    template: ClassVar[str] = "inspector/_start_judging.html"

    queues: tuple[QueueLine, ...]
    counts: tuple[Tally, ...]
    waiting: tuple[WaitingLine, ...]
    mine: tuple[JudgedLine, ...]
    again: Tally | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deciding:
    template: ClassVar[str] = "inspector/_start_deciding.html"

    counts: tuple[Tally, ...]
    disputed: tuple[DisputedLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Responding:
    template: ClassVar[str] = "inspector/_start_responding.html"

    blocked: Tally
    owners: tuple[Tally, ...]
    rules: tuple[Tally, ...]
    newest: tuple[ImportedLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Auditing:
    """`seq` and `head` are where the ledger ends; `checkpoint_size` is None where no checkpoint was recorded.

    Where the reader judges something blind, `hidden` names what is not counted for them, nor is the ledger's end told.
    """

    template: ClassVar[str] = "inspector/_start_auditing.html"

    kept: tuple[Tally, ...]
    hidden: tuple[str, ...]
    decisions: tuple[Tally, ...]
    is_blind: bool
    seq: int
    head: str | None
    checkpoint_size: int | None
    checkpoint_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    template: ClassVar[str] = "inspector/_start_policies.html"

    lines: tuple[PolicyLine, ...]
    gate: str
    downgrade: tuple[str, ...]
    levels: tuple[LevelLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    template: ClassVar[str] = "inspector/_start_members.html"

    tenant: str
    lines: tuple[MemberLine, ...]
    asked: tuple[AskedLine, ...] = ()


Part = Judging | Deciding | Responding | Auditing | Policies | Members


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPage:
    name: str
    roles: tuple[str, ...]
    is_empty_house: bool
    may_import: bool
    parts: tuple[Part, ...]
