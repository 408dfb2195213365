"""One label set: its revisions, and what the newest one holds of which label."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from inspector.calibrating.keeping import NotASet, change_set
from inspector.pages.calibration_addresses import set_url
from inspector.pages.calibration_form import SetForm, form_of, read_form
from inspector.pages.calibration_lines import revision_lines, revisions_of
from inspector.pages.calibration_panels import read_panels
from inspector.pages.calibration_reading import count_hidden, maker_of, open_set
from inspector.pages.calibration_view import SetPage
from inspector.readers import reader_of
from lineage.access import Action, Reader, require


def read_set(reader: Reader, public_id: str, form: SetForm | None = None) -> SetPage:
    """With the form as it was sent, where it came back. Seven statements at most. Raises NotAllowed, NotVisible."""
    found = open_set(reader, public_id)
    revisions = list(revisions_of(reader).filter(set=found))
    newest = revisions[0] if revisions else None
    may_keep = reader.may(Action.KEEP_SETS)
    return SetPage(
        url=set_url(public_id),
        name=found.name or found.key,
        key=found.key,
        purpose=found.purpose,
        origin=found.origin,
        made_by=maker_of(reader, found),
        made_at=found.made_at,
        shows_gold=found.shows_gold,
        lines=revision_lines(reader, revisions, {found.pk: newest.number} if newest is not None else {}),
        panels=read_panels(reader, newest) if newest is not None else (),
        hidden=count_hidden(reader, newest) if newest is not None else 0,
        freeze_url=reverse("calibration_freeze", args=[public_id]) if may_keep else "",
        import_url=f"{reverse('calibration_import')}?{urlencode({'set': found.key})}" if may_keep else "",
        form=(form or form_of(found)) if may_keep else None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def calibration_set(request: HttpRequest, public_id: str) -> HttpResponse:
    """A POST changes name, purpose, origin and whether gold is shown: 303 to the set, 422 with what is missing."""
    reader = reader_of(request)
    if request.method != "POST":
        return _show(request, read_set(reader, public_id))
    require(reader, Action.KEEP_SETS)
    found, form = open_set(reader, public_id), read_form(request.POST)
    if form.errors:
        return _show(request, read_set(reader, public_id, form), 422)
    try:
        change_set(reader, found, **form.words)
    except NotASet as refused:
        errors = {refused.field or "name": str(refused)}
        return _show(request, read_set(reader, public_id, replace(form, errors=errors)), 422)
    response = redirect(set_url(public_id))
    response.status_code = 303
    return response


def _show(request: HttpRequest, page: SetPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/calibration_set.html", {"page": page, "here": "figures"}, status=status)
