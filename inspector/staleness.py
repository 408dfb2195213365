"""After a run found citations again: the states of the claims that cite, in the transaction of the relocations.

Verdicts on evidence of before go stale where words changed; where a later run finds the old words again, they are
fresh again (review A.2). No verdict is touched.
"""

from collections.abc import Sequence
from typing import Any

from inspector.evidence_today import combine, read_changed
from inspector.item_states import derive, hold_evidence, items_as_given, lock_items, read_given
from inspector.models import rows as opinions
from lineage.bulk import write
from lineage.evidence.vocabulary import Attachment

COLUMNS = ("item_id", "tenant_id", "queue_id", "priority", "state", "stale", "verdicts", "given", "today")
DIGESTS = ("given", "today")


def restate(tenant_id: int, citation_ids: Sequence[int]) -> None:
    """Derives the states of the items whose claims hold these citations; seven statements, two where no item is.

    Call it after the relocations were written, in their transaction: whoever records a verdict in the tenant waits
    until it ends, and then sees them. The texts are read only for items whose state knows no digest yet.
    """
    hold_evidence(tenant_id, shared=True)
    items = lock_items(citation_ids)
    states = _states(items) if items else []
    if not states:
        return
    _add_missing(tenant_id, states)
    changed = read_changed(state["claim"] for state in states)
    verdicts = read_given([state["item_id"] for state in states])
    due = []
    for state in states:
        today = combine(state["given"], changed.get(state["claim"], {}))
        given = verdicts.get(state["item_id"], ())
        derived = derive(given, today, state["judgements"], Attachment(state["attachment"]))
        if any(state[name] != value for name, value in {**derived, "today": today}.items()):
            due.append({name: state[name] for name in COLUMNS} | derived | {"today": today})
    if due:
        opinions.ItemState.objects.filter(item__in=[state["item_id"] for state in due]).delete()
        write(opinions.ItemState, due)


def _states(items: Sequence[int]) -> list[dict[str, Any]]:
    """The stored states of the items with what deriving takes beside the verdicts."""
    found = opinions.ItemState.objects.filter(item__in=items).values_list(
        *COLUMNS, "item__claim_id", "queue__judgements", "item__claim__answer__attachment"
    )
    names = (*COLUMNS, "claim", "judgements", "attachment")
    states = [dict(zip(names, row, strict=True)) for row in found.order_by("item_id")]
    for state in states:
        state |= {name: bytes(state[name]) for name in DIGESTS if state[name] is not None}
    return states


def _add_missing(tenant_id: int, states: list[dict[str, Any]]) -> None:
    """Puts the digest as given where a state was written before there was one."""
    missing = {state["item_id"]: state for state in states if state["given"] is None}
    for item, given in items_as_given(tenant_id, list(missing)) if missing else ():
        # A changed `given` alone must be written too.
        missing[item.pk] |= {"given": given, "today": None}
