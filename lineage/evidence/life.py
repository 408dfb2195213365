"""The life of a source version as a state machine: what it is now, and what may be done to it (requirements 7.3).

draft -> active -> superseded or retired -> deleted -> erased; active, superseded or retired <-> withdrawn. A legal hold
beats erasing, erasing beats retention, retention beats withdrawal (reliability 7).
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.terms.term import Term
from lineage.evidence.vocabulary import Availability, SourceEventKind, Withheld
from lineage.evidence.withholding import BY_AVAILABILITY, Happened, find_taking


class LifeState(Term):
    """What a version of a source is now."""

    DRAFT = "draft", "draft", "It was not published. It may be published, or deleted."
    ACTIVE = "active", "active", "It was published and nothing replaced it."
    SUPERSEDED = "superseded", "superseded", "A later version took its place. Answers of its time rest on it."
    RETIRED = "retired", "retired", "The time for which it held is over."
    WITHDRAWN = "withdrawn", "withdrawn", "It is not to be used or read for now. It may be restored."
    TOMBSTONED = "tombstoned", "deleted", "It was deleted. Its words go once two people agree, or on a set day."
    PURGED = "purged", "erased", "Its words, title and address are gone. Id, digests and dates stay."


class LifeEvent(NamedTuple):
    """Something that happened to a version, and by whom; in the order in which it was recorded."""

    kind: SourceEventKind
    at: datetime
    actor: str


class Facts(NamedTuple):
    """What a version came with. `is_replaced`: another version that stands names it as the one it replaces."""

    draft: bool = False
    availability: Availability = Availability.AVAILABLE
    valid_to: datetime | None = None
    is_replaced: bool = False


class Life(NamedTuple):
    """`asked_by` and `agreed_by` are who wants it erased: two different people, or nobody yet."""

    state: LifeState
    is_held: bool = False
    asked_by: str | None = None
    agreed_by: str | None = None

    @property
    def is_agreed(self) -> bool:
        return self.agreed_by is not None


ELSEWHERE = ""
"""The actor of a decision that a file brings: a hold stands here too, but nothing is released or erased for it."""
DECISIONS = frozenset(
    {
        SourceEventKind.HELD,
        SourceEventKind.RELEASED,
        SourceEventKind.PURGE_REQUESTED,
        SourceEventKind.PURGE_DECLINED,
    }
)
"""What only they decide here who may: in a file these are news of another house."""
TAKEN = {
    SourceEventKind.WITHDRAWN: LifeState.WITHDRAWN,
    SourceEventKind.TOMBSTONED: LifeState.TOMBSTONED,
    SourceEventKind.PURGED: LifeState.PURGED,
}
CAME_AS = {Withheld.DELETED: LifeState.TOMBSTONED, Withheld.WITHDRAWN: LifeState.WITHDRAWN}


def read_life(facts: Facts, events: Sequence[LifeEvent], now: datetime) -> Life:
    """What the version is at a moment, from what it came with and what happened to it until then."""
    past = [event for event in events if event.at <= now]
    asked_by, agreed_by = _read_purge(past)
    return Life(_read_state(facts, past, now), is_held(past), asked_by, agreed_by)


def is_held(events: Iterable[LifeEvent]) -> bool:
    held = False
    for event in events:
        is_released = event.kind is SourceEventKind.RELEASED and event.actor != ELSEWHERE
        held = (held or event.kind is SourceEventKind.HELD) and not is_released
    return held


def is_draft(came_as_draft: bool, events: Iterable[Happened], now: datetime) -> bool:
    """Whether it came as a draft and was not published since."""
    return came_as_draft and not any(kind is SourceEventKind.ACTIVATED and at <= now for kind, at in events)


def is_superseded(events: Iterable[Happened], now: datetime) -> bool:
    """Whether an event says that another took its place, and none since that it was published again."""
    named = [e for e in events if e[0] in (SourceEventKind.ACTIVATED, SourceEventKind.SUPERSEDED) and e[1] <= now]
    last = max(enumerate(named), key=lambda pair: (pair[1][1], pair[0]), default=None)
    return last is not None and last[1][0] is SourceEventKind.SUPERSEDED


def _read_state(facts: Facts, past: Sequence[LifeEvent], now: datetime) -> LifeState:
    happened = [(event.kind, event.at) for event in past]
    taken = find_taking(happened, now)
    if taken is not None:
        return TAKEN[taken[0]]
    came = BY_AVAILABILITY.get(facts.availability)
    if came in CAME_AS:
        return CAME_AS[came]
    if is_draft(facts.draft, happened, now):
        return LifeState.DRAFT
    if facts.valid_to is not None and facts.valid_to <= now:
        return LifeState.RETIRED
    if facts.is_replaced or is_superseded(happened, now):
        return LifeState.SUPERSEDED
    return LifeState.ACTIVE


def _read_purge(past: Sequence[LifeEvent]) -> tuple[str | None, str | None]:
    """Who asked for erasure and who agreed, since it was last declined; the same person twice is one."""
    asked: list[str] = []
    for event in (one for one in past if one.actor != ELSEWHERE):
        if event.kind is SourceEventKind.PURGE_DECLINED:
            asked = []
        elif event.kind is SourceEventKind.PURGE_REQUESTED and event.actor not in asked:
            asked.append(event.actor)
    return (asked[0] if asked else None), (asked[1] if len(asked) > 1 else None)


STANDING = frozenset({LifeState.ACTIVE, LifeState.SUPERSEDED, LifeState.RETIRED})


def refuse_publish(life: Life) -> str | None:
    """Why a version cannot be published; None where it can. The others say the same of theirs."""
    if life.state is LifeState.DRAFT:
        return None
    return _already(life) or "It was published before: only a draft is published."


def refuse_withdraw(life: Life) -> str | None:
    if life.state is LifeState.DRAFT:
        return "It is a draft that was never published. Delete it if it has to go."
    return _already(life)


def refuse_restore(life: Life) -> str | None:
    if life.state is LifeState.WITHDRAWN:
        return None
    if life.state in (LifeState.TOMBSTONED, LifeState.PURGED):
        return _already(life)
    return "It is not withdrawn, so there is nothing to restore."


def refuse_tombstone(life: Life) -> str | None:
    return _already(life) if life.state is LifeState.PURGED else None


def refuse_hold(life: Life) -> str | None:
    if life.state is LifeState.PURGED:
        return "It was erased: there is nothing left to hold."
    return "A legal hold stands already." if life.is_held else None


def refuse_release(life: Life) -> str | None:
    return None if life.is_held else "No legal hold stands on this version, so there is none to release."


def refuse_request(life: Life) -> str | None:
    if life.state is LifeState.PURGED:
        return _already(life)
    if life.state is not LifeState.TOMBSTONED:
        return "Only a deleted version can be erased. Delete it first, and say what audit keeps."
    if life.is_agreed:
        return "Two people have agreed already: it is erased as soon as no hold stands."
    return f"{life.asked_by} has asked for it already. Another person agrees or declines." if life.asked_by else None


def refuse_decision(life: Life) -> str | None:
    """Why nobody can agree to or decline an erasure now."""
    if life.state is LifeState.PURGED:
        return _already(life)
    if life.asked_by is None:
        return "Nobody has asked for this version to be erased."
    return None


def refuse_confirm(life: Life, actor: str) -> str | None:
    refused = refuse_decision(life)
    if refused is not None:
        return refused
    if life.is_agreed:
        return "Two people have agreed already: it is erased as soon as no hold stands."
    if life.asked_by == actor:
        return "You asked for it yourself. Another person has to agree: nobody erases alone."
    return None


def _already(life: Life) -> str | None:
    return {
        LifeState.WITHDRAWN: "It is withdrawn. Restore it first, or delete it.",
        LifeState.TOMBSTONED: (
            "It was deleted, and what was deleted does not come back. Send what may be kept as a new version."
        ),
        LifeState.PURGED: "It was erased: nothing of it is left but id, digests and dates.",
    }.get(life.state)
