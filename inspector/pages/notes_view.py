"""What people said of a claim beside judging it, as lines, and the form to say more. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.vocabulary import NoteKind


class NoteLine(NamedTuple):
    kind: str
    is_plain: bool
    who: str
    said: str
    recorded_at: datetime


class KindChoice(NamedTuple):
    value: str
    label: str
    meaning: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage:
    """`lines` are newest last, as people talk. `words` are what is written already, with what is wrong with it."""

    case: str
    claim: str
    claim_url: str
    url: str
    lines: tuple[NoteLine, ...]
    is_sealed: bool
    may_add: bool
    choices: tuple[KindChoice, ...]
    words: str
    error: str
    longest: int


LABELS = {
    NoteKind.NOTE: ("a note", "Whoever may open the claim reads it."),
    NoteKind.ESCALATION: ("escalate it", "It goes into the escalated queue, where others are asked to look at it."),
    NoteKind.ACCESS_REQUEST: ("request access", "Administrators see on their start page who asks to read what."),
}


def choices_of(chosen: NoteKind) -> tuple[KindChoice, ...]:
    return tuple(KindChoice(kind.value, *LABELS[kind], kind is chosen) for kind in LABELS)


def words_to_begin_with(kind: NoteKind, case: str, claim: str, citation: str) -> str:
    """What stands in the form: ids are filled in, the reason is for the person to say. A source is never named."""
    about = f"citation {citation} of claim {claim}" if citation else f"claim {claim}"
    if kind is NoteKind.ACCESS_REQUEST:
        return f"Please give me access to the source of {about}, case {case}, to judge it."
    if kind is NoteKind.ESCALATION:
        return f"Please look at {about}, case {case}: "
    return ""
