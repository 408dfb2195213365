"""An item of a label set: its words, who said what, what is expected, its versions, and whether it may be compared."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from inspector.calibrating.comparability import LONGEST_REASON, mark_non_comparable, rebuild
from inspector.calibrating.keeping import NotASet
from inspector.pages.calibration_addresses import item_url, set_url
from inspector.pages.calibration_filters import read_filters
from inspector.pages.calibration_item_place import read_place
from inspector.pages.calibration_item_reading import fields_in, parts_of, read_versions, words_in
from inspector.pages.calibration_item_view import ItemPage
from inspector.pages.calibration_reading import open_item
from inspector.pages.calibration_words import STATE_OF_COMPARABILITY
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import Comparability

MARK, REBUILD = "mark", "rebuild"
AFTER = {
    MARK: "It is marked. This is its new version; from the next freeze on figures count it apart.",
    REBUILD: "It may be compared again. This is its new version; it counts from the next freeze on.",
}


def read_item(
    reader: Reader,
    public_id: str,
    query: Any,
    *,
    after: str = "",
    errors: Mapping[str, str] | None = None,
    written: Mapping[str, str] | None = None,
) -> ItemPage:
    """`query` names the list that it was opened from.

    Raises NotAllowed, and NotVisible for one whose claim the reader is still to judge blind.
    """
    item = open_item(reader, public_id)
    versions = read_versions(reader, item)
    comparability = Comparability(item.comparability)
    may_keep = reader.may(Action.KEEP_SETS) and versions[0].is_here
    words, why_not, claim_url = words_in(reader, item)
    return ItemPage(
        key=item.key,
        place=read_place(reader, item, query.get("revision", ""), read_filters(query)),
        version=item.version,
        set=item.set.name or item.set.key,
        set_url=set_url(item.set.public_id),
        newest_url="" if versions[0].is_here else versions[0].url,
        claim_url=claim_url,
        words=words,
        why_not=why_not,
        fields=fields_in(reader, item),
        strata=tuple(sorted(item.strata.items())),
        comparability=comparability.label,
        comparability_state=STATE_OF_COMPARABILITY[comparability],
        comparability_meaning=comparability.meaning,
        comparability_reason=item.comparability_reason,
        parts=parts_of(item),
        versions=versions,
        may_mark=may_keep and comparability is Comparability.COMPARABLE,
        may_rebuild=may_keep and comparability is Comparability.NON_COMPARABLE,
        errors=errors or {},
        written=written or {},
        after=AFTER.get(after, ""),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def calibration_item(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the new version; 422 with what is missing."""
    reader = reader_of(request)
    if request.method != "POST":
        return _show(request, read_item(reader, public_id, request.GET, after=request.GET.get("after", "")))
    require(reader, Action.KEEP_SETS)
    deed, reason = request.POST.get("deed", ""), request.POST.get("reason", "").strip()[:LONGEST_REASON]
    item = open_item(reader, public_id)
    try:
        made = _do(reader, item, deed, reason)
    except NotASet as refused:
        errors, written = {"reason": str(refused)}, {"reason": reason}
        return _show(request, read_item(reader, public_id, request.GET, errors=errors, written=written), 422)
    response = redirect(f"{item_url(made.public_id)}?after={deed}")
    response.status_code = 303
    return response


def _do(reader: Reader, item: Any, deed: str, reason: str) -> Any:
    if deed == MARK:
        return mark_non_comparable(reader, item, reason)
    if deed == REBUILD:
        return rebuild(reader, item, reason)
    raise NotASet("Choose what to do with the item.", "reason")


def _show(request: HttpRequest, page: ItemPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/calibration_item.html", {"page": page, "here": "figures"}, status=status)


