"""What was found of an answer -> rows: the inspection, its resolutions and findings, and the state that lists read."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from lineage.answer_preparing import Prepared
from lineage.evidence.digests import Digest, digest_bytes, raw_digest
from lineage.graph_rows import Shelf
from lineage.projections import Failing, Recorded, derive


def inspection_row(shelf: Shelf, found: Prepared, id: int, policy_id: int) -> dict[str, Any]:
    """The row of an inspection, whose report is a content of its own."""
    inspection = found.inspection
    return {
        "id": id,
        "tenant_id": shelf.tenant_id,
        "answer_id": found.answer_id,
        "policy_id": policy_id,
        "as_of": inspection.as_of,
        "dossier_digest": raw_digest(Digest(inspection.dossier_digest)),
        "engine": inspection.engine,
        "decision": str(inspection.decision),
        "report_id": shelf.content_id(raw_digest(digest_bytes(found.report))),
    }


def resolution_rows(
    shelf: Shelf, found: Prepared, inspection_id: int, citations: dict[str, int]
) -> Iterable[dict[str, Any]]:
    """One row for each citation, in the answer's order."""
    for resolution in found.inspection.resolutions:
        yield {
            "tenant_id": shelf.tenant_id,
            "inspection_id": inspection_id,
            "citation_id": citations[resolution.citation],
            "status": str(resolution.status),
            "detail": str(resolution.detail).replace("\0", "\N{REPLACEMENT CHARACTER}"),
            "failing_step": str(resolution.failing_step) if resolution.failing_step else None,
            "freshness": str(resolution.freshness),
            "artifact_id": shelf.artifacts.get(resolution.artifact or ""),
            "start": resolution.span.start if resolution.span else None,
            "end": resolution.span.end if resolution.span else None,
        }


def finding_rows(
    shelf: Shelf, found: Prepared, inspection_id: int, claims: dict[str, int], citations: dict[str, int]
) -> Iterable[dict[str, Any]]:
    """Only what failed, is unclear or broke; passes are counted in the report."""
    for ordinal, finding in enumerate(found.inspection.findings):
        yield {
            "tenant_id": shelf.tenant_id,
            "inspection_id": inspection_id,
            "ordinal": ordinal,
            "claim_id": claims.get(finding.claim or ""),
            "citation_id": citations.get(finding.citation or ""),
            "rule": finding.rule,
            "contract": str(finding.contract),
            "outcome": str(finding.outcome),
            "level": str(finding.level),
            "owner": str(finding.owner),
            "route": str(finding.route),
        }


def state_of(shelf: Shelf, found: Prepared, inspection_id: int, recorded_at: datetime) -> dict[str, Any]:
    """The state of an answer, as `lineage.projections.derive` makes it."""
    answer, inspection = found.answer, found.inspection
    return derive(
        Recorded(
            answer_id=found.answer_id,
            tenant_id=shelf.tenant_id,
            environment=str(answer.case.environment),
            case_key=found.case_key,
            question=answer.case.question or "",
            claims=len(answer.claims),
            citations=len(answer.citations),
            answered_at=answer.answered_at,
            recorded_at=recorded_at,
        ),
        inspection_id,
        str(inspection.decision),
        [Failing(f.rule, str(f.owner), str(f.level)) for f in inspection.findings],
        [str(resolution.freshness) for resolution in inspection.resolutions],
    )
