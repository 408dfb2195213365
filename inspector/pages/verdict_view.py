"""What the verdict form shows, as plain frozen values: drawn by the templates."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.pages.choices import Choice
from inspector.pages.claim_kind_view import KindPanel
from inspector.pages.claim_relocation_view import ChangedLine
from inspector.pages.evidence_view import Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class PairQuestion:
    """One citation to be judged from its passage alone."""

    citation: str
    name: str
    marker: str
    url: str
    is_here: bool
    choices: tuple[Choice, ...]
    is_compact: bool = False
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of the claim's kind, or something derived that can be changed; `id` is its name."""

    name: str
    legend: str
    choices: tuple[Choice, ...]
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperandRow:
    """`letter` is its name in the formula where it has no role; `stands` are the words that it was found in."""

    number: int
    letter: str
    value: str
    unit: str
    role: str
    places: tuple[Choice, ...]
    error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WarrantForm:
    """`said` is what came out when it was computed, empty where it was not; `state` is the look of that."""

    operands: tuple[OperandRow, ...]
    formula: str
    result: str
    unit: str
    explanation: str
    derivation: Question
    said: str = ""
    state: str = "absent"
    error: str = ""


class Snippet(NamedTuple):
    """A sentence of the guideline, by its number."""

    number: int
    words: str
    is_chosen: bool


class LocatedLine(NamedTuple):
    """A stretch that is attached; `value` is what the form sends of it."""

    value: str
    words: str
    is_omission: bool
    is_operand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictForm:
    """The form as it is drawn. `changed` holds both texts where the evidence changed under the reviewer (409), and
    `found` what runs found of it by now.

    `kind` is that of the claim, `kinds` what it may be made; where it has none, `asks_kind`. `questions` are the kind's
    own, `derived` what follows from the answers. `hidden` are further fields that the form carries.
    """

    may_record: bool
    why_not: str
    action: str
    evidence_digest: str
    idempotency_key: str
    evidence_text: str
    kind: str
    asks_kind: bool
    kinds: tuple[Choice, ...]
    pairs: tuple[PairQuestion, ...]
    questions: tuple[Question, ...] = ()
    quotation: Question | None = None
    warrant: WarrantForm | None = None
    asks_basis: bool = False
    missing_basis: str = ""
    given_basis: str = ""
    derived: tuple[Question, ...] = ()
    is_changed: bool = False
    types: tuple[Choice, ...] = ()
    suggested: str = ""
    tags: tuple[Choice, ...] = ()
    snippets: tuple[Snippet, ...] = ()
    guideline: str = ""
    located: tuple[LocatedLine, ...] = ()
    scan: str = ""
    rationale: str = ""
    contested: frozenset[str] = frozenset()
    errors: Mapping[str, str] = field(default_factory=dict)
    changed: Difference | None = None
    found: tuple[ChangedLine, ...] = ()
    supersedes: str = ""
    hidden: tuple[tuple[str, str], ...] = ()
    giving: KindPanel | None = None

    @property
    def has_snippets(self) -> bool:
        return any(snippet.is_chosen for snippet in self.snippets)

    @property
    def has_tags(self) -> bool:
        return any(tag.is_chosen for tag in self.tags)
