"""Trying it: pasted words or a file, the findings of the linter, and nothing kept: no row, no file, no log of content.

Whoever is signed in may, whatever the role; where TRY_WITHOUT_SIGN_IN is on, everybody, at a measured pace.
"""

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from inspector.client_address import get_client_address
from inspector.pages.try_form import MOST_BYTES, TryForm, ask_file, ask_pasted, read_pasted, too_large
from inspector.pages.try_view import TryResult, result_of
from inspector.readers import open_by
from inspector.throttle import Throttle
from inspector.trial import Asked
from inspector.trying import TooMuchWork, try_out

STRANGERS = Throttle(at_once=10, seconds=6)
TOO_OFTEN = "Ten tries at once, then one in six seconds: wait a moment and send it again, or sign in."
TOO_MUCH = (
    "Looking at this takes more time or memory than is spent here, so it was broken off. "
    "In a terminal there is no such limit: python -m lineage inspect FILE."
)
# Beside the file and the words there are the names of the fields and the borders between them.
WRAPPING = 2**15


@dataclass(frozen=True, slots=True, kw_only=True)
class TryPage:
    form: TryForm
    result: TryResult | None = None


# The token is asked for below, once the length is known to be one that is read in memory and touches no disk.
@csrf_exempt
@open_by("TRY_WITHOUT_SIGN_IN")
@require_http_methods(["GET", "HEAD", "POST"])
def try_it(request: HttpRequest) -> HttpResponse:
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES + WRAPPING:
        return _show(request, TryPage(form=too_large(TryForm())))
    try:
        return _answer(request)
    except RequestDataTooBig:
        return _show(request, TryPage(form=too_large(TryForm())))


@csrf_protect
def _answer(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, TryPage(form=TryForm()))
    return _show(request, _try(request, timezone.now()))


def _try(request: HttpRequest, as_of: datetime) -> TryPage:
    form = TryForm(format=request.POST.get("format", "auto"))
    if "file" in request.FILES or "format" in request.POST:
        asked = ask_file(request.POST, request.FILES, as_of)
    else:
        form = read_pasted(request.POST)
        if "more" in request.POST:
            return TryPage(form=form)
        asked = ask_pasted(form, as_of)
    if isinstance(asked, TryForm):
        return TryPage(form=asked)
    reader = request.reader  # type: ignore[attr-defined]
    if reader is None and not STRANGERS.takes(get_client_address(request)):
        return TryPage(form=_refused(form, asked, TOO_OFTEN, 429))
    try:
        found = try_out(asked)
    except TooMuchWork:
        return TryPage(form=_refused(form, asked, TOO_MUCH, 422))
    return TryPage(form=form, result=result_of(asked.name, asked.pasted is not None, found))


def _refused(form: TryForm, asked: Asked, why: str, status: int) -> TryForm:
    if asked.pasted is None:
        return form.refused(f"{why} No browser keeps the choice of a file, so choose it again.", "file", status)
    return form.refused(f"{why} Your words are still in the form.", "answer", status)


def _show(request: HttpRequest, page: TryPage) -> HttpResponse:
    status = 422 if page.result is not None and page.result.problems else page.form.status
    return render(request, "inspector/try_it.html", {"page": page, "here": "try_it"}, status=status)
