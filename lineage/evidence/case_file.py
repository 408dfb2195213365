"""One inspected answer as a golden case: a small bundle and the exact findings wanted (DESIGN 2, "save as case").

Whoever has such a file can inspect it again anywhere: `python -m lineage inspect` reads the bundle in it.
"""

from dataclasses import replace
from typing import Any

from lineage.evidence.bundle import SCHEMA, Derivation, Transformation, WireSegment
from lineage.evidence.dossier import Dossier, Edge
from lineage.evidence.outcomes import Finding, Inspection, Resolution
from lineage.evidence.writing import write_answer, write_record


def as_case(dossier: Dossier, inspection: Inspection, title: str, about: str) -> dict[str, Any]:
    """The case file as JSON values. Retained bytes are left out, their digests stay; judge results stand inside."""
    answer = replace(dossier.answer, judge_results=dossier.judge_results)
    bundle = {
        "schema": SCHEMA,
        "sources": [write_record(found) for found in dossier.sources.values()],
        "artifacts": [write_record(found) for found in dossier.artifacts.values()],
        "transformations": [write_record(_with_segments(dossier, found)) for found in dossier.transformations],
        "answers": [write_answer(answer)],
    }
    return {
        "title": title,
        "about": about,
        "demo": False,
        "as_of": inspection.as_of.isoformat(),
        "bundle": bundle,
        "expected": {
            "decision": str(inspection.decision),
            "findings": [_finding(found) for found in inspection.findings],
            "resolutions": {found.citation: _resolution(found) for found in inspection.resolutions},
        },
    }


def _with_segments(dossier: Dossier, transformation: Transformation) -> Transformation:
    """Maps that rows keep packed are written out again."""
    written = tuple(_derivation(dossier, Edge(transformation, found)) for found in transformation.derivations)
    return replace(transformation, derivations=written)


def _derivation(dossier: Dossier, edge: Edge) -> Derivation:
    if edge.derivation.segments is None:
        return edge.derivation
    segments = tuple(WireSegment(**segment._asdict()) for segment in dossier.segments_of(edge))
    return replace(edge.derivation, segments=segments)


def _finding(found: Finding) -> dict[str, str]:
    named = {"claim": found.claim, "citation": found.citation, "detail": found.detail}
    return {"rule": found.rule, "outcome": str(found.outcome)} | {key: value for key, value in named.items() if value}


def _resolution(found: Resolution) -> dict[str, str]:
    return {"status": str(found.status)} | ({"detail": str(found.detail)} if found.detail else {})
