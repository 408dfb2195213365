"""The investigator's strip, always in the same order (S2-43). Pure."""

from inspector.pages.claim_judges import is_hidden, results_of, score_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_supplied import WIDER_SCOPES, read_digest, supplied_digest
from inspector.pages.claim_view import InvestigatorStrip
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_JUDGE
from inspector.untold import HIDDEN
from lineage.evidence.bundle import case_key
from lineage.evidence.vocabulary import (
    Stage,
)

NO_SCORE = "no score"


def strip_of(reading: Reading) -> InvestigatorStrip:
    resolution = reading.resolution
    artifact = reading.dossier.artifacts.get(resolution.artifact or "") if resolution else None
    masked = reading.hides_any
    results = results_of(reading)
    latest = results[-1] if results else None
    unknown = HIDDEN if reading.is_blind else "not recorded"
    said = (
        Said(unknown, "absent")
        if latest is None
        else Said(latest.status.label, STATE_OF_JUDGE.get(latest.status, "none"))
    )
    reason = latest.reason if latest and latest.reason else HIDDEN if reading.is_blind else "no reason was recorded"
    score = HIDDEN if reading.is_blind else f"{NO_SCORE}: no judge result was recorded"
    return InvestigatorStrip(
        case=case_key(reading.dossier.answer.case),
        claim=reading.claim.key,
        source="masked" if masked else "" if artifact is None else artifact.source or artifact.key,
        version="masked" if masked else "" if artifact is None else artifact.version or "",
        hashes=_strip_hashes(reading),
        evaluation_status=said,
        score=(score_of(latest) or f"{NO_SCORE}: {latest.status.label}")
        if latest
        else score,
        reason=reading.masked_words if masked or (latest and is_hidden(reading, latest)) else reason,
        is_masked=masked,
    )


def _strip_hashes(reading: Reading) -> tuple[tuple[str, str | None, str], ...]:
    """Retrieval, supplied, judge, with = and ≠ between neighbours that were recorded."""
    selected = reading.selected
    if selected is None or reading.is_masked(selected):
        return ()
    captured = {s.stage: s.digest for s in reading.dossier.answer.capture.stages or () if s.citation == selected.key}
    supplied, _ = supplied_digest(reading)
    about = [r for r in results_of(reading) if r.citation in (None, selected.key) and r.scope not in WIDER_SCOPES]
    judged = next((read_digest(result) for result in reversed(about)), None)
    stages = (
        ("retrieval", captured.get(Stage.RETRIEVAL)),
        ("generation", captured.get(Stage.GENERATION) or supplied),
        ("judge", judged),
    )
    previous: str | None = None
    shown = []
    for name, digest in stages:
        relation = ("=" if digest == previous else "≠") if digest and previous else ""
        shown.append((name, digest, relation))
        previous = digest or previous
    return tuple(shown)
