"""Queues of claims to judge: what is in them, whose turn it is, and what people do with an item beside judging it."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import AsideKind, QueueKind, SlotState
from lineage.models import columns
from lineage.models.answers import Claim
from lineage.models.content import Content
from lineage.models.record import TenantQuerySet
from lineage.models.records import Policy

MOST_JUDGEMENTS = 5
LEASE_MINUTES = 30
MOST_GOLD = 0.5


def new_token() -> str:
    return uuid.uuid4().hex


class Queue(models.Model):
    """Claims to judge. `policy` (kind adjudication) names the decisive fields; None is the one that is shipped.

    `rule` says which claims come into it (`inspector.figures.sampling.SamplingRule` as JSON; empty: only by hand),
    `seed` is what draws and deals, `looked_to` the last claim that was looked at. `reviewers` are the pseudonyms that
    items are dealt to; empty: whoever may record a verdict. To every claim that comes in `gold_share` items of the set
    `gold`, whose labels are known, are mixed in.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    public_id = columns.public_id()
    key = columns.key()
    name = columns.words()
    kind = columns.term(QueueKind, default=QueueKind.COMPLIANCE.value)
    judgements = models.PositiveSmallIntegerField(default=1)
    blind = models.BooleanField(default=False)
    policy = columns.reference(Policy, null=True)
    rule = models.JSONField(default=dict)
    seed = models.BigIntegerField(default=0)
    looked_to = models.BigIntegerField(default=0)
    priority = models.IntegerField(default=0)
    lease_minutes = models.PositiveSmallIntegerField(default=LEASE_MINUTES)
    gold = columns.reference("inspector.CalibrationSet", null=True)
    gold_share = models.FloatField(default=0)
    reviewers = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("queue_key_unique", "tenant", "key"),
            columns.unique("queue_public_id_unique", "public_id"),
            models.CheckConstraint(
                condition=Q(judgements__gte=1, judgements__lte=MOST_JUDGEMENTS), name="queue_judgements_bounded"
            ),
            models.CheckConstraint(condition=Q(lease_minutes__gte=1), name="queue_lease_positive"),
            models.CheckConstraint(
                condition=Q(gold_share__gte=0, gold_share__lte=MOST_GOLD), name="queue_gold_share_bounded"
            ),
            *columns.known("queue", kind=QueueKind),
            *columns.clean("queue", "key", "name"),
        ]

    def __str__(self) -> str:
        return self.name or self.key


class Item(models.Model):
    """A claim in a queue. `priority` is what somebody gave it by hand; `reason` says how it came here.

    `inclusion` is the probability with which it was drawn, None where nobody drew; `stratum` what it was drawn from.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    public_id = columns.public_id()
    queue = columns.reference(Queue, related_name="items")
    claim = columns.reference(Claim, related_name="items")
    priority = models.IntegerField(default=0)
    reason = columns.words()
    stratum = columns.words()
    inclusion = models.FloatField(null=True)
    tags = models.JSONField(default=list)
    due_at = models.DateTimeField(null=True)
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("item_claim_unique", "queue", "claim"),
            columns.unique("item_public_id_unique", "public_id"),
            models.CheckConstraint(
                condition=Q(inclusion__isnull=True) | Q(inclusion__gt=0, inclusion__lte=1), name="item_inclusion_share"
            ),
            *columns.clean("item", "reason", "stratum"),
        ]
        indexes = [models.Index(fields=["claim"], name="item_claim")]


class Slot(models.Model):
    """One place for a judgement of an item (review 13): free, dealt to somebody, held under a lease, or done.

    `priority` is a copy of the item's, for the index that finds the next one. `token` is that of the lease: what a
    person sends who held the slot before somebody else took it names another.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    queue = columns.reference(Queue, related_name="slots")
    item = columns.reference(Item, related_name="slots")
    ordinal = models.PositiveSmallIntegerField()
    reviewer = models.CharField(max_length=32, null=True)
    state = columns.term(SlotState, default=SlotState.FREE.value)
    priority = models.IntegerField(default=0)
    token = models.CharField(max_length=32, default=new_token)
    lease_until = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("slot_ordinal_unique", "item", "ordinal"),
            columns.unique("slot_reviewer_unique", "item", "reviewer"),
            models.CheckConstraint(
                condition=Q(state=SlotState.FREE.value, reviewer__isnull=True)
                | (~Q(state=SlotState.FREE.value) & Q(reviewer__isnull=False)),
                name="slot_free_is_nobodys",
            ),
            models.CheckConstraint(
                condition=Q(state=SlotState.HELD.value, lease_until__isnull=False)
                | (~Q(state=SlotState.HELD.value) & Q(lease_until__isnull=True)),
                name="slot_held_has_lease",
            ),
            *columns.known("slot", state=SlotState),
        ]
        indexes = [
            models.Index(fields=["queue", "-priority", "id"], condition=Q(state="free"), name="slot_free"),
            models.Index(fields=["queue", "lease_until"], condition=Q(state="held"), name="slot_held"),
            # The first five find and order, the last two are for counting without the rows themselves.
            models.Index(
                fields=["reviewer", "queue", "state", "-priority", "id", "item", "changed_at"], name="slot_mine"
            ),
        ]


class SetAside(models.Model):
    """What a person did with an item instead of judging it; the newest of its kind counts, and only for them."""

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    item = columns.reference(Item, related_name="asides")
    reviewer = models.CharField(max_length=32)
    kind = columns.term(AsideKind)
    reason = columns.reference(Content, null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("setaside_reviewer_unique", "item", "reviewer"),
            *columns.known("setaside", kind=AsideKind),
        ]


class Draft(models.Model):
    """What a person typed on a claim and did not send yet: theirs alone, gone once they sent it.

    `body` is canonical JSON of the form's fields, as bytes: every code point survives. `version` counts the saves, so
    that of two windows the older one cannot write over the newer.
    """

    objects = TenantQuerySet.as_manager()

    tenant = columns.tenant()
    claim = columns.reference(Claim)
    reviewer = models.CharField(max_length=32)
    body = models.BinaryField()
    version = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [columns.unique("draft_reviewer_unique", "claim", "reviewer")]
