"""Sets, revisions and items as somebody may see them: what is another tenant's looks like what is missing."""

from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from inspector.blindness import sealed_claims
from inspector.calibrating.fields import load_fields
from inspector.calibrating.revisions import newest_revision
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from lineage.access import Action, Reader, get_visible, require

__all__ = ["fields_of", "find_item", "find_revision", "find_set", "finished_sets", "newest_revision", "shown_members"]


def finished_sets(reader: Reader) -> "QuerySet[opinions.CalibrationSet]":
    """Without those whose first import is not through."""
    require(reader, Action.READ_FIGURES)
    revisions = opinions.SetRevision.objects.filter(set=OuterRef("pk"))
    items = opinions.CalibrationItem.objects.filter(set=OuterRef("pk"))
    found: QuerySet[opinions.CalibrationSet] = opinions.CalibrationSet.objects.visible_to(reader)
    return found.filter(Q(Exists(revisions)) | ~Q(Exists(items)))


def find_set(reader: Reader, public_id: str) -> opinions.CalibrationSet:
    """Raises NotAllowed, NotVisible."""
    require(reader, Action.READ_FIGURES)
    found: opinions.CalibrationSet = get_visible(opinions.CalibrationSet.objects, reader, public_id)
    return found


def find_revision(reader: Reader, revision: opinions.SetRevision | str) -> opinions.SetRevision:
    """With its set. Raises NotAllowed, NotVisible."""
    require(reader, Action.READ_FIGURES)
    public_id = revision if isinstance(revision, str) else revision.public_id
    found: opinions.SetRevision = get_visible(opinions.SetRevision.objects.select_related("set"), reader, public_id)
    return found


def find_item(reader: Reader, item: Any) -> opinions.CalibrationItem:
    """With its set. Raises NotAllowed, and NotVisible also where the reader is still to judge its claim blind."""
    require(reader, Action.READ_FIGURES)
    public_id = item if isinstance(item, str) else item.public_id
    shown = opinions.CalibrationItem.objects.exclude(claim__in=sealed_claims(reader)).select_related("set")
    found: opinions.CalibrationItem = get_visible(shown, reader, public_id)
    return found


def shown_members(reader: Reader, revision: opinions.SetRevision) -> "QuerySet[opinions.RevisionItem]":
    """The items of a revision that may be shown to the reader, and may be counted for them."""
    members: QuerySet[opinions.RevisionItem] = opinions.RevisionItem.objects.filter(revision=revision)
    return members.exclude(item__claim__in=sealed_claims(reader))


def fields_of(revision: opinions.SetRevision) -> tuple[Field, ...]:
    return load_fields(revision.fields)
