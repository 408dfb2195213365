"""What settles a disagreement, and what opens a settled matter again: appended, naming what it settles."""

from django.db import models
from django.utils import timezone

from inspector.models.queues import Item
from inspector.models.review import Verdict
from lineage.evidence.vocabulary import (
    Answerability,
    ClosingKind,
    CoverageVerdict,
    DerivationVerdict,
    ErrorKind,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    SupportClass,
)
from lineage.models import columns
from lineage.models.answers import Answer, Citation, Claim
from lineage.models.content import Content
from lineage.models.record import Record
from lineage.models.records import Policy


class Adjudication(Record):
    """A third person's word on a claim on which people differed (DESIGN 8, S0-70).

    `disagreement` is the canonical JSON of what it settles as it was: verdicts, fields, values. `chain` is that of
    everything seen, and `chain_digest` its digest: later reprocessing changes neither. `adopted` is the verdict taken
    over, None for "neither". `sentence` counts from 1 in the guideline. It settles the item's verdicts up to
    `last_verdict`: a later one opens the matter again.
    """

    tenant = columns.tenant()
    public_id = columns.public_id()
    item = columns.reference(Item, related_name="adjudications")
    claim = columns.reference(Claim, related_name="adjudications")
    adjudicator = models.CharField(max_length=32)
    policy = columns.reference(Policy)
    guideline = columns.reference(Policy)
    evidence_digest = columns.digest()
    last_verdict = columns.reference(Verdict)
    adopted = columns.reference(Verdict, null=True)
    coverage = columns.term(CoverageVerdict, null=True)
    answerability = columns.term(Answerability, null=True)
    support_class = columns.term(SupportClass, null=True)
    origin = columns.term(OriginVerdict, null=True)
    quotation = columns.term(QuotationVerdict, null=True)
    derivation = columns.term(DerivationVerdict, null=True)
    error_kind = columns.term(ErrorKind)
    guideline_flag = models.BooleanField(default=False)
    sentence = models.PositiveSmallIntegerField(null=True)
    reason = columns.reference(Content)
    disagreement = columns.reference(Content)
    chain = columns.reference(Content)
    chain_digest = columns.digest()
    idempotency_key = models.CharField(max_length=100)
    body_digest = columns.digest()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("adjudication_public_id_unique", "public_id"),
            columns.unique("adjudication_idempotency_unique", "adjudicator", "idempotency_key"),
            *columns.known("adjudication", coverage=CoverageVerdict, answerability=Answerability),
            *columns.known("adjudication", support_class=SupportClass, origin=OriginVerdict),
            *columns.known("adjudication", quotation=QuotationVerdict, derivation=DerivationVerdict),
            *columns.known("adjudication", error_kind=ErrorKind),
            *columns.whole_digests("adjudication", "evidence_digest", "chain_digest", "body_digest"),
            *columns.clean("adjudication", "adjudicator", "idempotency_key"),
        ]
        indexes = [
            models.Index(fields=["item", "-id"], name="adjudication_newest"),
            models.Index(fields=["tenant", "-id"], name="adjudication_tenant"),
        ]


class AdjudicatedPair(Record):
    """What one citation does for the claim, as the adjudicator settled it."""

    tenant = columns.tenant()
    adjudication = columns.reference(Adjudication, related_name="pairs")
    citation = columns.reference(Citation)
    support = columns.term(PairSupport)

    class Meta:
        constraints = [
            columns.unique("adjudicatedpair_citation_unique", "adjudication", "citation"),
            *columns.known("adjudicatedpair", support=PairSupport),
        ]


class Reopening(Record):
    """Somebody asks for a new judgement of an item that was settled. Verdicts up to `after` count no more."""

    tenant = columns.tenant()
    item = columns.reference(Item, related_name="reopenings")
    actor = models.CharField(max_length=32)
    after = columns.reference(Verdict)
    reason = columns.reference(Content)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [*columns.clean("reopening", "actor")]
        indexes = [models.Index(fields=["item", "-id"], name="reopening_newest")]


class Closing(Record):
    """The review of an answer as a whole, closed or opened again; `counts` is how its claims stood (M-64)."""

    tenant = columns.tenant()
    answer = columns.reference(Answer, related_name="closings")
    kind = columns.term(ClosingKind)
    actor = models.CharField(max_length=32)
    counts = models.JSONField(default=dict)
    reason = columns.reference(Content, null=True)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [*columns.known("closing", kind=ClosingKind), *columns.clean("closing", "actor")]
        indexes = [models.Index(fields=["answer", "-id"], name="closing_newest")]
