"""Messages that come twice, late, out of order or not at all (F6, F7, F8, F12), and sweepers side by side (F20)."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from lineage.evidence.vocabulary import SourceEventKind
from lineage.models import rows
from tests.faults.rig import LARGE, Rig, check, find_leased, measured, process_of, state_of, until, wait_for_end
from tests.servers import ROOT

Record = Callable[[str, object], None]
on_each = pytest.mark.parametrize(
    "rig", ["postgresql, redis", "postgresql, rabbitmq", "sqlite, folder"], indirect=True
)
on_both = pytest.mark.parametrize("rig", ["postgresql, redis", "sqlite, folder"], indirect=True)
on_redis = pytest.mark.parametrize("rig", ["postgresql, redis"], indirect=True)
DONE = "succeeded in"
SWEEP = """
import django; django.setup()
import os, time
from lineage.sweeping import start_due, sweep
while time.time() < {until}: pass
for _ in range(20):
    start_due(); sweep(f"sweeper:{{os.getpid()}}")
"""


@on_each
def test_f06_the_same_message_comes_five_times_at_once(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    workers = [rig.worker() for _ in range(2)]
    with measured(record_property, "every citation"):
        for _ in range(5):
            rig.ring(run)
        wait_for_end(run, 60)
    check(rig, run)
    assert set(rows.WorkItem.objects.filter(run=run).values_list("attempt", flat=True)) == {1}
    assert [line for worker in workers for line in worker.log.read_text().splitlines() if " ERROR " in line] == []


@on_both
def test_f07_messages_of_two_days_ago_change_nothing(rig: Rig) -> None:
    source = rig.make_source()
    run = rig.start(source)
    worker = rig.worker()
    wait_for_end(run, 60)
    before = rows.AuditEvent.objects.count()
    earlier = worker.log.read_text().count(DONE)
    kept = list(rows.WorkItem.objects.filter(run=run).order_by("id").values())
    for number in (run.pk, 10**12, -1):
        rig.publisher.send_task("lineage.tasks.work", [number], ignore_result=True)
    long_ago = datetime.now(UTC) - timedelta(days=2)
    rig.ring(run, expires=long_ago)
    until(lambda: worker.log.read_text().count(DONE) >= earlier + 3, 30, "three messages are answered")
    assert list(rows.WorkItem.objects.filter(run=run).order_by("id").values()) == kept
    assert rows.AuditEvent.objects.count() == before
    check(rig, run)


@on_redis
def test_f08_a_message_is_handed_out_again_while_its_task_still_runs(rig: Rig, record_property: Record) -> None:
    """Items of five seconds, one after the other, in tasks that Redis believes lost after five."""
    run = rig.start(rig.make_source(size=(40, 50)), ring=False)
    hasty = "tests.faults.short_visibility"
    workers = [rig.worker(app=hasty, WORK_FAILPOINT="during_item=slow", RUN_PARALLEL="1") for _ in range(2)]
    with measured(record_property, "every citation"):
        rig.ring(run)
        wait_for_end(run, 120)
    check(rig, run)
    assert set(rows.WorkItem.objects.filter(run=run).values_list("attempt", flat=True)) == {1}
    received = [
        message
        for worker in workers
        for message in re.findall(r"lineage\.tasks\.work\[([\w-]+)\] received", worker.log.read_text())
    ]
    record_property("times that a message was handed out again", len(received) - len(set(received)))
    assert len(received) > len(set(received))


@on_both
def test_f08_a_worker_that_slept_through_its_lease_finds_its_twin_was_there(
    rig: Rig, record_property: Record
) -> None:
    run = rig.start(rig.make_source(size=LARGE), ring=False)
    rig.worker(**rig.slow_at())
    rig.ring(run)
    item = until(lambda: find_leased(run), 30, "an item is leased")
    os.kill(process_of(item), signal.SIGSTOP)
    with measured(record_property, "every citation without the worker that sleeps"):
        wait_for_end(run, 90)
    os.kill(process_of(item), signal.SIGCONT)
    until(lambda: "no longer this worker's" in rig.workers[0].log.read_text(), 30, "it is told")
    check(rig, run)


@on_redis
def test_f12_every_message_is_flushed(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    rig.worker(**rig.slow_at())
    rig.ring(run)
    until(lambda: find_leased(run), 30, "an item is leased")
    assert rig.broker.ask("FLUSHALL").startswith(b"+OK")
    with measured(record_property, "every citation after FLUSHALL"):
        wait_for_end(run, 120)
    check(rig, run)


@on_both
def test_f20_four_sweepers_at_once_start_each_run_once_and_reopen_each_item_once(rig: Rig) -> None:
    source = rig.make_source()
    run = rig.start(source)
    rig.worker()
    wait_for_end(run, 60)
    gone = rows.SourceVersion.objects.get(source=source, version="1")
    event = rows.SourceEvent(
        tenant=rig.tenant, version=gone, event=SourceEventKind.WITHDRAWN.value, at=datetime.now(UTC)
    )
    event.save()
    command = [sys.executable, "-c", SWEEP.format(until=datetime.now(UTC).timestamp() + 4)]
    environment = rig.environment | {"DJANGO_SETTINGS_MODULE": "inspector.settings"}
    sweepers = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    failures = [sweeper.communicate()[1] for sweeper in sweepers]
    assert [sweeper.returncode for sweeper in sweepers] == [0] * 4, failures
    due = list(rows.Run.objects.filter(source=source).exclude(pk=run.pk))
    assert [one.cause for one in due] == [f"event:{event.pk}"]
    wait_for_end(due[0], 60)
    assert state_of(due[0]) == "completed_with_changes"
    check(rig, *due)
