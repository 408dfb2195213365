"""Intervals of figures, by resampling: asked for on a page, computed by a worker, kept until they are asked for anew.

The same seed and the same ratings give the same intervals. What is said otherwise since makes them outdated, which is
told and never hidden.
"""


from django.db import transaction

from inspector.agreeing.measuring import read_ratings
from inspector.agreeing.scopes import Scope, seen_by
from inspector.figures.figure import Interval
from inspector.models import rows as opinions
from inspector.models.figure_jobs import RESAMPLES
from lineage import ledger
from lineage.access import Action, NotVisible, Reader, get_visible, require
from lineage.bell import ring_task_after_commit
from lineage.evidence.vocabulary import JobState
from lineage.leases import now

COMPUTE = "inspector.tasks.compute_figures"
SEED_DIGITS = 12
RATINGS, ATTEMPTS = "ratings", "attempts"
"""In the marks of a job: the digest of what it was computed from, and how often it was begun."""


def request(reader: Reader, scope: Scope) -> opinions.FigureJob:
    """The job of this scope, new, asked for anew, or as it is where it is under way or nothing was said since.

    Raises NotAllowed, and NotVisible for what is not there.
    """
    require(reader, Action.READ_FIGURES)
    scope = scope._replace(seen_by=seen_by(reader))
    marks = read_ratings(reader, scope).marks
    with transaction.atomic():
        about = {"scope": scope.to_json(), "seed": int(scope.key[:SEED_DIGITS], 16), "requested_by": reader.actor}
        jobs = opinions.FigureJob.objects.select_for_update()
        job, is_new = jobs.get_or_create(tenant_id=reader.tenant_id, key=scope.key, defaults=about)
        if not is_new and not _is_to_do_anew(job, marks):
            return job
        job.state, job.message, job.done, job.total = JobState.WAITING.value, "", 0, RESAMPLES
        job.token, job.lease_until, job.requested_by, job.requested_at = "", None, reader.actor, now()
        job.marks = {**job.marks, ATTEMPTS: 0}
        job.save()
        _ring_after_commit()
        ledger.record(
            reader.tenant_id, "request_intervals", reader.actor, f"figures:{job.public_id}", {"scope": scope.key}
        )
    return job


def find_job(reader: Reader, scope: Scope) -> opinions.FigureJob | None:
    """What was computed of this scope, or is being; two statements."""
    scope = scope._replace(seen_by=seen_by(reader))
    found: opinions.FigureJob | None = opinions.FigureJob.objects.visible_to(reader).filter(key=scope.key).first()
    return found


def get_job(reader: Reader, public_id: str) -> opinions.FigureJob:
    """Raises NotVisible also for what was computed with claims that are sealed for the reader."""
    require(reader, Action.READ_FIGURES)
    job: opinions.FigureJob = get_visible(opinions.FigureJob.objects, reader, public_id)
    if Scope.from_json(job.scope).seen_by != seen_by(reader):
        raise NotVisible(public_id)
    return job


def is_outdated(job: opinions.FigureJob, marks: str) -> bool:
    """Whether anything is said otherwise now than when it was computed."""
    return job.body is not None and job.marks.get(RATINGS) != marks


def intervals_in(job: opinions.FigureJob | None) -> dict[str, Interval]:
    """By the name of the figure; empty where nothing was computed yet."""
    body = job.body if job is not None else None
    return {name: Interval(**kept) for name, kept in (body or {}).get("intervals", {}).items()}


def _is_to_do_anew(job: opinions.FigureJob, marks: str) -> bool:
    return job.state == JobState.FAILED or (job.state == JobState.DONE and is_outdated(job, marks))


def _ring_after_commit() -> None:
    """Say that there is work, once it can be read. A broker that is away is logged: the clock rings anyway."""
    ring_task_after_commit(COMPUTE)
