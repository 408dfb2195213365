"""Recording a verdict: one transaction, appended, its audit event last (DESIGN 6 and 8)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from inspector import located
from inspector.evidence_today import combine
from inspector.evidence_tokens import Drawn
from inspector.figures.consensus import SUPPORT, Said
from inspector.held_items import Held, Opinions, hold_drawn, hold_read, read_cited, read_opinions
from inspector.item_reading import FIELDS
from inspector.item_states import Evidence, put_state
from inspector.models import rows as opinions
from inspector.queue_finishing import mark_done
from inspector.queue_reading import LOST, SlotLost
from inspector.queue_taking import take_after
from inspector.verdict_fields import FACTS, VerdictFields
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_content
from lineage.evidence.digests import Digest, canonical_json, digest_from_raw, digest_json, raw_digest
from lineage.evidence.vocabulary import PolicyKind, SlotState
from lineage.models.content import pack
from lineage.policies import newest_policy
from lineage.single_rows import insert, remove

__all__ = ["FACTS", "EvidenceChanged", "KeyReused", "MustRead", "Recorded", "SlotLost", "VerdictFields"]

DETAILS = ("warrant", "scan", "missing_basis")
"""What no list filters on: kept together as one JSON."""


class Recorded(NamedTuple):
    """`slot` is the next one of the queue, held already, where the reader went on; `was_known`: it came before."""

    verdict: opinions.Verdict
    slot: opinions.Slot | None = None
    was_known: bool = False


class KeyReused(ValueError):
    """The same idempotency key came with another body."""


class EvidenceChanged(ValueError):
    """The verdict was given on other evidence than today's."""


class MustRead(LookupError):
    """Something happened since the page was drawn on which reading rests: the texts must be read before recording."""


def record_verdict(reader: Reader, claim: Any, fields: VerdictFields, given: Digest) -> opinions.Verdict:
    """`record_read` for a claim that is judged outside of any queue, or where a slot's token says in which."""
    return record_read(reader, claim, fields, given).verdict


def record_read(
    reader: Reader,
    claim: Any,
    fields: VerdictFields,
    given: Digest,
    *,
    item: int | None = None,
    guideline: str = "",
    is_blind: bool = False,
    goes_on: bool = False,
) -> Recorded:
    """Appends a verdict on a claim row that the reader may see; `given` is the digest of its evidence as given.

    `guideline` is the label that is in it: where another revision is in force by now, the evidence changed.

    `item` is the row of the item that the reader's open slot belongs to; None for a claim judged outside of any queue.
    With `goes_on` the next slot of the queue is taken in the same transaction. What runs found since is read here,
    once no run can add to it: the form must bear the digest of both together.

    The same form twice gives the same verdict, also where the evidence changed in between. Raises NotAllowed,
    KeyReused for a key that was used with other words, EvidenceChanged for a new verdict on other evidence, SlotLost
    where somebody else took the reader's slot.
    """
    require(reader, Action.RECORD_VERDICT)

    def hold() -> Held:
        found = _item_of_slot(reader, claim, fields.slot_token) if fields.slot_token else item
        held = hold_read(reader, claim, raw_digest(given), found)
        if guideline and guideline != held.label:
            raise EvidenceChanged(held.label)
        return held

    return _once(reader, claim.public_id, fields, hold, is_blind=is_blind, goes_on=goes_on)


def record_drawn(reader: Reader, drawn: Drawn, fields: VerdictFields, *, goes_on: bool = False) -> Recorded:
    """The same for a page that said what it was drawn on: no text is read. Raises MustRead where one must be."""
    require(reader, Action.RECORD_VERDICT)

    def hold() -> Held:
        held = hold_drawn(reader, drawn)
        if held is None or fields.evidence_digest != drawn.digest:
            raise MustRead(drawn.claim)
        return held

    return _once(reader, drawn.claim, fields, hold, is_blind=drawn.is_blind, goes_on=goes_on)


def _once(
    reader: Reader, claim: str, fields: VerdictFields, hold: Callable[[], Held], *, is_blind: bool, goes_on: bool
) -> Recorded:
    """Whether the form came before is only asked where it cannot be recorded: that is a statement less for the rest."""
    body = raw_digest(digest_json(fields.body | {"claim": claim}))
    try:
        with transaction.atomic():
            return _append(reader, hold(), fields, body, is_blind=is_blind, goes_on=goes_on)
    except (IntegrityError, EvidenceChanged, SlotLost, MustRead):
        found = _known(reader, fields, body)
        if found is None:
            raise
        return Recorded(found, was_known=True)


