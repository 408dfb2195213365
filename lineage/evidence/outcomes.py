"""The values that `inspect()` returns. Frozen, without any reference to a database or a clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.vocabulary import (
    Contract,
    Decision,
    Diagnosis,
    Freshness,
    Level,
    Origin,
    Outcome,
    Owner,
    ResolutionStatus,
    Route,
    Step,
)
from lineage.text.span import Span


class Place(NamedTuple):
    """A span of an artifact's text, with the source revision that the artifact belongs to."""

    artifact: str
    span: Span
    source: str | None = None
    version: str | None = None


class StepResult(NamedTuple):
    step: Step
    outcome: Outcome
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """What became of one citation, against the artifact that the answer was given.

    `span` is the cited range in `artifact`; `whole` says that the citation names the passage and no range in it.
    `primary` are the spans of original text that it rests on, also for a generated target (DESIGN 5).
    `elsewhere` are places where the quoted words do stand, never a repair; `candidates` are equal fits.
    """

    citation: str
    status: ResolutionStatus
    detail: str = ""
    failing_step: Step | None = None
    artifact: str | None = None
    entry: str | None = None
    span: Span | None = None
    whole: bool = False
    origin: Origin | None = None
    primary: tuple[Place, ...] = ()
    operations: tuple[str, ...] = ()
    elsewhere: tuple[Place, ...] = ()
    candidates: tuple[Span, ...] = ()
    freshness: Freshness = Freshness.UNKNOWN
    steps: tuple[StepResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one rule found about one subject: only fail, unclear and error are kept (DESIGN 6)."""

    rule: str
    contract: Contract
    outcome: Outcome
    level: Level
    sentence: str
    owner: Owner
    route: Route
    repair: str
    claim: str | None = None
    citation: str | None = None
    detail: str = ""
    evidence: Mapping[str, object] = field(default_factory=dict)


class Badge(NamedTuple):
    """One contract's state on one claim: never merged with another's. `basis` is code, judge or person."""

    contract: Contract
    outcome: Outcome
    basis: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimInspection:
    """Everything the machine can say of one claim, with the one plain sentence for the top of its page."""

    claim: str
    sentence: str
    diagnosis: Diagnosis
    badges: tuple[Badge, ...]
    owner: Owner | None = None
    first_divergence: str = ""
    repair: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """One answer inspected under one policy as of one moment; the same dossier gives the same inspection."""

    policy: str
    as_of: datetime
    dossier_digest: str
    engine: str
    decision: Decision
    resolutions: tuple[Resolution, ...]
    findings: tuple[Finding, ...]
    claims: tuple[ClaimInspection, ...]
    counts: Mapping[str, Mapping[str, int]]
    downgrades: tuple[str, ...] = ()
