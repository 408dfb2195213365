"""What the pages of queues show, as plain frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.evidence_view import Said


class Tab(NamedTuple):
    """A list of a queue's items; `meaning` stands beneath it, `number` is None where nobody counts."""

    name: str
    label: str
    meaning: str
    number: int | None
    url: str
    is_here: bool


class Today(NamedTuple):
    """`done` today of `of`, which are those and what is left; `waiting` wait for others after one's own verdict."""

    done: int
    of: int
    waiting: int


class AtIt(NamedTuple):
    """Somebody who has a place at an item, and what of it; `until` where a lease runs."""

    name: str
    state: str
    until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLine:
    """An item. `why_hidden` stands where its state is not told; `mine` is what the reader has to do with it."""

    id: str
    url: str
    ordinal: int
    heading: str
    claim: str
    said: Said | None
    why_hidden: str
    judged: str
    agreement: int | None
    mine: Said | None
    aside: str
    at_it: tuple[AtIt, ...]
    priority: int
    tags: tuple[str, ...]
    due_at: datetime | None
    is_overdue: bool
    reason: str
    may_take: bool


class Choice(NamedTuple):
    value: str
    label: str
    is_chosen: bool = False
    meaning: str = ""


class PersonLine(NamedTuple):
    """What one person did in a queue and has before them."""

    name: str
    today: int
    done: int
    at_it: int
    waiting: int
    again: int
    declined: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueHead:
    """A queue in a line: what it is, and the reader's own numbers in it. `label_url` is empty but for one of labels."""

    id: str
    name: str
    kind: Said
    is_blind: bool
    judgements: int
    lease_minutes: int
    is_closed: bool
    url: str
    label_url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePage:
    """`hidden` counts claims of the queue that the reader is to judge blind elsewhere; `people` is for their tab.

    `is_mixed`: not all items of the list stand alike, so each says how.
    """

    head: QueueHead
    note: str
    tabs: tuple[Tab, ...]
    here: Tab
    today: Today | None
    left: int
    hidden: int
    is_mixed: bool
    lines: tuple[ItemLine, ...]
    people: tuple[PersonLine, ...]
    free: int
    tag: str
    dues: tuple[Choice, ...]
    is_filtered: bool
    unfiltered_url: str
    first_url: str
    newer_url: str
    older_url: str
    last_url: str
    may_take: bool
    may_keep: bool
    members: tuple[Choice, ...]


class QueueLine(NamedTuple):
    """A queue in the list: `counts` are in words, each with its list; `may_take` where an item may wait."""

    head: QueueHead
    counts: tuple[Tab, ...]
    today: Today | None
    may_take: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuesPage:
    lines: tuple[QueueLine, ...]
    closed: tuple[QueueLine, ...]
    again: int | None
    may_keep: bool
    may_judge: bool
