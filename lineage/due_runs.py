"""What starts a run without anybody asking: what happened to a version, a new version, a new policy, the calendar.

Any number may look at once, since the same cause starts one run. Of events and versions the newest few thousand are
looked at, so that a look costs the same however old the house is.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import CharField, Count, Exists, Max, OuterRef, Q, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone

from lineage.evidence.vocabulary import ExtractionState, Origin, PolicyKind, RunTrigger, SourceEventKind, SourceKind
from lineage.models import rows
from lineage.policies import newest_normalization
from lineage.run_starting import start
from lineage.source_standing import choose_current
from lineage.targets import KINDS_READ, find_targets
from lineage.text.normalization import PRINTED

NEWEST = 5_000
MOST_STARTED = 50
"""Runs that one look starts; the rest is due at the next."""
SCHEDULE = "schedule"
EVENTS = tuple(
    event.value
    for event in (
        SourceEventKind.WITHDRAWN,
        SourceEventKind.TOMBSTONED,
        SourceEventKind.PURGED,
        SourceEventKind.RESTORED,
    )
)


class Due(NamedTuple):
    source: rows.Source
    version: rows.SourceVersion
    trigger: RunTrigger
    cause: str


def start_due() -> list[int]:
    """Starts what is due, at most 50 runs; their ids."""
    started: list[int] = []
    for due in list_due():
        if len(started) >= MOST_STARTED:
            break
        run = start(None, due.source, due.version, trigger=due.trigger, cause=due.cause, actor=SCHEDULE)
        started.append(run.pk)
    return started


def list_due() -> Iterator[Due]:
    yield from due_by_event()
    yield from due_by_version()
    yield from due_by_policy()
    yield from due_by_calendar()


def without_run(found: Any, prefix: str, source: str) -> Any:
    """Of rows, those whose id, after the prefix, is the cause of no run of their source."""
    cause = Concat(Value(prefix), Cast(OuterRef("pk"), CharField()), output_field=CharField())
    return found.exclude(Exists(rows.Run.objects.filter(source_id=OuterRef(source), cause=cause)))


def newest(model: Any) -> Any:
    """The newest rows of a model, by id."""
    last = model.objects.aggregate(last=Max("id"))["last"] or 0
    return model.objects.filter(pk__gt=last - NEWEST)


def due_by_event() -> Iterator[Due]:
    """Citations of a version that was taken away or came back."""
    happened = newest(rows.SourceEvent).filter(event__in=EVENTS, at__lte=timezone.now())
    cited = rows.Resolution.objects.filter(artifact__version_id=OuterRef("version_id"))
    waiting = without_run(happened.filter(Exists(cited)), "event:", "version__source_id")
    for event in waiting.select_related("version__source").order_by("id"):
        version, source = event.version, event.version.source
        if event.event == SourceEventKind.RESTORED:
            # What was restored may have been replaced since: citations are looked for in what holds today.
            version = find_searchable(source.pk) or version
        yield Due(source, version, RunTrigger.TOMBSTONE, f"event:{event.pk}")


def due_by_version() -> Iterator[Due]:
    """A version that holds today and that no run has looked at, of a source of which other versions are cited."""
    for source_id in unseen_versions().order_by("source_id").values_list("source_id", flat=True).distinct():
        current = find_searchable(source_id)
        if current is None or rows.Run.objects.filter(version=current).exists():
            continue
        if is_cited_elsewhere(current):
            yield Due(current.source, current, RunTrigger.NEW_VERSION, f"version:{current.pk}")


def unseen_versions() -> Any:
    """Nearly those that are due, by one statement: what it leaves over is looked at again and again."""
    others = rows.SourceVersion.objects.filter(source_id=OuterRef("source_id")).exclude(pk=OuterRef("pk"))
    successors = others.filter(supersedes=OuterRef("version"), draft=False)
    cited = rows.Resolution.objects.filter(artifact__version__source_id=OuterRef("source_id")).exclude(
        artifact__version_id=OuterRef("pk")
    )
    texts = rows.Artifact.objects.filter(
        version_id=OuterRef("pk"), origin=Origin.ORIGINAL.value, content__isnull=False
    )
    has_text = Exists(texts) | Q(raw__isnull=False, source__kind__in=KINDS_READ)
    # Any run over it counts, whatever asked for it.
    unseen = newest(rows.SourceVersion).filter(has_text, draft=False)
    return unseen.exclude(Exists(rows.Run.objects.filter(version_id=OuterRef("pk")))).filter(
        ~Exists(successors), Exists(cited)
    )


def is_cited_elsewhere(version: rows.SourceVersion) -> bool:
    """Whether an answer cites another version of the same source."""
    of_source = rows.Resolution.objects.filter(artifact__version__source_id=version.source_id)
    return bool(of_source.exclude(artifact__version_id=version.pk).exists())


def due_by_policy() -> Iterator[Due]:
    """Cited sources not looked at under the newest normalization policy for their kind, where there was another."""
    revised = rows.Policy.objects.filter(kind=PolicyKind.NORMALIZATION.value).values("tenant_id", "name")
    for one in revised.annotate(number=Count("pk")).filter(number__gt=1).order_by("tenant_id", "name"):
        printed = Q(kind=SourceKind.PDF.value)
        kind, of_kind = (SourceKind.PDF, printed) if one["name"] == PRINTED.name else (SourceKind.OTHER, ~printed)
        policy = newest_normalization(one["tenant_id"], kind)
        under_it = rows.Run.objects.filter(source_id=OuterRef("pk"), normalization=policy)
        for source in cited_sources().filter(of_kind, tenant_id=policy.tenant_id).exclude(Exists(under_it)):
            current = find_searchable(source.pk)
            if current is not None:
                yield Due(current.source, current, RunTrigger.NORMALIZATION_POLICY, f"policy:{policy.pk}")


def due_by_calendar() -> Iterator[Due]:
    """Every so many hours, every cited source; off where the setting is 0."""
    hours = int(getattr(settings, "REPROCESS_EVERY_HOURS", 0))
    if not hours:
        return
    begun = period_start(timezone.now(), hours)
    cause = f"schedule:{begun:%Y-%m-%dT%HZ}"
    since = rows.Run.objects.filter(source_id=OuterRef("pk"), requested_at__gte=begun)
    for source in cited_sources().exclude(Exists(since)):
        current = find_searchable(source.pk)
        if current is not None:
            yield Due(current.source, current, RunTrigger.SCHEDULE, cause)


def cited_sources() -> Any:
    cited = rows.Resolution.objects.filter(artifact__source_id=OuterRef("pk"))
    return rows.Source.objects.filter(Exists(cited)).order_by("pk")


def period_start(moment: datetime, hours: int) -> datetime:
    """The start of the period of so many hours, counted from the epoch, in which a moment lies."""
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    return epoch + (moment - epoch) // timedelta(hours=hours) * timedelta(hours=hours)


def find_searchable(source_id: int) -> rows.SourceVersion | None:
    """The version of a source that holds today, if it has text to look in, or bytes that may be read.

    Bytes that were read in vain are not read again by themselves, however often something is due.
    """
    versions = rows.SourceVersion.objects.filter(source_id=source_id).select_related("source").order_by("id")
    current = choose_current(list(versions))
    if current is None:
        return None
    if find_targets(current.pk):
        return current
    has_bytes = current.raw_id is not None and current.source.kind in KINDS_READ
    return current if has_bytes and not was_read_in_vain(current) else None


def was_read_in_vain(version: rows.SourceVersion) -> bool:
    states = set(rows.Extraction.objects.filter(version=version).values_list("state", flat=True))
    return bool(states) and ExtractionState.READ.value not in states
