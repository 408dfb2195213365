"""What was lost is found by any sweeper, and two of them do no harm."""

from __future__ import annotations

from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from lineage import tasks
from lineage.evidence.vocabulary import RunState
from lineage.models import rows
from lineage.sweeping import start_due, sweep
from lineage.working import do, lease
from tests.conftest import CommittedDatabase
from tests.lineage import runs


def leased(run: rows.Run) -> rows.WorkItem:
    item = lease(run.pk, "there:7")
    assert item is not None
    return item


def let_run_out(item: rows.WorkItem) -> None:
    rows.WorkItem.objects.filter(pk=item.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


@pytest.mark.django_db
def test_a_run_whose_message_was_lost_is_rung_for() -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    assert sweep("here:1") == [run.pk]


@pytest.mark.django_db
def test_a_run_that_enough_workers_are_at_is_not_rung_for(settings: Any) -> None:
    settings.RUN_PARALLEL = 1
    run = runs.begin(runs.cite_words(runs.make_house()))
    leased(run)
    rows.WorkItem.objects.create(tenant=run.tenant, run=run, key="x", kind="relocate")
    assert sweep("here:1") == []


@pytest.mark.django_db
def test_items_whose_worker_died_are_opened_again() -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    let_run_out(leased(run))
    assert sweep("here:1") == [run.pk]
    item = rows.WorkItem.objects.get()
    assert (item.state, item.fault, item.attempt) == ("open", "killed", 1)


@pytest.mark.django_db
def test_a_run_whose_last_worker_died_after_the_commit_is_ended() -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    for _ in range(2):
        do(leased(run))
    assert rows.Run.objects.get().state == RunState.RUNNING
    assert sweep("here:1") == []
    assert rows.Run.objects.get().state == RunState.COMPLETED_WITH_CHANGES


@pytest.mark.django_db
def test_what_a_cancelled_run_left_open_is_closed() -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    rows.Run.objects.filter(pk=run.pk).update(state="cancelled")
    assert sweep("here:1") == []
    assert rows.WorkItem.objects.get().state == "cancelled"


@pytest.mark.django_db
def test_a_sweeper_leaves_its_pulse_once_a_name() -> None:
    sweep("here:1")
    first = rows.WorkerPulse.objects.get(name="here:1").seen_at
    sweep("here:1")
    sweep("here:2")
    assert rows.WorkerPulse.objects.count() == 2
    assert rows.WorkerPulse.objects.get(name="here:1").seen_at > first


def test_two_sweepers_at_once_do_everything_once(committed_db: CommittedDatabase) -> None:
    source = runs.cite_often(runs.make_house(), 8)
    lost, ended = runs.begin(source), runs.begin(source)
    do(leased(lost))
    let_run_out(leased(lost))
    for _ in range(2):
        do(leased(ended))
    both, failures = Barrier(2), list[Exception]()

    def run() -> None:
        try:
            both.wait()
            sweep("here:1")
            start_due()
        except Exception as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert lost.items.filter(state="open").count() == 8 and lost.items.filter(state="split").count() == 1
    assert rows.AuditEvent.objects.filter(verb="run_ended").count() == 1
    assert sorted(id for item in lost.items.filter(state="open") for id in item.subject) == sorted(
        lost.items.get(state="split").subject
    )


# The tasks


def test_a_message_that_comes_twice_or_late_does_nothing_more(committed_db: CommittedDatabase) -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    for _ in range(3):
        tasks.work(run.pk)
    assert rows.Run.objects.get().state == RunState.COMPLETED_WITH_CHANGES
    assert rows.Relocation.objects.count() == 4
    assert rows.AuditEvent.objects.filter(verb="run_ended").count() == 1


@pytest.mark.django_db
def test_a_message_about_a_run_that_is_not_there_does_nothing() -> None:
    tasks.work(987_654)


def test_a_database_that_is_away_is_left_to_the_next_sweep(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*given: Any, **options: Any) -> None:
        raise OperationalError("the server closed the connection")

    run = runs.begin(runs.cite_words(runs.make_house()))
    with monkeypatch.context() as patched:
        patched.setattr("lineage.working.work", away)
        patched.setattr("lineage.sweeping.sweep", away)
        tasks.work(run.pk)
        tasks.sweep()
    tasks.work(run.pk)
    assert rows.Run.objects.get().state == RunState.COMPLETED_WITH_CHANGES


@pytest.mark.django_db
def test_workers_that_were_silent_for_a_day_are_forgotten() -> None:
    rows.WorkerPulse.objects.create(name="gone:1", seen_at=timezone.now() - timedelta(days=2))
    sweep("here:1")
    assert list(rows.WorkerPulse.objects.values_list("name", flat=True)) == ["here:1"]
