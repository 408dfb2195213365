"""The head of the answer page: what was asked, what became of it, and the one sentence that must be heard. Pure."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from inspector.pages.answer_claims import hidden_sentence, standing_of
from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_withheld import withheld_of
from inspector.pages.drawing import DrawnText, draw
from inspector.pages.evidence_view import Said, WithheldPanel
from inspector.pages.untold import NOT_TOLD, said_of_decision
from lineage.evidence.outcomes import Finding
from lineage.evidence.vocabulary import LEVEL_WEIGHT, AnswerOutcome, Attachment, Diagnosis, GenerationMode

NOT_GROUNDING = "a pointer that was added afterwards is not grounding"
NOTHING_WRONG = "No rule found anything wrong with this answer. That says nothing about what no rule checks."
NO_CLAIMS = "No claim was recorded for this answer, so there is nothing that evidence could carry."


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerHead:
    """`standing` are the diagnoses of the claims with how many stand there; together they are all claims."""

    case: str
    question: DrawnText | None
    persona: str
    response_version: str
    answered_at: datetime | None
    recorded_at: datetime
    environment: str
    policy: str
    as_of: datetime
    engine: str
    decided: Said
    downgrades: tuple[str, ...]
    sentence: str
    sentence_url: str
    sentence_about: str
    claims: int
    standing: tuple[tuple[int, Said], ...]
    badges: tuple[Said, ...]
    producer: str
    format: str
    exposure_condition: str
    risk: str
    withheld: tuple[WithheldPanel, ...] = ()


def head_of(reading: AnswerReading) -> AnswerHead:
    answer, inspection = reading.dossier.answer, reading.inspection
    sentence, claim = worst_of(reading)
    case = answer.case
    hides_downgrades = reading.hides_any and bool(inspection.downgrades)
    return AnswerHead(
        case=reading.case,
        question=draw(case.question) if case.question else None,
        persona=case.persona.name if case.persona else "",
        response_version=reading.response_version,
        answered_at=answer.answered_at,
        recorded_at=reading.recorded_at,
        environment=case.environment.label,
        policy=inspection.policy,
        as_of=inspection.as_of,
        engine=inspection.engine,
        decided=NOT_TOLD if reading.is_blind else said_of_decision(inspection.decision),
        downgrades=(hidden_sentence(reading),) if hides_downgrades else inspection.downgrades,
        sentence=sentence,
        sentence_url=reading.claim_urls.get(claim, "") if claim else "",
        sentence_about=f"claim {reading.ordinals.get(claim, claim)}" if claim else "",
        claims=len(answer.claims),
        standing=_standing(reading),
        badges=tuple(_badges(reading)),
        producer=answer.producer,
        format=answer.format,
        exposure_condition=answer.exposure_condition,
        risk=" ".join(part for part in (case.risk_domain, case.risk_tier.label if case.risk_tier else "") if part),
        withheld=withheld_of(reading),
    )


def worst_of(reading: AnswerReading) -> tuple[str, str | None]:
    """The sentence of the heaviest finding, and the claim that it is about; of equals the first claim's."""
    order = reading.ordinals

    def weight(finding: Finding) -> tuple[int, int]:
        return LEVEL_WEIGHT[finding.level], -order.get(finding.claim or "", len(order) + 1)

    worst = max(reading.inspection.findings, key=weight, default=None)
    if worst is None:
        return (NOTHING_WRONG if reading.dossier.claims else NO_CLAIMS), None
    if reading.names_masked(worst):
        return hidden_sentence(reading), worst.claim
    about = reading.claims.get(worst.claim or "")
    sentence = about.sentence if about else worst.sentence
    return (hidden_sentence(reading) if reading.mask.speaks_of(sentence) else sentence), worst.claim


def _standing(reading: AnswerReading) -> tuple[tuple[int, Said], ...]:
    counts = Counter(
        about.diagnosis if (about := reading.claims.get(key)) else Diagnosis.CANNOT_DETERMINE
        for key in reading.dossier.claims
    )
    return tuple((counts[diagnosis], standing_of(diagnosis)) for diagnosis in Diagnosis if counts[diagnosis])


def _badges(reading: AnswerReading) -> list[Said]:
    answer = reading.dossier.answer
    attached, written = answer.attachment, answer.generation
    badges = []
    if attached.is_post_hoc:
        by = "a model" if attached is Attachment.POST_HOC_MODEL else "similarity"
        badges.append(Said(f"citations post hoc, by {by}: a pointer is not grounding", "unclear", "", NOT_GROUNDING))
    elif attached is Attachment.UNKNOWN:
        badges.append(Said("how citations were attached: not recorded", "absent"))
    else:
        badges.append(Said(f"citations {attached.label}", "none"))
    if written is GenerationMode.UNKNOWN:
        badges.append(Said("how citations were written: not recorded", "absent"))
    else:
        words = {GenerationMode.NATIVE: "the provider's own citations", GenerationMode.PORTABLE: "citations by prompt"}
        badges.append(Said(words[written], "none", written.value))
    if answer.outcome is not AnswerOutcome.ANSWERED:
        badges.append(Said(answer.outcome.label, "unclear"))
    return badges
