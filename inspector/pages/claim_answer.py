"""The left column: the claims of the answer, five badges on the one that is read, and the findings. Pure."""

from inspector.pages.claim_reading import Reading
from inspector.pages.claim_view import BadgeLine, ClaimLine, FindingLine
from inspector.pages.claim_withheld import since_taken
from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_DIAGNOSIS, STATE_OF_OUTCOME
from lineage.evidence.bundle import Claim, claim_text
from lineage.evidence.outcomes import ClaimInspection, Finding
from lineage.evidence.vocabulary import (
    Contract,
    Diagnosis,
    Level,
    Outcome,
)

BADGES = (Contract.SYNTAX, Contract.IDENTITY, Contract.SUPPORT, Contract.COVERAGE, Contract.STANDING)


def claims_of(reading: Reading) -> tuple[ClaimLine, ...]:
    about = {found.claim: found for found in reading.inspection.claims}
    return tuple(
        _claim_line(reading, claim, ordinal, about.get(claim.key))
        for ordinal, claim in enumerate(reading.dossier.answer.claims, start=1)
    )


def _claim_line(reading: Reading, claim: Claim, ordinal: int, about: ClaimInspection | None) -> ClaimLine:
    words = claim_text(reading.dossier.answer, claim)
    is_here = claim.key == reading.claim.key
    diagnosis = about.diagnosis if about else Diagnosis.CANNOT_DETERMINE
    exemption = f"exempt: {claim.exemption.rule.label}, by {claim.exemption.source.label}" if claim.exemption else ""
    return ClaimLine(
        ordinal=ordinal,
        key=claim.key,
        url=reading.claim_urls[claim.key],
        is_here=is_here,
        text=draw(words) if words else None,
        kind=claim.kind.label,
        diagnosis=diagnosis,
        standing=Said(diagnosis.label, STATE_OF_DIAGNOSIS.get(diagnosis, "fail")),
        badges=_badges(reading, about) if is_here and about else (),
        exemption=exemption if claim.exemption else "" if claim.requires_citation else "needs no citation",
    )


def _badges(reading: Reading, about: ClaimInspection) -> tuple[BadgeLine, ...]:
    """As inspected; but a source that was taken away since has no standing today."""
    since = since_taken(reading)
    found = {badge.contract: badge for badge in about.badges}
    lines = []
    for contract in BADGES:
        badge = found.get(contract)
        outcome = badge.outcome if badge else Outcome.NOT_RUN
        said = Said(outcome.label, STATE_OF_OUTCOME[outcome])
        basis, note = (badge.basis, badge.note) if badge else ("code", "no rule looked at it")
        if since and contract is Contract.STANDING:
            said, basis, note = Said(Outcome.FAIL.label, STATE_OF_OUTCOME[Outcome.FAIL]), "code, today", since
        lines.append(BadgeLine(contract.label, contract.meaning, said, basis, note))
    return tuple(lines)


def findings_of(reading: Reading) -> tuple[FindingLine, ...]:
    """Findings on this claim and on the whole answer; one that may name masked words keeps its rule alone."""
    keys = {citation.key for citation in reading.citations}
    return tuple(
        _finding_line(finding, reading.masked_words if _may_name_masked(reading, finding) else "")
        for finding in reading.inspection.findings
        if finding.claim == reading.claim.key
        or finding.citation in keys
        or (finding.claim is None and finding.citation is None)
    )


def _may_name_masked(reading: Reading, finding: Finding) -> bool:
    """Of a citation, or of any of the claim; what is said of the whole answer may name every text of it."""
    masked = {citation.key for citation in reading.citations if reading.is_masked(citation)}
    if finding.claim is None and finding.citation is None:
        return bool(reading.masked)
    is_named = any(key in finding.sentence for key in reading.masked)
    return is_named or finding.citation in masked or (finding.citation is None and bool(masked))


def _finding_line(finding: Finding, masked: str) -> FindingLine:
    state = STATE_OF_OUTCOME[finding.outcome]
    if finding.level in (Level.WARN, Level.SHADOW) and state == "fail":
        state = "unclear"
    return FindingLine(
        rule=finding.rule,
        sentence=masked or finding.sentence,
        outcome=finding.outcome,
        level=finding.level,
        owner=finding.owner.label,
        route=finding.route.label,
        repair=finding.repair,
        said=Said(finding.level.label, state, finding.rule),
    )
