"""Revisions as lists show them: how many items, when and by whom frozen, and what of."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import revision_url
from inspector.pages.calibration_reading import frozen_by, is_hidden, revisions_with_names
from inspector.pages.calibration_view import Part, RevisionLine
from lineage.access import Reader
from lineage.evidence.digests import digest_from_raw


def revision_lines(reader: Reader, found: Any, newest: Mapping[int, int]) -> tuple[RevisionLine, ...]:
    """In the order of the rows, which are of `with_items`; `newest` is the highest number of each set by its row."""
    return tuple(line_of(reader, row, is_newest=newest.get(row.set_id) == row.number) for row in found)


def line_of(reader: Reader, row: Any, *, is_newest: bool) -> RevisionLine:
    return RevisionLine(
        number=row.number,
        url=revision_url(row.public_id),
        items=row.items,
        frozen_at=row.recorded_at,
        frozen_by=frozen_by(reader, row),
        reason=row.reason,
        made_from=made_from_words(row.made_from),
        digest=digest_from_raw(row.digest),
        is_newest=is_newest,
    )


def revisions_of(reader: Reader) -> QuerySet[Any]:
    """The revisions of the tenant with the number of items that the reader may be shown, newest first."""
    members = opinions.RevisionItem.objects.filter(~is_hidden(reader, "item__claim"), revision=OuterRef("pk"))
    counted = members.order_by().values("revision").annotate(n=Count("pk")).values("n")
    found: QuerySet[Any] = revisions_with_names(reader).annotate(items=Coalesce(Subquery(counted), 0))
    return found.order_by("set", "-number")


def made_from_words(made_from: Mapping[str, Any]) -> str:
    """Of what a revision was made, in short: files by name, or so many queues."""
    queues, files = made_from.get("queues") or (), made_from.get("files") or {}
    if len(files) > 1:
        return f"{next(iter(files))} and {len(files) - 1} more"
    if files:
        return str(next(iter(files)))
    return f"{len(queues)} queue{'s' if len(queues) > 1 else ''}" if queues else ""


def made_from_parts(reader: Reader, made_from: Mapping[str, Any]) -> tuple[Part, ...]:
    """Each file with its digest, or each queue by name. At most one statement."""
    ids, files = made_from.get("queues") or (), made_from.get("files") or {}
    queues = opinions.Queue.objects.visible_to(reader).filter(public_id__in=ids).order_by("name") if ids else ()
    return (
        *(Part(str(name), "", digest) for name, digest in files.items()),
        *(Part(queue.name or queue.key, reverse("queue", args=[queue.public_id])) for queue in queues),
    )
