"""What the claim page shows, as plain frozen values: built from a dossier and rows, drawn by the templates."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.claim_relocation_view import ChangedLine, LaterNote, RelocationsPanel
from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import Difference, EvidencePanel, HashLine, PathStage, QuestionLine, Said, SpanTab
from inspector.pages.path_view import Picture
from lineage.evidence.vocabulary import (
    Decision,
    Diagnosis,
    JudgeStatus,
    Level,
    Outcome,
)


class BadgeLine(NamedTuple):
    contract: str
    question: str
    said: Said
    basis: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLine:
    """One claim of the answer in the left column."""

    ordinal: int
    key: str
    url: str
    is_here: bool
    text: DrawnText | None
    kind: str
    diagnosis: Diagnosis
    standing: Said
    badges: tuple[BadgeLine, ...] = ()
    exemption: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLine:
    """What the machine can prove of a citation; `value` (citation:fact) is what is sent where it is contested."""

    value: str
    name: str
    said: Said


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeLine:
    """One attempt of a judge: status first, a score only where it completed."""

    is_brief: bool
    evaluator: str
    attempt: int
    status: JudgeStatus
    said: Said
    score: str
    verdict: str
    scope: str
    reason: str
    about: str
    read: tuple[tuple[str, str], ...]
    unrecorded: str
    comparison: Said
    difference: Difference | None
    judged_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingLine:
    rule: str
    sentence: str
    outcome: Outcome
    level: Level
    owner: str
    route: str
    repair: str
    said: Said


class Choice(NamedTuple):
    value: str
    label: str
    key: str
    is_chosen: bool
    meaning: str = ""


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
class VerdictForm:
    """The form as it is drawn. `changed` holds both texts where the evidence changed under the reviewer (409), and
    `found` what runs found of it by now.
    """

    may_record: bool
    why_not: str
    action: str
    evidence_digest: str
    idempotency_key: str
    evidence_text: str
    pairs: tuple[PairQuestion, ...]
    answerability: tuple[Choice, ...]
    coverage: tuple[Choice, ...]
    support_class: tuple[Choice, ...]
    rationale: str = ""
    contested: frozenset[str] = frozenset()
    errors: Mapping[str, str] | None = None
    changed: Difference | None = None
    found: tuple[ChangedLine, ...] = ()
    supersedes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictLine:
    """One recorded verdict; never edited, at most superseded."""

    reviewer: str
    recorded_at: datetime
    coverage: str
    support_class: str
    answerability: str
    pairs: tuple[tuple[str, str], ...]
    contested: tuple[str, ...]
    rationale: str
    is_superseded: bool
    is_stale: bool
    is_mine: bool
    taken: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvestigatorStrip:
    """Always in this order: case, claim, source, version, stage hashes, evaluation status, score, reason (S2-43)."""

    case: str
    claim: str
    source: str
    version: str
    hashes: tuple[tuple[str, str | None, str], ...]
    evaluation_status: Said
    score: str
    reason: str
    is_masked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPage:
    """`found` names each rule with a finding, its look and their number: what is wrong, before anything is opened.

    `found_elsewhere` names the rules that found something on other claims of this answer, and nothing here. `since`
    says what became of a source after the answer was inspected.
    """

    public_id: str
    url: str
    case: str
    question: DrawnText | None
    persona: str
    response_version: str
    answered_at: datetime | None
    environment: str
    attachment: str
    is_post_hoc: bool
    found: tuple[tuple[str, str, int], ...]
    found_elsewhere: tuple[str, ...]
    answer_url: str
    why_url: str
    policy: str
    as_of: datetime
    decision: Decision
    decided: Said
    since: str
    sentence: str
    diagnosis: Diagnosis
    owner: str
    first_divergence: str
    repair: str
    claims: tuple[ClaimLine, ...]
    questions: tuple[QuestionLine, ...]
    whole_answer: DrawnText | None
    tabs: tuple[SpanTab, ...]
    evidence: EvidencePanel | None
    no_evidence: str
    relocations: RelocationsPanel | None
    later: tuple[LaterNote, ...]
    path: tuple[PathStage, ...]
    no_path: str
    picture: Picture | None
    hashes: tuple[HashLine, ...]
    strip: InvestigatorStrip
    facts: tuple[FactLine, ...]
    judges: tuple[JudgeLine, ...]
    judge_summary: str
    findings: tuple[FindingLine, ...]
    form: VerdictForm
    history: tuple[VerdictLine, ...]
    previous_url: str
    next_url: str
    limits: tuple[str, ...]
