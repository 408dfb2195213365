"""Workers that are killed, at every point of an item (F1 to F5), and those that are asked to end (F18)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from lineage.evidence.vocabulary import RunTrigger, WorkState
from lineage.models import rows
from lineage.reprocessing import start
from tests.faults.rig import (
    SMALL,
    Rig,
    check,
    describe,
    find_leased,
    measured,
    process_of,
    until,
    wait_for_end,
)
from tests.servers import ROOT

Record = Callable[[str, object], None]
on_each = pytest.mark.parametrize(
    "rig", ["postgresql, redis", "postgresql, rabbitmq", "sqlite, folder"], indirect=True
)
on_both = pytest.mark.parametrize("rig", ["postgresql, redis", "sqlite, folder"], indirect=True)
COMMITS = 200


def effects_of(run: rows.Run) -> int:
    return rows.Relocation.objects.filter(run=run).count()


def is_taken_up(item: rows.WorkItem) -> bool:
    """Whether an item that was lost is tried again, in parts."""
    item.refresh_from_db()
    return (item.state, item.fault) == ("split", "killed")


@on_each
def test_f01_a_child_of_a_worker_is_killed_while_it_works_on_an_item(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    worker = rig.worker(**rig.slow_at())
    rig.ring(run)
    item = until(lambda: find_leased(run), 30, "an item is leased")
    os.kill(process_of(item), signal.SIGKILL)
    with measured(record_property, "every citation after the kill"):
        with measured(record_property, "its item after the kill is taken up again"):
            until(lambda: is_taken_up(item), 30, "the item is tried again")
        wait_for_end(run, 60)
    assert worker.process.poll() is None
    check(rig, run)


@on_each
def test_f02_a_whole_worker_is_killed_and_another_comes(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    worker = rig.worker(**rig.slow_at())
    rig.ring(run)
    item = until(lambda: find_leased(run), 30, "an item is leased")
    worker.kill()
    before = effects_of(run)
    with measured(record_property, "every citation after the kill"):
        with measured(record_property, "the first citation after the kill"):
            rig.worker()
            until(lambda: effects_of(run) > before, 30, "somebody else works")
        wait_for_end(run, 60)
    assert is_taken_up(item)
    check(rig, run)


@on_each
def test_f03_a_worker_is_killed_after_each_commit_before_it_says_so(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    rig.worker(WORK_FAILPOINT="after_commit=kill9")
    rig.ring(run)
    with measured(record_property, "every citation, each item's worker killed"):
        wait_for_end(run, 90)
    check(rig, run)
    attempts = set(rows.WorkItem.objects.filter(run=run).values_list("attempt", "state"))
    assert attempts == {(1, "done")}, describe(run)


@on_both
def test_f04_whoever_asks_for_a_run_is_killed_between_commit_and_bell(rig: Rig, record_property: Record) -> None:
    source = rig.make_source()
    rig.worker()
    script = (
        "import os, signal, sys, django; django.setup()\n"
        "from lineage import bell; bell.ring = lambda run: os.kill(os.getpid(), signal.SIGKILL)\n"
        "from inspector.readers import find_reader_of_actor; from lineage.reprocessing import add_version\n"
        "from lineage.models import rows; from tests.faults.rules import new_text\n"
        "source = rows.Source.objects.get(pk=sys.argv[1])\n"
        "add_version(find_reader_of_actor(source.tenant_id, sys.argv[2]), source, new_text().encode(), version='2')\n"
    )
    command = [sys.executable, "-c", script, str(source.pk), rig.reader.actor]
    environment = rig.environment | {"DJANGO_SETTINGS_MODULE": "inspector.settings"}
    died = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert died.returncode == -signal.SIGKILL, died.stderr
    run = rows.Run.objects.get(source=source)
    with measured(record_property, "every citation after the commit"):
        wait_for_end(run, 30)
    check(rig, run)


@on_both
def test_f05_two_hundred_workers_are_killed_inside_a_commit(rig: Rig, record_property: Record) -> None:
    """Each at another moment of one of its commits: all of an item or nothing of it is there."""
    source = rig.make_source(size=SMALL)
    first = rig.start(source, ring=False)
    runs = [first] + [
        start(rig.reader, source, first.version, trigger=RunTrigger.MANUAL) for _ in range(COMMITS - 1)
    ]
    command = [sys.executable, "-m", "tests.faults.killed_in_commit", *(str(run.pk) for run in runs)]
    environment = rig.environment | {"DJANGO_SETTINGS_MODULE": "inspector.settings", "LOG_LEVEL": "WARNING"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    killed = int(done.stdout)
    record_property("of 200 died inside a commit", killed)
    assert killed > COMMITS / 4, "hardly any died, so this shows nothing"
    for run in runs:
        items = rows.WorkItem.objects.filter(run=run, state=WorkState.DONE.value)
        assert sum(items.values_list("size", flat=True)) == effects_of(run), describe(run)
    rig.worker(concurrency=3)
    with measured(record_property, f"{COMMITS} runs end"):
        for run in runs:
            wait_for_end(run, 120)
    check(rig, *runs)


@on_both
def test_f18_workers_are_asked_to_end_while_twenty_items_run(rig: Rig, record_property: Record) -> None:
    runs = [rig.start(rig.make_source(f"rules-{n}", SMALL), ring=False) for n in range(20)]
    old = [rig.worker(concurrency=10, WORK_FAILPOINT="during_item=slow") for _ in range(2)]
    for run in runs:
        rig.ring(run)
    until(lambda: sum(find_leased(run) is not None for run in runs) == 20, 60, "twenty items are being worked on")
    with measured(record_property, "both workers end"):
        for worker in old:
            worker.ask_to_end()
        for worker in old:
            worker.process.wait(timeout=40)
    rig.worker()
    with measured(record_property, "20 runs end with the new worker"):
        for run in runs:
            wait_for_end(run, 60)
    check(rig, *runs)
    assert set(rows.WorkItem.objects.values_list("attempt", flat=True)) == {1}


@on_both
def test_f18_workers_are_told_to_end_at_once_while_an_item_takes_longer_than_they_have(
    rig: Rig, record_property: Record
) -> None:
    run = rig.start(rig.make_source(size=SMALL), ring=False)
    worker = rig.worker(WORK_FAILPOINT="during_item=hang")
    rig.ring(run)
    until(lambda: rows.WorkItem.objects.filter(run=run, state="leased").exists(), 30, "an item is leased")
    started = time.monotonic()
    worker.ask_to_end(signal.SIGQUIT)
    worker.process.wait(timeout=30)
    record_property("the worker ends", f"{time.monotonic() - started:.1f} s")
    rig.worker()
    with measured(record_property, "the run ends with the new worker"):
        wait_for_end(run, 60)
    check(rig, run)
    assert max(rows.WorkItem.objects.values_list("attempt", flat=True)) == 2
