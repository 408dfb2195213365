"""Recording a verdict: one transaction, appended, its audit event last (DESIGN 6 and 8)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import IntegrityError, transaction

from inspector.evidence_today import combine, read_changed
from inspector.item_states import Evidence, ensure_item, write_state
from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_contents
from lineage.evidence.digests import Digest, digest_from_raw, digest_json, raw_digest
from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    PairSupport,
    PolicyKind,
    SupportClass,
)
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import newest_policy

FACTS = ("origin", "quotation", "derivation", "freshness", "authority")
"""What the machine states of a citation and a reviewer may contest, as `citation key:fact`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictFields:
    """A verdict that is whole: every citation answered. `pairs` maps citation keys, in the answer's order."""

    pairs: Mapping[str, PairSupport]
    coverage: CoverageVerdict
    answerability: Answerability
    support_class: SupportClass
    rationale: str
    contested: tuple[str, ...]
    evidence_digest: str
    idempotency_key: str


class KeyReused(ValueError):
    """The same idempotency key came with another body."""


class EvidenceChanged(ValueError):
    """The verdict was given on other evidence than today's."""


def record_verdict(reader: Reader, claim: Any, fields: VerdictFields, given: Digest) -> Any:
    """Appends a verdict on a claim row that the reader may see; `given` is the digest of its evidence as given.

    What runs found since is read here, once no run can add to it: the form must bear the digest of both together.

    The same form twice gives the same verdict, also where the evidence changed in between. Raises NotAllowed,
    KeyReused for a key that was used with other words, EvidenceChanged for a new verdict on other evidence.
    """
    require(reader, Action.RECORD_VERDICT)
    body = raw_digest(digest_json(asdict(fields) | {"claim": claim.public_id}))
    try:
        with transaction.atomic():
            return _append(reader, claim, fields, raw_digest(given), body)
    except IntegrityError:
        # Another request with the same key came between; its verdict is the answer, or the refusal.
        found = _known(reader, fields, body)
        if found is None:
            raise
        return found


def _append(reader: Reader, claim: Any, fields: VerdictFields, given: bytes, body: bytes) -> Any:
    known = _known(reader, fields, body)
    if known is not None:
        return known
    item = ensure_item(claim)
    guideline = newest_policy(reader.tenant_id, PolicyKind.GUIDELINE)
    today = combine(given, read_changed([claim.pk]).get(claim.pk, {}))
    if raw_digest(Digest(fields.evidence_digest)) != today:
        raise EvidenceChanged(digest_from_raw(today))
    earlier = opinions.Verdict.objects.filter(claim=claim, reviewer=reader.actor).order_by("-id").first()
    verdict = opinions.Verdict(
        tenant_id=reader.tenant_id,
        claim=claim,
        item=item,
        reviewer=reader.actor,
        guideline=guideline,
        evidence_digest=today,
        coverage=fields.coverage,
        answerability=fields.answerability,
        support_class=fields.support_class,
        contested=list(fields.contested),
        rationale_id=_rationale(reader, fields.rationale),
        idempotency_key=fields.idempotency_key,
        body_digest=body,
        supersedes=earlier,
        judge_seen=rows.JudgeResult.objects.filter(claim=claim).exists(),
    )
    verdict.save()
    citations = {citation.key: citation for citation in rows.Citation.objects.filter(claim=claim)}
    opinions.PairVerdict.objects.bulk_create(
        opinions.PairVerdict(tenant_id=reader.tenant_id, verdict=verdict, citation=citations[key], support=support)
        for key, support in fields.pairs.items()
    )
    write_state(item, Evidence(given, today, guideline.pk))
    payload = asdict(fields) | {"pairs": dict(fields.pairs), "verdict": verdict.pk}
    ledger.record(reader.tenant_id, "record_verdict", reader.actor, f"claim:{claim.public_id}", payload)
    return verdict


def _known(reader: Reader, fields: VerdictFields, body: bytes) -> Any:
    found = opinions.Verdict.objects.filter(reviewer=reader.actor, idempotency_key=fields.idempotency_key).first()
    if found is not None and bytes(found.body_digest) != body:
        raise KeyReused("This form was sent before with other content; load the page again to record another verdict.")
    return found


def _rationale(reader: Reader, words: str) -> int | None:
    if not words:
        return None
    packed = pack(words.encode("utf-8", "surrogatepass"))
    return write_contents(reader.tenant_id, [packed])[packed.sha256]
