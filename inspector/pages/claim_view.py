"""What the claim page shows, as plain frozen values: built from a dossier and rows, drawn by the templates."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.claim_relocation_view import LaterNote, RelocationsPanel
from inspector.pages.drawing import DrawnText
from inspector.pages.evidence_view import Difference, EvidencePanel, HashLine, PathStage, QuestionLine, Said, SpanTab
from inspector.pages.path_view import Picture
from inspector.pages.verdict_view import VerdictForm
from lineage.evidence.vocabulary import (
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


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictLine:
    """One recorded verdict; never edited, at most superseded. `is_withdrawal`: it takes the one before back."""

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
    is_withdrawal: bool = False


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
    says what became of a source after the answer was inspected. `is_blind` and `is_sealed` as in `claim_reading`.
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
    notes_url: str
    notes: int
    policy: str
    as_of: datetime
    decided: Said
    is_blind: bool
    is_sealed: bool
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
