"""The head of a run and how far it is: two statements, whatever it covers."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from inspector.pages.evidence_view import Said
from inspector.pages.run_people import name_of, named_by
from inspector.pages.run_pulse import delay_of, newest_pulse
from inspector.pages.run_states import STATE_OF_RELOCATION, said_of_outcome, said_of_run
from inspector.pages.run_view import Part, RunHead, RunProgress, Tally
from inspector.pages.veiling import veil
from lineage.access import Action, Reader, get_visible, require
from lineage.evidence.vocabulary import ENDED, RelocationOutcome, RunState, RunTrigger
from lineage.models import rows
from lineage.reprocessing import Progress

STEP = 25
BAR = 1_000


def open_run(reader: Reader, public_id: str) -> Any:
    """The run with its source, version, policy, who asked, and when a worker was seen. Raises NotVisible."""
    require(reader, Action.READ_SOURCES)
    later = rows.Run.objects.visible_to(reader).filter(source=OuterRef("source"), pk__gt=OuterRef("pk"))
    newest = Subquery(later.order_by("-id").values("public_id")[:1])
    found = named_by(rows.Run.objects.annotate(pulse=newest_pulse(), later=newest), "requested_by")
    return get_visible(found.select_related("source", "version", "normalization"), reader, public_id)


def is_open(run: Any) -> bool:
    return RunState(run.state) not in ENDED


def head_of(reader: Reader, run: Any) -> RunHead:
    trigger = RunTrigger(run.trigger)
    may = reader.may(Action.CHANGE_SOURCES)
    veil(reader, (run.version,))
    return RunHead(
        public_id=run.public_id,
        url=reverse("run", args=[run.public_id]),
        title=run.version.title or run.source.key,
        source=run.source.key,
        source_url=reverse("source", args=[run.version.public_id]),
        runs_url=f"{reverse('runs')}?{urlencode({'source': run.source.key})}",
        version=run.version.version,
        before=run.version.supersedes or "",
        trigger=Said(trigger.label, "none", trigger.value, trigger.meaning),
        policy=f"{run.normalization.name}@{run.normalization.revision}",
        pipeline=_pipeline_of(run.pipeline),
        who=name_of(reader, run.requested_by, run.first_name, run.username),
        requested_at=run.requested_at,
        may_cancel=may and is_open(run),
        later_url=reverse("run", args=[run.later]) if run.later else "",
    )


def _pipeline_of(pipeline: Any) -> tuple[tuple[str, str], ...]:
    """How the texts were cut, in words, as far as the run says."""
    cut = pipeline.get("chunking") if isinstance(pipeline, Mapping) else None
    if not isinstance(cut, Mapping):
        return ()
    how = "at headings" if cut.get("by") == "section" else "by size"
    return (("passages cut", f"{how}, {cut.get('size')} characters with {cut.get('overlap')} in common"),)


def progress_of(run: Any, progress: Progress, *, said: int = -1, polled: bool = False) -> RunProgress:
    """How far the run is. `said` is the quarter that was announced last, in percent; -1 for none."""
    state = RunState(progress.state)
    opened = state not in ENDED
    percent = _percent(progress)
    quarter = percent // STEP * STEP if opened else 100
    url = reverse("run", args=[run.public_id])
    return RunProgress(
        url=url,
        poll_url=f"{url}?{urlencode({'said': quarter})}" if opened else "",
        state=said_of_run(state),
        reason=run.reason,
        is_open=opened,
        total=progress.total,
        done=progress.done,
        percent=percent,
        parts=_parts(progress),
        tallies=tallies_of(progress.outcomes, list(RelocationOutcome), url, ""),
        quarantined=progress.quarantined,
        rate=_rate_words(progress.rate) if opened else "",
        remaining=_remaining_words(progress.remaining_seconds) if opened else "",
        delay=delay_of(run.pulse) if opened else "",
        announcement=_announced(state, progress, quarter) if polled and quarter != said else "",
        started_at=run.started_at,
        ended_at=run.ended_at,
        polled=polled,
    )


def tallies_of(
    outcomes: Mapping[RelocationOutcome, int], chosen: Sequence[RelocationOutcome], url: str, here: str
) -> tuple[Tally, ...]:
    """The outcomes of these that occurred, each with the address that lists them."""
    return tuple(
        Tally(said_of_outcome(outcome), outcomes[outcome], f"{url}?outcome={outcome.value}", here == outcome)
        for outcome in chosen
        if outcomes.get(outcome)
    )


def _percent(progress: Progress) -> int:
    if progress.total is None:
        return 0
    return 100 if progress.total == 0 else min(100, progress.done * 100 // progress.total)


def _parts(progress: Progress) -> tuple[Part, ...]:
    """The bar from left to right, outcomes of one look joined; what is not done is left empty."""
    whole = max(progress.total or 0, sum(progress.outcomes.values()), 1)
    looks: dict[str, int] = {}
    for outcome in RelocationOutcome:
        look = STATE_OF_RELOCATION[outcome]
        looks[look] = looks.get(look, 0) + progress.outcomes.get(outcome, 0)
    parts, done = [], 0
    for look, number in looks.items():
        start, end = done * BAR // whole, (done + number) * BAR // whole
        if number:
            parts.append(Part(look, start, max(1, end - start)))
        done += number
    return tuple(parts)


def _rate_words(rate: float | None) -> str:
    if not rate:
        return ""
    return f"{rate:,.0f} citations a second" if rate >= 1 else f"{rate * 60:,.1f} citations a minute"


def _remaining_words(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s left"
    minutes = round(seconds / 60)
    return f"about {minutes} min left" if minutes < 90 else f"about {round(minutes / 60)} h left"


def _announced(state: RunState, progress: Progress, quarter: int) -> str:
    if state in ENDED:
        return f"The run has ended: {state.label}."
    return f"{quarter} percent of {progress.total:,} citations done." if progress.total else state.label
