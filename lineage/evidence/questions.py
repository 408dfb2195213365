"""Three questions to every claim (S2-03), and four of its reader to every citation (S4-04), never added up."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from lineage.evidence.badges import CODE, JUDGE
from lineage.evidence.bundle import Citation, Claim
from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Badge, ClaimInspection, Inspection, Resolution
from lineage.evidence.rules.coverage import is_required
from lineage.evidence.standing import find_refusal
from lineage.evidence.vocabulary import Contract, Outcome, ResolutionStatus

RESOLVES = "Does every marker lead to a source that this answer was given?"
SUPPORTS = "Does that very passage support the claim beside it?"
COVERED = "Has a claim that needs evidence at least one citation that supports it?"
SOURCE, REVISION = "Which source?", "Which revision of it?"
PASSAGE, ACCESS = "Which exact passage was supplied?", "May the reader of the answer see it?"
ALLOWED = "allowed"
NOT_CHECKED = "access not checked"


class Question(NamedTuple):
    """One question and what answers it. `basis` is code or judge; what persons said stands with their verdicts."""

    question: str
    outcome: Outcome
    basis: str
    note: str = ""


class ReaderQuestions(NamedTuple):
    """The four of one citation."""

    citation: str
    questions: tuple[Question, ...]

    @property
    def is_successful(self) -> bool:
        """Only where all four are answered (S4-04): what nobody checked is no success."""
        return all(question.outcome is Outcome.PASS for question in self.questions)


def questions_of_claim(dossier: Dossier, inspection: Inspection, claim_key: str) -> tuple[Question, ...]:
    """The three of S2-03, in their order. Raises KeyError for an unknown claim."""
    claim = dossier.claims[claim_key]
    resolutions = {resolution.citation: resolution for resolution in inspection.resolutions}
    cited = [resolutions[citation.key] for citation in dossier.citations_of(claim_key)]
    about = next((found for found in inspection.claims if found.claim == claim_key), None)
    support = _supports(claim, cited, about)
    return (_resolves(dossier, cited), support, _covered(claim, cited, support))


def questions_of_reader(dossier: Dossier, citation: Citation, resolution: Resolution) -> ReaderQuestions:
    """The four of S4-04, in their order."""
    artifact = dossier.artifacts.get(resolution.artifact or "")
    if artifact is None:
        missing = Question("", Outcome.FAIL, CODE, resolution.status.label)
        named = (SOURCE, REVISION, PASSAGE)
        asked = tuple(missing._replace(question=question) for question in named)
        return ReaderQuestions(citation.key, (*asked, Question(ACCESS, Outcome.NOT_RUN, CODE, NOT_CHECKED)))
    return ReaderQuestions(
        citation.key,
        (
            _recorded(SOURCE, artifact.source),
            _recorded(REVISION, artifact.version),
            _passage(dossier, resolution),
            _access(dossier, resolution),
        ),
    )


def _resolves(dossier: Dossier, cited: Iterable[Resolution]) -> Question:
    found = list(cited)
    if not found:
        return Question(RESOLVES, Outcome.NOT_APPLICABLE, CODE, "it cites nothing")
    lost = [resolution for resolution in found if resolution.artifact is None]
    if lost:
        return Question(RESOLVES, Outcome.FAIL, CODE, f"{lost[0].citation}: {lost[0].status.label}")
    if dossier.answer.manifest is None:
        return Question(RESOLVES, Outcome.NOT_CAPTURED, CODE, "which passages the answer was given is not recorded")
    return Question(RESOLVES, Outcome.PASS, CODE, ", ".join(dict.fromkeys(r.entry for r in found if r.entry)))


def _supports(claim: Claim, cited: list[Resolution], about: ClaimInspection | None) -> Question:
    badges: Mapping[Contract, Badge] = {badge.contract: badge for badge in about.badges} if about else {}
    badge = badges.get(Contract.SUPPORT)
    if not cited:
        outcome = Outcome.NOT_RUN if is_required(claim) else Outcome.NOT_APPLICABLE
        return Question(SUPPORTS, outcome, CODE, "it cites nothing")
    if badge is None:
        return Question(SUPPORTS, Outcome.NOT_RUN, JUDGE, "no rule looked at it")
    return Question(SUPPORTS, badge.outcome, badge.basis, badge.note)


def _covered(claim: Claim, cited: list[Resolution], support: Question) -> Question:
    if not is_required(claim):
        return Question(COVERED, Outcome.NOT_APPLICABLE, CODE, "it needs no evidence")
    if not cited:
        return Question(COVERED, Outcome.FAIL, CODE, "it cites nothing")
    if all(resolution.artifact is None for resolution in cited):
        return Question(COVERED, Outcome.FAIL, CODE, "none of its citations leads anywhere")
    if all(resolution.status is ResolutionStatus.GENERATED_TARGET for resolution in cited):
        return Question(COVERED, Outcome.FAIL, CODE, "all it cites was written about the source, not by it")
    note = (
        "" if support.outcome in (Outcome.PASS, Outcome.FAIL) else "it cites something; whether that supports is open"
    )
    return Question(COVERED, support.outcome, support.basis, note)


def _recorded(question: str, name: str | None) -> Question:
    if name is None:
        return Question(question, Outcome.NOT_CAPTURED, CODE, "not recorded")
    return Question(question, Outcome.PASS, CODE, name)


def _passage(dossier: Dossier, resolution: Resolution) -> Question:
    if dossier.answer.manifest is None:
        return Question(PASSAGE, Outcome.NOT_CAPTURED, CODE, "what the answer was given is not recorded")
    if resolution.entry is None or dossier.find_digest(resolution.artifact or "") is None:
        return Question(PASSAGE, Outcome.NOT_CAPTURED, CODE, "its words were not kept")
    where = f", characters {resolution.span.start} to {resolution.span.end}" if resolution.span else ""
    place = "the whole passage" if resolution.whole else f"{resolution.artifact}{where}"
    return Question(PASSAGE, Outcome.PASS, CODE, f"{resolution.entry}: {place}")


def _access(dossier: Dossier, resolution: Resolution) -> Question:
    """A recorded check decides, else the labels of the version against those of the answer's reader."""
    artifact = dossier.artifacts[resolution.artifact or ""]
    if resolution.status is ResolutionStatus.UNAUTHORIZED:
        return Question(ACCESS, Outcome.FAIL, CODE, resolution.detail)
    refusal = find_refusal(dossier, artifact)
    if refusal is not None:
        return Question(ACCESS, Outcome.FAIL, CODE, refusal)
    for check in dossier.answer.capture.access_checks or ():
        is_it = check.source is not None and check.source == artifact.source
        if is_it and check.version in (None, artifact.version) and check.outcome == ALLOWED:
            return Question(ACCESS, Outcome.PASS, CODE, f"checked at {check.phase}")
    version, persona = dossier.find_version(artifact), dossier.answer.case.persona
    if version is not None and persona is not None and version.labels:
        return Question(ACCESS, Outcome.PASS, CODE, f"{persona.name} holds {', '.join(version.labels)}")
    return Question(ACCESS, Outcome.NOT_CAPTURED, CODE, NOT_CHECKED)
