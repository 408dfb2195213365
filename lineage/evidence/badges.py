"""The five contracts of one claim, as badges: never merged, each with its basis (DESIGN 1, S2-01)."""

from lineage.evidence.bundle import Claim, JudgeResult
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Badge, Finding, Resolution
from lineage.evidence.rules.coverage import is_required
from lineage.evidence.vocabulary import (
    LEVEL_WEIGHT,
    Contract,
    Freshness,
    JudgeStatus,
    JudgeVerdict,
    Level,
    Outcome,
    ResolutionStatus,
)

CODE, JUDGE = "code", "judge"
DERIVATIVES = ("lineage/derivative-only-support", "lineage/translation-without-original")
WITHHELD = (
    ResolutionStatus.WITHDRAWN,
    ResolutionStatus.DELETED,
    ResolutionStatus.ACCESS_BLOCKED,
    ResolutionStatus.UNAUTHORIZED,
    ResolutionStatus.NOT_REPLAYABLE,
)
"""The source is not for this reader, or no longer for anybody: such evidence stands for nothing today."""

VERDICTS = {
    JudgeVerdict.SUPPORTED: Outcome.PASS,
    JudgeVerdict.UNSUPPORTED: Outcome.FAIL,
    JudgeVerdict.CONTRADICTED: Outcome.FAIL,
}


def make_badges(dossier: Dossier, claim: Claim, cited: list[Resolution], findings: list[Finding]) -> tuple[Badge, ...]:
    """What is not recorded, not run or not applicable says so; a mere warning leaves a badge as it is."""
    heavy = [finding for finding in findings if LEVEL_WEIGHT[finding.level] >= LEVEL_WEIGHT[Level.REVIEW]]
    # That everything cited is generated is no fault of identity: the passage is known, it is no evidence.
    found = [finding for finding in heavy if finding.rule not in DERIVATIVES]
    return (
        Badge(Contract.SYNTAX, _worst(heavy, cited, Contract.SYNTAX), CODE),
        Badge(Contract.IDENTITY, _worst(found, cited, Contract.IDENTITY, Contract.LINEAGE), CODE),
        _support(dossier, claim, cited, heavy),
        Badge(Contract.COVERAGE, _coverage(claim, heavy), CODE),
        Badge(Contract.STANDING, _standing(heavy, cited), CODE),
    )


def last_verdict(dossier: Dossier, claim: Claim) -> JudgeResult | None:
    """The newest completed judgement of a claim; what did not run has no verdict (S2-34)."""
    done = [r for r in dossier.judge_results if r.claim == claim.key and r.status is JudgeStatus.COMPLETED]
    return max(done, key=lambda result: result.attempt, default=None)


def _worst(findings: list[Finding], cited: list[Resolution], *contracts: Contract) -> Outcome:
    outcomes = [finding.outcome for finding in findings if finding.contract in contracts]
    if Outcome.FAIL in outcomes:
        return Outcome.FAIL
    if outcomes:
        return Outcome.UNCLEAR
    return Outcome.PASS if cited else Outcome.NOT_APPLICABLE


def _support(dossier: Dossier, claim: Claim, cited: list[Resolution], findings: list[Finding]) -> Badge:
    rules = {finding.rule for finding in findings}
    if not cited:
        return Badge(Contract.SUPPORT, Outcome.NOT_APPLICABLE, CODE, "nothing is cited")
    if all(resolution.artifact is None for resolution in cited):
        return Badge(Contract.SUPPORT, Outcome.NOT_RUN, CODE, "the cited passage is not known")
    if "origin/quote-mismatch" in rules:
        return Badge(Contract.SUPPORT, Outcome.FAIL, CODE, "the quoted words are not at the cited place")
    result = last_verdict(dossier, claim)
    if result is None:
        return Badge(Contract.SUPPORT, Outcome.NOT_RUN, JUDGE, "nobody has judged this yet")
    # Whatever the judge found, it found it in words that are no evidence, or in another text.
    if all(resolution.status is ResolutionStatus.GENERATED_TARGET for resolution in cited):
        return Badge(Contract.SUPPORT, Outcome.UNCLEAR, JUDGE, "judged on words that the source did not write")
    if "evaluation/evaluation-wiring" in rules:
        return Badge(Contract.SUPPORT, Outcome.UNCLEAR, JUDGE, "the judge read another text")
    verdict = result.verdict or JudgeVerdict.OTHER
    return Badge(Contract.SUPPORT, VERDICTS.get(verdict, Outcome.UNCLEAR), JUDGE, result.evaluator)


def _coverage(claim: Claim, findings: list[Finding]) -> Outcome:
    if not is_required(claim):
        return Outcome.NOT_APPLICABLE
    return Outcome.FAIL if any(f.contract is Contract.COVERAGE for f in findings) else Outcome.PASS


def _standing(findings: list[Finding], cited: list[Resolution]) -> Outcome:
    if any(resolution.status in WITHHELD for resolution in cited):
        return Outcome.FAIL
    standing = _worst(findings, cited, Contract.FRESHNESS, Contract.ACCESS)
    if standing is Outcome.PASS and all(resolution.freshness is Freshness.UNKNOWN for resolution in cited):
        return Outcome.NOT_CAPTURED
    return standing
