"""The bell: a message that says that a run has work, and nothing else. The database is the truth (DESIGN 9)."""

import logging

from celery import current_app
from django.db import transaction

from lineage.failpoints import failpoint

log = logging.getLogger(__name__)

WORK = "lineage.tasks.work"
CONFIRMED_WITHIN = 0.5


def ring(run_id: int) -> None:
    """Say that a run has work. A broker that is away is logged, never raised: the sweeper rings again."""
    try:
        # Whoever asked is waiting, and nothing depends on a message arriving: half a second for the broker's word.
        current_app.send_task(WORK, [run_id], ignore_result=True, confirm_timeout=CONFIRMED_WITHIN)
    except Exception:
        log.warning("run %s: the broker is away; the sweeper will ring for it", run_id, exc_info=True)


def ring_after_commit(run_id: int) -> None:
    """As `ring`, once what the message speaks of can be read by others."""

    def ring_once_it_can_be_read() -> None:
        failpoint("before_ring")
        ring(run_id)

    transaction.on_commit(ring_once_it_can_be_read, robust=True)


def ring_task_after_commit(task: str) -> None:
    """Runs a task of the clock now and not in a while, once what it looks for can be read. A broker that is away is
    logged: the clock rings anyway."""

    def ring_once_it_can_be_read() -> None:
        try:
            current_app.send_task(task, ignore_result=True, confirm_timeout=CONFIRMED_WITHIN)
        except Exception:
            log.warning("%s: the broker is away; the clock will ring for it", task, exc_info=True)

    transaction.on_commit(ring_once_it_can_be_read, robust=True)
