"""The items of a revision, fifty a page: every number about it leads here, to what it counts."""

import re
from typing import Any

from django.db.models import F, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from inspector.calibrating.reading import fields_of, shown_members
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import items_url, revision_url, set_url
from inspector.pages.calibration_filters import ItemFilters, narrowed, pair_in, read_filters
from inspector.pages.calibration_item_lines import read_lines
from inspector.pages.calibration_item_view import ItemsPage
from inspector.pages.calibration_narrowing import kept_of, narrowings_of, read_strata, said_of
from inspector.pages.calibration_panels import agreement_url
from inspector.pages.calibration_reading import count_hidden, find_field, members_of, open_revision, read_raters
from inspector.readers import reader_of
from lineage.access import Reader

PAGE = 50
PUBLIC_ID = re.compile("[0-9a-f]{32}")


def read_items(reader: Reader, public_id: str, filters: ItemFilters, after: str) -> ItemsPage:
    """From the item `after`, in the order of the revision; a dozen statements. Raises NotAllowed, NotVisible."""
    revision = open_revision(reader, public_id)
    fields = fields_of(revision)
    field = find_field(fields, filters.field)
    raters = read_raters(reader, revision, field.name) if field is not None else ()
    shown = shown_members(reader, revision)
    name = field.name if field is not None else ""
    found = narrowed(shown, name, filters, pair_in(filters.pair, [rater.key for rater in raters]))
    total = found.count()
    members = list(_behind(found, revision, after).select_related("item")[: PAGE + 1])
    asked = filters._asdict()
    here = {"revision": public_id, **asked}
    lines = read_lines([member.item for member in members[:PAGE]], name, raters, here)
    return ItemsPage(
        set=revision.set.name or revision.set.key,
        set_url=set_url(revision.set.public_id),
        revision=revision.number,
        revision_url=revision_url(public_id),
        field=name,
        lines=lines,
        has_strata=any(line.strata for line in lines),
        total=total,
        of=shown.count(),
        hidden=count_hidden(reader, revision),
        said=said_of(filters, raters),
        narrowings=narrowings_of(filters, fields, field, raters, read_strata(shown)),
        kept=kept_of(filters),
        address=items_url(public_id),
        whole_url=items_url(public_id, field=name) if filters != ItemFilters(filters.field) else "",
        first_url=items_url(public_id, **asked) if after else "",
        next_url=items_url(public_id, **asked, after=members[PAGE - 1].item.public_id) if len(members) > PAGE else "",
        agreement_url=agreement_url(revision, name) if name else "",
    )


def _behind(
    found: QuerySet[opinions.RevisionItem], revision: opinions.SetRevision, after: str
) -> QuerySet[opinions.RevisionItem]:
    """By the item's public id: the place of one that the reader is not shown counts too, and tells nothing."""
    if after:
        last = members_of(revision).filter(item__public_id=after).values("ordinal")[:1]
        found = found.filter(ordinal__gt=Subquery(last))
    return found.order_by(F("ordinal"))


def _page_of(query: Any) -> str:
    after = query.get("after", "")
    return after if PUBLIC_ID.fullmatch(after) else ""


@require_safe
def calibration_items(request: HttpRequest, public_id: str) -> HttpResponse:
    page = read_items(reader_of(request), public_id, read_filters(request.GET), _page_of(request.GET))
    return render(request, "inspector/calibration_items.html", {"page": page, "here": "figures"})
