"""The claims of an answer as they stand. Pure."""

from dataclasses import dataclass

from inspector.pages.answer_names import listed_of, passage_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Listed, Passage, Region
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.evidence_view import Said
from inspector.pages.states import STATE_OF_DIAGNOSIS, STATE_OF_OUTCOME, STATE_OF_STATUS
from lineage.evidence.bundle import Citation, Claim, claim_text
from lineage.evidence.outcomes import ClaimInspection
from lineage.evidence.vocabulary import Contract, Diagnosis, Outcome

BADGES = (Contract.SYNTAX, Contract.IDENTITY, Contract.SUPPORT, Contract.COVERAGE, Contract.STANDING)
HIDDEN_SENTENCE = "This rests on {source}, so what was found of its words is not shown."
MANY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationRow:
    key: str
    marker: str
    said: Said
    passage: Passage | None
    is_masked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """`note` says why no citation is needed, or that no diagnosis was made."""

    ordinal: int
    key: str
    url: str
    text: DrawnText | None
    kind: str
    standing: Said
    sentence: str
    badges: tuple[Said, ...]
    citations: tuple[CitationRow, ...]
    note: str
    why_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerClaims:
    region: Region
    rows: tuple[ClaimRow, ...]
    listed: Listed


def hidden_sentence(reading: AnswerReading) -> str:
    """In the place of a sentence about words that may not be read."""
    return HIDDEN_SENTENCE.format(source=reading.hidden_source)


def claims_of(reading: AnswerReading, *, every: bool) -> AnswerClaims:
    claims = reading.dossier.answer.claims
    shown = claims if every else claims[:MANY]
    rows = tuple(_claim_row(reading, claim, ordinal) for ordinal, claim in enumerate(shown, start=1))
    missing = "" if claims else "No claim was recorded for this answer."
    advice = "Record the statements of the answer with their places; nothing can be judged of an answer as a whole."
    region = Region("claims", "Claims", "recorded" if claims else "absent", missing, "" if claims else advice)
    return AnswerClaims(region=region, rows=rows, listed=listed_of(reading, len(shown), len(claims), "claims"))


def standing_of(diagnosis: Diagnosis) -> Said:
    return Said(diagnosis.label, STATE_OF_DIAGNOSIS.get(diagnosis, "fail"), "", diagnosis.meaning)


def _claim_row(reading: AnswerReading, claim: Claim, ordinal: int) -> ClaimRow:
    words = claim_text(reading.dossier.answer, claim)
    about = reading.claims.get(claim.key)
    citations = reading.dossier.citations_of(claim.key)
    hidden = any(reading.reaches_masked(citation.key) for citation in citations)
    diagnosis = about.diagnosis if about else Diagnosis.CANNOT_DETERMINE
    sentence = about.sentence if about else "Nothing is known of this claim."
    url = reading.claim_urls.get(claim.key, "")
    return ClaimRow(
        ordinal=ordinal,
        key=claim.key,
        url=url,
        text=draw(words) if words else None,
        kind=claim.kind.label,
        standing=standing_of(diagnosis),
        sentence=hidden_sentence(reading) if hidden or reading.mask.speaks_of(sentence) else sentence,
        badges=_badges(about),
        citations=tuple(_citation_row(reading, citation) for citation in citations),
        note=_exempt(claim),
        why_url=f"{url}why/" if url else "",
    )


def _badges(about: ClaimInspection | None) -> tuple[Said, ...]:
    outcomes = {badge.contract: badge.outcome for badge in about.badges} if about else {}
    said = []
    for contract in BADGES:
        outcome = outcomes.get(contract, Outcome.NOT_RUN)
        said.append(Said(contract.label, STATE_OF_OUTCOME[outcome], outcome.label, contract.meaning))
    return tuple(said)


def _exempt(claim: Claim) -> str:
    if claim.exemption is not None:
        return f"exempt: {claim.exemption.rule.label}, by {claim.exemption.source.label}"
    return "" if claim.requires_citation else "needs no citation"


def _citation_row(reading: AnswerReading, citation: Citation) -> CitationRow:
    found = reading.resolutions.get(citation.key)
    hidden = reading.reaches_masked(citation.key)
    status = found.status if found else None
    said = (
        Said(status.label, STATE_OF_STATUS.get(status, "fail"), "", status.meaning)
        if status
        else Said("not run", "none")
    )
    passage = passage_of(reading, found.artifact) if found and found.artifact else None
    return CitationRow(
        key=citation.key, marker=citation.marker or citation.key, said=said, passage=passage, is_masked=hidden
    )
