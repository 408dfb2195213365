"""A new version of a source, sent from its page; and looking for the citations again in one that is here."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from inspector.http import page_or_fragment
from inspector.pages.source import read_source, read_wanted
from inspector.pages.veiling import open_version
from inspector.readers import reader_of
from lineage.access import Action, require
from lineage.evidence.vocabulary import RunTrigger
from lineage.reprocessing import NotAccepted, add_version, start

NO_FILE = "choose a file"
NOT_WHOLE = "The form was not whole; it is drawn anew. Nothing was started."
LONGEST_NAME = 200


@require_POST
def new_version(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the run that looks for the citations in it; 422 with what is wrong at the field, and nothing written."""
    reader = reader_of(request)
    require(reader, Action.CHANGE_SOURCES)
    version = open_version(reader, public_id)
    written = request.POST.get("version", "").strip()
    file = request.FILES.get("file")
    if file is None:
        return _refused(request, public_id, written, {"file": NO_FILE})
    try:
        media_type = file.content_type or ""
        run = add_version(reader, version.source, file.read(), version=written or None, media_type=media_type)
    except NotAccepted as refusal:
        return _refused(request, public_id, written, _placed(refusal, file.name))
    return _seen(run)


@require_POST
def find_again(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the run; the same form sent twice starts one."""
    reader = reader_of(request)
    require(reader, Action.CHANGE_SOURCES)
    version = open_version(reader, public_id)
    key = request.POST.get("idempotency_key", "")
    if not (8 <= len(key) <= 64 and key.isascii() and key.isalnum()):
        return _refused(request, public_id, "", {"again": NOT_WHOLE})
    run = start(reader, version.source, version, trigger=RunTrigger.MANUAL, cause=f"request:{key}")
    return _seen(run)


def _placed(refusal: NotAccepted, name: str | None) -> dict[str, str]:
    """The message beside the field it speaks of: the name of the version where that is the trouble, else the file."""
    if refusal.field == "version":
        return {"version": str(refusal)}
    return {"file": f"{(name or 'the file')[:LONGEST_NAME]}: {refusal}"}


def _refused(request: HttpRequest, public_id: str, written: str, errors: dict[str, str]) -> HttpResponse:
    page = read_source(reader_of(request), public_id, read_wanted(request.GET), written=written, errors=errors)
    return page_or_fragment(request, "inspector/source.html", {}, {"page": page}, 422)


def _seen(run: Any) -> HttpResponse:
    response = redirect("run", run.public_id)
    response.status_code = 303
    return response
