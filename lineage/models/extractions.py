"""What came of reading a version's bytes: the state, what was passed over, where the words stand; pages as pictures."""

from typing import Any, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from lineage.evidence.vocabulary import ExtractionState
from lineage.models import columns
from lineage.models.artifacts import Artifact
from lineage.models.content import Content
from lineage.models.record import Record, RecordQuerySet, Viewer
from lineage.models.sources import SourceVersion, visible_through_version


class OfVersionQuerySet(RecordQuerySet):
    def visible_to(self, viewer: Viewer) -> Self:
        """Those of versions that the viewer may read."""
        rows: Any = visible_through_version(super().visible_to(viewer), viewer)
        return rows  # type: ignore[no-any-return]


class Extraction(Record):
    """One reading of a version's bytes; the newest counts. `artifact` is the extract, NULL where no text was had.

    `report` is the canonical JSON of `lineage.pipeline.extraction.Extraction.to_report`; `layout` is the packed
    `lineage.pipeline.layout.Layout` of the extract, NULL where the format has none.
    """

    objects = OfVersionQuerySet.as_manager()

    tenant = columns.tenant()
    version = columns.reference(SourceVersion, related_name="extractions")
    state = columns.term(ExtractionState)
    artifact = columns.reference(Artifact, null=True, related_name="extractions")
    tool = columns.words()
    tool_version = columns.words()
    report = columns.reference(Content)
    layout = columns.reference(Content, null=True)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            *columns.known("extraction", state=ExtractionState),
            *columns.clean("extraction", "tool", "tool_version"),
        ]
        indexes = [
            models.Index(fields=["version", "-id"], name="extraction_newest"),
            models.Index(fields=["artifact"], condition=Q(artifact__isnull=False), name="extraction_artifact"),
        ]


class PageImage(Record):
    """A page of a version as a picture (PNG). `page` counts from 1; `width` and `height` are in pixels."""

    objects = OfVersionQuerySet.as_manager()

    tenant = columns.tenant()
    version = columns.reference(SourceVersion, related_name="page_images")
    page = models.IntegerField()
    width = models.IntegerField()
    height = models.IntegerField()
    content = columns.reference(Content)
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [columns.unique("pageimage_page_unique", "version", "page")]
