"""What workers do for intervals of figures: one job at a time, under a lease that each word of progress renews.

A message only says that there is work. Who is killed at it leaves a lease that runs out, and the next one begins anew.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import timedelta
from secrets import token_hex
from time import monotonic
from typing import Any

from django.db import DatabaseError
from django.db.models import Q

from inspector.agreeing.jobs import ATTEMPTS, RATINGS
from inspector.agreeing.measuring import read_ratings
from inspector.agreeing.scopes import Scope
from inspector.figures.intervals import PROCEDURE, bootstrap
from inspector.models import rows as opinions
from inspector.readers import find_reader_of_actor
from lineage.access import NotAllowed, NotVisible, Reader
from lineage.evidence.vocabulary import JobState, Role
from lineage.leases import now
from lineage.models import rows

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
TOLD_EVERY = 0.3
"""Seconds between two words of how far it is; each renews the lease."""
MOST_ATTEMPTS = 3
GAVE_UP = "It was begun three times and no worker came to its end. Ask again; if it stays, tell who runs it."
BROKE = "It could not be computed; the fault is ours and stands in the server's log. Ask again."
GONE = "What it was asked of is not there any more for whoever asked."


class Fenced(Exception):
    """Somebody else computes it now: nothing of this attempt is written."""


def compute_waiting(seconds: float, clock: Callable[[], float] = monotonic) -> int:
    """Computes what waits, or was left behind, for so many seconds; how many. What is left is the next one's."""
    until, number = clock() + seconds, 0
    while clock() < until and (job := _take()) is not None:
        try:
            _compute(job, clock)
        except Fenced:
            log.info("figures %s: somebody else computes them", job.public_id)
        number += 1
    return number


def _take() -> opinions.FigureJob | None:
    """One conditional UPDATE: of two who try, one changes the row, and the other looks for the next."""
    moment = now()
    due = Q(state=JobState.WAITING.value) | Q(state=JobState.RUNNING.value, lease_until__lt=moment)
    for job in opinions.FigureJob.objects.filter(due).order_by("requested_at", "pk"):
        attempts = job.marks.get(ATTEMPTS, 0) + 1
        taken = {"state": JobState.RUNNING.value, "token": token_hex(16), "lease_until": moment + LEASE, "done": 0}
        taken |= {"marks": {**job.marks, ATTEMPTS: attempts}}
        if attempts > MOST_ATTEMPTS:
            taken |= {"state": JobState.FAILED.value, "lease_until": None, "message": GAVE_UP}
        held = opinions.FigureJob.objects.filter(pk=job.pk, state=job.state, token=job.token)
        if held.update(**taken) and attempts <= MOST_ATTEMPTS:
            job.token, job.marks = taken["token"], taken["marks"]
            return job
    return None


def _compute(job: opinions.FigureJob, clock: Callable[[], float]) -> None:
    try:
        scope = Scope.from_json(job.scope)
        found = read_ratings(_reader_for(job, scope), scope)
        intervals = bootstrap(found.ratings, job.seed, job.total, _telling(job, clock))
    except (NotVisible, NotAllowed):
        _write(job, state=JobState.FAILED.value, message=GONE, lease_until=None)
    except (DatabaseError, Fenced):
        raise
    except Exception:
        log.exception("figures %s could not be computed", job.public_id)
        _write(job, state=JobState.FAILED.value, message=BROKE, lease_until=None)
    else:
        kept = {str(name): interval._asdict() for name, interval in intervals.items()}
        body = {"intervals": kept, "items": len(found.ratings.units), "procedure": PROCEDURE}
        about: Mapping[str, Any] = {"lease_until": None, "done": job.total, "computed_at": now(), "message": ""}
        _write(job, state=JobState.DONE.value, body=body, marks={**job.marks, RATINGS: found.marks}, **about)


def _telling(job: opinions.FigureJob, clock: Callable[[], float]) -> Callable[[int], None]:
    told = clock()

    def tell(done: int) -> None:
        nonlocal told
        if clock() - told >= TOLD_EVERY:
            told = clock()
            _write(job, done=done, lease_until=now() + LEASE)

    return tell


def _write(job: opinions.FigureJob, **values: Any) -> None:
    """Raises Fenced where the lease is another's by now."""
    mine = opinions.FigureJob.objects.filter(pk=job.pk, state=JobState.RUNNING.value, token=job.token)
    if not mine.update(**values):
        raise Fenced(job.public_id)


def _reader_for(job: opinions.FigureJob, scope: Scope) -> Reader:
    """Whoever is shown it: the person from whom something is hidden, else somebody who reads all of the tenant."""
    if scope.seen_by:
        found = find_reader_of_actor(job.tenant_id, scope.seen_by)
        if found is None:
            raise NotVisible(job.public_id)
        return found
    tenant = rows.Tenant.objects.values_list("key", flat=True).get(pk=job.tenant_id)
    return Reader("", job.tenant_id, tenant, frozenset({Role.AUDITOR}), frozenset())
