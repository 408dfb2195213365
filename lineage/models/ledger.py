"""The hash-chained audit ledger of a tenant, and the log of who looked at what (reliability 3.3)."""

from django.db import models
from django.utils import timezone

from lineage.models import columns
from lineage.models.content import Content
from lineage.models.record import Record
from lineage.models.tenancy import Tenant


class AuditEvent(Record):
    """One link of the chain. `payload` (salt and canonical JSON) may be erased; its commitment stays and is chained."""

    tenant = columns.tenant()
    seq = models.BigIntegerField()
    scheme = models.SmallIntegerField()
    at = models.DateTimeField()
    verb = models.CharField(max_length=100)
    actor = models.CharField(max_length=100)
    subject = columns.words()
    payload = columns.reference(Content)
    commitment = columns.digest()
    previous = columns.digest(null=True)
    hash = columns.digest()

    class Meta:
        constraints = [
            columns.unique("auditevent_seq_unique", "tenant", "seq"),
            *columns.whole_digests("auditevent", "commitment", "previous", "hash"),
            *columns.clean("auditevent", "verb", "actor", "subject"),
        ]
        indexes = [models.Index(fields=["payload"], name="auditevent_payload")]


class LedgerHead(models.Model):
    """Where the chain of a tenant ends; its lock is what makes the sequence dense. The only row that moves."""

    tenant = models.OneToOneField(Tenant, models.PROTECT, primary_key=True, related_name="+")
    seq = models.BigIntegerField(default=0)
    hash = columns.digest(null=True)


class Checkpoint(Record):
    """The Merkle root (RFC 6962) over the first `size` events. `signature` is empty: signing is not built yet."""

    tenant = columns.tenant()
    origin = columns.words()
    size = models.BigIntegerField()
    root = columns.digest()
    signature = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            *columns.whole_digests("checkpoint", "root"),
            *columns.clean("checkpoint", "origin", "signature"),
        ]
        indexes = [models.Index(fields=["tenant", "-size"], name="checkpoint_newest")]


class AccessEvent(Record):
    """Who opened, exported or was refused what, and where stored bytes were found damaged. Ids only; not chained."""

    tenant = columns.tenant()
    at = models.DateTimeField(default=timezone.now)
    actor = models.CharField(max_length=100)
    verb = models.CharField(max_length=100)
    subject = columns.words()

    class Meta:
        constraints = columns.clean("accessevent", "actor", "verb", "subject")
        indexes = [models.Index(fields=["tenant", "subject", "-id"], name="accessevent_subject")]
