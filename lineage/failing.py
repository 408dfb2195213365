"""What becomes of an item that failed: tried again in parts, then singly, then set aside by name (DESIGN 9)."""

import logging

from django.db import DatabaseError, connections, transaction

from lineage.bulk import write
from lineage.evidence.vocabulary import WorkKind, WorkState
from lineage.leases import OPEN_RUN, finish, run_out
from lineage.models import rows

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
MOST_IN_TROUBLE = 20
"""Attempts that may end because the database was away, which says nothing against an item."""
MOST_PARTS = 8
LONGEST_MESSAGE = 500

INTEGRITY, KILLED, ERROR, DATABASE, IMPOSSIBLE = "integrity", "killed", "error", "database", "impossible"
"""Values of `WorkItem.fault`."""


class Unpreparable(Exception):
    """A run cannot be made, however often it is tried; the message says why, for people."""


def set_back(item: rows.WorkItem, fault: str, message: str) -> None:
    """Ends a failed attempt of the holder, or one whose lease ran out; nothing where the lease is another's by now.

    Several citations are split, so that the one at fault is found; damaged bytes stay damaged however they are split.
    """
    parts = cut(item) if fault not in (INTEGRITY, IMPOSSIBLE) else []
    state = WorkState.SPLIT if parts else next_state(item, fault)
    said = message.replace("\0", "\N{REPLACEMENT CHARACTER}")[:LONGEST_MESSAGE]
    with transaction.atomic():
        if finish(item, state, run_out_only=fault == KILLED, fault=fault, message=said):
            write(rows.WorkItem, parts)
    log.warning("item %s of run %s: %s, attempt %s: %s", item.key, item.run_id, fault, item.attempt, said)


def next_state(item: rows.WorkItem, fault: str) -> WorkState:
    most = {IMPOSSIBLE: 0, DATABASE: MOST_IN_TROUBLE}.get(fault, MOST_ATTEMPTS)
    return WorkState.OPEN if item.attempt < most else WorkState.QUARANTINED


def cut(item: rows.WorkItem) -> list[dict[str, object]]:
    """Up to eight items of the same citations in the same order; none where there is nothing to cut."""
    if item.kind != WorkKind.RELOCATE or len(item.subject) < 2:
        return []
    size = -(-len(item.subject) // MOST_PARTS)
    return [
        {
            "tenant_id": item.tenant_id,
            "run_id": item.run_id,
            "key": f"{item.key}.{number}",
            "kind": item.kind,
            "subject": item.subject[start : start + size],
            "size": len(item.subject[start : start + size]),
        }
        for number, start in enumerate(range(0, len(item.subject), size))
    ]


def give_back(item: rows.WorkItem, message: str) -> None:
    """After trouble with the database, on a new connection: unsplit. Where it is still away, the lease runs out."""
    connections.close_all()
    try:
        if next_state(item, DATABASE) == WorkState.OPEN:
            finish(item, WorkState.OPEN, fault=DATABASE, message=message[:LONGEST_MESSAGE])
        else:
            set_back(item, ERROR, message)
    except DatabaseError:
        log.warning("item %s: the database is still away; its lease will run out", item.pk)
        connections.close_all()


def reap(run_id: int | None = None) -> int:
    """Sets back items whose lease ran out, of one open run or of all; how many. Any number may do it at once."""
    lost = rows.WorkItem.objects.filter(run_out(), run__state__in=OPEN_RUN)
    if run_id is not None:
        lost = lost.filter(run_id=run_id)
    found = list(lost.order_by("id"))
    for item in found:
        # The token is that of the worker who lost it: who leased it anew in between keeps it.
        set_back(item, KILLED, f"{item.worker} was not heard of any more")
    return len(found)
