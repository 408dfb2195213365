"""`inspect`: one dossier, one policy, one moment -> everything the machine can say. Pure and deterministic."""

from collections.abc import Mapping
from datetime import datetime

from lineage.evidence.badges import WITHHELD
from lineage.evidence.diagnosis import diagnose
from lineage.evidence.dossier import Dossier
from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.gate import decide
from lineage.evidence.outcomes import Finding, Inspection, Resolution
from lineage.evidence.policy import GatePolicy, levels_under
from lineage.evidence.resolution import resolve
from lineage.evidence.rules.coverage import is_required
from lineage.evidence.rules.registry import RULES
from lineage.evidence.rules.rule import Check, Rule, Subject
from lineage.evidence.vocabulary import Level, Outcome, ResolutionStatus

ENGINE = "1"
"""The version of the rules and the resolver; a replay under another engine may differ, and says so."""

UNREADABLE = (*WITHHELD, ResolutionStatus.NOT_RETAINED, ResolutionStatus.NOT_RUN)
KEPT = frozenset({Outcome.FAIL, Outcome.UNCLEAR, Outcome.ERROR})


def inspect(dossier: Dossier, policy: GatePolicy, as_of: datetime) -> Inspection:
    """Resolve every citation, run every rule, decide. `as_of` is an aware moment; nothing else tells the time.

    The same dossier digest, policy and moment give an equal inspection under the same engine (DESIGN 2).
    """
    normalization = policy.normalization.as_policy()
    resolutions = {c.key: resolve(dossier, c, normalization, as_of) for c in dossier.answer.citations}
    findings, counts = run_rules(Subject(dossier, resolutions, as_of), policy)
    decision, downgrades = decide(findings, policy, is_assessed(dossier, resolutions))
    return Inspection(
        policy=policy.label,
        as_of=as_of,
        dossier_digest=compute_digest(dossier),
        engine=ENGINE,
        decision=decision,
        resolutions=tuple(resolutions.values()),
        findings=findings,
        claims=diagnose(dossier, resolutions, findings),
        counts=counts,
        downgrades=downgrades,
    )


def is_assessed(dossier: Dossier, resolutions: Mapping[str, Resolution]) -> bool:
    """Whether there is a claim, each that needs evidence has some whose text could be read, and none was withheld."""
    for claim in dossier.answer.claims:
        cited = [resolutions[citation.key].status for citation in dossier.citations_of(claim.key)]
        if any(status in WITHHELD for status in cited):
            return False
        if cited and is_required(claim) and all(status in UNREADABLE for status in cited):
            return False
    return bool(dossier.answer.claims)


def run_rules(subject: Subject, policy: GatePolicy) -> tuple[tuple[Finding, ...], dict[str, dict[str, int]]]:
    """The findings, and how many of each outcome every rule gave. A rule that is off is counted nowhere."""
    levels = levels_under(policy, subject.dossier.answer.case.risk_tier)
    findings: list[Finding] = []
    counts: dict[str, dict[str, int]] = {}
    for rule in RULES:
        counted: dict[str, int] = {}
        for check in rule.check(subject):
            level = levels[rule.code, check.detail]
            if level is Level.OFF:
                continue
            outcome = check.outcome
            counted[outcome] = counted.get(outcome, 0) + 1
            if outcome in KEPT:
                findings.append(_finding(rule, check, level))
        if counted:
            counts[rule.code] = {str(outcome): counted[outcome] for outcome in sorted(counted)}
    return tuple(findings), counts


def _finding(rule: Rule, check: Check, level: Level) -> Finding:
    return Finding(
        rule=rule.code,
        contract=rule.contract,
        outcome=check.outcome,
        level=level,
        sentence=check.sentence,
        owner=rule.owner,
        route=rule.route,
        repair=rule.repair,
        claim=check.claim,
        citation=check.citation,
        detail=str(check.detail),
        evidence=check.evidence,
    )
