"""Attaching stretches of originals to the verdict that is being written: checked here, kept once it is recorded.

A script puts them into the form; without one they wait in the draft of the form.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from inspector.drafts import find_draft, keep_words
from inspector.http import wrong
from inspector.located import NotLocated, check, locate
from inspector.pages.scan_hits import attached_of
from inspector.readers import reader_of
from inspector.verdict_fields import Located
from lineage.access import Action, Reader, get_visible, require
from lineage.models import rows

FIGURES = 9


@require_POST
def located(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is attached, as the form takes it; 422 with the words that were sent and those that stand there."""
    reader = reader_of(request)
    claim = get_visible(rows.Claim.objects, reader, public_id)
    require(reader, Action.RECORD_VERDICT)
    is_script = request.headers.get("HX-Request") == "true"
    try:
        wanted = _at_place if "start" in request.POST else _as_sent
        attached = attached_of(reader, claim, wanted(reader, claim, request))
    except NotLocated as error:
        if not is_script:
            return wrong(request, 422, str(error))
        response = render(request, "inspector/_attach_refused.html", {"error": str(error)}, status=422)
        response["HX-Retarget"], response["HX-Reswap"] = "#attach-problem", "innerHTML"
        return response
    if is_script:
        return render(request, "inspector/_attached.html", {"attached": attached})
    _keep(reader, claim, [one.value for one in attached], request.POST.getlist("scan"))
    response = redirect(f"{reverse('claim', args=[public_id])}#attached")
    response.status_code = 303
    return response


def _as_sent(reader: Reader, claim: Any, request: HttpRequest) -> tuple[Located, ...]:
    return check(reader, claim, request.POST.getlist("located"))


def _at_place(reader: Reader, claim: Any, request: HttpRequest) -> tuple[Located, ...]:
    """The words at a place that was written down by hand."""
    start, end = request.POST.get("start", ""), request.POST.get("end", "")
    if not all(one.isascii() and one.isdigit() and len(one) <= FIGURES for one in (start, end)):
        raise NotLocated("A place is two whole numbers: the first character, and the one after the last.")
    return (locate(reader, claim, request.POST.get("artifact", ""), int(start), int(end)),)


def _keep(reader: Reader, claim: Any, values: list[str], scan: list[str]) -> None:
    """Beside what was typed; the newest search takes the place of the one before."""
    draft = find_draft(reader, claim.pk)
    lists = dict(draft.sent.lists) if draft is not None else {}
    if not values and not any(scan):
        return
    lists["located"] = list(dict.fromkeys((*lists.get("located", ()), *values)))
    if any(scan):
        lists["scan"] = scan[-1:]
    keep_words(reader, claim.pk, lists)
