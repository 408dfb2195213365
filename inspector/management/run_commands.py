"""What commands that start runs share: in which tenant, as whom, and working on a run here until it has ended."""

from time import monotonic, sleep
from typing import Any

from django.core.management.base import CommandError

from inspector.run_changes import count_changed
from lineage.access import Reader
from lineage.evidence.vocabulary import ENDED, Role, RunState
from lineage.leases import worker_name
from lineage.models import rows
from lineage.reprocessing import Progress, read_progress
from lineage.sweeping import sweep
from lineage.working import work

ACTOR = "command line"
CHANGED, REFUSED = 1, 2
TOLD_EVERY, ASKED_EVERY, SWEPT_EVERY = 2.0, 0.25, 5.0


def refuse(reason: str) -> CommandError:
    return CommandError(reason, returncode=REFUSED)


def find_tenant(key: str | None) -> rows.Tenant:
    found = list(rows.Tenant.objects.filter(key=key) if key else rows.Tenant.objects.all()[:2])
    if len(found) == 1:
        return found[0]
    known = ", ".join(rows.Tenant.objects.order_by("key").values_list("key", flat=True)[:20]) or "none yet"
    raise refuse(f"name the tenant with --tenant; tenants here: {known}")


def reader_for(tenant: rows.Tenant) -> Reader:
    """Whoever may run a command may read and change everything of the tenant."""
    return Reader(ACTOR, tenant.pk, tenant.key, frozenset({Role.ADMINISTRATOR}), frozenset())


def wait_for(run: rows.Run, out: Any, err: Any) -> RunState:
    """Works on the run beside whatever workers there are, until it has ended; the sweeper's part too."""
    told = swept = monotonic()
    while (progress := read_progress(run)).state not in ENDED:
        if not work(run.pk, seconds=TOLD_EVERY):
            sleep(ASKED_EVERY)
        now = monotonic()
        if now - told >= TOLD_EVERY and progress.total is not None:
            err.write(f"{run.source.key}: {progress.done} of {progress.total}")
            told = now
        if now - swept >= SWEPT_EVERY:
            sweep(worker_name())
            swept = now
    say(run, progress, out)
    return progress.state


def say(run: rows.Run, progress: Progress, out: Any) -> None:
    reason = rows.Run.objects.values_list("reason", flat=True).get(pk=run.pk)
    out.write(f"{run.source.key}: {progress.state.label}{f' ({reason})' if reason else ''}")
    lines = [(outcome.label, number) for outcome, number in progress.outcomes.items()] or [("no citation", 0)]
    width = max(len(label) for label, _ in lines)
    for label, number in lines:
        out.write(f"  {label:<{width}}  {number:>7}")
    changed = count_changed(run)
    if changed:
        out.write(f"  their own words or the sentences beside them changed: {changed}")
