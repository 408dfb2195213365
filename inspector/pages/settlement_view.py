"""What was settled, as plain frozen values: a line of a list, a line in the history of a claim, and the page of one."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.evidence_view import Said


class FieldLine(NamedTuple):
    """A decisive field in which people differed: what the reader said, empty where they said nothing, and the end."""

    name: str
    said: str
    settled: str
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledLine:
    """One adjudication. `fields` are the fields that were in dispute; `is_mine`: a verdict of the reader was settled.

    `sentence` is the guideline's, with its number before it; empty where the adjudicator named none.
    """

    url: str
    claim_url: str
    claim: str
    ordinal: int
    heading: str
    by: str
    at: datetime
    outcome: str
    fields: tuple[FieldLine, ...]
    is_mine: bool
    error_kind: str
    guideline: str
    sentence: str
    guideline_flag: bool
    reopened: str


class Whose(NamedTuple):
    label: str
    url: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledPage:
    lines: tuple[SettledLine, ...]
    choices: tuple[Whose, ...]
    whose: str
    next_url: str
    first_url: str


class PersonColumn(NamedTuple):
    name: str
    is_mine: bool
    is_adopted: bool


class SaidRow(NamedTuple):
    """One field: what each person said, in the order of the columns, and how it was settled."""

    name: str
    values: tuple[str, ...]
    settled: str
    is_decisive: bool
    differs: bool


class ChainStep(NamedTuple):
    """One step of the way of a cited span, as it was seen."""

    output: str
    output_span: str
    made: str
    input: str
    input_spans: str
    verified: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainCitation:
    citation: str
    said: Said
    artifact: str
    span: str
    digest: str | None
    reach: str
    steps: tuple[ChainStep, ...]


class ChainJudge(NamedTuple):
    evaluator: str
    attempt: int
    status: str
    score: str
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainPanel:
    """The frozen chain. With `why_not` nothing of it is shown; `is_whole` says that its bytes have its digest."""

    digest: str
    is_whole: bool = False
    why_not: str = ""
    dossier: str | None = None
    engine: str = ""
    policy: str = ""
    as_of: datetime | None = None
    is_as_today: bool = True
    citations: tuple[ChainCitation, ...] = ()
    judges: tuple[ChainJudge, ...] = ()
    judges_shown: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementPage:
    """`reason` is empty where its words may not be read, and `hidden` says why."""

    line: SettledLine
    people: tuple[PersonColumn, ...]
    rows: tuple[SaidRow, ...]
    policy: str
    reason: str
    hidden: str
    chain: ChainPanel
