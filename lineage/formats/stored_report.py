"""A report that was kept -> the inspection it was written from. The inverse of `report.answer_report` (DESIGN 6)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from lineage.evidence.dossier import Dossier
from lineage.evidence.outcomes import Badge, ClaimInspection, Finding, Inspection, Place, Resolution
from lineage.evidence.resolution import steps_of
from lineage.evidence.vocabulary import (
    Contract,
    Decision,
    Diagnosis,
    Freshness,
    Level,
    Origin,
    Outcome,
    Owner,
    ResolutionStatus,
    Route,
    Step,
)
from lineage.text.span import Span


def read_report(report: Mapping[str, Any], dossier: Dossier) -> Inspection:
    """Equal to what `inspect` gave when the report was written, but for the evidence of findings, which is not kept."""
    return Inspection(
        policy=report["policy"],
        as_of=datetime.fromisoformat(report["as_of"]),
        dossier_digest=report["dossier_digest"],
        engine=report["engine"],
        decision=Decision(report["decision"]),
        resolutions=tuple(_resolution(value, dossier) for value in report["resolutions"]),
        findings=tuple(_finding(value) for value in report["findings"]),
        claims=tuple(_claim(value) for value in report["claims"]),
        counts=report["counts"],
        downgrades=tuple(report["downgrades"]),
    )


def _resolution(value: Mapping[str, Any], dossier: Dossier) -> Resolution:
    citation = dossier.citations[value["citation"]]
    failing = Step(value["failing_step"]) if value["failing_step"] else None
    detail = value["detail"] or ""
    return Resolution(
        citation=citation.key,
        status=ResolutionStatus(value["status"]),
        detail=detail,
        failing_step=failing,
        artifact=value["artifact"],
        entry=value["entry"],
        span=Span(*value["span"]) if value["span"] else None,
        whole=value["whole"],
        origin=Origin(value["origin"]) if value["origin"] else None,
        primary=_places(value["primary"]),
        operations=tuple(value["operations"]),
        elsewhere=_places(value["elsewhere"]),
        candidates=tuple(Span(*span) for span in value["candidates"]),
        freshness=Freshness(value["freshness"]),
        steps=steps_of(citation, failing, detail),
    )


def _places(values: list[Mapping[str, Any]]) -> tuple[Place, ...]:
    return tuple(Place(v["artifact"], Span(*v["span"]), v["source"], v["version"]) for v in values)


def _finding(value: Mapping[str, Any]) -> Finding:
    return Finding(
        rule=value["rule"],
        contract=Contract(value["rule"].partition("/")[0]),
        outcome=Outcome(value["outcome"]),
        level=Level(value["level"]),
        sentence=value["sentence"],
        owner=Owner(value["owner"]),
        route=Route(value["route"]),
        repair=value["repair"],
        claim=value["claim"],
        citation=value["citation"],
        detail=value["detail"] or "",
    )


def _claim(value: Mapping[str, Any]) -> ClaimInspection:
    kept = value["badges"]
    badges = [(contract, kept[contract]) for contract in Contract if contract in kept]
    return ClaimInspection(
        claim=value["claim"],
        sentence=value["sentence"],
        diagnosis=Diagnosis(value["diagnosis"]),
        badges=tuple(Badge(contract, Outcome(b["outcome"]), b["basis"], b["note"]) for contract, b in badges),
        owner=Owner(value["owner"]) if value["owner"] else None,
        first_divergence=value["first_divergence"] or "",
        repair=value["repair"] or "",
    )
