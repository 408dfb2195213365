"""Putting the claims of chosen answers into a queue: from the list of cases, or from the page of one answer."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.models import rows as opinions
from inspector.pages.queue_view import Choice
from inspector.queue_adding import MOST_AT_ONCE, add_answers
from inspector.queue_reading import NotKept
from inspector.readers import reader_of
from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.vocabulary import QueueKind
from lineage.models import rows

LONGEST_REASON = 500
NOT_CHOSEN = "Choose the queue that the claims are put into."


class AnswerLine(NamedTuple):
    id: str
    url: str
    heading: str
    claims: int


class AddingPage(NamedTuple):
    """`claims` are those of all the answers; `problem` is why nothing was put in."""

    answers: tuple[AnswerLine, ...]
    claims: int
    queues: tuple[Choice, ...]
    reason: str
    problem: str


def read_adding(reader: Reader, sent: Any, problem: str = "") -> AddingPage:
    """At most five statements with those of the session. Raises NotVisible where an answer is not the reader's."""
    require(reader, Action.KEEP_QUEUES)
    asked = _answers(sent)
    states = rows.AnswerState.objects.visible_to(reader).filter(answer__public_id__in=asked)
    found = {
        public_id: AnswerLine(public_id, reverse("answer", args=[public_id]), heading, claims)
        for public_id, heading, claims in states.values_list("answer__public_id", "heading", "claims")
    }
    missing = [one for one in asked if one not in found]
    if missing:
        raise NotVisible(missing[0])
    lines = tuple(found[one] for one in asked)
    return AddingPage(
        answers=lines,
        claims=sum(line.claims for line in lines),
        queues=_queues(reader, sent.get("queue", "")),
        reason=sent.get("reason", "")[:LONGEST_REASON],
        problem=problem,
    )


def _answers(sent: Any) -> list[str]:
    named = (one.replace("\0", "") for one in sent.getlist("answer"))
    return list(dict.fromkeys(one[:64] for one in named if one))[:MOST_AT_ONCE]


def _queues(reader: Reader, chosen: str) -> tuple[Choice, ...]:
    queues = opinions.Queue.objects.visible_to(reader).filter(closed_at__isnull=True)
    return tuple(
        Choice(queue.public_id, queue.name or queue.key, queue.public_id == chosen, QueueKind(queue.kind).label)
        for queue in queues.order_by("-priority", "name", "pk")
    )


@require_http_methods(["GET", "HEAD", "POST"])
def queue_add(request: HttpRequest) -> HttpResponse:
    """303 to the queue, which says how many came in; 422 with what is missing, and nothing written."""
    reader = reader_of(request)
    require(reader, Action.KEEP_QUEUES)
    if request.method != "POST":
        return _show(request, read_adding(reader, request.GET))
    chosen = request.POST.get("queue", "")
    if not chosen:
        return _show(request, read_adding(reader, request.POST, NOT_CHOSEN), 422)
    reason = request.POST.get("reason", "").replace("\0", "").strip()[:LONGEST_REASON]
    try:
        added = add_answers(reader, chosen, _answers(request.POST), reason)
    except NotKept as refused:
        return _show(request, read_adding(reader, request.POST, str(refused)), 422)
    messages.info(request, _said(added))
    response = redirect("queue", chosen)
    response.status_code = 303
    return response


def _said(added: int) -> str:
    if not added:
        return "All of these claims were in this queue already."
    return "1 claim came into this queue." if added == 1 else f"{added} claims came into this queue."


def _show(request: HttpRequest, page: AddingPage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/queue_adding.html", {"page": page, "here": "queues"}, status=status)
