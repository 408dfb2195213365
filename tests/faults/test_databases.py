"""A database that is stopped, that drops a connection, and that somebody else locks (F13 to F15)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connections
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from lineage.models import rows
from tests.databases import PostgresqlEngine, environment_for, manage, new_connection, use
from tests.faults.brokers import private_broker
from tests.faults.rig import Rig, check, find_leased, measured, until, wait_for_end
from tests.servers import Postgresql, postgresql_server

Record = Callable[[str, object], None]
on_postgresql = pytest.mark.parametrize("rig", ["postgresql, redis"], indirect=True)


@pytest.fixture
def server() -> Iterator[Postgresql]:
    with postgresql_server() as server:
        yield server


@pytest.fixture
def own(
    server: Postgresql, django_test_environment: None, django_db_blocker: DjangoDbBlocker, tmp_path: Path
) -> Iterator[Rig]:
    """A rig whose database server is nobody else's."""
    url = PostgresqlEngine(server.url).create()
    manage(environment_for(url), "migrate")
    with private_broker("redis") as broker, django_db_blocker.unblock():
        use(new_connection(url))
        built = Rig(url, broker, environment_for(url), tmp_path)
        try:
            yield built
        finally:
            built.close()


def test_f13_postgresql_is_stopped_at_once_for_ten_seconds(
    own: Rig, server: Postgresql, record_property: Record
) -> None:
    run = own.start(own.make_source(), ring=False)
    worker = own.worker(**own.slow_at())
    with own.serving() as site:
        own.ring(run)
        until(lambda: find_leased(run), 30, "an item is leased")
        connections.close_all()
        server.stop(how=3)
        gone = time.monotonic()
        for path in ("/cases/", reverse("run", args=[run.public_id])):
            seen = site.get(path)
            assert (seen.status, seen.retry_after) == (503, "10"), seen
            assert "Traceback" not in seen.html and "127.0.0.1" not in seen.html
            record_property("503 of a page", f"{seen.seconds:.2f} s")
        assert site.get("/healthz").status == 200 and site.get("/readyz").status == 503
        time.sleep(max(0.0, gone + 10 - time.monotonic()))
        server.start()
        with measured(record_property, "every citation once it is back"):
            wait_for_end(run, 60)
        assert site.get("/cases/").status == 200
    assert worker.process.poll() is None
    check(own, run)


@on_postgresql
def test_f14_the_connections_of_a_worker_are_ended(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    worker = rig.worker(**rig.slow_at())
    rig.ring(run)
    item = until(lambda: find_leased(run), 30, "an item is leased")
    with psycopg.connect(rig.url, autocommit=True) as other:
        ended = other.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).fetchone()
    assert ended and ended[0] > 0
    connections.close_all()
    with measured(record_property, "every citation after they were ended"):
        wait_for_end(run, 60)
    item.refresh_from_db()
    assert item.fault in ("", "database")
    assert worker.process.poll() is None
    check(rig, run)


@on_postgresql
def test_f15_somebody_locks_a_table_for_half_a_minute(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    worker = rig.worker()
    with rig.serving() as site, psycopg.connect(rig.url) as other:
        other.execute("LOCK TABLE lineage_relocation IN ACCESS EXCLUSIVE MODE")
        locked = time.monotonic()
        rig.ring(run)
        seen = site.get(reverse("run", args=[run.public_id]))
        record_property("answer of a page that needs the table", f"{seen.status} after {seen.seconds:.1f} s")
        assert seen.status in (200, 503) and seen.seconds < 15
        while time.monotonic() < locked + 30:
            free = site.get("/sources/")
            assert free.status in (200, 404) and free.seconds < 2
            waiting = rows.WorkItem.objects.filter(run=run, state="leased").count()
            assert waiting <= 4
            time.sleep(1)
        other.rollback()
        with measured(record_property, "every citation once it is free"):
            wait_for_end(run, 60)
    assert worker.process.poll() is None
    check(rig, run)
    assert not rows.WorkItem.objects.filter(run=run, state="quarantined").exists()
