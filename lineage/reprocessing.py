"""Runs: asked for, watched, stopped, tried again (DESIGN 9). The work itself is in `lineage.working`.

Here and where a run ends the ledger is written. An item of work writes no audit event: there may be thousands, each
would wait for the tenant's chain, and what they found are records, whose counts the event of the end commits to.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from lineage import ledger
from lineage.access import Action, Reader, get_visible, require
from lineage.bell import ring_after_commit
from lineage.evidence.vocabulary import ENDED, RelocationOutcome, RunState, WorkState
from lineage.models import rows
from lineage.new_versions import NotAccepted, add_version
from lineage.run_ending import stop
from lineage.run_starting import start

__all__ = [
    "NotAccepted",
    "NotPossible",
    "Progress",
    "add_version",
    "cancel",
    "read_progress",
    "retry",
    "start",
]

RETRIED = "run_retried"
# A rate over less than this says nothing yet.
SHORTEST_MEASURED = timedelta(seconds=1)


class NotPossible(ValueError):
    """This cannot be done with a run as it stands; the message says why, for people."""


def cancel(reader: Reader, run: rows.Run) -> rows.Run:
    """Stops a run: what was found until then stays, and what a worker finds afterwards is not written.

    Raises NotAllowed, NotVisible, NotPossible for a run that has ended.
    """
    require(reader, Action.CHANGE_SOURCES)
    get_visible(rows.Run.objects, reader, run.public_id)
    if not stop(run.pk, reason="", actor=reader.actor):
        raise NotPossible("This run has ended already, so there is nothing to cancel.")
    run.refresh_from_db()
    return run


def retry(reader: Reader, run: rows.Run) -> rows.Run:
    """Opens again what was set aside in a run that has ended or not. Raises NotAllowed, NotVisible, NotPossible."""
    require(reader, Action.CHANGE_SOURCES)
    get_visible(rows.Run.objects, reader, run.public_id)
    with transaction.atomic():
        opened = rows.WorkItem.objects.filter(run_id=run.pk, state=WorkState.QUARANTINED.value)
        count = opened.update(state=WorkState.OPEN.value, attempt=0, lease_token="", lease_until=None, ended_at=None)
        held = rows.Run.objects.select_for_update(no_key=True).get(pk=run.pk)
        if not count or held.state == RunState.CANCELLED:
            raise NotPossible("Nothing of this run was set aside, so there is nothing to try again.")
        rows.Run.objects.filter(pk=run.pk).update(
            state=RunState.RUNNING.value, reason="", ended_at=None, requested_by=reader.actor
        )
        ring_after_commit(run.pk)
        ledger.record(run.tenant_id, RETRIED, reader.actor, f"run:{run.public_id}", {"items": count})
    run.refresh_from_db()
    return run


class Progress(NamedTuple):
    """How far a run is, in citations. `total` is None until they are listed; `rate` is in citations a second.

    `quarantined` are citations that could not be looked for; they are counted in `outcomes` as errors, not as done.
    """

    total: int | None
    done: int
    outcomes: Mapping[RelocationOutcome, int]
    quarantined: int
    state: RunState
    rate: float | None
    remaining_seconds: float | None

    @property
    def is_ended(self) -> bool:
        return self.state in ENDED


def read_progress(run: rows.Run) -> Progress:
    """From the items' own counts, never from the relocations themselves; two statements."""
    held = rows.Run.objects.values("state", "total", "started_at", "ended_at").get(pk=run.pk)
    counts: dict[str, int] = {}
    quarantined = 0
    ended = (WorkState.DONE.value, WorkState.QUARANTINED.value)
    for state, size, found in rows.WorkItem.objects.filter(run_id=run.pk, state__in=ended).values_list(
        "state", "size", "counts"
    ):
        quarantined += size if state == WorkState.QUARANTINED else 0
        for name, count in found.items():
            counts[name] = counts.get(name, 0) + count
    outcomes = {outcome: counts[outcome] for outcome in RelocationOutcome if counts.get(outcome)}
    if quarantined:
        outcomes[RelocationOutcome.ERROR] = quarantined
    done = sum(outcomes.values()) - quarantined
    rate = find_rate(run.pk, done, held)
    left = None if held["total"] is None else max(held["total"] - done - quarantined, 0)
    state = RunState(held["state"])
    remaining = left / rate if rate and left is not None and state not in ENDED else None
    return Progress(held["total"], done, outcomes, quarantined, state, rate, remaining)


def find_rate(run_id: int, done: int, held: Mapping[str, Any]) -> float | None:
    """Citations a second since the first item ended, or over the whole run once it has; None where it says nothing."""
    if not done or held["started_at"] is None:
        return None
    until = held["ended_at"] or timezone.now()
    passed = until - held["started_at"]
    return done / passed.total_seconds() if passed >= SHORTEST_MEASURED else None
