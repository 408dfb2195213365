"""Brokers that are killed with what they held (F9, F10), and one that is away while people work (F11)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.urls import reverse

from lineage.models import rows
from tests.faults.rig import LARGE, Rig, check, find_leased, measured, until, wait_for_end
from tests.faults.rules import new_text

Record = Callable[[str, object], None]
AWAY = 60.0


@pytest.mark.parametrize("rig", ["postgresql, redis", "postgresql, redis+aof", "sqlite, redis"], indirect=True)
def test_f09_redis_is_killed_with_or_without_what_it_held(rig: Rig, record_property: Record) -> None:
    kill_broker(rig, record_property)


@pytest.mark.parametrize("rig", ["postgresql, rabbitmq"], indirect=True)
def test_f10_rabbitmq_is_killed(rig: Rig, record_property: Record) -> None:
    kill_broker(rig, record_property)


def kill_broker(rig: Rig, record_property: Record) -> None:
    runs = [rig.start(rig.make_source(key), ring=False) for key in ("rules", "more-rules")]
    worker = rig.worker(**rig.slow_at())
    for run in runs:
        rig.ring(run)
    until(lambda: any(find_leased(run) for run in runs), 30, "an item is leased")
    rig.broker.kill()
    time.sleep(5)
    rig.broker.start()
    with measured(record_property, "every citation once the broker is back"):
        for run in runs:
            wait_for_end(run, 120)
    assert worker.process.poll() is None
    check(rig, *runs)


@pytest.mark.parametrize("rig", ["postgresql, rabbitmq"], indirect=True)
def test_f10_rabbitmq_is_stopped_and_started(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    worker = rig.worker(**rig.slow_at())
    rig.ring(run)
    until(lambda: find_leased(run), 30, "an item is leased")
    rig.broker.control("stop_app")
    time.sleep(5)
    rig.broker.control("start_app")
    with measured(record_property, "every citation once the broker is back"):
        wait_for_end(run, 120)
    assert worker.process.poll() is None
    check(rig, run)


@pytest.mark.parametrize("rig", ["postgresql, redis", "postgresql, rabbitmq"], indirect=True)
def test_f11_the_broker_is_away_for_a_minute_while_people_work(rig: Rig, record_property: Record) -> None:
    source = rig.make_source(size=LARGE)
    address = reverse("new_version", args=[rows.SourceVersion.objects.get(source=source).public_id])
    worker = rig.worker()
    with rig.serving() as site:
        assert site.get("/readyz").status == 200
        rig.broker.kill()
        gone = time.monotonic()
        sent = site.post_file(address, "file", "rules.txt", new_text().encode(), version="2")
        record_property("sending a version without a broker", f"{sent.seconds:.2f} s")
        assert sent.status == 200 and sent.seconds < 2, (sent.status, sent.seconds, sent.html[:2000])
        run = rows.Run.objects.get(source=source)
        longest = 0.0
        while time.monotonic() < gone + AWAY:
            for path in ("/cases/", reverse("run", args=[run.public_id]), "/readyz"):
                seen = site.get(path)
                assert seen.status == 200, (path, seen.status)
                longest = max(longest, seen.seconds)
            time.sleep(2)
        record_property("longest answer of a page meanwhile", f"{longest:.2f} s")
        assert longest < 2
        rig.broker.start()
        with measured(record_property, "every citation once the broker is back"):
            wait_for_end(run, 60)
        assert site.get(reverse("run", args=[run.public_id])).status == 200
    assert worker.process.poll() is None
    check(rig, run)
