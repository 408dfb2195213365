"""What our own code found: policies, inspections, and one row for each citation and each failing rule."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import (
    Contract,
    Decision,
    Freshness,
    Level,
    Outcome,
    Owner,
    PolicyKind,
    ResolutionStatus,
    Route,
    Step,
)
from lineage.models import columns
from lineage.models.answers import Answer, Citation, Claim
from lineage.models.artifacts import Artifact
from lineage.models.content import Content
from lineage.models.record import Record


class Policy(Record):
    """One revision of a policy; `body` is its canonical JSON and `digest` that JSON's."""

    tenant = columns.tenant()
    public_id = columns.public_id()
    kind = columns.term(PolicyKind)
    name = columns.key()
    revision = models.IntegerField()
    body = columns.reference(Content)
    digest = columns.digest()
    author = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("policy_public_id_unique", "public_id"),
            columns.unique("policy_revision_unique", "tenant", "kind", "name", "revision"),
            *columns.known("policy", kind=PolicyKind),
            *columns.whole_digests("policy", "digest"),
            *columns.clean("policy", "name", "author"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.revision}"


class Inspection(Record):
    """One answer inspected under one policy as of one moment; the newest row is the answer's.

    `report` is the canonical JSON of the whole `outcomes.Inspection`; the rows beside it are for SQL.
    """

    tenant = columns.tenant()
    answer = columns.reference(Answer, related_name="inspections")
    policy = columns.reference(Policy)
    as_of = models.DateTimeField()
    dossier_digest = columns.digest()
    engine = columns.words()
    decision = columns.term(Decision)
    report = columns.reference(Content)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            *columns.known("inspection", decision=Decision),
            *columns.whole_digests("inspection", "dossier_digest"),
            *columns.clean("inspection", "engine"),
        ]
        indexes = [models.Index(fields=["answer", "-id"], name="inspection_newest")]


class Resolution(Record):
    """What became of one citation, against the artifact that the answer was given: the range in `artifact`, if any.

    Steps, primary spans and candidates stand in the inspection's report.
    """

    tenant = columns.tenant()
    inspection = columns.reference(Inspection, related_name="resolutions")
    citation = columns.reference(Citation, related_name="resolutions")
    status = columns.term(ResolutionStatus)
    detail = columns.words()
    failing_step = columns.term(Step, null=True)
    freshness = columns.term(Freshness, default=Freshness.UNKNOWN.value)
    artifact = columns.reference(Artifact, null=True)
    start = models.BigIntegerField(null=True)
    end = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            columns.unique("resolution_citation_unique", "inspection", "citation"),
            *columns.known("resolution", status=ResolutionStatus, failing_step=Step, freshness=Freshness),
            columns.ordered("resolution"),
            *columns.clean("resolution", "detail"),
        ]
        indexes = [models.Index(fields=["artifact"], condition=Q(artifact__isnull=False), name="resolution_artifact")]


class Finding(Record):
    """A rule that failed, was unclear or broke. Its sentence and evidence are at `ordinal` of the report's findings."""

    tenant = columns.tenant()
    inspection = columns.reference(Inspection, related_name="findings")
    ordinal = models.IntegerField()
    claim = columns.reference(Claim, null=True)
    citation = columns.reference(Citation, null=True)
    rule = models.CharField(max_length=100)
    contract = columns.term(Contract)
    outcome = columns.term(Outcome)
    level = columns.term(Level)
    owner = columns.term(Owner)
    route = columns.term(Route)

    class Meta:
        constraints = [
            columns.unique("finding_ordinal_unique", "inspection", "ordinal"),
            *columns.known("finding", contract=Contract, outcome=Outcome, level=Level, owner=Owner, route=Route),
            *columns.clean("finding", "rule"),
        ]
        indexes = [models.Index(fields=["tenant", "rule", "-id"], name="finding_rule")]
