"""The bell: a message says that a run has work, and nothing else. The database is the truth (DESIGN 9).

Nothing depends on a message arriving: what is lost, late or doubled is found by the sweeper or does nothing.
"""

import logging
import os
import signal

from celery import shared_task
from django.db import InterfaceError, OperationalError, connections

from lineage import retention, sweeping, working
from lineage.bell import ring
from lineage.leases import worker_name

log = logging.getLogger(__name__)
LONGEST_ERASURE = 4 * 3600
"""Seconds. Every record of a house is looked through for copies; a killed job begins anew."""


@shared_task(acks_late=True, ignore_result=True)
def work(run_id: int) -> None:
    """Work on a run for a while, and ring again if more is to be done."""
    try:
        more = working.work(run_id, when_over=end_process)
    except (OperationalError, InterfaceError):
        log.exception("run %s: the database is away; the sweeper will find what is left", run_id)
        connections.close_all()
        return
    if more:
        ring(run_id)


def end_process() -> None:
    """An item that hangs would keep this process of a worker for minutes; the worker replaces it."""
    os.kill(os.getpid(), signal.SIGKILL)


@shared_task(ignore_result=True, time_limit=LONGEST_ERASURE)
def erase_due() -> None:
    """Erase what is due, one version after the other; what a killed one left is gone on with by the next."""
    try:
        for awaited, erased in retention.erase_due():
            # Ids only: neither title nor address belongs into a log.
            log.info("version %s: %s", awaited.version.public_id, "erased" if erased is not None else "not erased")
    except (OperationalError, InterfaceError):
        log.exception("the database is away; what is due is found by the next job")
        connections.close_all()


@shared_task(ignore_result=True)
def sweep() -> None:
    """Start what is due, find what was left, and ring for it."""
    try:
        waiting = [*sweeping.start_due(), *sweeping.sweep(worker_name())]
    except (OperationalError, InterfaceError):
        log.exception("the database is away; the next sweep is soon")
        connections.close_all()
        return
    for run_id in dict.fromkeys(waiting):
        ring(run_id)
