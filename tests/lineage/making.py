"""Small records for tests of rows: one answer of the refund desk, with a claim, a passage and a citation."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from lineage.evidence.digests import digest_text, raw_digest
from lineage.models import rows
from lineage.models.coding import encode_text, encode_whole
from lineage.models.content import pack

MORNING = datetime(2026, 11, 29, 8, 30, tzinfo=UTC)
ANSWER_TEXT = "Refunds are paid within 14 days."
PASSAGE_TEXT = "A refund is paid within fourteen days of the return."


class Made(NamedTuple):
    tenant: rows.Tenant
    case: rows.Case
    answer: rows.Answer
    claim: rows.Claim
    artifact: rows.Artifact
    entry: rows.ManifestEntry
    citation: rows.Citation


def make_tenant(key: str = "harbour") -> rows.Tenant:
    return rows.Tenant.objects.create(key=key, name=key.title())


def make_content(tenant: rows.Tenant, text: str, *, compress: bool = False) -> rows.Content:
    packed = pack(text.encode(), encode_whole if compress else encode_text)
    return rows.Content.objects.create(tenant=tenant, **packed._asdict())


def make_answer(tenant: rows.Tenant, case_key: str = "refund") -> Made:
    """An answer of its own texts, so that two of them clash nowhere."""
    text = make_content(tenant, f"{ANSWER_TEXT} ({case_key})")
    case = rows.Case.objects.create(
        tenant=tenant, key=case_key, question=make_content(tenant, f"When is a refund paid? ({case_key})")
    )
    answer = rows.Answer.objects.create(
        tenant=tenant,
        case=case,
        response_version="1",
        digest=raw_digest(digest_text(case_key)),
        text=text,
        record=make_content(tenant, f'{{"case":"{case_key}"}}', compress=True),
        answered_at=MORNING,
    )
    claim = rows.Claim.objects.create(tenant=tenant, answer=answer, ordinal=0, key="c1", start=0, end=32)
    artifact = rows.Artifact.objects.create(
        tenant=tenant,
        key=f"{case_key}/passage",
        kind="chunk",
        origin="original",
        content=make_content(tenant, f"{PASSAGE_TEXT} ({case_key})"),
    )
    entry = rows.ManifestEntry.objects.create(tenant=tenant, answer=answer, ordinal=0, label="1", artifact=artifact)
    citation = rows.Citation.objects.create(
        tenant=tenant, answer=answer, claim=claim, ordinal=0, key="k1", entry=entry, artifact=artifact
    )
    return Made(tenant, case, answer, claim, artifact, entry, citation)


def make_policy(tenant: rows.Tenant, kind: str = "gate") -> rows.Policy:
    body = make_content(tenant, f'{{"kind":"{kind}"}}')
    return rows.Policy.objects.create(
        tenant=tenant, kind=kind, name="default", revision=1, body=body, digest=body.sha256, author="house"
    )


def make_inspection(made: Made, policy: rows.Policy, decision: str = "blocked") -> rows.Inspection:
    return rows.Inspection.objects.create(
        tenant=made.tenant,
        answer=made.answer,
        policy=policy,
        as_of=MORNING,
        dossier_digest=made.answer.digest,
        engine="1",
        decision=decision,
        report=make_content(made.tenant, f'{{"of":"{made.case.key}","decision":"{decision}"}}', compress=True),
    )
