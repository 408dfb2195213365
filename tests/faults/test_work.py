"""Work that cannot be done (F16, F22) or may no longer be done (F21), and clocks that jump (F19)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from inspector.models import rows as opinions
from lineage import guards
from lineage.evidence.vocabulary import Role, RunState, WorkState
from lineage.models import rows
from tests.faults.rig import SMALL, Rig, check, describe, find_leased, measured, state_of, until, wait_for_end

Record = Callable[[str, object], None]
on_both = pytest.mark.parametrize("rig", ["postgresql, redis", "sqlite, folder"], indirect=True)
on_redis = pytest.mark.parametrize("rig", ["postgresql, redis"], indirect=True)
GIGABYTE = 2**30


def make_poison(rig: Rig) -> tuple[rows.Run, int]:
    """A run of eight citations, and the resolution of one of them."""
    source = rig.make_source(size=SMALL)
    run = rig.start(source, ring=False)
    return run, list(rows.Resolution.objects.order_by("id").values_list("id", flat=True))[3]


def check_aside(rig: Rig, run: rows.Run, resolution: int, fault: str) -> None:
    aside = rows.WorkItem.objects.filter(run=run, state=WorkState.QUARANTINED.value)
    assert [(item.subject, item.attempt, item.fault) for item in aside] == [([resolution], 3, fault)], describe(run)
    check(rig, run, aside=1, state=RunState.PARTIAL)


@on_both
@pytest.mark.parametrize(("action", "fault"), [("kill9", "killed"), ("raise", "error"), ("oom", "error")])
def test_f16_an_item_kills_whoever_works_on_it(
    rig: Rig, action: str, fault: str, record_property: Record
) -> None:
    run, poison = make_poison(rig)
    worker = rig.worker(memory=3 * GIGABYTE, WORK_FAILPOINT=f"during_item={action}@{poison}")
    rig.ring(run)
    with measured(record_property, "the others are done, this one is set aside"):
        wait_for_end(run, 150)
    assert worker.process.poll() is None
    check_aside(rig, run, poison, fault)


@on_both
def test_f16_an_item_hangs(rig: Rig, record_property: Record) -> None:
    run, poison = make_poison(rig)
    worker = rig.worker(WORK_FAILPOINT=f"during_item=hang@{poison}")
    rig.ring(run)
    with measured(record_property, "the others are done"):
        until(lambda: rows.Relocation.objects.filter(run=run).count() == 7, 150, "the others are done")
    with measured(record_property, "and this one is set aside"):
        wait_for_end(run, 300)
    assert worker.process.poll() is None
    check_aside(rig, run, poison, "killed")


def clock(folder: Path) -> dict[str, str]:
    """How a worker is started whose clock is set by the file `clock` in the folder."""
    return {"app": "tests.faults.false_clock", "FALSE_CLOCK": str(folder / "clock")}


def set_clock(folder: Path, hours: int) -> None:
    """At once: whoever reads the file while it is written would see no time at all."""
    (folder / "clock.new").write_text(f"{hours}\n")
    os.replace(folder / "clock.new", folder / "clock")


@on_both
@pytest.mark.parametrize("hours", [1, -1])
def test_f19_the_clock_of_a_worker_jumps_by_an_hour(
    rig: Rig, hours: int, tmp_path: Path, record_property: Record
) -> None:
    run = rig.start(rig.make_source(), ring=False)
    set_clock(tmp_path, 0)
    rig.worker(**(rig.slow_at() | clock(tmp_path)))
    rig.ring(run)
    until(lambda: find_leased(run), 30, "an item is leased")
    set_clock(tmp_path, hours)
    with measured(record_property, f"every citation after {hours:+d} h"):
        wait_for_end(run, 120)
    check(rig, run)


# Where the database is no server all workers share a machine, and its clock.
@on_redis
@pytest.mark.parametrize("hours", [1, -1])
def test_f19_two_workers_whose_clocks_differ_by_an_hour_share_a_run(
    rig: Rig, hours: int, tmp_path: Path, record_property: Record
) -> None:
    run = rig.start(rig.make_source(), ring=False)
    set_clock(tmp_path, hours)
    rig.worker(WORK_FAILPOINT="during_item=slow", **clock(tmp_path))
    rig.worker(WORK_FAILPOINT="during_item=slow")
    for _ in range(4):
        rig.ring(run)
    with measured(record_property, f"every citation, one clock {hours:+d} h"):
        wait_for_end(run, 120)
    check(rig, run)


@on_both
def test_f21_whoever_asked_may_no_longer_change_sources(rig: Rig, record_property: Record) -> None:
    run = rig.start(rig.make_source(), ring=False)
    rig.worker(concurrency=1, **rig.slow_at(600))
    rig.ring(run)
    until(lambda: find_leased(run), 30, "an item is leased")
    opinions.Membership.objects.filter(user=rig.user).update(roles=[str(Role.REVIEWER)])
    with measured(record_property, "the run is cancelled"):
        wait_for_end(run, 30)
    run.refresh_from_db()
    assert (run.state, run.reason) == ("cancelled", "access")
    until(lambda: not rows.WorkItem.objects.filter(run=run, state__in=["open", "leased"]).exists(), 15, "none is left")
    written = rows.Relocation.objects.filter(run=run).count()
    done = rows.WorkItem.objects.filter(run=run, state="done").values_list("size", flat=True)
    assert written == sum(done) < 1200
    assert "Everything is as it was recorded." in rig.manage("verify")


@on_both
def test_f22_a_text_is_damaged_between_two_items(rig: Rig, record_property: Record) -> None:
    source = rig.make_source()
    run = rig.start(source, ring=False)
    first = rig.worker(concurrency=1, **rig.slow_at(600))
    rig.ring(run)
    until(lambda: rows.Relocation.objects.filter(run=run).exists(), 60, "the first item is done")
    first.kill()
    written = set(rows.Relocation.objects.filter(run=run).values_list("id", flat=True))
    damage(rows.Artifact.objects.filter(version__source=source, version__version="1").first())
    rig.worker()
    with measured(record_property, "the run ends"):
        wait_for_end(run, 120)
    assert state_of(run) == "partial", describe(run)
    aside = rows.WorkItem.objects.filter(run=run, state="quarantined")
    assert aside and all(item.fault == "integrity" for item in aside), describe(run)
    assert set(rows.Relocation.objects.filter(run=run).values_list("id", flat=True)) == written
    with pytest.raises(RuntimeError, match="digest"):
        rig.manage("verify")


def damage(text: rows.Artifact | None) -> None:
    """Flips a bit of a text that is kept, past the guards, as a failing disk does."""
    assert text is not None and text.content is not None
    body = bytearray(bytes(text.content.body))
    body[len(body) // 2] ^= 1
    guards.drop(connection)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE lineage_content SET body = %s WHERE id = %s", [bytes(body), text.content_id])
    guards.install(connection)
