"""`GET /runs/{id}`: where a run stands, how far it is, and what became of the citations so far."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from ninja import Router, Schema

from inspector.api.auth import reader_for
from inspector.api.errors import refusals
from inspector.models.tokens import TokenScope
from inspector.run_changes import count_changed
from lineage.access import Reader, get_visible
from lineage.evidence.vocabulary import ENDED, RelocationOutcome, RunState, RunTrigger
from lineage.models import rows
from lineage.reprocessing import read_progress

router = Router(tags=["runs"])
ASK_AGAIN_SECONDS = 2


class VersionOut(Schema):
    """`id` is that of its page; `source` the source's key."""

    id: str
    source: str
    version: str


class RunOut(Schema):
    """`total` citations are looked for (null until they are listed), `done` of them have an outcome.

    `outcomes` counts these by outcome, and those that could not be looked for (`quarantined`) as `error`. `changed` are
    citations whose own words or neighbouring sentences are others now: verdicts on them are stale. `rate` is citations
    a second and `remaining_seconds` what follows from it, both null where they are not known.
    """

    id: str
    version: VersionOut
    trigger: RunTrigger
    state: RunState
    ended: bool
    reason: str
    total: int | None
    done: int
    quarantined: int
    outcomes: dict[RelocationOutcome, int]
    changed: int
    rate: float | None
    remaining_seconds: float | None
    requested_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    url: str
    relocations_url: str
    page_url: str


def read_run(reader: Reader, public_id: str) -> RunOut:
    """One run with its progress. Raises NotVisible, also where its version may not be read."""
    return run_out(get_visible(rows.Run.objects.select_related("source", "version"), reader, public_id))


def run_out(run: Any) -> RunOut:
    progress = read_progress(run)
    return RunOut(
        id=run.public_id,
        version=VersionOut(id=run.version.public_id, source=run.source.key, version=run.version.version),
        trigger=RunTrigger(run.trigger),
        state=RunState(progress.state),
        ended=progress.state in ENDED,
        reason=run.reason,
        total=progress.total,
        done=progress.done,
        quarantined=progress.quarantined,
        outcomes={RelocationOutcome(outcome): number for outcome, number in progress.outcomes.items()},
        changed=count_changed(run),
        rate=progress.rate,
        remaining_seconds=progress.remaining_seconds,
        requested_at=run.requested_at,
        started_at=run.started_at,
        ended_at=run.ended_at,
        url=reverse("api:run", args=[run.public_id]),
        relocations_url=reverse("api:relocations", args=[run.public_id]),
        page_url=reverse("run", args=[run.public_id]),
    )


@router.get(
    "/runs/{id}",
    response={200: RunOut, **refusals()},
    url_name="run",
    operation_id="run",
    summary="Where a run stands",
)
def run(request: HttpRequest, response: HttpResponse, id: str) -> RunOut:
    """Where a run stands. While it has not ended, `Retry-After` says when to ask again, in seconds."""
    found = read_run(reader_for(request, TokenScope.READ), id)
    if not found.ended:
        response["Retry-After"] = str(ASK_AGAIN_SECONDS)
    return found