def _append(
    reader: Reader, held: Held, fields: VerdictFields, body: bytes, *, is_blind: bool, goes_on: bool
) -> Recorded:
    item = held.item
    cited = read_cited(item.claim_id)
    today = combine(held.given, cited.changed)
    if raw_digest(Digest(fields.evidence_digest)) != today:
        raise EvidenceChanged(digest_from_raw(today))
    before = read_opinions(reader, item.pk)
    # Who judges again saw what the others said in between.
    blind = item.queue.blind and is_blind and before.earlier is None
    verdict = opinions.Verdict(
        tenant_id=reader.tenant_id,
        claim_id=item.claim_id,
        item=item,
        reviewer=reader.actor,
        guideline_id=held.guideline,
        evidence_digest=today,
        contested=list(fields.contested),
        rationale_id=_keep(reader, fields.rationale.encode("utf-8", "surrogatepass")),
        details_id=_keep(reader, _details(fields)),
        idempotency_key=fields.idempotency_key,
        body_digest=body,
        supersedes_id=before.earlier,
        blind=blind,
        judge_seen=held.judged and not is_blind,
        seconds=fields.seconds,
        **_said(fields),
        **_exemption(reader, fields),
    )
    insert(verdict)
    pairs = {cited.ids[key]: support for key, support in fields.pairs.items()}
    about = {"tenant_id": reader.tenant_id, "verdict": verdict}
    insert(*(opinions.PairVerdict(**about, citation_id=id, support=support) for id, support in pairs.items()))
    located.write(verdict, fields.located)
    mark_done(reader, item, fields.slot_token or None)
    evidence = Evidence(held.given, today, held.guideline, held.has_text)
    put_state(item, _with(before, verdict, pairs), before.asked, evidence)
    remove(opinions.Draft, {"claim_id": item.claim_id, "reviewer": reader.actor})
    slot = take_after(reader, item.queue) if goes_on else None
    payload = fields.body | {"verdict": verdict.pk, "item": item.public_id, "blind": blind}
    payload |= {"next": slot.item.public_id} if slot is not None else {}
    ledger.record(reader.tenant_id, "record_verdict", reader.actor, f"claim:{held.claim}", payload)
    return Recorded(verdict, slot)


def _said(fields: VerdictFields) -> dict[str, Any]:
    """The columns of a verdict that stand in the form under the same name."""
    one = ("claim_kind", *FIELDS, "in_original", "attributed", "names_missing_basis", "exemption")
    several = ("support_types", "tags")
    return {name: getattr(fields, name) for name in one} | {
        name: [term.value for term in getattr(fields, name)] for name in several
    }


def _exemption(reader: Reader, fields: VerdictFields) -> dict[str, Any]:
    if fields.exemption is None:
        return {}
    return {"exemption_policy": newest_policy(reader.tenant_id, PolicyKind.EXEMPTION)}


def _details(fields: VerdictFields) -> bytes:
    body = fields.body
    found = {name: body[name] for name in DETAILS if body[name]}
    return canonical_json(found) if found else b""


def _with(before: Opinions, verdict: opinions.Verdict, pairs: Mapping[int, str]) -> list[Said]:
    """What is said in the item from now on: a colleague's words as they were, and these."""
    values = {name: getattr(verdict, name) for name in FIELDS} | {f"{SUPPORT}{id}": pairs[id] for id in pairs}
    others = [said for said in before.said if said.reviewer != verdict.reviewer]
    return [*others, Said(verdict.reviewer, verdict.pk, bytes(verdict.evidence_digest), values)]


def _item_of_slot(reader: Reader, claim: Any, token: str) -> int:
    """Where a form belongs whose page was drawn for a slot: the token tells, while the slot is the reader's own.

    Who took it anew in another window has another token, and the slot all the same.
    """
    own = opinions.Slot.objects.visible_to(reader).filter(item__claim=claim, reviewer=reader.actor)
    found = list(own.exclude(state=SlotState.DECLINED.value).order_by("-changed_at").values_list("token", "item_id"))
    if not found:
        raise SlotLost(LOST)
    return dict(reversed(found)).get(token, found[0][1])


def _known(reader: Reader, fields: VerdictFields, body: bytes) -> opinions.Verdict | None:
    mine = opinions.Verdict.objects.filter(reviewer=reader.actor, idempotency_key=fields.idempotency_key)
    found: opinions.Verdict | None = mine.select_related("item__queue").first()
    if found is not None and bytes(found.body_digest) != body:
        raise KeyReused("This form was sent before with other content; load the page again to record another verdict.")
    if found is not None and opinions.Verdict.objects.filter(supersedes=found, withdrawn=True).exists():
        raise KeyReused("This form was sent before, and you took that verdict back. Send it again to record it anew.")
    return found


def _keep(reader: Reader, words: bytes) -> int | None:
    return write_content(reader.tenant_id, pack(words)) if words else None
