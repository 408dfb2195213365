"""Taking a verdict back: a superseding record that says nothing itself, the slot held again, the words as a draft.

What was said stays in the history, and whoever judged in between is not touched (DESIGN 6: append, never overwrite).
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from inspector.drafts import restore_draft
from inspector.item_states import Evidence, ensure_item, hold_item, rebuild, write_state
from inspector.models import rows as opinions
from inspector.queue_finishing import reopen_own
from inspector.verdict_drafts import sent_of
from lineage import ledger
from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.digests import digest_json, raw_digest


class NotWithdrawn(ValueError):
    """A later verdict of the same person stands in its place; the message says so, for people."""


def withdraw_verdict(reader: Reader, claim: str, key: str) -> opinions.Verdict:
    """Supersedes the reader's own verdict on a claim (its public id) of this idempotency key; twice is once.

    Raises NotAllowed, NotVisible for a verdict that is not theirs, NotWithdrawn where they judged again since.
    """
    require(reader, Action.RECORD_VERDICT)
    _derive_missing(reader, _read(reader, claim, key))
    with transaction.atomic():
        return _withdraw(reader, claim, key)


def _derive_missing(reader: Reader, verdict: opinions.Verdict) -> None:
    """The state of its item, where that is from before it knew the evidence: texts are read before the transaction."""
    without = opinions.ItemState.objects.filter(item=verdict.item, given__isnull=True)
    if missing := list(without.values_list("item_id", flat=True)):
        rebuild(reader.tenant_id, missing)


def _withdraw(reader: Reader, claim: str, key: str) -> opinions.Verdict:
    verdict = _read(reader, claim, key)
    item = verdict.item if verdict.item is not None else ensure_item(verdict.claim)
    hold_item(item.pk)
    newest = opinions.Verdict.objects.filter(item=verdict.item, claim=verdict.claim, reviewer=reader.actor)
    last: Any = newest.order_by("-id").first()
    if last.withdrawn and last.supersedes_id == verdict.pk:
        return last  # type: ignore[no-any-return]
    if last.pk != verdict.pk or verdict.withdrawn:
        raise NotWithdrawn("You judged this claim again since. Open it: only your newest verdict can be taken back.")
    body = raw_digest(digest_json({"withdraws": verdict.pk}))
    taken = opinions.Verdict(
        tenant_id=reader.tenant_id,
        claim=verdict.claim,
        item=item,
        reviewer=reader.actor,
        guideline_id=verdict.guideline_id,
        evidence_digest=bytes(verdict.evidence_digest),
        # No form can have sent this one: their keys have letters and digits alone.
        idempotency_key=f"withdraws:{verdict.pk}",
        body_digest=body,
        supersedes=verdict,
        withdrawn=True,
    )
    taken.save(force_insert=True)
    reopen_own(reader, item)
    write_state(item, _evidence(item))
    restore_draft(reader, verdict.claim_id, sent_of(verdict))
    payload = {"verdict": taken.pk, "supersedes": verdict.pk, "item": item.public_id}
    ledger.record(reader.tenant_id, "withdraw_verdict", reader.actor, f"claim:{claim}", payload)
    return taken


def _read(reader: Reader, claim: str, key: str) -> opinions.Verdict:
    if "\0" in claim + key:
        raise NotVisible(claim)
    own: Sequence[Any] = opinions.Verdict.objects.visible_to(reader).filter(
        claim__public_id=claim, reviewer=reader.actor, idempotency_key=key, withdrawn=False
    )
    related = ("claim__answer", "item__queue", "item__claim__answer", "rationale", "details")
    found: opinions.Verdict | None = own.select_related(*related).first()  # type: ignore[attr-defined]
    if found is None:
        raise NotVisible(claim)
    return found


def _evidence(item: opinions.Item) -> Evidence:
    """As the item's state knows it: nothing changed in it but who said what."""
    state = opinions.ItemState.objects.get(item=item)
    return Evidence(bytes(state.given), bytes(state.today), state.guideline_id, state.has_text)
