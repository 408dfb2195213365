"""The review of an answer as a whole: which claims have their coverage, closing it, and opening it again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.blindness import HIDDEN, blind_answers, sealed_claims
from inspector.closing import NotClosed, close, open_again, read_standings
from inspector.figures.closing import ClaimStanding, counts_of, why_not_closed
from inspector.models import rows as opinions
from inspector.pages.evidence_view import Said
from inspector.pages.run_people import name_of as person
from inspector.pages.run_people import named_by
from inspector.pages.withheld import words_of as words_of_mask
from inspector.pages.withheld_opening import read_closed
from inspector.pages.withheld_reading import gravest, masked_artifacts
from inspector.readers import reader_of
from inspector.settled_verdicts import words_of
from lineage.access import Action, NotAllowed, Reader, get_visible, require
from lineage.dossiers import ANSWER_TEXTS, read_answer, read_dossier
from lineage.evidence.bundle import Answer, claim_text
from lineage.evidence.vocabulary import ClosingKind, CoverageVerdict
from lineage.models import rows

LONGEST_REASON = 10_000
LISTED = 20
STATES = {CoverageVerdict.SUPPORTED: "pass", CoverageVerdict.UNSUPPORTED: "fail"}


class ClaimLine(NamedTuple):
    ordinal: int
    url: str
    words: str
    said: Said


class ClosingLine(NamedTuple):
    label: str
    by: str
    at: datetime
    counts: tuple[tuple[str, int], ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingPage:
    """`why_not` says what keeps it from being closed."""

    url: str
    answer_url: str
    heading: str
    claims: tuple[ClaimLine, ...]
    counts: tuple[tuple[str, int], ...]
    why_not: str
    is_closed: bool
    may_close: bool
    may_open: bool
    history: tuple[ClosingLine, ...]
    reason: str
    errors: dict[str, str]


def get_answer(reader: Reader, public_id: str) -> Any:
    """Raises NotVisible, and NotAllowed for who is still to judge a claim of it without seeing what others said."""
    require(reader, Action.READ_CASES)
    answer = get_visible(rows.Answer.objects.select_related("state", *ANSWER_TEXTS), reader, public_id)
    sealed = rows.Claim.objects.filter(answer=answer.pk, pk__in=sealed_claims(reader))
    if sealed.exists() or answer.pk in set(blind_answers(reader).values_list("item__claim__answer_id", flat=True)):
        raise NotAllowed(f"How the claims of this answer stand is {HIDDEN}.")
    return answer


def page_of(reader: Reader, row: Any, reason: str = "", errors: Any = None) -> ClosingPage:
    answer, _, _ = read_answer(row)
    standings = read_standings(row.pk, answer)
    history = _history(reader, row)
    return ClosingPage(
        url=reverse("closing", args=[row.public_id]),
        answer_url=reverse("answer", args=[row.public_id]),
        heading=row.state.heading,
        claims=tuple(_claims(row, answer, standings)),
        counts=_named(counts_of(list(standings.values()))),
        why_not=why_not_closed(list(standings.values())),
        is_closed=bool(history) and history[0].label == ClosingKind.CLOSED.label,
        may_close=reader.may(Action.ADJUDICATE),
        may_open=reader.may(Action.REOPEN_REVIEW),
        history=history,
        reason=reason,
        errors=errors or {},
    )


def _claims(row: Any, answer: Answer, standings: dict[str, ClaimStanding]) -> list[ClaimLine]:
    public = dict(rows.Claim.objects.filter(answer=row.pk).values_list("key", "public_id"))
    return [
        ClaimLine(
            number,
            reverse("claim", args=[public[claim.key]]),
            claim_text(answer, claim) or "",
            _said(standings[claim.key]),
        )
        for number, claim in enumerate(answer.claims, start=1)
    ]


def _said(standing: ClaimStanding) -> Said:
    if standing.is_excluded:
        return Said("exempt by a reviewed rule", "none")
    if standing.has_no_text:
        return Said("no text, so not assessed", "absent")
    if standing.coverage is None:
        return Said("lacks coverage verdict", "unclear")
    return Said(standing.coverage.label, STATES[standing.coverage])


def _named(counts: dict[str, int]) -> tuple[tuple[str, int], ...]:
    labels = {"unsupported": "not supported", "lacking": "without coverage verdict", "excluded": "exempt"}
    labels |= {"no_text": "no text"}
    return tuple((labels.get(name, name), number) for name, number in counts.items())


def _history(reader: Reader, row: Any) -> tuple[ClosingLine, ...]:
    found = named_by(opinions.Closing.objects.filter(answer=row.pk), "actor").select_related("reason")
    closings = list(found.order_by("-pk")[:LISTED])
    hidden = _why_hidden(reader, row) if any(one.reason_id for one in closings) else ""
    return tuple(
        ClosingLine(
            ClosingKind(one.kind).label,
            person(reader, one.actor, one.first_name, one.username),
            one.recorded_at,
            _named(one.counts),
            hidden if hidden and one.reason_id else words_of(one.reason),
        )
        for one in closings
    )


def _why_hidden(reader: Reader, row: Any) -> str:
    """A reason may repeat words of any source of the answer."""
    dossier = read_dossier(row)
    masked = masked_artifacts(dossier, read_closed(reader, dossier).versions)
    return words_of_mask(gravest(masked.values())) if masked else ""


@require_http_methods(["GET", "HEAD", "POST"])
def closing(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to itself; 403 for who may do neither, 422 with what keeps it open or what is missing."""
    reader = reader_of(request)
    row = get_answer(reader, public_id)
    if request.method != "POST":
        return _draw(request, page_of(reader, row), 200)
    is_opening, reason = request.POST.get("deed") == "reopen", request.POST.get("reason", "").strip()
    require(reader, Action.REOPEN_REVIEW if is_opening else Action.ADJUDICATE)
    errors = _errors(reason) if is_opening else {}
    if not errors:
        try:
            if is_opening:
                open_again(reader, row, reason)
            else:
                close(reader, row, read_answer(row)[0])
        except NotClosed as refusal:
            errors = {"form": str(refusal)}
    if errors:
        return _draw(request, page_of(reader, row, reason, errors), 422)
    said = "The review of this answer is open again." if is_opening else "The review of this answer is closed."
    messages.success(request, said)
    response = redirect("closing", public_id)
    response.status_code = 303
    return response


def _errors(reason: str) -> dict[str, str]:
    if not reason:
        return {"reason": "say why"}
    if len(reason) > LONGEST_REASON:
        return {"reason": f"this is {len(reason):,} characters; at most {LONGEST_REASON:,} are kept"}
    return {}


def _draw(request: HttpRequest, page: ClosingPage, status: int) -> HttpResponse:
    return render(request, "inspector/closing.html", {"page": page}, status=status)
