"""The work of a run: item after item is leased and done, until none is left or the time is over (DESIGN 9)."""

import logging
from collections.abc import Callable
from time import monotonic

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.utils import timezone
from django.utils.module_loading import import_string

from lineage import images, preparing, relocating
from lineage.access import Action
from lineage.evidence.vocabulary import RunState, WorkKind
from lineage.failing import ERROR, IMPOSSIBLE, INTEGRITY, Unpreparable, give_back, reap, set_back
from lineage.leases import Fenced, Heartbeat, is_waiting, lease_open, worker_name
from lineage.models import rows
from lineage.models.content import ContentDamaged
from lineage.run_ending import WORKER, end_if_done, stop

log = logging.getLogger(__name__)

NO_ACCESS = "access"
"""The reason of a run whose requester may no longer change sources."""


def work(run_id: int, *, seconds: float = 20.0, when_over: Callable[[], None] | None = None) -> bool:
    """Works on a run for about so long; whether something is left that somebody may work on.

    `when_over` is called from another thread where one item takes so long that its lease ran out.
    Raises OperationalError, InterfaceError where the database went away; what was begun is tried again later.
    """
    until = monotonic() + seconds
    while monotonic() < until:
        item = lease(run_id, worker_name())
        if item is None:
            break
        do(item, when_over)
    end_if_done(run_id)
    return is_waiting(run_id)


def lease(run_id: int, worker: str) -> rows.WorkItem | None:
    """The next item, for this worker alone; None where none is open or enough of the run is being worked on."""
    reap(run_id)
    item = lease_open(run_id, worker)
    if item is not None:
        rows.Run.objects.filter(pk=run_id, state=RunState.REQUESTED.value).update(
            state=RunState.RUNNING.value, started_at=timezone.now()
        )
    return item


def do(item: rows.WorkItem, when_over: Callable[[], None] | None = None) -> None:
    """One attempt at one item. However it fails, the item is set back; only trouble with the database is raised."""
    try:
        with Heartbeat(item, when_over):
            perform(item)
    except Fenced as fenced:
        log.info("%s", fenced)
    except (OperationalError, InterfaceError) as fault:
        give_back(item, describe(fault))
        raise
    except ContentDamaged as fault:
        set_back(item, INTEGRITY, str(fault))
    except Unpreparable as fault:
        set_back(item, IMPOSSIBLE, str(fault))
    except Exception as fault:
        log.exception("item %s of run %s failed", item.key, item.run_id)
        set_back(item, ERROR, describe(fault))


def perform(item: rows.WorkItem) -> None:
    run = rows.Run.objects.select_related("source", "version", "normalization__body").get(pk=item.run_id)
    if not is_still_allowed(run):
        stop(run.pk, reason=NO_ACCESS, actor=WORKER)
        return
    PERFORM[WorkKind(item.kind)](run, item)


PERFORM = {
    WorkKind.PREPARE: preparing.perform,
    WorkKind.RELOCATE: relocating.perform,
    WorkKind.RENDER: images.perform,
}


def is_still_allowed(run: rows.Run) -> bool:
    """Whether who asked for a run may still do so today; a run that nobody asked for needs nobody's rights."""
    if not run.requested_by:
        return True
    reader = import_string(settings.READER_OF_ACTOR)(run.tenant_id, run.requested_by)
    if reader is None or not reader.may(Action.CHANGE_SOURCES):
        return False
    return rows.SourceVersion.objects.visible_to(reader).filter(pk=run.version_id).exists()


def describe(fault: Exception) -> str:
    return f"{type(fault).__name__}: {fault}"
