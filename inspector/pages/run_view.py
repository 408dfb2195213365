"""What the page of a run shows: its head, its progress and what became of each citation, as plain frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import DiffRun, Said


class Part(NamedTuple):
    """A stretch of the bar, in thousandths of its width."""

    state: str
    start: int
    width: int


class Tally(NamedTuple):
    """How many citations had an outcome, and the address that lists them."""

    said: Said
    number: int
    url: str
    is_here: bool = False

    @property
    def figure(self) -> str:
        return f"{self.number:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunHead:
    public_id: str
    url: str
    title: str
    source: str
    source_url: str
    runs_url: str
    version: str
    before: str
    trigger: Said
    policy: str
    pipeline: tuple[tuple[str, str], ...]
    who: str
    requested_at: datetime
    may_cancel: bool
    later_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunProgress:
    """`said` is the quarter, in percent, that was announced last; `announcement` is empty where it is the same."""

    url: str
    poll_url: str
    state: Said
    reason: str
    is_open: bool
    total: int | None
    done: int
    percent: int
    parts: tuple[Part, ...]
    tallies: tuple[Tally, ...]
    quarantined: int
    rate: str
    remaining: str
    delay: str
    announcement: str
    started_at: datetime | None
    ended_at: datetime | None
    polled: bool

    @property
    def counted(self) -> str:
        return "" if self.total is None else f"{self.done:,} of {self.total:,}"


class Link(NamedTuple):
    words: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A sentence with the cited words marked and what only it has; without runs, `why_not` says why."""

    caption: str
    place: Link
    runs: tuple[DiffRun, ...] = ()
    language: str = ""
    direction: str = "auto"
    why_not: str = ""
    is_cut: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """One of several places that fit. `number` is its place in the list, from 0."""

    number: int
    place: Link
    likeness: str
    drawn: DrawnText | None
    why_not: str
    is_chosen: bool


class DecisionLine(NamedTuple):
    said: Said
    place: str
    who: str
    recorded_at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionForm:
    """The form of one change, empty or as it was sent with what is wrong."""

    action: str
    key: str
    seen: int
    reason: str
    errors: dict[str, str]
    is_anew: bool
    needs_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What became of one citation. `id` names its element; `claim_url` is empty where it belongs to no claim."""

    id: str
    said: Said
    method: Said | None
    named: tuple[Said, ...]
    claim: str
    claim_url: str
    heading: str
    answer_url: str
    old: Side | None
    new: Side | None
    is_same: bool
    nowhere: str
    drifted: str
    drifted_place: Link | None
    counted: str
    neighbours: str
    offered: tuple[Offered, ...]
    decisions: tuple[DecisionLine, ...]
    form: DecisionForm | None
    advice: str


class SetAside(NamedTuple):
    """A citation for which the work failed three times."""

    citation: str
    claim: str
    claim_url: str
    heading: str
    fault: str
    message: str
    worker: str
    attempts: int
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChanges:
    url: str
    here: str
    waiting: Tally
    waiting_parts: tuple[Tally, ...]
    settled: Tally
    kept: tuple[Tally, ...]
    filter_words: str
    changes: tuple[Change, ...]
    decided: int
    number_from: int
    number_to: int
    number_of: int
    earlier_url: str
    later_url: str
    set_aside: tuple[SetAside, ...]
    set_aside_more: int
    may_retry: bool
    is_open: bool
    reloads: bool
    read_at: datetime
    query: str
    meanings: tuple[Said, ...]
