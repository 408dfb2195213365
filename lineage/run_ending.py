"""A run ends once: by whoever finds nothing left of it, by whoever stops it. Decided under the lock of its row.

That lock is one of PostgreSQL's that lets others write rows that refer to the run.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from lineage import ledger
from lineage.evidence.vocabulary import CLEAN_OUTCOMES, RelocationOutcome, RunState, WorkKind, WorkState
from lineage.leases import OPEN_RUN, WAITING
from lineage.models import rows

ENDED, CANCELLED = "run_ended", "run_cancelled"
WORKER = "worker"
"""The actor of what nobody did."""
CHANGED = "changed"
"""Beside the outcomes in `WorkItem.counts`: citations of which a word, or one of a neighbouring sentence, changed."""


class Ending(NamedTuple):
    state: RunState
    reason: str
    counts: Mapping[str, int]


def end_if_done(run_id: int) -> bool:
    """Ends an open run of which no item is left; whether this call did. Any number may ask at once."""
    if rows.WorkItem.objects.filter(run_id=run_id, state__in=WAITING).exists():
        return False
    with transaction.atomic():
        run = rows.Run.objects.select_for_update(no_key=True).filter(pk=run_id, state__in=OPEN_RUN).first()
        if run is None:
            return False
        items = list(
            rows.WorkItem.objects.filter(run_id=run_id).values_list("kind", "state", "size", "counts", "message")
        )
        # Asked again under the lock: an item may have been split, or opened anew, in between.
        if any(state in WAITING for _, state, *_ in items):
            return False
        ending = judge(items)
        rows.Run.objects.filter(pk=run_id).update(
            state=ending.state.value, reason=ending.reason, ended_at=timezone.now()
        )
        said = {"state": ending.state.value, "counts": dict(ending.counts)}
        ledger.record(run.tenant_id, ENDED, WORKER, f"run:{run.public_id}", said)
    return True


def judge(items: Iterable[tuple[str, str, int, Mapping[str, int], str]]) -> Ending:
    """How a run ended, of kind, state, size, counts and message of its items. A page without a picture is no matter."""
    counts: dict[str, int] = {}
    aside = 0
    for kind, state, size, found, message in items:
        if kind == WorkKind.RENDER:
            continue
        if state == WorkState.QUARANTINED and kind == WorkKind.PREPARE:
            return Ending(RunState.FAILED, message, {})
        aside += size if state == WorkState.QUARANTINED else 0
        for name, count in found.items():
            counts[name] = counts.get(name, 0) + count
    if aside:
        counts[RelocationOutcome.ERROR.value] = aside
        return Ending(RunState.PARTIAL, "", counts)
    clean = {outcome.value for outcome in CLEAN_OUTCOMES}
    is_clean = all(name in clean for name, count in counts.items() if count)
    return Ending(RunState.COMPLETED_CLEAN if is_clean else RunState.COMPLETED_WITH_CHANGES, "", counts)


def stop(run_id: int, *, reason: str, actor: str) -> bool:
    """Ends an open run as cancelled; whether it was open."""
    with transaction.atomic():
        run = rows.Run.objects.select_for_update(no_key=True).filter(pk=run_id, state__in=OPEN_RUN).first()
        if run is None:
            return False
        rows.Run.objects.filter(pk=run_id).update(
            state=RunState.CANCELLED.value, reason=reason, ended_at=timezone.now()
        )
        ledger.record(run.tenant_id, CANCELLED, actor, f"run:{run.public_id}", {"reason": reason})
    # By itself: whoever holds an item may wait for the run, so nobody may hold the run and wait for items.
    close_items(run_id)
    return True


def close_items(run_id: int) -> None:
    """Nobody works any more on what is left of a run that was cancelled; the sweeper does it where this did not."""
    rows.WorkItem.objects.filter(run_id=run_id, state__in=WAITING).update(
        state=WorkState.CANCELLED.value, lease_token="", lease_until=None, ended_at=timezone.now()
    )
