"""What was decided about a version's words, how far it has come, and what stays of what was erased."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import AuditRetention, InvalidationStatus, InvalidationTarget
from lineage.models import columns
from lineage.models.content import Content
from lineage.models.record import Record
from lineage.models.sources import SourceEvent, SourceVersion


class Tombstone(Record):
    """What audit keeps of a deleted version, and until when; `event` is its `tombstoned` event (S4-52)."""

    tenant = columns.tenant()
    version = columns.reference(SourceVersion, related_name="tombstones")
    event = columns.reference(SourceEvent, related_name="tombstone")
    audit_retention = columns.term(AuditRetention)
    retention_until = models.DateTimeField(null=True)
    legal_basis = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("tombstone_event_unique", "event"),
            *columns.known("tombstone", audit_retention=AuditRetention),
            *columns.clean("tombstone", "legal_basis"),
            models.CheckConstraint(
                condition=~Q(audit_retention=AuditRetention.RESTRICTED_SNAPSHOT.value)
                | Q(retention_until__isnull=False),
                name="tombstone_snapshot_has_an_end",
            ),
        ]
        indexes = [models.Index(fields=["version", "-id"], name="tombstone_newest")]


class Invalidation(Record):
    """Whether what must forget a version has done so; the newest of an event and target counts."""

    tenant = columns.tenant()
    event = columns.reference(SourceEvent, related_name="invalidations")
    target = columns.term(InvalidationTarget)
    status = columns.term(InvalidationStatus)
    evidence = columns.words()
    actor = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            *columns.known("invalidation", target=InvalidationTarget, status=InvalidationStatus),
            *columns.clean("invalidation", "evidence", "actor"),
        ]
        indexes = [models.Index(fields=["event", "target", "-id"], name="invalidation_newest")]


class Redaction(Record):
    """What may be read in the place of canonical JSON that was erased because words of a source stood in it.

    `remains` is the same JSON with those words struck out: an answer keeps its own words when its quotes are gone.
    """

    tenant = columns.tenant()
    erased = columns.reference(Content, related_name="redactions")
    remains = columns.reference(Content)
    event = columns.reference(SourceEvent)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["erased", "-id"], name="redaction_newest")]
