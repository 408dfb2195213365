"""What was found in a trial, as the page draws it: built from the report of the linter alone. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspector.pages.claim_view import BadgeLine, FindingLine
from inspector.pages.drawing import DrawnText, Layer, draw
from inspector.pages.evidence_view import Passage, Said
from inspector.pages.states import STATE_OF_DECISION, STATE_OF_DIAGNOSIS, STATE_OF_OUTCOME, STATE_OF_STATUS
from lineage.evidence.reading import Problem
from lineage.evidence.vocabulary import (
    ArtifactKind,
    Contract,
    Decision,
    Diagnosis,
    Level,
    MalformedDetail,
    Origin,
    Outcome,
    Owner,
    ResolutionStatus,
    Route,
    UnresolvedDetail,
)
from lineage.text.span import Span

CAPTIONS = {
    "cited": "the cited words",
    "whole": "the cited passage, no words in it are named",
    "elsewhere": "where the quoted words do stand",
    "original": "the original that it came from",
}
NOT_KEPT = "The words of this passage are not in what you sent."


class TriedCitation(NamedTuple):
    name: str
    status: Said
    detail: str
    passages: tuple[Passage, ...]


class Cited(NamedTuple):
    """The citations of a claim that are shown, and how many are not."""

    citations: tuple[TriedCitation, ...]
    left_out: int


class TriedClaim(NamedTuple):
    ordinal: int
    text: DrawnText | None
    sentence: str
    standing: Said
    owner: str
    repair: str
    badges: tuple[BadgeLine, ...]
    cited: Cited
    findings: tuple[FindingLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedAnswer:
    place: str
    question: DrawnText | None
    decided: Said
    policy: str
    claims: tuple[TriedClaim, ...]
    claims_left_out: int
    orphans: Cited
    findings: tuple[FindingLine, ...]
    findings_left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TryResult:
    """`report` and `bundle` are texts to copy; empty where they are too long for a page, or there is none."""

    name: str
    is_pasted: bool
    counted: str
    answers: tuple[TriedAnswer, ...]
    answers_left_out: int
    problems: tuple[Problem, ...]
    problems_left_out: int
    report: str
    bundle: str


def result_of(name: str, is_pasted: bool, found: Mapping[str, Any]) -> TryResult:
    """The page's values from what `inspector.trial` wrote."""
    return TryResult(
        name=name,
        is_pasted=is_pasted,
        counted=found["counted"],
        answers=tuple(_answer(answer) for answer in found["answers"]),
        answers_left_out=found["answers_left_out"],
        problems=tuple(Problem(*problem) for problem in found["problems"]),
        problems_left_out=found["problems_left_out"],
        report=found["report"],
        bundle=found["bundle"],
    )


def _answer(found: Mapping[str, Any]) -> TriedAnswer:
    decision = Decision(found["decision"])
    of_claim: dict[str | None, list[FindingLine]] = {}
    for finding in found["findings"]:
        claim = finding["claim"] or found["claim_of"].get(finding["citation"])
        of_claim.setdefault(claim, []).append(_finding(finding))
    claims = [
        _claim(ordinal, claim, of_claim.pop(claim["claim"], [])) for ordinal, claim in enumerate(found["claims"], 1)
    ]
    return TriedAnswer(
        place=found["place"],
        question=draw(found["question"]) if found["question"] else None,
        decided=Said(decision.label, STATE_OF_DECISION[decision], "", decision.meaning),
        policy=found["policy"],
        claims=tuple(claims),
        claims_left_out=found["claims_left_out"],
        orphans=Cited(tuple(map(_citation, found["orphans"])), found["orphans_left_out"]),
        findings=tuple(finding for findings in of_claim.values() for finding in findings),
        findings_left_out=found["findings_left_out"],
    )


def _claim(ordinal: int, claim: Mapping[str, Any], findings: Iterable[FindingLine]) -> TriedClaim:
    diagnosis = Diagnosis(claim["diagnosis"])
    return TriedClaim(
        ordinal=ordinal,
        text=draw(claim["text"]) if claim["text"] else None,
        sentence=claim["sentence"],
        standing=Said(diagnosis.label, STATE_OF_DIAGNOSIS.get(diagnosis, "fail")),
        owner=Owner(claim["owner"]).label if claim["owner"] else "",
        repair=claim["repair"] or "",
        badges=tuple(_badge(Contract(contract), badge) for contract, badge in claim["badges"].items()),
        cited=Cited(tuple(map(_citation, claim["citations"])), claim["citations_left_out"]),
        findings=tuple(findings),
    )


def _badge(contract: Contract, badge: Mapping[str, Any]) -> BadgeLine:
    outcome = Outcome(badge["outcome"])
    said = Said(outcome.label, STATE_OF_OUTCOME[outcome])
    return BadgeLine(contract.label, contract.meaning, said, badge["basis"], badge["note"])


def _citation(citation: Mapping[str, Any]) -> TriedCitation:
    status = ResolutionStatus(citation["status"])
    said = Said(status.label, STATE_OF_STATUS.get(status, "fail"), status.value, status.meaning)
    quoted = citation["quoted"]
    passages = [] if quoted is None else [Passage(caption="quoted in the answer", look="", drawn=draw(quoted))]
    passages += [_passage(passage) for passage in citation["passages"]]
    return TriedCitation(citation["name"], said, _detail(citation), tuple(passages))


def _detail(citation: Mapping[str, Any]) -> str:
    for terms in (MalformedDetail, UnresolvedDetail):
        if citation["detail"] in set(terms):
            return terms(citation["detail"]).label
    return "operations: " + ", ".join(citation["operations"]) if citation["operations"] else citation["detail"]


def _passage(found: Mapping[str, Any]) -> Passage:
    origin, kind = Origin(found["origin"]), ArtifactKind(found["kind"])
    label = f", given as {found['label']}" if found["label"] else ""
    caption = f"{CAPTIONS[found['what']]}{label}: {kind.label}, {origin.label}"
    if found["text"] is None:
        return Passage(caption=caption, look=origin.value, drawn=None, why_not=NOT_KEPT)
    looks = ("hl", "hl-elsewhere") if found["what"] == "elsewhere" else ("hl", "hl-here")
    layers = [Layer("", Span(*found["span"]), looks)] if found["span"] else []
    drawn = draw(found["text"], layers, begins=found["begins"], length=found["length"])
    return Passage(caption=caption, look=origin.value, drawn=drawn)


def _finding(finding: Mapping[str, Any]) -> FindingLine:
    outcome, level = Outcome(finding["outcome"]), Level(finding["level"])
    state = STATE_OF_OUTCOME[outcome]
    if level in (Level.WARN, Level.SHADOW) and state == "fail":
        state = "unclear"
    return FindingLine(
        rule=finding["rule"],
        sentence=finding["sentence"],
        outcome=outcome,
        level=level,
        owner=Owner(finding["owner"]).label,
        route=Route(finding["route"]).label,
        repair=finding["repair"],
        said=Said(level.label, state, finding["rule"]),
    )
