"""The label sets of the tenant: what people said of which items, frozen so that a judge can be put to the test."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.calibrating.reading import fields_of, finished_sets
from inspector.http import page_or_fragment
from inspector.pages.calibration_addresses import set_url
from inspector.pages.calibration_lines import revision_lines, revisions_of
from inspector.pages.calibration_view import SetLine, SetsPage
from inspector.readers import reader_of
from lineage.access import Action, Reader, require


def read_sets(reader: Reader) -> SetsPage:
    """In the order of their names, each with its newest revision. Two statements."""
    require(reader, Action.READ_FIGURES)
    found = {}
    for row in revisions_of(reader):
        found.setdefault(row.set_id, row)
    newest = {pk: row.number for pk, row in found.items()}
    lines = []
    for one in finished_sets(reader).order_by("name", "pk"):
        row = found.get(one.pk)
        lines.append(
            SetLine(
                name=one.name or one.key,
                url=set_url(one.public_id),
                purpose=one.purpose,
                origin=one.origin,
                fields=tuple(field.name for field in fields_of(row)) if row is not None else (),
                newest=revision_lines(reader, [row], newest)[0] if row is not None else None,
            )
        )
    return SetsPage(lines=tuple(lines), may_keep=reader.may(Action.KEEP_SETS))


@require_safe
def calibration(request: HttpRequest) -> HttpResponse:
    page = read_sets(reader_of(request))
    return page_or_fragment(request, "inspector/calibration.html", {}, {"page": page, "here": "figures"})
