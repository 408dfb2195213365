"""Inspections -> the text of a linter, or JSON. Pure: what is printed follows from what is given."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from lineage.evidence.bundle import Answer, case_key, response_version
from lineage.evidence.gate import RELEASING
from lineage.evidence.outcomes import ClaimInspection, Finding, Inspection, Place, Resolution
from lineage.evidence.reading import Problem
from lineage.evidence.vocabulary import ResolutionStatus

REPORT_SCHEMA = "evidence-inspector/report/1"


@dataclass(frozen=True, slots=True)
class Inspected:
    """One inspected answer of one file."""

    place: str
    answer: Answer
    inspection: Inspection

    @property
    def name(self) -> str:
        return f"{case_key(self.answer.case)[:80]}@{response_version(self.answer)[:40]}"


def as_text(inspected: Iterable[Inspected], problems: Iterable[Problem]) -> str:
    """A line a finding: place, claim and citation, rule, level, sentence, owner; the last line counts."""
    lines, decisions, statuses, levels = [], Counter[str](), Counter[str](), Counter[str]()
    claims = refused = 0
    for problem in problems:
        refused += 1
        lines.append(f"{problem}")
    for found in inspected:
        inspection = found.inspection
        decisions[inspection.decision.label] += 1
        claims += len(inspection.claims)
        statuses.update(str(resolution.status) for resolution in inspection.resolutions)
        levels.update(finding.level.label for finding in inspection.findings)
        lines += [f"{found.place}: {found.name}: {finding_line(finding)}" for finding in inspection.findings]
        if inspection.decision not in RELEASING:
            lines.append(f"{found.place}: {found.name}: {inspection.decision.label}")
    lines.append(_count_line(decisions, claims, statuses, levels, refused))
    return "".join(f"{printable(line)}\n" for line in lines)


def printable(line: str) -> str:
    """A line with control, format and separator characters escaped: no payload begins a line or steers a screen."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() or category(c) == "Zs" else c.encode("unicode_escape").decode() for c in line)


def finding_line(finding: Finding) -> str:
    """One finding without its place."""
    subject = "/".join(part for part in (finding.claim, finding.citation) if part) or "answer"
    unclear = "" if finding.outcome == "fail" else f" ({finding.outcome.label})"
    return f"{subject}: {finding.rule} [{finding.level.label}]{unclear} {finding.sentence} ({finding.owner.label})"


def _count_line(
    decisions: Counter[str], claims: int, statuses: Counter[str], levels: Counter[str], refused: int
) -> str:
    answers = decisions.total()
    parts = [
        _counted(answers, "answer") + _listed(decisions),
        _counted(claims, "claim"),
        _counted(statuses.total(), "citation") + _listed(statuses),
        _counted(levels.total(), "finding") + _listed(levels),
    ]
    if refused:
        parts.append(f"{_counted(refused, 'problem')} in the input")
    return "; ".join(parts)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _listed(counter: Counter[str]) -> str:
    return f" ({', '.join(f'{count} {name}' for name, count in sorted(counter.items()))})" if counter else ""


def as_json(inspected: Iterable[Inspected], problems: Iterable[Problem]) -> str:
    """The same as JSON, by a stable schema, for machines."""
    document = {
        "schema": REPORT_SCHEMA,
        "problems": [problem._asdict() for problem in problems],
        "answers": [{"place": f.place, **answer_report(f.answer, f.inspection)} for f in inspected],
    }
    return json.dumps(document, ensure_ascii=False, indent=1, default=str) + "\n"


def answer_report(answer: Answer, inspection: Inspection) -> dict[str, Any]:
    """One inspection as plain JSON values; the same on the page, in the terminal and over HTTP."""
    statuses = Counter(str(resolution.status) for resolution in inspection.resolutions)
    return {
        "case": case_key(answer.case),
        "response_version": response_version(answer),
        "decision": str(inspection.decision),
        "policy": inspection.policy,
        "engine": inspection.engine,
        "as_of": inspection.as_of.isoformat(),
        "dossier_digest": inspection.dossier_digest,
        "downgrades": list(inspection.downgrades),
        "statuses": {str(status): statuses[status] for status in ResolutionStatus if statuses[status]},
        "counts": {code: dict(counts) for code, counts in inspection.counts.items()},
        "claims": [_claim(claim) for claim in inspection.claims],
        "resolutions": [_resolution(resolution) for resolution in inspection.resolutions],
        "findings": [_finding(finding) for finding in inspection.findings],
    }


def _claim(claim: ClaimInspection) -> dict[str, Any]:
    return {
        "claim": claim.claim,
        "sentence": claim.sentence,
        "diagnosis": str(claim.diagnosis),
        "owner": str(claim.owner) if claim.owner else None,
        "first_divergence": claim.first_divergence or None,
        "repair": claim.repair or None,
        "badges": {
            str(badge.contract): {"outcome": str(badge.outcome), "basis": badge.basis, "note": badge.note}
            for badge in claim.badges
        },
    }


def _resolution(resolution: Resolution) -> dict[str, Any]:
    return {
        "citation": resolution.citation,
        "status": str(resolution.status),
        "detail": str(resolution.detail) or None,
        "failing_step": str(resolution.failing_step) if resolution.failing_step else None,
        "artifact": resolution.artifact,
        "entry": resolution.entry,
        "span": list(resolution.span) if resolution.span else None,
        "whole": resolution.whole,
        "origin": str(resolution.origin) if resolution.origin else None,
        "freshness": str(resolution.freshness),
        "operations": list(resolution.operations),
        "primary": [_place(place) for place in resolution.primary],
        "elsewhere": [_place(place) for place in resolution.elsewhere],
        "candidates": [list(span) for span in resolution.candidates],
    }


def _place(place: Place) -> dict[str, Any]:
    return {"artifact": place.artifact, "source": place.source, "version": place.version, "span": list(place.span)}


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "outcome": str(finding.outcome),
        "level": str(finding.level),
        "claim": finding.claim,
        "citation": finding.citation,
        "detail": finding.detail or None,
        "sentence": finding.sentence,
        "owner": str(finding.owner),
        "route": str(finding.route),
        "repair": finding.repair,
    }
