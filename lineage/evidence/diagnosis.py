"""What the findings of one claim amount to: diagnosis, owner, one plain sentence, five badges (M-50, S2-43)."""

from collections.abc import Iterable, Mapping

from lineage.evidence.badges import last_verdict, make_badges
from lineage.evidence.bundle import Claim
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Badge, ClaimInspection, Finding, Resolution
from lineage.evidence.paths import find_generated
from lineage.evidence.qualifiers import find_qualifiers, sentences_around
from lineage.evidence.rules.coverage import is_required
from lineage.evidence.vocabulary import (
    Diagnosis,
    JudgeVerdict,
    ResolutionStatus,
)

# The first of these that a claim has is what a reader must hear first: it makes the later ones moot.
PRECEDENCE = (
    ("identity/renderer-mapping-changed", Diagnosis.RENDERER_REMAPPED, "rendering"),
    ("syntax/malformed-citation", Diagnosis.WRONG_MAPPING, "generation"),
    ("identity/unresolved-id", Diagnosis.WRONG_MAPPING, "generation"),
    ("coverage/required-citation-missing", Diagnosis.GENUINE_UNSUPPORTED, "generation"),
    ("origin/generated-target", Diagnosis.WRONG_MAPPING, "packing"),
    ("lineage/derivative-only-support", Diagnosis.WRONG_MAPPING, "packing"),
    ("identity/snapshot-mismatch", Diagnosis.WRONG_MAPPING, "retrieval"),
    ("lineage/broken-mapping", Diagnosis.WRONG_MAPPING, "retrieval"),
    ("lineage/unresolved-range", Diagnosis.WRONG_MAPPING, "generation"),
    ("lineage/points-to-unsupplied-text", Diagnosis.WRONG_MAPPING, "packing"),
    ("origin/quote-mismatch", Diagnosis.WRONG_MAPPING, "generation"),
    ("evaluation/evaluation-wiring", Diagnosis.EVALUATION_WIRING, "evaluation"),
    ("freshness/superseded", Diagnosis.STALE_VERSION, "retrieval"),
    ("lineage/span-ambiguity", Diagnosis.CANNOT_DETERMINE, ""),
)
MISS = "retrieval/retrieval-miss"
UNCITED = "coverage/required-citation-missing"
AGAINST = (JudgeVerdict.UNSUPPORTED, JudgeVerdict.CONTRADICTED, JudgeVerdict.PARTIALLY_SUPPORTED)
GONE = {
    ResolutionStatus.NOT_RETAINED: "The text of the cited source was not kept, so nothing could be compared.",
    ResolutionStatus.WITHDRAWN: "The cited source was withdrawn.",
    ResolutionStatus.DELETED: "The cited source was deleted.",
    ResolutionStatus.ACCESS_BLOCKED: "Access to the cited source is blocked.",
    ResolutionStatus.NOT_REPLAYABLE: "The text of the cited source was purged.",
    ResolutionStatus.UNAUTHORIZED: "The reader of this answer was not allowed to see the cited source.",
}


def diagnose(
    dossier: Dossier, resolutions: Mapping[str, Resolution], findings: Iterable[Finding]
) -> tuple[ClaimInspection, ...]:
    """Every claim's diagnosis, in the answer's order."""
    by_claim: dict[str | None, list[Finding]] = {}
    missed: list[Finding] = []
    for finding in findings:
        by_claim.setdefault(finding.claim, []).append(finding)
        if finding.rule == MISS:
            missed.append(finding)
    return tuple(
        _diagnose(dossier, claim, resolutions, by_claim.get(claim.key, []), missed) for claim in dossier.answer.claims
    )


