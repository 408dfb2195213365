"""The projection of a queue item's state: what queues filter, order and count on."""

from django.db import models
from django.db.models import Q

from inspector.models.queues import Item, Queue
from lineage.evidence.vocabulary import ItemProgress
from lineage.models import columns
from lineage.models.record import TenantQuerySet
from lineage.models.records import Policy


class ItemState(models.Model):
    """One row an item. `verdicts` counts those on today's evidence; `stale` says that some are on yesterday's.

    `given` is the digest of the evidence as the answer was given it, before any relocation, under `guideline`: from it
    and the newest relocations follows `today`, without the texts. A verdict with another digest than `today` is stale.
    `agreement` is how far the verdicts agree in the decisive fields, in percent; None where fewer than two count.
    """

    objects = TenantQuerySet.as_manager()

    item = models.OneToOneField(Item, models.CASCADE, primary_key=True, related_name="state")
    tenant = columns.tenant()
    queue = columns.reference(Queue)
    priority = models.IntegerField(default=0)
    state = columns.term(ItemProgress, default=ItemProgress.NEEDS_REVIEW.value)
    stale = models.BooleanField(default=False)
    verdicts = models.IntegerField(default=0)
    agreement = models.PositiveSmallIntegerField(null=True)
    has_text = models.BooleanField(default=True)
    given = columns.digest(null=True)
    today = columns.digest(null=True)
    guideline = columns.reference(Policy, null=True)

    class Meta:
        constraints = [
            *columns.known("itemstate", state=ItemProgress),
            *columns.whole_digests("itemstate", "given", "today"),
        ]
        indexes = [
            models.Index(fields=["tenant", "queue", "state", "-priority", "item"], name="itemstate_next"),
            # Equal keys are kept once, so this is far smaller than the one above: for counting all of a queue.
            models.Index(fields=["tenant", "queue", "state"], name="itemstate_counted"),
            models.Index(fields=["tenant", "-priority", "item"], condition=Q(stale=True), name="itemstate_stale"),
            models.Index(
                fields=["tenant", "agreement", "item"], condition=Q(state="disagreement"), name="itemstate_disagreement"
            ),
            models.Index(fields=["tenant", "guideline", "item"], name="itemstate_guideline"),
        ]
