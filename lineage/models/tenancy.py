"""Who owns rows: everything that belongs to a tenant carries it."""

from django.db import models
from django.utils import timezone

from lineage.models import columns
from lineage.models.record import Record


class Tenant(Record):
    """An organisation whose data is never seen by another's people. `key` stands in commands and the ledger."""

    objects = models.Manager()

    key = models.CharField(max_length=100)
    name = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [columns.unique("tenant_key_unique", "key"), *columns.clean("tenant", "key", "name")]

    def __str__(self) -> str:
        return self.name or self.key
