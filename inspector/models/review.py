"""The judgements: one Verdict for a claim, one PairVerdict for each of its citations, and what a reviewer found."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from inspector.models.queues import Item
from lineage.evidence.vocabulary import (
    Answerability,
    ClaimKind,
    CoverageVerdict,
    DerivationVerdict,
    ExemptionRule,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    SpanRole,
    SupportClass,
)
from lineage.models import columns
from lineage.models.answers import Citation, Claim
from lineage.models.artifacts import Artifact
from lineage.models.content import Content
from lineage.models.record import Record
from lineage.models.records import Policy


class Verdict(Record):
    """One reviewer's judgement of one claim on the evidence of that day (DESIGN 6).

    It goes stale when `evidence_digest` is no longer today's: when words changed, not when they moved. A field that
    the reviewer left open is NULL. The machine's facts (origin, quotation, derivation) are set only where contested
    or where the claim's kind asks for them. `body_digest` is that of the submitted form: same key and body, same
    answer; same key, other body, refused. `withdrawn` is an undo: it supersedes and says nothing itself.

    `details` is canonical JSON of what no list filters on: the warrant, the scan of the original, the missing basis.
    `in_original` and `attributed` are the two questions to generated words (S0-63).
    """

    tenant = columns.tenant()
    claim = columns.reference(Claim, related_name="verdicts")
    item = columns.reference(Item, null=True, related_name="verdicts")
    reviewer = models.CharField(max_length=32)
    guideline = columns.reference(Policy)
    evidence_digest = columns.digest()
    claim_kind = columns.term(ClaimKind, null=True)
    coverage = columns.term(CoverageVerdict, null=True)
    answerability = columns.term(Answerability, null=True)
    support_class = columns.term(SupportClass, null=True)
    origin = columns.term(OriginVerdict, null=True)
    quotation = columns.term(QuotationVerdict, null=True)
    derivation = columns.term(DerivationVerdict, null=True)
    in_original = models.BooleanField(null=True)
    attributed = models.BooleanField(null=True)
    names_missing_basis = models.BooleanField(null=True)
    exemption = columns.term(ExemptionRule, null=True)
    exemption_policy = columns.reference(Policy, null=True)
    support_types = models.JSONField(default=list)
    contested = models.JSONField(default=list)
    tags = models.JSONField(default=list)
    rationale = columns.reference(Content, null=True)
    details = columns.reference(Content, null=True)
    idempotency_key = models.CharField(max_length=100)
    body_digest = columns.digest()
    supersedes = columns.reference("self", null=True)
    withdrawn = models.BooleanField(default=False)
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
            *columns.known("verdict", claim_kind=ClaimKind, exemption=ExemptionRule),
            models.CheckConstraint(
                condition=Q(exemption__isnull=True) | Q(exemption_policy__isnull=False),
                name="verdict_exemption_by_policy",
            ),
            *columns.whole_digests("verdict", "evidence_digest", "body_digest"),
            *columns.clean("verdict", "reviewer", "idempotency_key"),
        ]
        indexes = [
            models.Index(fields=["claim", "reviewer", "-id"], name="verdict_newest"),
            models.Index(fields=["item"], condition=Q(item__isnull=False), name="verdict_item"),
            models.Index(fields=["supersedes"], condition=Q(supersedes__isnull=False), name="verdict_superseded"),
            models.Index(fields=["tenant", "reviewer", "-id"], name="verdict_of_reviewer"),
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


class LocatedSpan(Record):
    """A stretch `[start, end)` in code points of a frozen text that a reviewer attached to a verdict.

    It never repairs a citation; `is_omission` says that retrieval should have brought it and did not. `quote` is the
    digest of the words as they stood there.
    """

    tenant = columns.tenant()
    verdict = columns.reference(Verdict, related_name="spans")
    ordinal = models.PositiveSmallIntegerField()
    role = columns.term(SpanRole)
    artifact = columns.reference(Artifact)
    start = models.BigIntegerField()
    end = models.BigIntegerField()
    quote = columns.digest()
    is_omission = models.BooleanField(default=False)

    class Meta:
        constraints = [
            columns.unique("locatedspan_ordinal_unique", "verdict", "ordinal"),
            *columns.known("locatedspan", role=SpanRole),
            columns.ordered("locatedspan"),
            *columns.whole_digests("locatedspan", "quote"),
        ]
        indexes = [models.Index(fields=["artifact"], name="locatedspan_artifact")]
