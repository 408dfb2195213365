"""The list of runs: which source was looked through for which version, why, how far it is and what became of it."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Q, Subquery
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.evidence_view import Said
from inspector.pages.run_counts import read_counts
from inspector.pages.run_head import tallies_of
from inspector.pages.run_people import name_of, named_by
from inspector.pages.run_pulse import delay_of, newest_pulse
from inspector.pages.run_states import said_of_run
from inspector.pages.run_view import Tally
from inspector.pages.veiling import veil
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import ENDED, RelocationOutcome, RunState, RunTrigger
from lineage.models import rows

PAGE = 25
LONGEST_KEY = 500
PUBLIC_ID = re.compile("[0-9a-f]{32}")
OPEN = tuple(state for state in RunState if state not in ENDED)


class RunFilters(NamedTuple):
    """What the address asks for; a state that is none of ours filters nothing."""

    state: str = ""
    source: str = ""

    def address(self, **changes: str) -> str:
        kept = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        return f"{reverse('runs')}?{urlencode(kept)}" if kept else reverse("runs")


class StateOption(NamedTuple):
    value: str
    label: str
    is_chosen: bool


class RunLine(NamedTuple):
    url: str
    source: str
    title: str
    version: str
    trigger: str
    trigger_meaning: str
    state: Said
    reason: str
    outcomes: tuple[Tally, ...]
    total: int | None
    who: str
    requested_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsPage:
    lines: tuple[RunLine, ...]
    filters: RunFilters
    states: tuple[StateOption, ...]
    older_url: str
    newest_url: str
    is_empty_house: bool
    may_start: bool
    delay: str


def read_runs(reader: Reader, filters: RunFilters, before: str) -> RunsPage:
    """Twenty-five runs for versions that the reader may read, newest first, older than the run `before`."""
    require(reader, Action.READ_SOURCES)
    visible = rows.Run.objects.visible_to(reader)
    chosen = _chosen(visible, filters)
    if before:
        # A public id, because a row id in an address would count the runs of other tenants (G2).
        chosen = chosen.filter(pk__lt=Subquery(visible.filter(public_id=before).values("pk")[:1]))
    named = named_by(chosen, "requested_by").select_related("source", "version").defer("pipeline")
    found = list(named.order_by("-id")[: PAGE + 1])
    shown = found[:PAGE]
    counts = read_counts(run.pk for run in shown)
    veil(reader, (run.version for run in shown))
    older = {"before": shown[-1].public_id} if len(found) > PAGE else {}
    here = filters.address()
    return RunsPage(
        lines=tuple(line_of(reader, run, counts.get(run.pk, {})) for run in shown),
        filters=filters,
        states=_options(filters.state),
        older_url=f"{here}{'&' if '?' in here else '?'}{urlencode(older)}" if older else "",
        newest_url=here if before else "",
        is_empty_house=not shown and filters == RunFilters() and not before,
        may_start=reader.may(Action.CHANGE_SOURCES),
        delay=read_delay(visible),
    )


def _chosen(visible: Any, filters: RunFilters) -> Any:
    wanted = Q()
    if filters.state:
        wanted &= Q(state__in=OPEN) if filters.state == "open" else Q(state=filters.state)
    if filters.source:
        wanted &= Q(source__key=filters.source)
    return visible.filter(wanted)


def read_delay(visible: Any) -> str:
    """What to say where one of these runs is open and no worker was seen; one statement."""
    waiting = visible.filter(state__in=OPEN).annotate(pulse=newest_pulse()).values_list("pulse", flat=True)[:1]
    return next((delay_of(pulse) for pulse in waiting), "")


def line_of(reader: Reader, run: Any, counts: Any) -> RunLine:
    url = reverse("run", args=[run.public_id])
    state, trigger = RunState(run.state), RunTrigger(run.trigger)
    return RunLine(
        url=url,
        source=run.source.key,
        title=run.version.title or run.source.key,
        version=run.version.version,
        trigger=trigger.label,
        trigger_meaning=trigger.meaning,
        state=said_of_run(state),
        reason=run.reason,
        outcomes=tallies_of(counts, tuple(RelocationOutcome), url, ""),
        total=run.total,
        who=name_of(reader, run.requested_by, run.first_name, run.username),
        requested_at=run.requested_at,
        ended_at=run.ended_at,
    )


def _options(chosen: str) -> tuple[StateOption, ...]:
    each = (StateOption(state.value, state.label, state.value == chosen) for state in RunState)
    return (StateOption("open", "still open", chosen == "open"), *each)


def read_run_filters(query: QueryDict) -> RunFilters:
    state = query.get("state", "")
    return RunFilters(
        state=state if state == "open" or state in set(RunState) else "",
        source=query.get("source", "").replace("\0", "").strip()[:LONGEST_KEY],
    )


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    before = request.GET.get("before", "")
    page = read_runs(reader_of(request), read_run_filters(request.GET), before if PUBLIC_ID.fullmatch(before) else "")
    return page_or_fragment(request, "inspector/runs.html", {}, {"page": page, "here": "runs"})
