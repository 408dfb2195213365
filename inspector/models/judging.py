"""Judges under test: what they are set to, what they said of a frozen set, and what that certifies (M-72).

Nothing that serves a labeller imports this file: what a judge said cannot be reached where labels are made.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from inspector.models.calibration import LONGEST_LABEL, CalibrationItem, SetRevision
from lineage.evidence.vocabulary import JudgeStatus
from lineage.models import columns
from lineage.models.content import Content
from lineage.models.record import Record


class Evaluator(Record):
    """A judge by the name that its results carry."""

    tenant = columns.tenant()
    public_id = columns.public_id()
    key = columns.key()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("evaluator_key_unique", "tenant", "key"),
            columns.unique("evaluator_public_id_unique", "public_id"),
            *columns.clean("evaluator", "key"),
        ]

    def __str__(self) -> str:
        return self.key


class EvaluatorConfiguration(Record):
    """What a judge is set to; the newest is in force. `digest` is that of model, prompt, rubric, parser, parameters.

    Words that were not recorded are NULL, which is another configuration than any that were. `trace_digest` is the
    digest of configuration that the judge's results bear in imported answers, where somebody said which.
    """

    tenant = columns.tenant()
    public_id = columns.public_id()
    evaluator = columns.reference(Evaluator, related_name="configurations")
    number = models.PositiveIntegerField()
    model = columns.words()
    prompt = columns.reference(Content, null=True)
    rubric = columns.reference(Content, null=True)
    parser_version = columns.words()
    parameters = models.JSONField(default=dict)
    digest = columns.digest()
    trace_digest = columns.digest(null=True)
    recorded_by = models.CharField(max_length=100)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("evaluatorconfiguration_number_unique", "evaluator", "number"),
            columns.unique("evaluatorconfiguration_public_id_unique", "public_id"),
            *columns.whole_digests("evaluatorconfiguration", "digest", "trace_digest"),
            *columns.clean("evaluatorconfiguration", "model", "parser_version", "recorded_by"),
        ]

    def __str__(self) -> str:
        return f"{self.evaluator} {self.number}"


class JudgeBatch(Record):
    """Results of one configuration on one field of a revision, as they came in one file or from traces.

    `mapping` is how the judge's words became labels of the set, and what counts as positive; `counts` how many results
    are of which kind. `file_digest` is that of what came in: the same again is the same batch.
    """

    tenant = columns.tenant()
    public_id = columns.public_id()
    configuration = columns.reference(EvaluatorConfiguration, related_name="batches")
    revision = columns.reference(SetRevision, related_name="batches")
    field = models.CharField(max_length=100)
    mapping = models.JSONField(default=dict)
    counts = models.JSONField(default=dict)
    file_name = columns.words()
    file_digest = columns.digest()
    imported_by = models.CharField(max_length=100)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("judgebatch_public_id_unique", "public_id"),
            columns.unique("judgebatch_file_unique", "configuration", "revision", "field", "file_digest"),
            *columns.whole_digests("judgebatch", "file_digest"),
            *columns.clean("judgebatch", "field", "file_name", "imported_by"),
        ]
        indexes = [models.Index(fields=["revision"], name="judgebatch_revision")]


class JudgeLabel(Record):
    """One answer of a judge on one item: what it said as it came, and what that was read as.

    `label` is a value of the field, or NULL: a word that is none is an error with that word in `message`, never a
    number. `attempt` counts repeated runs from 1.
    """

    tenant = columns.tenant()
    batch = columns.reference(JudgeBatch, related_name="labels")
    item = columns.reference(CalibrationItem)
    attempt = models.PositiveIntegerField(default=1)
    status = columns.term(JudgeStatus)
    label = models.CharField(max_length=LONGEST_LABEL, null=True)
    score = models.FloatField(null=True)
    raw = columns.reference(Content, null=True)
    message = columns.words()

    class Meta:
        constraints = [
            columns.unique("judgelabel_attempt_unique", "batch", "item", "attempt"),
            models.CheckConstraint(
                condition=~Q(status=JudgeStatus.COMPLETED.value) | Q(label__isnull=False) | Q(score__isnull=False),
                name="judgelabel_completed_says_something",
            ),
            models.CheckConstraint(
                condition=Q(status=JudgeStatus.COMPLETED.value) | Q(label__isnull=True, score__isnull=True),
                name="judgelabel_failed_says_nothing",
            ),
            *columns.known("judgelabel", status=JudgeStatus),
            *columns.clean("judgelabel", "label", "message"),
        ]


class Certificate(Record):
    """What a judge was found to be on a frozen set, and under which conditions. Whether it still holds is derived.

    `required` are the lower bounds that were asked for before, `is_met` whether both were reached. `conditions` name
    what it was tested with: digests of configuration, prompt and rubric, model, set and revision. `figures` is the
    canonical JSON of all figures, `digest` that of required, conditions and figures together. A score above `threshold`
    is read as positive; NULL where labels were compared. `positive` are the labels that count as such.
    """

    tenant = columns.tenant()
    public_id = columns.public_id()
    batch = columns.reference(JudgeBatch, related_name="certificates")
    positive = models.JSONField(default=list)
    threshold = models.FloatField(null=True)
    required = models.JSONField(default=dict)
    conditions = models.JSONField(default=dict)
    figures = columns.reference(Content)
    digest = columns.digest()
    is_met = models.BooleanField()
    issued_by = models.CharField(max_length=100)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("certificate_public_id_unique", "public_id"),
            *columns.whole_digests("certificate", "digest"),
            *columns.clean("certificate", "issued_by"),
        ]
        indexes = [
            models.Index(fields=["batch", "-id"], name="certificate_newest"),
            models.Index(fields=["tenant", "-id"], name="certificate_tenant"),
        ]
