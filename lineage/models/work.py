"""Reprocessing: a run over a source, its items of work, and what became of each citation (DESIGN 9).

`Run`, `WorkItem` and `WorkerPulse` move; what a run found (`Relocation`) and what people said of it
(`RelocationDecision`) are records.
"""

from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from lineage.evidence.vocabulary import (
    AnchorMethod,
    RelocationOutcome,
    RelocationRuling,
    RunState,
    RunTrigger,
    WorkKind,
    WorkState,
)
from lineage.models import columns
from lineage.models.answers import Citation
from lineage.models.artifacts import Artifact
from lineage.models.content import Content
from lineage.models.record import Record, TenantQuerySet, Viewer
from lineage.models.records import Policy
from lineage.models.sources import Source, SourceVersion, visible_through_version


class RunQuerySet(TenantQuerySet):
    def visible_to(self, viewer: Viewer) -> Self:
        """Runs for a version that the viewer may read."""
        rows: Any = visible_through_version(super().visible_to(viewer), viewer)
        return rows  # type: ignore[no-any-return]


class Run(models.Model):
    """Every citation of a source is looked for in the texts of `version`, or was taken away with it.

    `cause` names what asked for it (`version:17`, `event:4`, `request:<random>`): the same cause starts one run.
    `total` is the number of citations, NULL until they are listed. `requested_by` is an actor, empty for the schedule.
    """

    objects = RunQuerySet.as_manager()

    tenant = columns.tenant()
    public_id = columns.public_id()
    source = columns.reference(Source, related_name="runs")
    version = columns.reference(SourceVersion, related_name="runs")
    trigger = columns.term(RunTrigger)
    cause = models.CharField(max_length=100)
    normalization = columns.reference(Policy)
    pipeline = models.JSONField(default=dict)
    state = columns.term(RunState, default=RunState.REQUESTED.value)
    reason = columns.words()
    total = models.IntegerField(null=True)
    requested_by = models.CharField(max_length=100, blank=True, default="")
    requested_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("run_public_id_unique", "public_id"),
            columns.unique("run_cause_unique", "source", "cause"),
            *columns.known("run", trigger=RunTrigger, state=RunState),
            *columns.clean("run", "cause", "reason", "requested_by"),
        ]
        indexes = [
            models.Index(fields=["tenant", "-id"], name="run_newest"),
            models.Index(fields=["version"], name="run_version"),
            models.Index(fields=["state"], condition=Q(state__in=["requested", "running"]), name="run_open"),
        ]

    def __str__(self) -> str:
        return self.public_id


class WorkItem(models.Model):
    """Something that one worker does at once: its effects are written in one transaction that holds `lease_token`.

    `subject` are ids of resolutions, `size` how many; `counts` are the outcomes, once done. `attempt` counts the
    attempts that were begun. `worker` is who holds or held the lease, as `host:process id`; `fault` a word for why it
    failed last (`integrity`, `killed`, `error`), `message` what was said.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    run = columns.reference(Run, related_name="items")
    key = models.CharField(max_length=100)
    kind = columns.term(WorkKind)
    state = columns.term(WorkState, default=WorkState.OPEN.value)
    subject = models.JSONField(default=list)
    size = models.IntegerField(default=0)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_token = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    worker = models.CharField(max_length=100, blank=True, default="")
    counts = models.JSONField(default=dict)
    fault = models.CharField(max_length=50, blank=True, default="")
    message = columns.words()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("workitem_key_unique", "run", "key"),
            *columns.known("workitem", kind=WorkKind, state=WorkState),
            *columns.clean("workitem", "key", "lease_token", "worker", "fault", "message"),
        ]
        indexes = [
            models.Index(fields=["run", "state"], name="workitem_state"),
            models.Index(fields=["run", "id"], condition=Q(state__in=["open", "leased"]), name="workitem_open"),
        ]


class WorkerPulse(models.Model):
    """When the sweeper of a worker last ran: what `/readyz` and the runs page say of workers."""

    name = models.CharField(max_length=100, primary_key=True)
    seen_at = models.DateTimeField()


class Relocation(Record):
    """Where a citation's words stand in the texts of a later version, as one run found it (DESIGN 6).

    `start`, `end` are the cited words in `was` (a text of the source), `now_start`, `now_end` the place in `now`;
    several spans, candidates and what else is to be said are in `details` (canonical JSON). `changes` are values of
    WordingChange, separated by blanks. `drifted`: at the old offsets other words stand now (`offset_drift`, S3-55).
    `changed` is NULL where words and neighbouring sentences are the same, so that a verdict stays fresh; else a digest
    of what they are now.
    """

    tenant = columns.tenant()
    run = columns.reference(Run, related_name="relocations")
    citation = columns.reference(Citation, related_name="relocations")
    outcome = columns.term(RelocationOutcome)
    method = columns.term(AnchorMethod, null=True)
    was = columns.reference(Artifact, null=True)
    start = models.BigIntegerField(null=True)
    end = models.BigIntegerField(null=True)
    now = columns.reference(Artifact, null=True)
    now_start = models.BigIntegerField(null=True)
    now_end = models.BigIntegerField(null=True)
    changes = columns.words()
    drifted = models.BooleanField(default=False)
    changed = columns.digest(null=True)
    details = columns.reference(Content, null=True)

    class Meta:
        constraints = [
            columns.unique("relocation_citation_unique", "run", "citation"),
            *columns.known("relocation", outcome=RelocationOutcome, method=AnchorMethod),
            *columns.whole_digests("relocation", "changed"),
            columns.ordered("relocation"),
            models.CheckConstraint(
                condition=Q(now_start__isnull=True, now_end__isnull=True)
                | Q(now_start__isnull=False, now_end__isnull=False, now_start__gte=0, now_end__gte=F("now_start")),
                name="relocation_place_ordered",
            ),
            *columns.clean("relocation", "changes"),
        ]
        indexes = [
            models.Index(fields=["run", "outcome", "id"], name="relocation_outcome"),
            models.Index(fields=["citation", "-id"], name="relocation_newest"),
        ]


class RelocationDecision(Record):
    """What a person said of a place that was found; the newest counts. `candidate` is its number, where several fit."""

    tenant = columns.tenant()
    relocation = columns.reference(Relocation, related_name="decisions")
    ruling = columns.term(RelocationRuling)
    candidate = models.IntegerField(null=True)
    actor = models.CharField(max_length=100)
    reason = columns.reference(Content, null=True)
    idempotency_key = models.CharField(max_length=100)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("relocationdecision_key_unique", "actor", "idempotency_key"),
            *columns.known("relocationdecision", ruling=RelocationRuling),
            *columns.clean("relocationdecision", "actor", "idempotency_key"),
        ]
        indexes = [models.Index(fields=["relocation", "-id"], name="relocationdecision_newest")]