def _diagnose(
    dossier: Dossier,
    claim: Claim,
    resolutions: Mapping[str, Resolution],
    own: list[Finding],
    missed: list[Finding],
) -> ClaimInspection:
    """From a claim's own findings; the judge is heard only where the deterministic rules are silent."""
    cited = [resolutions[citation.key] for citation in dossier.citations_of(claim.key)]
    badges = make_badges(dossier, claim, cited, own)
    for code, diagnosis, stage in PRECEDENCE:
        finding = next((f for f in own if f.rule == code and f.detail != "whole_passage"), None)
        if finding is not None and code == UNCITED and missed:
            return _missed(claim, finding.sentence, badges, missed)
        if finding is not None:
            sentence = _qualified(dossier, finding, resolutions) or finding.sentence
            return _made(claim, sentence, diagnosis, badges, finding, stage)
    for resolution in cited:
        if resolution.status in GONE:
            return _made(claim, GONE[resolution.status], Diagnosis.CANNOT_DETERMINE, badges)
    judged = last_verdict(dossier, claim)
    if judged is not None and judged.verdict in AGAINST:
        sentence = f"The cited words were found; the judge holds that the claim is {judged.verdict.label} by them."
        if missed:
            return _missed(claim, sentence, badges, missed)
        return _made(claim, sentence, Diagnosis.GENUINE_UNSUPPORTED, badges)
    return _made(claim, _healthy(claim, cited), _calm(cited), badges)


def _missed(claim: Claim, said: str, badges: tuple[Badge, ...], missed: list[Finding]) -> ClaimInspection:
    """What a claim lacks was never found: recall comes first, whatever else is wrong with it (S2-36)."""
    # Without the ids: the sentence of a claim is read by whoever may read its citations.
    sentence = f"{said} Evidence that a person named for this answer was never retrieved."
    return _made(claim, sentence, Diagnosis.RETRIEVAL_MISS, badges, missed[0], "retrieval")


def _qualified(dossier: Dossier, finding: Finding, resolutions: Mapping[str, Resolution]) -> str | None:
    """Where generated words dropped a qualifier that their original has, that is what a reader must hear."""
    resolution = resolutions.get(finding.citation or "")
    if finding.rule != "origin/generated-target" or resolution is None:
        return None
    made = find_generated(dossier, resolution.artifact or "") or dossier.artifacts[resolution.artifact or ""]
    for place in resolution.primary:
        text = dossier.find_text(place.artifact) or ""
        _, sentence, _ = sentences_around(text, place.span)
        for qualifier in find_qualifiers(sentence.slice(text)):
            words = qualifier.slice(sentence.slice(text))
            if words.casefold() not in (made.text or "").casefold():
                return f"The citation points to a {made.kind.label}; the original it came from says “{words}”."
    return None


def _healthy(claim: Claim, cited: list[Resolution]) -> str:
    if not cited:
        return "This claim needs no evidence, and cites none." if not is_required(claim) else "Nothing is cited."
    statuses = {resolution.status for resolution in cited}
    if statuses == {ResolutionStatus.QUOTE_MATCH}:
        return "The quoted words stand in the source, exactly as they are quoted."
    if statuses <= {ResolutionStatus.QUOTE_MATCH, ResolutionStatus.NORMALIZED_MATCH}:
        return "The quoted words stand in the source, once white space and quotation marks are set alike."
    if any(resolution.whole for resolution in cited):
        return "The cited passage was found; which of its words count, a person must say."
    return "The cited words were found in the source; whether they carry the claim, a person must say."


def _calm(cited: list[Resolution]) -> Diagnosis:
    return Diagnosis.CANNOT_DETERMINE if any(r.whole for r in cited) else Diagnosis.HEALTHY


def _made(
    claim: Claim,
    sentence: str,
    diagnosis: Diagnosis,
    badges: tuple[Badge, ...],
    finding: Finding | None = None,
    stage: str = "",
) -> ClaimInspection:
    return ClaimInspection(
        claim=claim.key,
        sentence=sentence,
        diagnosis=diagnosis,
        badges=badges,
        owner=finding.owner if finding else None,
        first_divergence=stage,
        repair=finding.repair if finding else "",
    )
