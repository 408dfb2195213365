"""Sources and their revisions: what evidence was taken from, and what happened to it since."""

from typing import Any, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from lineage.evidence.vocabulary import Authority, Availability, SourceEventKind, SourceKind
from lineage.models import columns
from lineage.models.content import Content
from lineage.models.record import Record, RecordQuerySet, Viewer


class Source(Record):
    tenant = columns.tenant()
    public_id = columns.public_id()
    key = columns.key()
    kind = columns.term(SourceKind, default=SourceKind.OTHER.value)
    owner = columns.words()
    jurisdiction = columns.words()
    language = columns.words()
    authority = columns.term(Authority, default=Authority.UNKNOWN.value)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("source_public_id_unique", "public_id"),
            columns.unique("source_key_unique", "tenant", "key"),
            *columns.known("source", kind=SourceKind, authority=Authority),
            *columns.clean("source", "key", "owner", "jurisdiction", "language"),
        ]

    def __str__(self) -> str:
        return self.key


class SourceVersionQuerySet(RecordQuerySet):
    def visible_to(self, viewer: Viewer) -> Self:
        """Versions whose every access label the viewer holds; auditors and administrators read all of the tenant."""
        visible = super().visible_to(viewer)
        return visible if viewer.reads_every_label else visible.exclude(has_other_label(viewer, "pk"))


def has_other_label(viewer: Viewer, version: str) -> Exists:
    """Whether the version that the outer row's column `version` names has a label that the viewer does not hold."""
    labels = SourceLabel.objects.filter(version_id=OuterRef(version))
    return Exists(labels.exclude(label__in=sorted(viewer.labels)))


class SourceVersion(Record):
    """One revision, with its clocks kept apart (M-03). `raw` are the retained bytes, `checksum` what was declared.

    What names it to people is erased with its words; key, digests and dates stay (S0-87).
    """

    erasable = ("title", "safe_title", "uri", "safe_uri", "purged_at")
    objects = SourceVersionQuerySet.as_manager()

    tenant = columns.tenant()
    source = columns.reference(Source, related_name="versions")
    public_id = columns.public_id()
    version = columns.key()
    title = columns.words()
    safe_title = columns.words()
    uri = columns.words()
    safe_uri = columns.words()
    media_type = columns.words()
    raw = columns.reference(Content, null=True)
    raw_is_text = models.BooleanField(default=False)
    checksum = columns.digest(null=True)
    observed_at = models.DateTimeField(null=True)
    ingested_at = models.DateTimeField(null=True)
    valid_from = models.DateTimeField(null=True)
    valid_to = models.DateTimeField(null=True)
    draft = models.BooleanField(default=False)
    supersedes = models.CharField(max_length=columns.MAXIMUM_KEY_LENGTH, null=True)
    availability = columns.term(Availability, default=Availability.AVAILABLE.value)
    purged_at = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            columns.unique("sourceversion_public_id_unique", "public_id"),
            columns.unique("sourceversion_version_unique", "source", "version"),
            *columns.known("sourceversion", availability=Availability),
            *columns.whole_digests("sourceversion", "checksum"),
            *columns.clean("sourceversion", "version", "title", "safe_title", "uri", "safe_uri"),
            *columns.clean("sourceversion", "media_type", "supersedes"),
        ]
        indexes = [models.Index(fields=["raw"], condition=Q(raw__isnull=False), name="sourceversion_raw")]

    def __str__(self) -> str:
        return self.version


class SourceLabel(Record):
    """An access label of a version: only who holds all of them may read it. In the order of their ids."""

    tenant = columns.tenant()
    version = columns.reference(SourceVersion, related_name="labels")
    label = columns.key()

    class Meta:
        constraints = [
            columns.unique("sourcelabel_label_unique", "version", "label"),
            *columns.clean("sourcelabel", "label"),
        ]


class SourceEvent(Record):
    """What happened to a version. `at` is when it took effect, `recorded_at` when we were told."""

    tenant = columns.tenant()
    version = columns.reference(SourceVersion, related_name="events")
    event = columns.term(SourceEventKind)
    at = models.DateTimeField()
    reason = columns.words()
    actor = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            *columns.known("sourceevent", event=SourceEventKind),
            *columns.clean("sourceevent", "reason", "actor"),
        ]
        indexes = [models.Index(fields=["version"], name="sourceevent_version")]


class Alias(Record):
    """From `at` on, a moving name such as `latest` meant this version; the row with the greatest `at` holds (S4-11)."""

    tenant = columns.tenant()
    source = columns.reference(Source, related_name="aliases")
    alias = columns.key()
    version = columns.reference(SourceVersion)
    at = models.DateTimeField()
    actor = columns.words()
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = columns.clean("alias", "alias", "actor")
        indexes = [models.Index(fields=["source", "alias", "-at"], name="alias_history")]


def visible_through_version(rows: Any, viewer: Viewer) -> Any:
    """Rows with a nullable `version` whose version the viewer may read; rows without one are readable."""
    return rows if viewer.reads_every_label else rows.exclude(has_other_label(viewer, "version_id"))
