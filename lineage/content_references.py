"""Which columns of which tables point at contents, and what such a content is there: found by looking, not by a list.

A table that is added later, or that belongs to another application, is among them from its first day.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from django.apps import apps

from lineage.evidence.reach import Carrier
from lineage.models import rows
from lineage.models.content import Content

OWNED: dict[tuple[str, str], Carrier] = {
    ("SourceVersion", "raw"): Carrier.RAW,
    ("Artifact", "content"): Carrier.TEXT,
    ("Artifact", "details"): Carrier.DETAILS,
    ("Extraction", "report"): Carrier.EXTRACTION,
    ("Extraction", "layout"): Carrier.LAYOUT,
    ("PageImage", "content"): Carrier.PAGE_IMAGE,
}
"""Contents that a version has, directly or through a text of it."""
COPIES: dict[tuple[str, str], Carrier] = {
    ("Transformation", "parameters"): Carrier.PARAMETERS,
    ("Answer", "payload"): Carrier.PAYLOAD,
    ("Answer", "record"): Carrier.RECORD,
    ("JudgeResult", "record"): Carrier.JUDGEMENT,
    ("Inspection", "report"): Carrier.INSPECTION,
    ("Relocation", "details"): Carrier.RELOCATION,
    ("RelocationDecision", "reason"): Carrier.OPINION,
    ("AuditEvent", "payload"): Carrier.AUDIT,
    ("Redaction", "remains"): Carrier.REMAINS,
}
"""Contents in which words of a version may stand because somebody copied them there."""
TOLD = {("Redaction", "erased")}
"""What points at a content only to say what became of it."""


class Reference(NamedTuple):
    """A column that points at contents. `carrier` is None where they are somebody's own words or no words at all."""

    model: Any
    field: str
    carrier: Carrier | None
    is_owner: bool


@cache
def references() -> tuple[Reference, ...]:
    """Every foreign key to a content, in a fixed order."""
    return tuple(sorted(_find(), key=lambda found: (found.model._meta.label, found.field)))


def copies() -> tuple[Reference, ...]:
    """The columns whose contents may hold what was copied from a source."""
    return tuple(found for found in references() if found.carrier is not None and not found.is_owner)


def _find() -> Iterator[Reference]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is not Content:
                continue
            place = model.__name__, field.name
            if not hasattr(rows, model.__name__):
                # People write in applications beside this one, and it does not know them by name.
                yield Reference(model, field.name, Carrier.OPINION, False)
            elif place not in TOLD:
                owned = OWNED.get(place)
                yield Reference(model, field.name, owned or COPIES.get(place), owned is not None)
