"""Intervals that a worker computes: asked for once, under a lease, found again, and outdated when people go on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from inspector import tasks
from inspector.agreeing import computing
from inspector.agreeing.computing import compute_waiting
from inspector.agreeing.jobs import find_job, get_job, intervals_in, is_outdated, request
from inspector.agreeing.measuring import read_ratings
from inspector.agreeing.scopes import Scope
from inspector.figures.intervals import bootstrap
from inspector.models import rows as opinions
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import JobState, Role
from lineage.models import rows
from tests.inspector.people_agreeing import Judged
from tests.inspector.queues import make_reader

pytestmark = pytest.mark.django_db
LONG = 60.0


@pytest.fixture
def judged() -> Judged:
    judged = Judged(8)
    judged.say_all("ssuussus", "ssuusssu")
    return judged


def state_of(job: opinions.FigureJob) -> str:
    job.refresh_from_db()
    return job.state


def test_asked_for_twice_it_is_one_job_and_one_event(judged: Judged) -> None:
    first, second = request(judged.cleo, Scope()), request(judged.cleo, Scope())
    assert first.pk == second.pk and first.state == JobState.WAITING
    assert rows.AuditEvent.objects.filter(verb="request_intervals").count() == 1


def test_a_worker_computes_what_the_pure_function_gives_for_the_same_seed(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    assert compute_waiting(LONG) == 1 and state_of(job) == JobState.DONE
    assert job.done == job.total == 2_000 and job.computed_at is not None
    wanted = bootstrap(read_ratings(judged.cleo, Scope()).ratings, job.seed, 2_000)
    assert intervals_in(job) == {str(name): one for name, one in wanted.items()}
    assert compute_waiting(LONG) == 0


def test_the_same_scope_has_the_same_seed_and_another_has_another(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    seed = job.seed
    job.delete()
    assert request(judged.cleo, Scope()).seed == seed != request(judged.cleo, Scope(field="support")).seed


def test_what_is_said_since_makes_it_outdated_and_it_is_computed_anew_when_asked(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    compute_waiting(LONG)
    job.refresh_from_db()
    assert not is_outdated(job, read_ratings(judged.cleo, Scope()).marks)
    assert request(judged.cleo, Scope()).state == JobState.DONE, "nothing was said since"
    judged.say(judged.eve, 0)
    job.refresh_from_db()
    assert is_outdated(job, read_ratings(judged.cleo, Scope()).marks)
    assert intervals_in(job), "what was computed stays in view"
    again = request(judged.cleo, Scope())
    assert again.pk == job.pk and again.state == JobState.WAITING and again.done == 0
    compute_waiting(LONG)
    job.refresh_from_db()
    assert not is_outdated(job, read_ratings(judged.cleo, Scope()).marks)


def test_a_job_whose_worker_was_killed_is_found_again_when_its_lease_has_run_out(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    lease = {"state": JobState.RUNNING.value, "token": "a" * 32, "done": 700}
    held = opinions.FigureJob.objects.filter(pk=job.pk)
    held.update(**lease, lease_until=timezone.now() + timedelta(seconds=30))
    assert compute_waiting(LONG) == 0, "somebody is at it"
    held.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert compute_waiting(LONG) == 1 and state_of(job) == JobState.DONE


def test_a_job_that_no_worker_ends_is_given_up_after_three_attempts(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    dead = {"state": JobState.RUNNING.value, "lease_until": timezone.now() - timedelta(seconds=1)}
    opinions.FigureJob.objects.filter(pk=job.pk).update(**dead, marks={"attempts": 3})
    assert compute_waiting(LONG) == 0 and state_of(job) == JobState.FAILED and "three times" in job.message
    assert request(judged.cleo, Scope()).state == JobState.WAITING, "asked again, it is tried again"
    assert compute_waiting(LONG) == 1


def test_who_lost_the_lease_writes_nothing(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    job = request(judged.cleo, Scope())

    def while_another_takes_it(ratings: Any, seed: int, resamples: int, progress: Any) -> Any:
        opinions.FigureJob.objects.filter(pk=job.pk).update(token="b" * 32)
        return bootstrap(ratings, seed, resamples)

    monkeypatch.setattr(computing, "bootstrap", while_another_takes_it)
    compute_waiting(LONG)
    job.refresh_from_db()
    assert (job.state, job.token, job.body) == (JobState.RUNNING, "b" * 32, None)


def test_how_far_it_is_can_be_read_while_it_goes_on(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    job, seen = request(judged.cleo, Scope()), list[int]()

    def told(ratings: Any, seed: int, resamples: int, progress: Any) -> Any:
        def tell(done: int) -> None:
            progress(done)
            seen.append(opinions.FigureJob.objects.values_list("done", flat=True).get(pk=job.pk))

        return bootstrap(ratings, seed, resamples, tell)

    monkeypatch.setattr(computing, "bootstrap", told)
    monkeypatch.setattr(computing, "TOLD_EVERY", 0.0)
    compute_waiting(LONG)
    assert seen == sorted(seen) and seen[0] > 0 and seen[-1] == 2_000


def test_what_cannot_be_computed_says_so_and_does_not_stop_the_others(
    judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, whole = request(judged.cleo, Scope()), request(judged.cleo, Scope(field="support"))

    def fail_once(ratings: Any, *others: Any) -> Any:
        monkeypatch.setattr(computing, "bootstrap", bootstrap)
        raise ZeroDivisionError

    monkeypatch.setattr(computing, "bootstrap", fail_once)
    assert compute_waiting(LONG) == 2
    assert (state_of(broken), state_of(whole)) == (JobState.FAILED, JobState.DONE)
    assert "Ask again" in broken.message


def test_a_foreign_or_sealed_job_looks_like_a_missing_one(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    dora = make_reader(rows.Tenant.objects.get(key="halcyon"), "dora", Role.ADJUDICATOR)
    both = make_reader(judged.house.tenant, "bea", Role.RESPONDER, Role.LABELER)
    assert get_job(both, job.public_id).pk == job.pk
    opinions.Queue.objects.filter(pk=judged.queue.pk).update(blind=True)
    for reader in (dora, both):
        with pytest.raises(NotVisible):
            get_job(reader, job.public_id)
    assert find_job(both, Scope()) is None, "what others are shown is computed with what is sealed for them"
    own = request(both, Scope())
    assert own.pk != job.pk and get_job(both, own.public_id).pk == own.pk
    compute_waiting(LONG)
    own.refresh_from_db()
    assert own.body is not None and own.body["items"] == 0
    with pytest.raises(NotVisible):
        get_job(judged.cleo, own.public_id)


def test_who_reads_no_figures_asks_for_none(judged: Judged) -> None:
    with pytest.raises(NotAllowed):
        request(judged.ada, Scope())


def test_the_clock_of_the_worker_rings_for_what_waits(judged: Judged) -> None:
    job = request(judged.cleo, Scope())
    tasks.compute_figures()
    assert state_of(job) == JobState.DONE
