"""Celery's app: what it takes, what it promises, and in which order its limits stand."""

from __future__ import annotations

import subprocess
import sys

from inspector.brokers import VISIBILITY
from inspector.celery import SWEEP_SECONDS, TIME_LIMIT, app
from lineage.leases import LEASE, LONGEST
from tests.databases import environment_for
from tests.servers import ROOT


def test_the_tasks_of_lineage_are_found_and_the_sweeper_rings_every_ten_seconds() -> None:
    app.loader.import_default_modules()
    assert {"lineage.tasks.work", "lineage.tasks.sweep", "lineage.tasks.erase_due"} <= set(app.tasks)
    ours = ("restate", "fill_queues", "compute_figures")
    assert {f"inspector.tasks.{name}" for name in ours} <= set(app.tasks)
    assert app.conf.beat_schedule.keys() == {"sweep", "erase due", "restate", "fill queues", "figures"}
    sweep = app.conf.beat_schedule["sweep"]
    assert (sweep["task"], sweep["schedule"], SWEEP_SECONDS) == ("lineage.tasks.sweep", 10, 10)
    assert sweep["options"]["expires"] > SWEEP_SECONDS


def test_messages_are_json_and_acknowledged_after_the_work() -> None:
    """reliability.md 4.1: with any other choice a killed worker loses what it held."""
    conf = app.conf
    assert (conf.task_serializer, list(conf.accept_content), conf.task_ignore_result) == ("json", ["json"], True)
    assert conf.task_acks_late and conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1
    assert conf.worker_cancel_long_running_tasks_on_connection_loss
    assert conf.worker_soft_shutdown_timeout == 10


def test_a_lease_runs_out_before_its_task_is_killed_and_that_before_redis_hands_it_out_again() -> None:
    longest_item = max(LONGEST.values()) + LEASE.total_seconds()
    assert longest_item < TIME_LIMIT < VISIBILITY


def test_the_one_variable_for_the_broker_is_ours_and_not_what_celery_takes_for_its_own() -> None:
    """`celery --app` takes BROKER_URL for its option and then reads no setting of the broker."""
    shown = "from inspector.celery import app; print(app.conf.broker_url)"
    environment = environment_for("sqlite:////nowhere/none.sqlite3") | {
        "BROKER_URL": "redis://127.0.0.1:6379/1",
        "CELERY_BROKER_URL": "amqp://elsewhere",
    }
    done = subprocess.run([sys.executable, "-c", shown], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == "redis://127.0.0.1:6379/1", done.stderr
