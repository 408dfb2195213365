"""Who works on what: an item is leased for a few seconds, renewed while somebody works, and lost when nobody does.

What an item finds is written in one transaction that holds the item under the lease's token: whoever lost the lease, or
whose run was stopped, writes nothing (reliability 4.2).
"""

import logging
import os
import secrets
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Any, Self

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Case, F, Q, When
from django.utils import timezone

from lineage.evidence.vocabulary import RunState, WorkKind, WorkState
from lineage.failpoints import failpoint
from lineage.models import rows

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=12)
BEAT = 4.0
LAST_RENEWAL = 5.0
"""Seconds for which an item that has ended waits for a renewal under way; the thread keeps no process alive."""
LONGEST = {WorkKind.RELOCATE.value: 30.0, WorkKind.PREPARE.value: 240.0, WorkKind.RENDER.value: 200.0}
"""Seconds after which a lease is not renewed any more: whoever hangs loses it."""
CANDIDATES, ROUNDS = 8, 3
PICTURES_LAST = Case(When(kind=WorkKind.RENDER.value, then=1), default=0)
"""What reviewers wait for goes first, what was split and tried again too."""
OPEN_RUN = (RunState.REQUESTED.value, RunState.RUNNING.value)
WAITING = (WorkState.OPEN.value, WorkState.LEASED.value)


class Fenced(Exception):
    """The lease was lost, or the run was stopped: nothing of this attempt is written."""


def worker_name() -> str:
    """This process, as rows name it: `host:process id`."""
    return f"{socket.gethostname()}:{os.getpid()}"[-100:]


def run_parallel() -> int:
    """The most items of one run that are worked on at once, so that one run does not keep all workers."""
    return int(getattr(settings, "RUN_PARALLEL", 4))


def now() -> datetime:
    """The database's clock, where it is a server: those of several machines may differ by more than a lease."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


def held_now() -> Q:
    """Leases that hold. One that ends later than any lease could was given by a clock that jumped, and does not."""
    moment = now()
    return Q(state=WorkState.LEASED.value, lease_until__gte=moment, lease_until__lte=moment + 2 * LEASE)


def run_out() -> Q:
    return Q(state=WorkState.LEASED.value) & ~held_now()


def is_waiting(run_id: int) -> bool:
    """Whether a run has an open item that somebody more may work on."""
    items = rows.WorkItem.objects.filter(run_id=run_id, run__state__in=OPEN_RUN)
    return items.filter(state=WorkState.OPEN.value).exists() and items.filter(held_now()).count() < run_parallel()


def lease_open(run_id: int, worker: str) -> rows.WorkItem | None:
    """An item of an open run for this worker alone, its attempt counted before anything is done.

    None where nothing is open, or enough of the run is being worked on.
    """
    for _ in range(ROUNDS):
        if not is_waiting(run_id):
            return None
        waiting = rows.WorkItem.objects.filter(run_id=run_id, state=WorkState.OPEN.value).order_by(PICTURES_LAST, "id")
        for item in waiting[:CANDIDATES]:
            if take(item, worker):
                return item
    return None


def take(item: rows.WorkItem, worker: str) -> bool:
    """One conditional UPDATE: of two who try, one changes the row."""
    token, until = secrets.token_hex(16), now() + LEASE
    changed = rows.WorkItem.objects.filter(pk=item.pk, state=WorkState.OPEN.value, attempt=item.attempt).update(
        state=WorkState.LEASED.value, attempt=F("attempt") + 1, lease_token=token, lease_until=until, worker=worker
    )
    if changed:
        item.state, item.attempt, item.worker = WorkState.LEASED.value, item.attempt + 1, worker
        item.lease_token, item.lease_until = token, until
    return bool(changed)


class Heartbeat:
    """Renews a lease from a thread with a connection of its own, for as long as the item may take.

    A renewal that cannot be written fails nothing: the next may do, and whoever lost his lease is fenced out anyway.
    Of an item that takes longer than that the lease runs out; then `when_over` is called, in this thread.
    """

    def __init__(self, item: rows.WorkItem, when_over: Callable[[], None] | None = None) -> None:
        self._item = item
        self._when_over = when_over
        self._stopped = Event()
        self._thread = Thread(target=self._run, name=f"heartbeat of item {item.pk}", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._stopped.set()
        self._thread.join(timeout=LAST_RENEWAL)

    def _run(self) -> None:
        beats = int(LONGEST[self._item.kind] / BEAT)
        try:
            while beats and not self._stopped.wait(BEAT):
                beats -= 1
                self._renew()
        finally:
            connection.close()
        if self._when_over is not None and not self._stopped.wait(LEASE.total_seconds()):
            log.error("item %s takes too long", self._item.pk)
            self._when_over()

    def _renew(self) -> None:
        try:
            mine = rows.WorkItem.objects.filter(pk=self._item.pk, lease_token=self._item.lease_token)
            mine.filter(state=WorkState.LEASED.value).update(lease_until=now() + LEASE)
        except Exception:
            log.warning("item %s: its lease could not be renewed", self._item.pk, exc_info=True)
            connection.close()


@contextmanager
def held(item: rows.WorkItem) -> Iterator[None]:
    """A transaction that holds the item under its lease. Raises Fenced where that is another's, or the run ended."""
    with transaction.atomic():
        mine = rows.WorkItem.objects.select_for_update(of=("self",)).filter(
            pk=item.pk,
            lease_token=item.lease_token,
            state=WorkState.LEASED.value,
            run__state__in=OPEN_RUN,
        )
        if not mine.values_list("pk", flat=True):
            raise Fenced(f"item {item.pk} is no longer this worker's")
        yield


@contextmanager
def effects(item: rows.WorkItem, counts: Mapping[str, int]) -> Iterator[None]:
    """The transaction in which everything that an item found is written; at its end the item is done."""
    failpoint("before_effects", item.subject)
    with held(item):
        yield
        finish(item, WorkState.DONE, counts=dict(counts), fault="", message="")
        failpoint("after_effects_before_commit", item.subject)
    failpoint("after_commit", item.subject)


def finish(item: rows.WorkItem, state: WorkState, *, run_out_only: bool = False, **values: Any) -> bool:
    """Ends this attempt, unless the lease is another's by now; whether it was still this one.

    With `run_out_only` it stays where it was renewed meanwhile.
    """
    ended = None if state == WorkState.OPEN else timezone.now()
    same = rows.WorkItem.objects.filter(pk=item.pk, lease_token=item.lease_token, state=WorkState.LEASED.value)
    chosen = same.filter(run_out()) if run_out_only else same
    return bool(chosen.update(state=state.value, lease_token="", lease_until=None, ended_at=ended, **values))
