"""Settling a disagreement: a third person's word, appended with what it settles and what it was given on (DESIGN 8)."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.db import IntegrityError, transaction

from inspector.disputes import Dispute, get_item, letters_of, read_dispute
from inspector.evidence_today import combine, read_changed
from inspector.figures.consensus import SUPPORT
from inspector.frozen_chains import chain_of
from inspector.item_reading import FIELDS, label_of
from inspector.item_states import Evidence, hold_evidence, write_state
from inspector.models import rows as opinions
from inspector.rulings import Evidenced, KeyReused, MatterChanged, NothingToSettle, Ruling
from inspector.settled_verdicts import verdicts_for_chain
from lineage import ledger
from lineage.access import Reader
from lineage.bulk import write_contents
from lineage.evidence.digests import canonical_json, digest_bytes, digest_from_raw, digest_json, raw_digest
from lineage.evidence.vocabulary import PolicyKind
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import newest_policy

ADJUDICATED = "adjudicate"


def adjudicate(reader: Reader, item: Any, ruling: Ruling, evidenced: Evidenced) -> Any:
    """Appends an adjudication of an item. The same ruling twice gives the same row.

    Raises NotAllowed for who is a party, NotVisible, KeyReused, MatterChanged, NothingToSettle.
    """
    said = {"item": item.public_id, **asdict(ruling), "pairs": dict(ruling.pairs)}
    body = raw_digest(digest_json(said))
    try:
        with transaction.atomic():
            return _append(reader, item, ruling, evidenced, body)
    except IntegrityError:
        # Another request with the same key came between; its row is the answer, or the refusal.
        known = _known(reader, ruling, body)
        if known is None:
            raise
        return known


def _append(reader: Reader, item: Any, ruling: Ruling, evidenced: Evidenced, body: bytes) -> Any:
    known = _known(reader, ruling, body)
    if known is not None:
        return known
    hold_evidence(reader.tenant_id)
    # Only now nobody can become a party, record a verdict or settle it in between.
    item = get_item(reader, item.public_id)
    given = raw_digest(evidenced.given)
    today = combine(given, read_changed([item.claim_id]).get(item.claim_id, {}))
    dispute = read_dispute(reader, item, today)
    _require_open(dispute, ruling)
    guideline = newest_policy(reader.tenant_id, PolicyKind.GUIDELINE)
    adopted = letters_of(dispute.cards)[ruling.adopted].verdict if ruling.adopted else None
    chain = canonical_json(_chain(dispute, evidenced, guideline))
    contents = [
        pack(ruling.reason.encode("utf-8", "surrogatepass")),
        pack(canonical_json(disagreement_of(dispute, _markers(item.claim_id, evidenced)))),
        pack(chain),
    ]
    ids = write_contents(reader.tenant_id, contents)
    reason, disagreement, kept = (ids[one.sha256] for one in contents)
    settled = opinions.Adjudication(
        tenant_id=reader.tenant_id,
        item=item,
        claim_id=item.claim_id,
        adjudicator=reader.actor,
        policy=dispute.policy,
        guideline=guideline,
        evidence_digest=today,
        last_verdict_id=dispute.last_verdict,
        adopted_id=adopted,
        error_kind=ruling.error_kind,
        guideline_flag=ruling.guideline_flag,
        sentence=ruling.sentence,
        reason_id=reason,
        disagreement_id=disagreement,
        chain_id=kept,
        chain_digest=raw_digest(digest_bytes(chain)),
        idempotency_key=ruling.idempotency_key,
        body_digest=body,
        **_values(dispute, ruling),
    )
    settled.save()
    _write_pairs(settled, dispute, ruling)
    write_state(item, Evidence(given, today, guideline.pk))
    payload = {"adjudication": settled.public_id, "adopted": adopted, "error_kind": str(ruling.error_kind)}
    payload |= {"guideline_flag": ruling.guideline_flag, "sentence": ruling.sentence, "verdicts": _verdicts(dispute)}
    payload |= {"chain": digest_from_raw(settled.chain_digest), "reason": digest_from_raw(contents[0].sha256)}
    ledger.record(reader.tenant_id, ADJUDICATED, reader.actor, f"claim:{item.claim.public_id}", payload)
    return settled


def _require_open(dispute: Dispute, ruling: Ruling) -> None:
    if dispute.is_settled:
        raise NothingToSettle("Somebody settled this while you read. Nothing of yours was recorded.")
    if not dispute.names:
        raise NothingToSettle("The verdicts that count today do not differ any more, so there is nothing to settle.")
    if dispute.seen != ruling.seen:
        raise MatterChanged("A verdict or the evidence changed after you opened this page.")
    if ruling.adopted and ruling.adopted not in letters_of(dispute.cards):
        raise MatterChanged("The card that you chose is not here any more.")


def _values(dispute: Dispute, ruling: Ruling) -> dict[str, Any]:
    """The fields as settled: those of the adopted card, else the adjudicator's own."""
    if ruling.adopted:
        said = letters_of(dispute.cards)[ruling.adopted].fields
        return {name: said.get(name) for name in FIELDS}
    return {name: getattr(ruling, name) for name in FIELDS}


