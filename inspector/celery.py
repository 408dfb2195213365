"""Celery as this product uses it (DESIGN 9); `celery -A inspector.celery worker -B --concurrency 2` is a worker.

A message says that there is work and is never the work itself. Hence no results and no retries of messages: what a dead
worker, a lost message or a broker without memory leaves behind, the sweeper finds in the database.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, celeryd_init, setup_logging
from django.conf import settings

from inspector.brokers import for_worker
from lineage.own_process import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "inspector.settings")
# Celery's command takes BROKER_URL for its own option and then believes no settings, which check it and know more.
os.environ.pop("CELERY_BROKER_URL", None)

SWEEP_SECONDS = 10
ERASE_SECONDS = 600
"""How often what is due is looked for: a clock that is kept in memory would never come to a day's end."""
RESTATE_SECONDS = 30
"""How often items are looked for that a new guideline made outdated; a task gives its worker back before."""
FILL_SECONDS = 60
"""How often queues are filled with what came meanwhile."""
FIGURES_SECONDS = 10
"""How often figures are looked for that somebody waits for: where the bell was not heard, or a worker was killed."""
TIME_LIMIT = 300
"""Seconds after which a task is killed; the heartbeat of its item gave up long before (`lineage.working`)."""
LARGEST_CHILD = 1_500_000
"""Kilobytes in memory above which a worker's child is replaced after its task."""

app = Celery("inspector")
app.conf.update(
    settings.BROKER,
    task_serializer="json",
    accept_content=["json"],
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_time_limit=TIME_LIMIT,
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0},
    worker_prefetch_multiplier=1,
    worker_max_memory_per_child=LARGEST_CHILD,
    worker_soft_shutdown_timeout=10,
    worker_cancel_long_running_tasks_on_connection_loss=True,
    worker_proc_alive_timeout=30,
    worker_enable_remote_control=False,
    worker_redirect_stdouts=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    # In memory: when it last rang is nothing to be kept, and a second one is harmless.
    beat_scheduler="celery.beat:Scheduler",
    beat_max_loop_interval=SWEEP_SECONDS,
    beat_schedule={
        "sweep": {"task": "lineage.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": 6 * SWEEP_SECONDS}},
        "erase due": {
            "task": "lineage.tasks.erase_due",
            "schedule": ERASE_SECONDS,
            "options": {"expires": ERASE_SECONDS},
        },
        "restate": {
            "task": "inspector.tasks.restate",
            "schedule": RESTATE_SECONDS,
            "options": {"expires": RESTATE_SECONDS},
        },
        "fill queues": {
            "task": "inspector.tasks.fill_queues",
            "schedule": FILL_SECONDS,
            "options": {"expires": FILL_SECONDS},
        },
        "figures": {
            "task": "inspector.tasks.compute_figures",
            "schedule": FIGURES_SECONDS,
            "options": {"expires": FIGURES_SECONDS},
        },
    },
)
app.autodiscover_tasks(["lineage", "inspector"])


@setup_logging.connect
def keep_logging(**about: Any) -> None:
    """A worker logs as the settings say: where somebody answers this, Celery sets up nothing of its own."""


@celeryd_init.connect
def be_patient(conf: Any, **about: Any) -> None:
    """A worker waits for its broker; whoever rings the bell does not."""
    conf.update(for_worker(settings.BROKER))


@beat_embedded_init.connect
def end_with_worker(**about: Any) -> None:
    """The clock of a worker that was killed would ring for ever."""
    end_with_parent()
