"""Withdraw, restore, delete, hold, erase: a page for each deed that says first what follows, and then does it."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.pages.lifecycle_deeds import DELETE, Deed, find_deed
from inspector.pages.lifecycle_form import DeedForm, read_deed_form
from inspector.pages.lifecycle_reach import ReachPart, read_reach
from inspector.pages.lifecycle_reading import Standing, is_repeated, read_life_page, read_marker
from inspector.pages.veiling import open_version
from inspector.readers import reader_of
from lineage.access import NotVisible, Reader, require
from lineage.evidence.vocabulary import AuditRetention
from lineage.lifecycle import NotPossible, tombstone
from lineage.lifecycle_reading import get_life

MEANWHILE = "Somebody changed this version after you opened the page. Read where it stands now, then decide anew."


class Choice(NamedTuple):
    term: AuditRetention
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DeedPage:
    """`why_not` is why it cannot be done now; `problem` what stood in the way of the form that came back."""

    public_id: str
    source: str
    version: str
    url: str
    deed: Deed
    standing: Standing
    seen: str
    why_not: str
    reach: ReachPart | None
    form: DeedForm
    retentions: tuple[Choice, ...]
    problem: str
    is_deletion: bool


def read_deed(reader: Reader, version: Any, deed: Deed, form: DeedForm, problem: str = "") -> DeedPage:
    """What the deed would do to the version as it stands now."""
    refused = deed.refuse(get_life(version), reader.actor)
    return DeedPage(
        public_id=version.public_id,
        source=version.source.key,
        version=version.version,
        url=reverse("source", args=[version.public_id]),
        deed=deed,
        standing=read_life_page(reader, version),
        seen=read_marker(version),
        why_not=refused or "",
        reach=read_reach(reader, version) if deed.hides and refused is None else None,
        form=form,
        retentions=tuple(Choice(term, term is form.retention) for term in AuditRetention),
        problem=problem,
        is_deletion=deed is DELETE,
    )


def perform(reader: Reader, version: Any, deed: Deed, form: DeedForm) -> tuple[str, int]:
    """What stood in the way, and the status that says so; 303 where it was done, or had been by the same form."""
    if form.seen != read_marker(version) and not is_repeated(reader, version, deed.kind, form.reason):
        return MEANWHILE, 409
    try:
        if deed.verb is not None:
            deed.verb(reader, version, form.reason)
        else:
            assert form.retention is not None
            tombstone(
                reader,
                version,
                form.reason,
                retention=form.retention,
                until=form.until,
                legal_basis=form.legal_basis,
            )
    except NotPossible as refused:
        return str(refused), 422
    return "", 303


@require_http_methods(["GET", "HEAD", "POST"])
def lifecycle_deed(request: HttpRequest, public_id: str, name: str) -> HttpResponse:
    """303 to the page of the version; 422 with what is wrong, 409 where it moved meanwhile, and nothing written."""
    reader, deed = reader_of(request), find_deed(name)
    if deed is None:
        raise NotVisible(name)
    require(reader, deed.action)
    version = open_version(reader, public_id)
    if request.method != "POST":
        return _draw(request, read_deed(reader, version, deed, DeedForm()))
    form = read_deed_form(request.POST.dict(), needs_reason=deed.needs_reason, is_deletion=deed is DELETE)
    problem, status = ("", 422) if form.errors else perform(reader, version, deed, form)
    if status == 303:
        response = redirect(f"{reverse('source', args=[public_id])}#life")
        response.status_code = 303
        return response
    return _draw(request, read_deed(reader, version, deed, form, problem), status)


def _draw(request: HttpRequest, page: DeedPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/lifecycle_deed.html", {"page": page}, status=status)
