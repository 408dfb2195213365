"""Queues of claims to judge, and the judgements: one Verdict for a claim, one PairVerdict for each of its citations."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import (
    Answerability,
    CoverageVerdict,
    DerivationVerdict,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    SupportClass,
    Term,
)
from lineage.models import columns
from lineage.models.answers import Citation, Claim
from lineage.models.content import Content
from lineage.models.record import Record, TenantQuerySet
from lineage.models.records import Policy


class ItemProgress(Term):
    """Where a claim stands in a queue."""

    WAITING = "waiting", "waiting", "Fewer verdicts on today's evidence than the queue asks for."
    DISPUTED = "disputed", "disputed", "The verdicts differ in a decisive field."
    DECIDED = "decided", "decided", "All verdicts that the queue asks for agree, or an adjudicator decided."
    NO_TEXT = "no_text", "no text", "The text cannot be shown, so the claim cannot be judged."


class Queue(models.Model):
    """Claims to judge. `policy` (kind adjudication) names the decisive fields."""

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    key = columns.key()
    name = columns.words()
    kind = models.CharField(max_length=50, default="review")
    judgements = models.PositiveSmallIntegerField(default=1)
    blind = models.BooleanField(default=False)
    policy = columns.reference(Policy, null=True)

    class Meta:
        constraints = [
            columns.unique("queue_key_unique", "tenant", "key"),
            models.CheckConstraint(condition=Q(judgements__gte=1), name="queue_judgements_positive"),
            *columns.clean("queue", "key", "name", "kind"),
        ]

    def __str__(self) -> str:
        return self.name or self.key


class Item(models.Model):
    """A claim in a queue."""

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    queue = columns.reference(Queue, related_name="items")
    claim = columns.reference(Claim, related_name="items")

    class Meta:
        constraints = [columns.unique("item_claim_unique", "queue", "claim")]
        indexes = [models.Index(fields=["claim"], name="item_claim")]


class Verdict(Record):
    """One reviewer's judgement of one claim on the evidence of that day (DESIGN 6).

    It goes stale when `evidence_digest` is no longer today's: when words changed, not when they moved. A field that
    the reviewer left open is NULL. The machine's facts (origin, quotation, derivation) are set only where contested.
    `body_digest` is that of the submitted form: same key and body, same answer; same key, other body, refused.
    """

    tenant = columns.tenant()
    claim = columns.reference(Claim, related_name="verdicts")
    item = columns.reference(Item, null=True, related_name="verdicts")
    reviewer = models.CharField(max_length=32)
    guideline = columns.reference(Policy)
    evidence_digest = columns.digest()
    coverage = columns.term(CoverageVerdict, null=True)
    answerability = columns.term(Answerability, null=True)
    support_class = columns.term(SupportClass, null=True)
    origin = columns.term(OriginVerdict, null=True)
    quotation = columns.term(QuotationVerdict, null=True)
    derivation = columns.term(DerivationVerdict, null=True)
    contested = models.JSONField(default=list)
    tags = models.JSONField(default=list)
    rationale = columns.reference(Content, null=True)
    idempotency_key = models.CharField(max_length=100)
    body_digest = columns.digest()
    supersedes = columns.reference("self", null=True)
    blind = models.BooleanField(default=False)
    judge_seen = models.BooleanField(default=False)
    seconds = models.PositiveIntegerField(null=True)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("verdict_idempotency_unique", "reviewer", "idempotency_key"),
            *columns.known("verdict", coverage=CoverageVerdict, answerability=Answerability),
            *columns.known("verdict", support_class=SupportClass, origin=OriginVerdict),
            *columns.known("verdict", quotation=QuotationVerdict, derivation=DerivationVerdict),
            *columns.whole_digests("verdict", "evidence_digest", "body_digest"),
            *columns.clean("verdict", "reviewer", "idempotency_key"),
        ]
        indexes = [
            models.Index(fields=["claim", "reviewer", "-id"], name="verdict_newest"),
            models.Index(fields=["item"], condition=Q(item__isnull=False), name="verdict_item"),
        ]


class PairVerdict(Record):
    """What one citation does for the claim, from that passage alone."""

    tenant = columns.tenant()
    verdict = columns.reference(Verdict, related_name="pairs")
    citation = columns.reference(Citation, related_name="pair_verdicts")
    support = columns.term(PairSupport)

    class Meta:
        constraints = [
            columns.unique("pairverdict_citation_unique", "verdict", "citation"),
            *columns.known("pairverdict", support=PairSupport),
        ]
        indexes = [models.Index(fields=["citation"], name="pairverdict_citation")]
