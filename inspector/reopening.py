"""Asking for new judgements of a claim that was settled: what was said stays on record and counts no more."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from inspector.evidence_today import combine, read_changed
from inspector.item_states import Evidence, hold_evidence, rebuild, write_state
from inspector.models import rows as opinions
from lineage import ledger
from lineage.access import Action, Reader, require
from lineage.bulk import write_contents
from lineage.evidence.vocabulary import ItemProgress
from lineage.models.content import pack

REOPENED = "reopen_review"
REOPENABLE = (ItemProgress.AGREED, ItemProgress.ADJUDICATED, ItemProgress.DISAGREEMENT, ItemProgress.NEEDS_OTHERS)
"""States in which verdicts count, so that there is something to put aside."""


class NothingToReopen(ValueError):
    """No verdict counts on any of these items today; the message says so, for people."""


def reopen(reader: Reader, items: Iterable[Any], reason: str) -> list[Any]:
    """Appends a reopening of each item that has verdicts which count; those of the reader's tenant alone.

    Raises NotAllowed, NothingToReopen.
    """
    require(reader, Action.REOPEN_REVIEW)
    named = [item.pk for item in items]
    without = opinions.ItemState.objects.filter(item__in=named, given__isnull=True).values_list("item_id", flat=True)
    if missing := list(without):
        # The texts are read before the transaction that writes.
        rebuild(reader.tenant_id, missing)
    with transaction.atomic():
        hold_evidence(reader.tenant_id)
        states = opinions.ItemState.objects.visible_to(reader).filter(item__in=named, state__in=REOPENABLE)
        found = list(states.select_related("item__claim", "item__queue").order_by("item"))
        if not found:
            raise NothingToReopen("No verdict counts here today, so there is nothing to open again.")
        packed = pack(reason.encode("utf-8", "surrogatepass"))
        content = write_contents(reader.tenant_id, [packed])[packed.sha256]
        changed = read_changed(state.item.claim_id for state in found)
        opened = [_append(reader, state, content, changed.get(state.item.claim_id, {})) for state in found]
        payload = {"items": [one.item.public_id for one in opened], "after": [one.after_id for one in opened]}
        subject = f"claim:{found[0].item.claim.public_id}"
        ledger.record(reader.tenant_id, REOPENED, reader.actor, subject, payload | {"reason": packed.sha256.hex()})
    return opened


def _append(reader: Reader, state: Any, reason: int, changed: dict[str, bytes]) -> Any:
    last = opinions.Verdict.objects.filter(item=state.item_id).order_by("-pk").values_list("pk", flat=True)[:1].get()
    opened = opinions.Reopening(
        tenant_id=reader.tenant_id, item=state.item, actor=reader.actor, after_id=last, reason_id=reason
    )
    opened.save()
    given = bytes(state.given)
    write_state(state.item, Evidence(given, combine(given, changed), state.guideline_id, state.has_text))
    return opened
