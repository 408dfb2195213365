"""The projection of a queue item's state: what queues filter, order and count on."""

from django.db import models

from inspector.models.review import Item, ItemProgress, Queue
from lineage.models import columns
from lineage.models.record import TenantQuerySet


class ItemState(models.Model):
    """One row an item. `verdicts` counts those on today's evidence; `stale` says that some are on yesterday's."""

    objects = TenantQuerySet.as_manager()

    item = models.OneToOneField(Item, models.CASCADE, primary_key=True, related_name="state")
    tenant = columns.tenant()
    queue = columns.reference(Queue)
    priority = models.IntegerField(default=0)
    state = columns.term(ItemProgress, default=ItemProgress.WAITING.value)
    stale = models.BooleanField(default=False)
    verdicts = models.IntegerField(default=0)

    class Meta:
        constraints = columns.known("itemstate", state=ItemProgress)
        indexes = [models.Index(fields=["tenant", "queue", "state", "-priority", "item"], name="itemstate_next")]
