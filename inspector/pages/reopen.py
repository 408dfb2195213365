"""Asking for new judgements of a claim: in which queues it stands, which of them to open again, and why."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.blindness import HIDDEN, is_blind_about, is_sealed
from inspector.models import rows as opinions
from inspector.pages.adjudication_reading import STATE_OF_PROGRESS
from inspector.pages.evidence_view import Said
from inspector.readers import reader_of
from inspector.reopening import REOPENABLE, NothingToReopen, reopen
from lineage.access import Action, NotAllowed, Reader, get_visible, require
from lineage.evidence.vocabulary import ItemProgress
from lineage.models import rows

LONGEST_REASON = 10_000


class ItemLine(NamedTuple):
    """How the claim stands in one queue."""

    public_id: str
    queue: str
    said: Said
    verdicts: int
    may_open: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenPage:
    url: str
    claim_url: str
    heading: str
    ordinal: int
    lines: tuple[ItemLine, ...]
    reason: str
    errors: dict[str, str]


def get_claim(reader: Reader, public_id: str) -> Any:
    """Raises NotAllowed for who may not open reviews, or is still to judge the claim without seeing how it stands."""
    require(reader, Action.REOPEN_REVIEW)
    claims = rows.Claim.objects.select_related("answer__state").annotate(
        is_hidden=Exists(
            rows.Claim.objects.filter(pk=OuterRef("pk")).filter(
                is_sealed(reader, OuterRef("pk")) | is_blind_about(reader, answer=OuterRef("answer_id"))
            )
        )
    )
    claim = get_visible(claims, reader, public_id)
    if claim.is_hidden:
        raise NotAllowed(f"How this claim stands is {HIDDEN}.")
    return claim


def page_of(claim: Any, chosen: list[str] | None = None, reason: str = "", errors: Any = None) -> ReopenPage:
    states = opinions.ItemState.objects.filter(item__claim=claim.pk).select_related("item__queue").order_by("item")
    return ReopenPage(
        url=reverse("reopen", args=[claim.public_id]),
        claim_url=reverse("claim", args=[claim.public_id]),
        heading=claim.answer.state.heading,
        ordinal=claim.ordinal + 1,
        lines=tuple(_line(state, chosen) for state in states),
        reason=reason,
        errors=errors or {},
    )


def _line(state: Any, chosen: list[str] | None) -> ItemLine:
    progress = ItemProgress(state.state)
    may_open = progress in REOPENABLE
    return ItemLine(
        public_id=state.item.public_id,
        queue=str(state.item.queue),
        said=Said(progress.label, STATE_OF_PROGRESS.get(progress, "none"), "", progress.meaning),
        verdicts=state.verdicts,
        may_open=may_open,
        is_chosen=may_open and (chosen is None or state.item.public_id in chosen),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def reopen_claim(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the claim; 422 with what is missing, 409 where nothing is to be opened any more."""
    reader = reader_of(request)
    claim = get_claim(reader, public_id)
    if request.method != "POST":
        return _draw(request, page_of(claim), 200)
    chosen, reason = request.POST.getlist("item"), request.POST.get("reason", "").strip()
    errors = _errors(reason)
    items = list(opinions.Item.objects.visible_to(reader).filter(claim=claim.pk, public_id__in=_clean(chosen)))
    if not items:
        errors["item"] = "choose a queue in which it is to be judged again"
    if errors:
        return _draw(request, page_of(claim, chosen, reason, errors), 422)
    try:
        reopen(reader, items, reason)
    except NothingToReopen as refusal:
        return _draw(request, page_of(claim, chosen, reason, {"form": str(refusal)}), 409)
    messages.success(request, "The claim is open again. What was said stays on record and counts no more.")
    response = redirect("claim", public_id)
    response.status_code = 303
    return response


def _errors(reason: str) -> dict[str, str]:
    if not reason:
        return {"reason": "say why; the people who judge it again will ask"}
    if len(reason) > LONGEST_REASON:
        return {"reason": f"this is {len(reason):,} characters; at most {LONGEST_REASON:,} are kept"}
    return {}


def _clean(chosen: list[str]) -> list[str]:
    return [one for one in chosen[:50] if "\0" not in one]


def _draw(request: HttpRequest, page: ReopenPage, status: int) -> HttpResponse:
    return render(request, "inspector/reopen.html", {"page": page}, status=status)
