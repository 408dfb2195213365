"""Answers and what they point at. Only what SQL filters, joins or points at is a column.

Everything else that was captured is `Answer.record`: the canonical JSON of the wire answer without what rows and
contents hold, from which the dossier is rebuilt.
"""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import (
    AnswerOutcome,
    Attachment,
    ClaimKind,
    Environment,
    GenerationMode,
    JudgeScope,
    JudgeStatus,
    JudgeVerdict,
    RiskTier,
)
from lineage.models import columns
from lineage.models.artifacts import Artifact
from lineage.models.content import Content
from lineage.models.record import Record


class Case(Record):
    """What was asked, for whom. `persona` is empty where nobody was named."""

    tenant = columns.tenant()
    public_id = columns.public_id()
    key = columns.key()
    question = columns.reference(Content, null=True)
    persona = columns.words()
    risk_domain = columns.words()
    risk_tier = columns.term(RiskTier, null=True)
    environment = columns.term(Environment, default=Environment.PRODUCTION.value)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("case_public_id_unique", "public_id"),
            columns.unique("case_key_unique", "tenant", "key"),
            *columns.known("case", risk_tier=RiskTier, environment=Environment),
            *columns.clean("case", "key", "persona", "risk_domain"),
        ]

    def __str__(self) -> str:
        return self.key


class Answer(Record):
    """One response to a case. `digest` is that of the wire answer: same version, other digest is refused by name.

    `configuration_digest` is that of the captured configuration.
    """

    tenant = columns.tenant()
    case = columns.reference(Case, related_name="answers")
    public_id = columns.public_id()
    response_version = columns.key()
    digest = columns.digest()
    producer = columns.words()
    format = columns.words()
    answered_at = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField(default=timezone.now)
    configuration_digest = columns.digest(null=True)
    text = columns.reference(Content, null=True)
    rendered = columns.reference(Content, null=True)
    payload = columns.reference(Content, null=True)
    record = columns.reference(Content)
    attachment = columns.term(Attachment, default=Attachment.UNKNOWN.value)
    generation = columns.term(GenerationMode, default=GenerationMode.UNKNOWN.value)
    outcome = columns.term(AnswerOutcome, default=AnswerOutcome.ANSWERED.value)
    exposure_condition = columns.words()

    class Meta:
        constraints = [
            columns.unique("answer_public_id_unique", "public_id"),
            columns.unique("answer_version_unique", "case", "response_version"),
            *columns.known("answer", attachment=Attachment, generation=GenerationMode, outcome=AnswerOutcome),
            *columns.whole_digests("answer", "digest", "configuration_digest"),
            *columns.clean("answer", "response_version", "producer", "format", "exposure_condition"),
        ]

    def __str__(self) -> str:
        return self.response_version


class ManifestEntry(Record):
    """A passage as it was supplied; a range is that of the artifact's text. Labels may repeat: that is a finding."""

    tenant = columns.tenant()
    answer = columns.reference(Answer, related_name="manifest")
    ordinal = models.IntegerField()
    label = columns.key()
    artifact = columns.reference(Artifact)
    start = models.BigIntegerField(null=True)
    end = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            columns.unique("manifestentry_ordinal_unique", "answer", "ordinal"),
            columns.ordered("manifestentry"),
            *columns.clean("manifestentry", "label"),
        ]


class Claim(Record):
    """A statement of the answer. `start` and `end` are its place in the answer's text, in code points.

    Its words are `text` where that is set, else the slice of the answer at its place.
    """

    tenant = columns.tenant()
    answer = columns.reference(Answer, related_name="claims")
    public_id = columns.public_id()
    ordinal = models.IntegerField()
    key = columns.key()
    text = columns.reference(Content, null=True)
    start = models.BigIntegerField(null=True)
    end = models.BigIntegerField(null=True)
    kind = columns.term(ClaimKind, default=ClaimKind.UNCLASSIFIED.value)
    requires_citation = models.BooleanField(default=True)

    class Meta:
        constraints = [
            columns.unique("claim_public_id_unique", "public_id"),
            columns.unique("claim_ordinal_unique", "answer", "ordinal"),
            *columns.known("claim", kind=ClaimKind),
            columns.ordered("claim"),
            *columns.clean("claim", "key"),
        ]

    def __str__(self) -> str:
        return self.key


class Citation(Record):
    """A pointer from the answer to evidence. What it says, as it came, is in the answer's record at `ordinal`.

    `entry` and `artifact` are what its cited id names among what the answer was given; NULL where nothing is named.
    """

    tenant = columns.tenant()
    answer = columns.reference(Answer, related_name="citations")
    claim = columns.reference(Claim, null=True, related_name="citations")
    ordinal = models.IntegerField()
    key = columns.key()
    entry = columns.reference(ManifestEntry, null=True)
    artifact = columns.reference(Artifact, null=True)

    class Meta:
        constraints = [
            columns.unique("citation_ordinal_unique", "answer", "ordinal"),
            *columns.clean("citation", "key"),
        ]
        indexes = [models.Index(fields=["claim"], condition=Q(claim__isnull=False), name="citation_claim")]

    def __str__(self) -> str:
        return self.key


class JudgeResult(Record):
    """What an evaluator said of a claim.

    `digest` and `record` (the wire result's, canonical JSON) are set where it came apart from its answer: the same
    one is recorded once. Those that came with the answer are in its record, in the order of their ids.
    """

    tenant = columns.tenant()
    claim = columns.reference(Claim, related_name="judge_results")
    citation = columns.reference(Citation, null=True)
    digest = columns.digest(null=True)
    evaluator = columns.words()
    version = columns.words()
    configuration_digest = columns.digest(null=True)
    attempt = models.BigIntegerField(default=1)
    scope = columns.term(JudgeScope, default=JudgeScope.UNDECLARED.value)
    status = columns.term(JudgeStatus)
    score = models.FloatField(null=True)
    verdict = columns.term(JudgeVerdict, null=True)
    input_digest = columns.digest(null=True)
    input_length = models.BigIntegerField(null=True)
    judged_at = models.DateTimeField(null=True)
    record = columns.reference(Content, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["claim", "digest"], condition=Q(digest__isnull=False), name="judgeresult_digest_unique"
            ),
            *columns.known("judgeresult", scope=JudgeScope, status=JudgeStatus, verdict=JudgeVerdict),
            *columns.whole_digests("judgeresult", "digest", "configuration_digest", "input_digest"),
            *columns.clean("judgeresult", "evaluator", "version"),
        ]
        indexes = [models.Index(fields=["claim"], name="judgeresult_claim")]
