"""What the page shows on which a disagreement is settled: cards, evidence and form, as plain frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.choices import Choice
from inspector.pages.claim_relocation_view import ChangedLine
from inspector.pages.claim_view import JudgeLine
from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import Passage, Said


class ValueLine(NamedTuple):
    name: str
    value: str


class SpanLine(NamedTuple):
    """A stretch that a reviewer attached; `words` is None where its text is not of this answer or not kept."""

    role: str
    where: str
    words: DrawnText | None
    is_omission: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One verdict without its person. `differing` are the decisive fields in which the cards differ."""

    letter: str
    key: str
    is_chosen: bool
    differing: tuple[ValueLine, ...]
    rationale: str
    spans: tuple[SpanLine, ...]
    notes: tuple[ValueLine, ...]


class BesideRow(NamedTuple):
    """A field that no policy calls decisive and in which the cards differ: what each says, in their order."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedEvidence:
    """One citation as it is judged: what the machine found, the words with their neighbours, what changed since."""

    marker: str
    note: str
    said: Said
    is_open: bool
    passages: tuple[Passage, ...]


class Question(NamedTuple):
    """A list to choose from; `name` is that of the form field."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleForm:
    """`own` and `further` are the fields for "neither"; `sentences` those of the guideline in force."""

    action: str
    seen: str
    idempotency_key: str
    is_neither: bool
    own: tuple[Question, ...]
    further: tuple[Question, ...]
    error_kinds: tuple[Choice, ...]
    sentences: tuple[Choice, ...]
    guideline: str
    guideline_flag: bool
    reason: str
    errors: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjudicationPage:
    """`form` is None where there is nothing to settle: then `standing` says how the claim stands."""

    url: str
    claim_url: str
    why_url: str
    case: str
    ordinal: int
    question: DrawnText | None
    claim: DrawnText | None
    sentence: str
    queue: str
    agreement: int | None
    standing: Said
    decisive: tuple[str, ...]
    policy: str
    waits_for: int
    cards: tuple[Card, ...]
    beside: tuple[BesideRow, ...]
    shared: tuple[ValueLine, ...]
    evidence: tuple[CitedEvidence, ...]
    changed: tuple[ChangedLine, ...]
    judges: tuple[JudgeLine, ...]
    form: SettleForm | None
    waiting: int
    next_url: str
    settled_url: str
