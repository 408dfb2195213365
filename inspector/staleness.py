"""After a run found citations again: the states of the claims that cite, in the transaction of the relocations.

Verdicts on evidence of before go stale where words changed; where a later run finds the old words again, they are
fresh again (review A.2). No verdict is touched.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models import F

from inspector.evidence_today import combine, read_changed
from inspector.item_reading import ASKED, asked_of, items_as_given, read_decisive, read_said, with_asked
from inspector.item_states import derive, hold_evidence, lock_items, turn_slots
from inspector.models import rows as opinions
from lineage.bulk import write

STORED = ("state", "stale", "verdicts", "agreement", "has_text", "given", "today", "guideline_id")
COLUMNS = ("item_id", "tenant_id", "queue_id", "priority", *STORED)
DIGESTS = ("given", "today")


def restate(tenant_id: int, citation_ids: Sequence[int]) -> None:
    """Derives the states of the items whose claims hold these citations; nine statements, two where no item is.

    Call it after the relocations were written, in their transaction: whoever records a verdict in the tenant waits
    until it ends, and then sees them. The texts are read only for items whose state knows no digest yet.
    """
    hold_evidence(tenant_id, shared=True)
    restate_items(tenant_id, lock_items(citation_ids))


def restate_items(tenant_id: int, items: Sequence[int]) -> None:
    """Derives the states of items anew that the caller holds with the tenant's evidence; those without one get none."""
    states = _states(items) if items else []
    if not states:
        return
    _add_missing(tenant_id, states)
    changed = read_changed(state["claim_id"] for state in states)
    said = read_said([state["item_id"] for state in states])
    decisive = read_decisive(state["policy_id"] for state in states)
    due, today, after = [], {}, {}
    for state in states:
        item, asked = state["item_id"], asked_of(state, decisive)
        today[item], after[item] = combine(state["given"], changed.get(state["claim_id"], {})), asked.after
        derived = derive(said.get(item, ()), today[item], asked, has_text=state["has_text"]) | {"today": today[item]}
        if any(state["stored"].get(name) != value for name, value in derived.items()):
            due.append({name: state[name] for name in COLUMNS} | derived)
    if due:
        found = [state["item_id"] for state in due]
        opinions.ItemState.objects.filter(item__in=found).delete()
        write(opinions.ItemState, due)
        turn_slots(found, said, today, after)


def _states(items: Sequence[int]) -> list[dict[str, Any]]:
    """The stored states of the items with what deriving takes beside the verdicts. `priority` is the item's own."""
    stored = {f"stored_{name}": F(f"state__{name}") for name in (*STORED, "priority")}
    found = with_asked(opinions.Item.objects.filter(pk__in=items, state__isnull=False)).annotate(**stored)
    states = []
    for row in found.order_by("pk").values("pk", "tenant_id", "queue_id", "claim_id", *ASKED, *stored):
        known = {name.removeprefix("stored_"): row.pop(name) for name in stored}
        known |= {name: bytes(known[name]) for name in DIGESTS if known[name] is not None}
        states.append(known | row | {"item_id": row["pk"], "stored": known})
    return states


def _add_missing(tenant_id: int, states: list[dict[str, Any]]) -> None:
    """Puts the digest as given where a state was written before there was one."""
    missing = {state["item_id"]: state for state in states if state["given"] is None}
    for found in items_as_given(tenant_id, list(missing)) if missing else ():
        # A changed `given` alone must be written too.
        about = {"given": found.given, "guideline_id": found.guideline, "has_text": found.has_text, "stored": {}}
        missing[found.item.pk] |= about