def _write_pairs(settled: Any, dispute: Dispute, ruling: Ruling) -> None:
    if ruling.adopted:
        said = letters_of(dispute.cards)[ruling.adopted].fields
        pairs = {int(name.removeprefix(SUPPORT)): v for name, v in said.items() if name.startswith(SUPPORT) and v}
    else:
        keys = dict(rows.Citation.objects.filter(claim_id=settled.claim_id).values_list("key", "pk"))
        pairs = {keys[key]: str(support) for key, support in ruling.pairs.items()}
    opinions.AdjudicatedPair.objects.bulk_create(
        opinions.AdjudicatedPair(
            tenant_id=settled.tenant_id, adjudication=settled, citation_id=citation, support=support
        )
        for citation, support in pairs.items()
    )


def _markers(claim_id: int, evidenced: Evidenced) -> dict[int, str]:
    """How the answer marks the citations of the claim, by row; by their key where it does not."""
    keys = dict(rows.Citation.objects.filter(claim_id=claim_id).values_list("pk", "key"))
    citations = evidenced.dossier.citations
    return {pk: citations[key].marker or key for pk, key in keys.items() if key in citations}


def disagreement_of(dispute: Dispute, markers: Mapping[int, str]) -> dict[str, Any]:
    """What is settled as it was: the verdicts, the decisive fields, and in which of them they differ with what value.

    Support is named by the row of its citation, as in `inspector.figures.consensus`; `citations` are their `markers`.
    """
    return {
        "citations": {str(pk): marker for pk, marker in markers.items()},
        "verdicts": _verdicts(dispute),
        "decisive": sorted(str(one) for one in dispute.asked.decisive),
        "policy": label_of(dispute.policy),
        "fields": {name: {str(one.verdict): one.fields.get(name) for one in dispute.cards} for name in dispute.names},
        "said": {str(one.verdict): dict(one.fields) for one in dispute.cards},
    }


def _verdicts(dispute: Dispute) -> list[int]:
    return sorted(one.verdict for one in dispute.cards)


def _chain(dispute: Dispute, evidenced: Evidenced, guideline: rows.Policy) -> dict[str, Any]:
    return chain_of(
        evidenced.dossier,
        evidenced.inspection,
        evidenced.claim,
        today=digest_from_raw(dispute.today),
        later=evidenced.later,
        labels={"guideline": label_of(guideline), "adjudication": label_of(dispute.policy)},
        verdicts=verdicts_for_chain([one.verdict for one in dispute.cards]),
        judges_shown=not dispute.item.queue.blind,
    )


def _known(reader: Reader, ruling: Ruling, body: bytes) -> Any:
    found = opinions.Adjudication.objects.filter(
        adjudicator=reader.actor, idempotency_key=ruling.idempotency_key
    ).first()
    if found is not None and bytes(found.body_digest) != body:
        raise KeyReused("This form was sent before with other content; load the page again to settle it anew.")
    return found
