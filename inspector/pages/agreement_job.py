"""The intervals of a page of agreement: what is known of their computing, and how to ask for them."""

from django.urls import reverse
from django.utils.http import urlencode

from inspector.agreeing.jobs import find_job, is_outdated
from inspector.agreeing.scopes import REVISION, Scope
from inspector.models import rows as opinions
from inspector.pages.agreement_asked import Asked
from inspector.pages.agreement_view import JobPanel
from inspector.pages.queue_people import handle_of
from inspector.pages.run_pulse import delay_of, newest_pulse
from lineage.access import Reader
from lineage.evidence.vocabulary import JobState
from lineage.models import rows

STATES = {
    JobState.WAITING: "none",
    JobState.RUNNING: "unclear",
    JobState.DONE: "pass",
    JobState.FAILED: "fail",
}
OPEN = frozenset({JobState.WAITING.value, JobState.RUNNING.value})


def read_job(reader: Reader, scope: Scope, marks: str) -> tuple[opinions.FigureJob | None, JobPanel]:
    """Two statements, three while it is under way."""
    job = find_job(reader, scope)
    if job is None:
        return None, JobPanel(ask_url=ask_url(scope), page_url=page_url(scope))
    return job, panel_of_job(job, outdated=is_outdated(job, marks))


def panel_of_job(job: opinions.FigureJob, *, outdated: bool = False, polled: bool = False) -> JobPanel:
    """`polled`: for the part of a page that asks again and again how far it is; one statement while it waits."""
    scope, state = Scope.from_json(job.scope), JobState(job.state)
    is_open = job.state in OPEN
    return JobPanel(
        ask_url=ask_url(scope),
        page_url=page_url(scope),
        poll_url=reverse("figure_job", args=[job.public_id]),
        word=state.label,
        state=STATES[state],
        is_open=is_open,
        is_done=job.body is not None,
        is_outdated=outdated,
        may_ask=not is_open and (outdated or state is JobState.FAILED or job.body is None),
        done=job.done,
        total=job.total,
        seed=job.seed,
        items=(job.body or {}).get("items", 0),
        procedure=(job.body or {}).get("procedure", ""),
        message=job.message,
        delay=_delay() if is_open else "",
        computed_at=job.computed_at,
        polled=polled,
    )


def page_url(scope: Scope) -> str:
    """The page whose figures these are."""
    return _address(scope, "agreement", "calibration_agreement")


def ask_url(scope: Scope) -> str:
    return _address(scope, "agreement_intervals", "calibration_intervals")


def _address(scope: Scope, of_verdicts: str, of_revision: str) -> str:
    ratings = str(scope.ratings or "")
    if scope.of == REVISION:
        pairs = [("field", scope.field), *(("stratum", one) for one in scope.strata), ("pair", ",".join(scope.pair))]
        query = urlencode([one for one in (*pairs, ("label", scope.label), ("ratings", ratings)) if one[1]])
        return f"{reverse(of_revision, args=[scope.revision])}?{query}"
    asked = Asked(scope.field, scope.queue, scope.source, "1" if scope.blind else "", scope.label)
    return asked._replace(pair=",".join(map(handle_of, scope.pair)), ratings=ratings).address(of_verdicts)


def _delay() -> str:
    seen = rows.Tenant.objects.annotate(pulse=newest_pulse()).values_list("pulse", flat=True).first()
    return delay_of(seen)
