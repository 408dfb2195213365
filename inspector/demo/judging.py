"""Verdicts of the demonstration, given through the same verb as any other."""

from collections.abc import Mapping
from typing import Any

from inspector.item_reading import label_of_guideline
from inspector.judged_evidence import judged_evidence
from inspector.reviewing import record_verdict
from inspector.verdict_derived import derived_answerability, derived_class, derived_coverage
from inspector.verdict_fields import VerdictFields
from lineage.access import Reader
from lineage.dossiers import ANSWER_TEXTS, read_dossier
from lineage.evidence.reading import load_json
from lineage.evidence.vocabulary import PairSupport
from lineage.formats.stored_report import read_report
from lineage.models import rows


def claims_of(tenant: rows.Tenant, case: str) -> dict[str, Any]:
    """The claims of a case's answer by key, in their order, as verdicts need them."""
    related = [f"answer__{name}" for name in ANSWER_TEXTS]
    found = rows.Claim.objects.filter(tenant=tenant, answer__case__key=case).order_by("ordinal")
    return {claim.key: claim for claim in found.select_related("answer__state__inspection__report", *related)}


def judge(
    reader: Reader,
    claim: Any,
    rationale: str,
    supports: Mapping[str, PairSupport] | None = None,
    *,
    slot_token: str = "",
    idempotency_key: str = "",
) -> Any:
    """Records a verdict. Citations that `supports` does not name support the claim; the rest follows from these.

    Without a key of its own, the reader's verdict on this claim is recorded once.
    """
    dossier = read_dossier(claim.answer)
    inspection = read_report(load_json(claim.answer.state.inspection.report.get_bytes()), dossier)
    evidence = judged_evidence(dossier, inspection, dossier.claims[claim.key], label_of_guideline(claim.tenant_id))
    given = supports or {}
    cited = dossier.citations_of(claim.key)
    pairs = {citation.key: given.get(citation.key, PairSupport.SUPPORTS) for citation in cited}
    coverage = derived_coverage(pairs.values())
    fields = VerdictFields(
        pairs=pairs,
        coverage=coverage,
        answerability=derived_answerability(coverage),
        support_class=derived_class(pairs.values()),
        rationale=rationale,
        contested=(),
        evidence_digest=evidence.digest,
        idempotency_key=idempotency_key or f"demonstration {claim.answer.public_id} {claim.key}",
        slot_token=slot_token,
    )
    return record_verdict(reader, claim, fields, evidence.digest)
