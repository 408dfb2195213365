"""The guarantee behind the bell: what was lost is found here, every few seconds, by any number of sweepers at once."""

from datetime import timedelta

from django.utils import timezone

from lineage.due_runs import start_due
from lineage.evidence.vocabulary import RunState
from lineage.failing import reap
from lineage.leases import OPEN_RUN, WAITING, is_waiting
from lineage.models import rows
from lineage.run_ending import close_items, end_if_done

__all__ = ["start_due", "sweep"]

FORGOTTEN_AFTER = timedelta(days=1)
MOST_RUNS = 200
"""Open runs that are looked at in one sweep, the oldest first."""


def sweep(worker: str) -> list[int]:
    """Sets back items whose lease ran out, ends runs that are done, closes what a cancelled one left; leaves a pulse.

    The ids of runs with work that somebody more may do.
    """
    leave_pulse(worker)
    reap()
    left = rows.WorkItem.objects.filter(state__in=WAITING, run__state=RunState.CANCELLED.value)
    for run_id in sorted(set(left.values_list("run_id", flat=True)[:MOST_RUNS])):
        close_items(run_id)
    unfinished = rows.Run.objects.filter(state__in=OPEN_RUN).order_by("id")
    open_runs = list(unfinished.values_list("id", flat=True)[:MOST_RUNS])
    return [run_id for run_id in open_runs if not end_if_done(run_id) and is_waiting(run_id)]


def leave_pulse(worker: str) -> None:
    """Says that this worker lives; who was silent for a day is forgotten, since every process has its own name."""
    rows.WorkerPulse.objects.filter(seen_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()
    pulse = rows.WorkerPulse(name=worker, seen_at=timezone.now())
    rows.WorkerPulse.objects.bulk_create(
        [pulse], update_conflicts=True, unique_fields=["name"], update_fields=["seen_at"]
    )
