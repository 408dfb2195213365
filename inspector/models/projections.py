"""The projection of a queue item's state: what queues filter, order and count on."""

from django.db import models
from django.db.models import Q

from inspector.models.review import Item, ItemProgress, Queue
from lineage.models import columns
from lineage.models.record import TenantQuerySet


class ItemState(models.Model):
    """One row an item. `verdicts` counts those on today's evidence; `stale` says that some are on yesterday's.

    `given` is the digest of the evidence as the answer was given it, before any relocation: from it and the newest
    relocations follows `today`, without the texts. A verdict with another digest than `today` is stale.
    """

    objects = TenantQuerySet.as_manager()

    item = models.OneToOneField(Item, models.CASCADE, primary_key=True, related_name="state")
    tenant = columns.tenant()
    queue = columns.reference(Queue)
    priority = models.IntegerField(default=0)
    state = columns.term(ItemProgress, default=ItemProgress.WAITING.value)
    stale = models.BooleanField(default=False)
    verdicts = models.IntegerField(default=0)
    given = columns.digest(null=True)
    today = columns.digest(null=True)

    class Meta:
        constraints = [
            *columns.known("itemstate", state=ItemProgress),
            *columns.whole_digests("itemstate", "given", "today"),
        ]
        indexes = [
            models.Index(fields=["tenant", "queue", "state", "-priority", "item"], name="itemstate_next"),
            models.Index(fields=["tenant", "-priority", "item"], condition=Q(stale=True), name="itemstate_stale"),
        ]
