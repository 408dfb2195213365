"""The page of a run: how far it is while it goes on, and what became of each citation."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from inspector.http import page_or_fragment, wrong
from inspector.pages.run_changes import read_changes
from inspector.pages.run_head import head_of, open_run, progress_of
from inspector.pages.run_wanted import read_wanted_changes
from inspector.readers import reader_of
from lineage.access import Action, require
from lineage.reprocessing import NotPossible, cancel, read_progress, retry

PROGRESS, CHANGES = "progress", "changes"
FRAGMENTS = {CHANGES: "inspector/_run_changes.html"}


@require_safe
def run(request: HttpRequest, public_id: str) -> HttpResponse:
    """The whole page; its progress alone, as it is polled; or one list of changes."""
    reader = reader_of(request)
    found = open_run(reader, public_id)
    if request.headers.get("HX-Request") == "true" and request.headers.get("HX-Target") == PROGRESS:
        return _progress(request, found)
    wanted = read_wanted_changes(request.GET)
    counted = read_progress(found)
    page = {
        "head": head_of(reader, found),
        "progress": progress_of(found, counted),
        "changes": read_changes(reader, found, counted, wanted),
    }
    return page_or_fragment(request, "inspector/run.html", FRAGMENTS, {"page": page, "here": "runs"})


def _progress(request: HttpRequest, found: Any) -> HttpResponse:
    said = request.GET.get("said", "")
    known = int(said) if said.isascii() and said.isdigit() and len(said) < 4 else -1
    progress = progress_of(found, read_progress(found), said=known, polled=True)
    response = render(request, "inspector/_run_progress.html", {"progress": progress})
    if not progress.is_open:
        response["HX-Trigger-After-Swap"] = "run-ended"
    return response


@require_POST
def run_cancel(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the run; 409 where it has ended by itself meanwhile."""
    reader = reader_of(request)
    require(reader, Action.CHANGE_SOURCES)
    found = open_run(reader, public_id)
    try:
        cancel(reader, found)
    except NotPossible as refusal:
        return wrong(request, 409, str(refusal))
    return _seen(public_id)


@require_POST
def run_retry(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the run, which goes on; 409 where nothing is set aside."""
    reader = reader_of(request)
    require(reader, Action.CHANGE_SOURCES)
    found = open_run(reader, public_id)
    try:
        retry(reader, found)
    except NotPossible as refusal:
        return wrong(request, 409, str(refusal))
    return _seen(public_id)


def _seen(public_id: str) -> HttpResponse:
    response = redirect("run", public_id)
    response.status_code = 303
    return response
