"""Leases, fencing, splitting, quarantine and the end of runs: with threads, on committed rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from lineage import leases
from lineage.evidence.vocabulary import Role, RunState, WorkState
from lineage.failing import DATABASE, ERROR, INTEGRITY, KILLED, give_back, reap, set_back
from lineage.failpoints import read_failpoint
from lineage.leases import LEASE, Fenced, Heartbeat, effects, held
from lineage.models import rows
from lineage.reprocessing import cancel
from lineage.run_ending import end_if_done, judge
from lineage.working import do, lease, perform, work
from tests.conftest import CommittedDatabase
from tests.lineage import runs


def together(*calls: Callable[[], Any]) -> list[Any]:
    """What each returned, or raised; all began at once, in threads with connections of their own."""
    results: list[Any] = [None] * len(calls)
    all_there = Barrier(len(calls))

    def run(place: int) -> None:
        try:
            all_there.wait()
            results[place] = calls[place]()
        except Exception as failure:
            results[place] = failure
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def leased(run: rows.Run) -> rows.WorkItem:
    item = lease(run.pk, "here:1")
    assert item is not None
    return item


def prepared(run: rows.Run) -> rows.Run:
    """The run once its citations are listed."""
    do(leased(run))
    return run


def states(run: rows.Run) -> dict[str, str]:
    return dict(run.items.order_by("id").values_list("key", "state"))


def failing_at(point: str, resolution: int) -> Any:
    """What WORK_FAILPOINT asks for: a failure at a point of items about this resolution."""
    return read_failpoint(f"{point}@{resolution}")


def let_run_out(item: rows.WorkItem) -> None:
    rows.WorkItem.objects.filter(pk=item.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


# Leases


def test_two_workers_never_take_one_item(committed_db: CommittedDatabase) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 4)))
    item = run.items.get(state="open")
    rows.WorkItem.objects.bulk_create(
        rows.WorkItem(tenant=run.tenant, run=run, key=f"more-{number}", kind="relocate", subject=item.subject, size=4)
        for number in range(3)
    )
    taken = together(*[lambda: lease(run.pk, "here:1")] * 4)
    assert len({item.pk for item in taken if item is not None}) == sum(item is not None for item in taken) > 0
    assert run.items.filter(state="leased").count() == sum(item is not None for item in taken)


@pytest.mark.django_db
def test_no_more_items_of_a_run_are_leased_at_once_than_the_setting_says(settings: Any) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 2)))
    rows.WorkItem.objects.create(tenant=run.tenant, run=run, key="x", kind="relocate")
    settings.RUN_PARALLEL = 1
    assert leased(run) is not None and lease(run.pk, "here:2") is None
    assert not leases.is_waiting(run.pk)


@pytest.mark.django_db
def test_an_attempt_is_counted_before_anything_is_done() -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    item = leased(run)
    kept = rows.WorkItem.objects.get(pk=item.pk)
    assert (kept.attempt, kept.state, kept.worker) == (1, "leased", "here:1")
    assert kept.lease_token == item.lease_token and len(kept.lease_token) == 32
    assert rows.Run.objects.get(pk=run.pk).state == RunState.RUNNING


@pytest.mark.django_db
@pytest.mark.parametrize("off", [timedelta(seconds=-1), 3 * LEASE, timedelta(hours=1)])
def test_a_lease_that_ran_out_or_was_given_by_a_clock_that_jumped_is_lost(off: timedelta) -> None:
    run = runs.begin(runs.cite_words(runs.make_house()))
    first = leased(run)
    rows.WorkItem.objects.filter(pk=first.pk).update(lease_until=timezone.now() + off)
    second = leased(run)
    assert (second.pk, second.attempt) == (first.pk, 2) and second.lease_token != first.lease_token


@pytest.mark.django_db
def test_an_item_of_a_run_that_was_stopped_is_not_leased() -> None:
    tenant = runs.make_house()
    run = runs.begin(runs.cite_words(tenant))
    rows.Run.objects.filter(pk=run.pk).update(state="cancelled")
    assert lease(run.pk, "here:1") is None


def test_a_heartbeat_renews_the_lease_while_the_item_is_worked_on(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "BEAT", 0.05)
    run = runs.begin(runs.cite_words(runs.make_house()))
    item = leased(run)
    begun = rows.WorkItem.objects.get(pk=item.pk).lease_until
    with Heartbeat(item) as heartbeat:
        renewed = begun
        for _ in range(200):
            renewed = rows.WorkItem.objects.get(pk=item.pk).lease_until
            if renewed > begun:
                break
            heartbeat._stopped.wait(0.02)
    assert renewed > begun
    assert not heartbeat._thread.is_alive() and heartbeat._thread.daemon


@pytest.mark.parametrize(("lease", "told"), [(timedelta(seconds=0.02), 1), (timedelta(minutes=5), 0)])
def test_an_item_that_outlives_its_lease_is_told_so_once(
    lease: timedelta, told: int, committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LONGEST", {"prepare": 0.0})
    monkeypatch.setattr(leases, "LEASE", lease)
    over: list[bool] = []
    with Heartbeat(leased(runs.begin(runs.cite_words(runs.make_house()))), lambda: over.append(True)) as heartbeat:
        heartbeat._thread.join(timeout=60.0 if told else 0.0)
    heartbeat._thread.join()
    assert len(over) == told


def test_a_renewal_that_cannot_be_written_fails_nothing(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "BEAT", 0.01)
    item = leased(runs.begin(runs.cite_words(runs.make_house())))
    with connection.schema_editor() as editor:
        editor.execute("ALTER TABLE lineage_workitem RENAME TO lineage_elsewhere")
    with Heartbeat(item) as heartbeat:
        heartbeat._stopped.wait(0.2)
    assert not heartbeat._thread.is_alive()


# Fencing


def test_a_late_twin_writes_nothing(committed_db: CommittedDatabase) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 1)))
    late = leased(run)
    let_run_out(late)
    punctual = leased(run)
    perform(punctual)
    with pytest.raises(Fenced):
        perform(late)
    assert rows.Relocation.objects.count() == 1
    assert rows.WorkItem.objects.get(pk=late.pk).state == WorkState.DONE


def test_two_twins_at_once_have_one_effect(committed_db: CommittedDatabase) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 3)))
    item = leased(run)
    results = together(*[lambda: perform(item)] * 2)
    assert sorted(type(result).__name__ for result in results) == ["Fenced", "NoneType"]
    assert rows.Relocation.objects.count() == 3


def test_what_a_worker_finds_after_the_run_was_cancelled_is_not_written(committed_db: CommittedDatabase) -> None:
    tenant = runs.make_house()
    run = prepared(runs.begin(runs.cite_words(tenant)))
    item = leased(run)
    cancel(runs.iris(tenant), run)
    with pytest.raises(Fenced):
        perform(item)
    assert rows.Relocation.objects.count() == 0
    assert states(run) == {"prepare": "done", "000000": "cancelled"}


@pytest.mark.django_db
def test_a_run_that_was_stopped_fences_before_its_items_are_closed() -> None:
    run = prepared(runs.begin(runs.cite_words(runs.make_house())))
    item = leased(run)
    rows.Run.objects.filter(pk=run.pk).update(state="cancelled")
    with pytest.raises(Fenced), held(item):
        raise AssertionError("nothing is written here")


@pytest.mark.django_db
def test_effects_that_fail_leave_nothing_and_the_lease_as_it_was() -> None:
    tenant = runs.make_house()
    item = leased(runs.begin(runs.cite_words(tenant)))
    with pytest.raises(RuntimeError), effects(item, {"lost": 1}):
        rows.Source.objects.create(tenant=tenant, key="half")
        raise RuntimeError("in the middle")
    assert not rows.Source.objects.filter(key="half").exists()
    assert rows.WorkItem.objects.get(pk=item.pk).state == "leased"


# Failures


@pytest.mark.django_db
def test_a_failed_item_is_cut_in_eight_parts_that_keep_the_order_and_begin_anew() -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 20)))
    item = leased(run)
    set_back(item, ERROR, "a failure")
    parts = list(run.items.filter(state="open").order_by("id"))
    assert [part.size for part in parts] == [3, 3, 3, 3, 3, 3, 2]
    assert [id for part in parts for id in part.subject] == item.subject
    assert {part.attempt for part in parts} == {0} and parts[0].key == "000000.0"
    assert run.items.get(key="000000").state == "split"


@pytest.mark.django_db
def test_damaged_bytes_are_not_split() -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 20)))
    for attempt in (1, 2, 3):
        item = leased(run)
        assert item.attempt == attempt
        set_back(item, INTEGRITY, "other bytes")
    assert run.items.get(key="000000").state == "quarantined"
    assert lease(run.pk, "here:1") is None


@pytest.mark.django_db
def test_trouble_with_the_database_neither_splits_nor_sets_aside_at_the_third_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lineage.failing.connections.close_all", lambda: None)
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 2)))
    for attempt in range(1, 20):
        item = leased(run)
        give_back(item, "the server is away")
        kept = run.items.get(key="000000")
        assert (kept.state, kept.fault, kept.attempt) == ("open", DATABASE, attempt)
    give_back(leased(run), "the server is away")
    assert run.items.get(key="000000").state == "split"


@pytest.mark.django_db
def test_a_worker_who_is_not_heard_of_any_more_costs_an_attempt_and_splits() -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 2)))
    item = leased(run)
    let_run_out(item)
    assert reap(run.pk) == 1
    kept = run.items.get(key="000000")
    assert (kept.state, kept.fault) == ("split", KILLED) and "here:1" in kept.message


@pytest.mark.django_db
def test_a_lease_that_was_renewed_in_between_is_not_reaped() -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 2)))
    item = leased(run)
    set_back(item, KILLED, "not heard of")
    assert rows.WorkItem.objects.get(pk=item.pk).state == "leased"


def test_one_citation_that_always_fails_is_set_aside_by_name_and_the_others_finish(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 20)))
    poison = run.items.get(key="000000").subject[11]
    monkeypatch.setattr("lineage.failpoints.ASKED", failing_at("during_item=raise", poison))
    ended = runs.finish(run)
    aside = run.items.get(state="quarantined")
    assert (aside.subject, aside.attempt, aside.fault) == ([poison], 3, ERROR)
    assert ended.state == RunState.PARTIAL
    assert rows.Relocation.objects.count() == 19 == rows.Relocation.objects.values("citation").distinct().count()


@pytest.mark.parametrize("place", ["before_effects", "after_effects_before_commit"])
def test_a_failure_before_the_commit_leaves_nothing(
    place: str, committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 1)))
    subject = run.items.get(key="000000").subject[0]
    monkeypatch.setattr("lineage.failpoints.ASKED", failing_at(f"{place}=raise", subject))
    do(leased(run))
    assert rows.Relocation.objects.count() == 0
    assert run.items.get(key="000000").state == "open"


def test_a_failure_after_the_commit_has_its_effect_once(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 1)))
    subject = run.items.get(key="000000").subject[0]
    monkeypatch.setattr("lineage.failpoints.ASKED", failing_at("after_commit=raise", subject))
    do(leased(run))
    assert (rows.Relocation.objects.count(), run.items.get(key="000000").state) == (1, "done")
    assert runs.finish(run).state == RunState.COMPLETED_CLEAN


def test_flipped_bits_fail_the_item_and_are_never_searched(committed_db: CommittedDatabase) -> None:
    source = runs.cite_often(runs.make_house(), 2)
    run = prepared(runs.begin(source))
    rows.WorkItem.objects.create(
        tenant=run.tenant, run=run, key="later", kind="relocate", subject=run.items.get(key="000000").subject, size=2
    )
    do(leased(run))
    assert rows.Relocation.objects.count() == 2
    flip(rows.Artifact.objects.get(key="terms-2").content_id)
    rows.WorkItem.objects.filter(key="later").update(attempt=2)
    do(leased(run))
    later = run.items.get(key="later")
    assert (later.state, later.fault) == ("quarantined", INTEGRITY)
    assert rows.Relocation.objects.count() == 2


def flip(content_id: int) -> None:
    """One bit of a stored body, past every guard."""
    table = rows.Content._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER guard_update_lineage_content")
        else:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER guard_update_lineage_content")
        cursor.execute(f"SELECT body FROM {table} WHERE id = %s", [content_id])
        body = bytearray(cursor.fetchone()[0])
        body[len(body) // 2] ^= 1
        cursor.execute(f"UPDATE {table} SET body = %s WHERE id = %s", [bytes(body), content_id])


def test_a_database_that_goes_away_is_raised_and_the_item_waits(
    committed_db: CommittedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 2)))

    def away(*given: Any) -> None:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as patched:
        patched.setattr("lineage.relocating.read_cited", away)
        with pytest.raises(OperationalError):
            work(run.pk)
    assert run.items.get(key="000000").state == "open"
    assert runs.finish(run).state == RunState.COMPLETED_CLEAN


# Access


def find_nobody(tenant_id: int, actor: str) -> None:
    return None


def find_reviewer(tenant_id: int, actor: str) -> Any:
    return runs.iris(rows.Tenant.objects.get(pk=tenant_id), Role.REVIEWER, actor=actor)


@pytest.mark.django_db
@pytest.mark.parametrize("finder", [find_nobody, find_reviewer])
def test_a_run_stops_at_the_next_item_once_its_requester_may_no_longer(finder: Any, settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS
    tenant = runs.make_house()
    run = runs.begin(runs.cite_words(tenant))
    rows.Run.objects.filter(pk=run.pk).update(requested_by="iris")
    prepared(run)
    settings.READER_OF_ACTOR = f"{__name__}.{finder.__name__}"
    ended = runs.finish(run)
    assert (ended.state, ended.reason) == (RunState.CANCELLED, "access")
    assert rows.Relocation.objects.count() == 0 and states(run)["000000"] == "cancelled"


@pytest.mark.django_db
def test_a_requester_who_may_not_read_the_version_any_more_gets_nothing(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS
    run = runs.begin(runs.cite_words(runs.make_house()))
    rows.Run.objects.filter(pk=run.pk).update(requested_by="iris")
    rows.SourceLabel.objects.create(tenant=run.tenant, version=run.version, label="board")
    assert runs.finish(run).reason == "access"


# The end


def test_the_last_two_items_end_a_run_once(committed_db: CommittedDatabase) -> None:
    run = prepared(runs.begin(runs.cite_often(runs.make_house(), 4)))
    set_back(leased(run), ERROR, "to be split")
    together(*[lambda: work(run.pk, seconds=60)] * 3)
    run.refresh_from_db()
    assert run.state == RunState.COMPLETED_CLEAN
    assert rows.AuditEvent.objects.filter(verb="run_ended").count() == 1
    assert rows.Relocation.objects.count() == 4
    assert end_if_done(run.pk) is False


@pytest.mark.parametrize(
    ("items", "state"),
    [
        ([], RunState.COMPLETED_CLEAN),
        ([("unchanged", 3), ("relocated_exact", 1), ("relocated_normalized", 1)], RunState.COMPLETED_CLEAN),
        ([("unchanged", 3), ("changed", 1)], RunState.COMPLETED_WITH_CHANGES),
        ([("unchanged", 3), ("lost", 1)], RunState.COMPLETED_WITH_CHANGES),
        ([("proposed", 1)], RunState.COMPLETED_WITH_CHANGES),
        ([("ambiguous", 1)], RunState.COMPLETED_WITH_CHANGES),
        ([("withdrawn", 1)], RunState.COMPLETED_WITH_CHANGES),
        ([("not_replayable", 1)], RunState.COMPLETED_WITH_CHANGES),
    ],
)
def test_a_run_is_clean_only_where_nothing_at_all_changed(items: list[tuple[str, int]], state: RunState) -> None:
    done = [("relocate", "done", count, {name: count}, "") for name, count in items]
    assert judge([("prepare", "done", 0, {}, ""), *done]).state is state


def test_a_run_is_partial_where_something_was_set_aside_and_failed_where_it_could_not_be_made() -> None:
    aside = ("relocate", "quarantined", 1, {}, "a failure")
    partial = judge([("prepare", "done", 0, {}, ""), ("relocate", "done", 2, {"unchanged": 2}, ""), aside])
    assert (partial.state, partial.counts) == (RunState.PARTIAL, {"unchanged": 2, "error": 1})
    failed = judge([("prepare", "quarantined", 0, {}, "no text")])
    assert (failed.state, failed.reason) == (RunState.FAILED, "no text")
