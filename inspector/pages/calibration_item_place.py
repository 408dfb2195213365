"""Where an item stands in a list of a revision: the one before it and the one behind, by the list's own filters."""

import re
from typing import Any, NamedTuple

from inspector.calibrating.reading import fields_of, shown_members
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import item_url, items_url, revision_url
from inspector.pages.calibration_filters import ItemFilters, narrowed, pair_in
from inspector.pages.calibration_reading import find_field, read_raters
from lineage.access import Reader

PUBLIC_ID = re.compile("[0-9a-f]{32}")


class Place(NamedTuple):
    """The addresses are empty at the ends of the list. `is_narrowed`: not every item of the revision is in it."""

    number: int
    revision_url: str
    list_url: str
    previous_url: str
    next_url: str
    is_narrowed: bool


def read_place(reader: Reader, item: Any, revision_id: str, filters: ItemFilters) -> Place | None:
    """None where the address names no revision that holds this version. At most five statements."""
    if not PUBLIC_ID.fullmatch(revision_id):
        return None
    member = (
        opinions.RevisionItem.objects.filter(item=item, revision__public_id=revision_id, tenant=reader.tenant_id)
        .select_related("revision")
        .first()
    )
    if member is None:
        return None
    revision = member.revision
    field = find_field(fields_of(revision), filters.field)
    name = field.name if field is not None else ""
    raters = [rater.key for rater in read_raters(reader, revision, name)] if filters.pair else []
    found = narrowed(shown_members(reader, revision), name, filters, pair_in(filters.pair, raters))
    before = found.filter(ordinal__lt=member.ordinal).order_by("-ordinal").values_list("item__public_id", flat=True)
    behind = found.filter(ordinal__gt=member.ordinal).order_by("ordinal").values_list("item__public_id", flat=True)
    asked = filters._asdict()

    def address(public_id: str | None) -> str:
        return item_url(public_id, revision=revision_id, **asked) if public_id else ""

    return Place(
        number=revision.number,
        revision_url=revision_url(revision_id),
        list_url=items_url(revision_id, **asked),
        previous_url=address(before.first()),
        next_url=address(behind.first()),
        is_narrowed=filters != ItemFilters(filters.field),
    )
