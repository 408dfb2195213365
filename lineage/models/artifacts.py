"""Texts at the stages of a pipeline and what made them from each other: PROV entities, activities, derivations."""

from typing import Any, Self

from django.db import models
from django.db.models import Q

from lineage.evidence.vocabulary import ArtifactKind, Mediation, Origin, TransformationKind
from lineage.models import columns
from lineage.models.content import Content
from lineage.models.record import Record, RecordQuerySet, Viewer
from lineage.models.sources import Source, SourceVersion, visible_through_version


class ArtifactQuerySet(RecordQuerySet):
    def visible_to(self, viewer: Viewer) -> Self:
        """Artifacts of versions that the viewer may read, and those of no version."""
        rows: Any = visible_through_version(super().visible_to(viewer), viewer)
        return rows  # type: ignore[no-any-return]


class Artifact(Record):
    """A text at one stage. `content` without a range is the whole text, with `start` and `end` a slice of it.

    `length` is in code points; `digest` is what was declared, NULL where nothing was. Without content nobody kept it.
    `details` (canonical JSON) holds box, origin ranges and metadata. `section` and `cell` are words of the source,
    and are erased with them.
    """

    erasable = ("section", "cell", "purged_at")
    objects = ArtifactQuerySet.as_manager()

    tenant = columns.tenant()
    key = columns.key()
    kind = columns.term(ArtifactKind)
    origin = columns.term(Origin, default=Origin.UNRESOLVED.value)
    source = columns.reference(Source, null=True)
    version = columns.reference(SourceVersion, null=True, related_name="artifacts")
    content = columns.reference(Content, null=True)
    start = models.BigIntegerField(null=True)
    end = models.BigIntegerField(null=True)
    length = models.BigIntegerField(null=True)
    digest = columns.digest(null=True)
    language = columns.words()
    direction = models.CharField(max_length=3, blank=True, default="")
    page = models.BigIntegerField(null=True)
    section = columns.words()
    cell = columns.words()
    confidence = models.FloatField(null=True)
    details = columns.reference(Content, null=True)
    purged_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            columns.unique("artifact_key_unique", "tenant", "key"),
            *columns.known("artifact", kind=ArtifactKind, origin=Origin),
            columns.ordered("artifact"),
            *columns.whole_digests("artifact", "digest"),
            models.CheckConstraint(condition=Q(direction__in=["", "ltr", "rtl"]), name="artifact_direction_known"),
            *columns.clean("artifact", "key", "language", "section", "cell"),
        ]
        indexes = [models.Index(fields=["version"], condition=Q(version__isnull=False), name="artifact_version")]

    def __str__(self) -> str:
        return self.key


class Transformation(Record):
    """What made artifacts from artifacts, by which means (S3-18). `parameters` are canonical JSON."""

    tenant = columns.tenant()
    key = columns.key()
    kind = columns.term(TransformationKind)
    mediation = columns.term(Mediation)
    tool = columns.words()
    tool_version = columns.words()
    model = columns.words()
    model_version = columns.words()
    prompt_digest = columns.digest(null=True)
    parameters = columns.reference(Content, null=True)
    executed_at = models.DateTimeField(null=True)
    operator = columns.words()

    class Meta:
        constraints = [
            columns.unique("transformation_key_unique", "tenant", "key"),
            *columns.known("transformation", kind=TransformationKind, mediation=Mediation),
            *columns.whole_digests("transformation", "prompt_digest"),
            *columns.clean("transformation", "key", "tool", "tool_version", "model", "model_version", "operator"),
        ]
        indexes = [
            models.Index(fields=["tenant", "tool", "tool_version"], name="transformation_tool"),
            models.Index(fields=["model"], condition=~Q(model=""), name="transformation_model"),
            models.Index(
                fields=["prompt_digest"], condition=Q(prompt_digest__isnull=False), name="transformation_prompt"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Derivation(Record):
    """PROV wasDerivedFrom. `map` is a packed SpanMap, NULL where nobody kept one; the edge exists all the same.

    `verified` is NULL where the map was not checked (only deterministic ones can be). `map_digest` is that of `map`,
    so that a map which nothing else could prove wrong is known to be the one that was recorded.
    """

    tenant = columns.tenant()
    transformation = columns.reference(Transformation, related_name="derivations")
    input = columns.reference(Artifact, related_name="outward")
    output = columns.reference(Artifact, related_name="inward")
    map = models.BinaryField(null=True)
    map_digest = columns.digest(null=True)
    verified = models.BooleanField(null=True)

    class Meta:
        constraints = columns.whole_digests("derivation", "map_digest")
        indexes = [
            models.Index(fields=["transformation"], name="derivation_transformation"),
            models.Index(fields=["input"], name="derivation_input"),
            models.Index(fields=["output"], name="derivation_output"),
        ]
