"""The whole claim page from a reading and the parts that need rows (form and history). Pure."""

from dataclasses import dataclass

from inspector.pages.claim_answer import claims_of, findings_of
from inspector.pages.claim_evidence import panel_of, tabs_of
from inspector.pages.claim_facts import facts_of
from inspector.pages.claim_hashes import hashes_of
from inspector.pages.claim_judges import judge_summary_of, judges_of
from inspector.pages.claim_path import path_of
from inspector.pages.claim_questions import questions_of
from inspector.pages.claim_reading import Reading
from inspector.pages.claim_relocated import notes_of
from inspector.pages.claim_relocation_view import RelocationsPanel
from inspector.pages.claim_strip import strip_of
from inspector.pages.claim_view import ClaimPage, FindingLine, VerdictLine
from inspector.pages.claim_withheld import since_taken
from inspector.pages.drawing import DrawnText, Layer, draw, window_around
from inspector.pages.path_picture import picture_of
from inspector.pages.untold import NOT_TOLD, said_of_decision
from inspector.pages.verdict_view import VerdictForm
from lineage.evidence.bundle import case_key, response_version
from lineage.evidence.vocabulary import Attachment, Diagnosis
from lineage.text.span import Span

LIMITS = (
    "It does not prove that the source is true, only what it says.",
    "It does not prove that the cited words caused the answer; they may have been added afterwards.",
    "It does not prove who wrote a source, nor that nobody poisoned it before we kept it.",
    "Equal digests prove equal bytes, nothing about their meaning.",
    "It does not prove who may read the source today.",
)
HIDDEN_SENTENCE = "This claim rests on {source}, so what was found of its words is not shown."
ANSWER_WINDOW = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What people think of the claim, drawn: the form to fill in, and the verdicts so far."""

    form: VerdictForm
    history: tuple[VerdictLine, ...]


def build(reading: Reading, judged: Judged, relocations: RelocationsPanel | None = None) -> ClaimPage:
    answer = reading.dossier.answer
    about = reading.about
    selected, resolution = reading.selected, reading.resolution
    previous_url, next_url = neighbours_of(reading)
    findings = findings_of(reading)
    return ClaimPage(
        public_id=reading.url.rstrip("/").rpartition("/")[2],
        url=reading.url,
        case=case_key(answer.case),
        question=draw(answer.case.question) if answer.case.question else None,
        persona=answer.case.persona.name if answer.case.persona else "",
        response_version=response_version(answer),
        answered_at=answer.answered_at,
        environment=answer.case.environment.label,
        attachment=answer.attachment.label if answer.attachment is not Attachment.UNKNOWN else "",
        is_post_hoc=answer.attachment.is_post_hoc,
        found=_found(findings),
        found_elsewhere=_found_elsewhere(reading, findings),
        answer_url=reading.answer_url,
        why_url=reading.why_url,
        notes_url=reading.notes_url,
        notes=reading.notes,
        policy=reading.inspection.policy,
        as_of=reading.inspection.as_of,
        decided=NOT_TOLD if reading.is_blind else said_of_decision(reading.inspection.decision),
        is_blind=reading.is_blind,
        is_sealed=reading.is_sealed,
        since=since_taken(reading),
        sentence=_sentence(reading),
        diagnosis=about.diagnosis if about else Diagnosis.CANNOT_DETERMINE,
        owner=about.owner.label if about and about.owner else "",
        first_divergence=about.first_divergence if about else "",
        repair=about.repair if about else "",
        claims=claims_of(reading),
        questions=questions_of(reading),
        whole_answer=_whole_answer(reading),
        tabs=tabs_of(reading),
        evidence=panel_of(reading, selected, resolution) if selected and resolution else None,
        no_evidence="This claim cites nothing.",
        relocations=relocations,
        later=notes_of(reading),
        path=() if selected and reading.is_masked(selected) else path_of(reading),
        no_path=_why_no_path(reading),
        picture=picture_of(reading),
        hashes=hashes_of(reading),
        strip=strip_of(reading),
        facts=facts_of(reading),
        judges=judges_of(reading),
        judge_summary=judge_summary_of(reading),
        findings=findings,
        form=judged.form,
        history=judged.history,
        previous_url=previous_url,
        next_url=next_url,
        limits=LIMITS,
    )


def _sentence(reading: Reading) -> str:
    if reading.hides_any:
        return HIDDEN_SENTENCE.format(source=reading.hidden_source)
    return reading.about.sentence if reading.about else "Nothing is known of this claim."


def _found(findings: tuple[FindingLine, ...]) -> tuple[tuple[str, str, int], ...]:
    """The rules in the order of their findings, each once, with the heaviest look of its findings."""
    looks: dict[str, list[str]] = {}
    for finding in findings:
        looks.setdefault(finding.rule, []).append(finding.said.state)
    return tuple((rule, "fail" if "fail" in seen else seen[0], len(seen)) for rule, seen in looks.items())


def _found_elsewhere(reading: Reading, findings: tuple[FindingLine, ...]) -> tuple[str, ...]:
    here = {finding.rule for finding in findings}
    return tuple(dict.fromkeys(found.rule for found in reading.inspection.findings if found.rule not in here))


def neighbours_of(reading: Reading) -> tuple[str, str]:
    """The addresses of the claim before and the claim after; empty at the ends."""
    keys = [claim.key for claim in reading.dossier.answer.claims]
    here = keys.index(reading.claim.key)
    before = reading.claim_urls[keys[here - 1]] if here else ""
    after = reading.claim_urls[keys[here + 1]] if here + 1 < len(keys) else ""
    return before, after


def _whole_answer(reading: Reading) -> DrawnText | None:
    text = reading.dossier.answer.text
    if not text:
        return None
    place = reading.claim.place
    layers = [Layer("", place, ("claim-here",))] if place is not None else []
    window = window_around(len(text), place or Span(0, 0), ANSWER_WINDOW)
    return draw(text, layers, window)


def _why_no_path(reading: Reading) -> str:
    selected, resolution = reading.selected, reading.resolution
    if selected is None or resolution is None:
        return "Without a span there is no way to follow."
    if reading.is_masked(selected):
        return reading.masked_words
    return f"No passage was found, so there is no way to follow: {resolution.status.label}."
