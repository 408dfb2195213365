"""What came of asking an index and a page to forget a deleted version: recorded with what shows it (S4-52)."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.pages.lifecycle_reading import Standing, read_life_page
from inspector.pages.veiling import open_version
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import InvalidationStatus, InvalidationTarget, Term
from lineage.lifecycle import NotPossible, record_invalidation

ANSWERS = (InvalidationStatus.CONFIRMED, InvalidationStatus.UNCONFIRMED)
NOT_CHOSEN = "choose one"


class Choice(NamedTuple):
    term: Term
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgottenPage:
    public_id: str
    source: str
    version: str
    url: str
    standing: Standing
    targets: tuple[Choice, ...]
    statuses: tuple[Choice, ...]
    evidence: str
    errors: dict[str, str] = field(default_factory=dict)


def read_forgotten(reader: Reader, version: Any, sent: dict[str, str], errors: dict[str, str]) -> ForgottenPage:
    return ForgottenPage(
        public_id=version.public_id,
        source=version.source.key,
        version=version.version,
        url=reverse("source", args=[version.public_id]),
        standing=read_life_page(reader, version),
        targets=tuple(Choice(term, term.value == sent.get("target")) for term in InvalidationTarget),
        statuses=tuple(Choice(term, term.value == sent.get("status")) for term in ANSWERS),
        evidence=sent.get("evidence", ""),
        errors=errors,
    )


def _record(reader: Reader, version: Any, sent: dict[str, str]) -> dict[str, str]:
    """What is wrong with the form; nothing where it was recorded."""
    target, status = sent.get("target", ""), sent.get("status", "")
    errors = {} if target in set(InvalidationTarget) else {"target": NOT_CHOSEN}
    if status not in {term.value for term in ANSWERS}:
        errors["status"] = NOT_CHOSEN
    if errors:
        return errors
    evidence = sent.get("evidence", "").replace("\0", "").strip()
    try:
        record_invalidation(reader, version, InvalidationTarget(target), InvalidationStatus(status), evidence)
    except NotPossible as refused:
        return {"evidence": str(refused)}
    return {}


@require_http_methods(["GET", "HEAD", "POST"])
def lifecycle_forgotten(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the page of the version; 422 with what is wrong. The same form sent twice is recorded once."""
    reader = reader_of(request)
    require(reader, Action.CHANGE_SOURCES)
    version = open_version(reader, public_id)
    sent = request.POST.dict() if request.method == "POST" else {}
    errors = _record(reader, version, sent) if request.method == "POST" else {}
    if request.method == "POST" and not errors:
        response = redirect(f"{reverse('source', args=[public_id])}#life")
        response.status_code = 303
        return response
    page = read_forgotten(reader, version, sent, errors)
    return render(request, "inspector/lifecycle_forgotten.html", {"page": page}, status=422 if errors else 200)
