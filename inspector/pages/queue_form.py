"""Making a queue, changing one, closing one; and before that how many claims its rule matches today."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from inspector.blindness import open_blind_slots
from inspector.models import rows as opinions
from inspector.pages.queue_form_fields import Parsed, Written, parse, read_written, written_of
from inspector.pages.queue_form_view import QueueForm, draw_form
from inspector.pages.queue_people import find_actors, handle_of
from inspector.queue_filling import Matching, count_matching
from inspector.queue_keeping import QueueFields, change_queue, close_queue, create_queue
from inspector.queue_reading import NotKept
from inspector.readers import reader_of
from lineage.access import Action, Reader, get_visible, require

PREVIEW = "preview"
# What matches may follow from what judges and others said.
NOT_WHILE_BLIND = "How many match is hidden while you have claims to judge blind."


@require_http_methods(["GET", "HEAD", "POST"])
def queue_new(request: HttpRequest) -> HttpResponse:
    """303 to the new queue; 422 with what is wrong at its field; a preview writes nothing."""
    reader = reader_of(request)
    require(reader, Action.KEEP_QUEUES)
    if request.method != "POST":
        return _show(request, draw_form(reader, None, Written()))
    return _send(request, reader, None)


@require_http_methods(["GET", "HEAD", "POST"])
def queue_change(request: HttpRequest, public_id: str) -> HttpResponse:
    reader = reader_of(request)
    require(reader, Action.KEEP_QUEUES)
    queue = get_visible(opinions.Queue.objects.select_related("policy", "gold"), reader, public_id)
    if request.method != "POST":
        written = written_of(queue)
        people = {"reviewers": tuple(handle_of(actor) for actor in queue.reviewers)}
        policy = queue.policy.public_id if queue.policy is not None else ""
        gold = queue.gold.public_id if queue.gold is not None else ""
        return _show(request, draw_form(reader, queue, written.having(policy, gold, people)))
    return _send(request, reader, queue)


@require_POST
def queue_close(request: HttpRequest, public_id: str) -> HttpResponse:
    """303 to the queue, which says that it is closed."""
    return _seen(close_queue(reader_of(request), public_id))


def _send(request: HttpRequest, reader: Reader, queue: opinions.Queue | None) -> HttpResponse:
    written = read_written(request.POST)
    parsed = parse(written)
    errors = dict(parsed.errors)
    if errors:
        return _show(request, draw_form(reader, queue, written, errors), 422)
    if request.POST.get("deed") == PREVIEW:
        if open_blind_slots(reader).exists():
            return _show(request, draw_form(reader, queue, written, {"preview": NOT_WHILE_BLIND}), 422)
        return _show(request, draw_form(reader, queue, written, matching=_preview(reader, parsed)))
    fields = _whole(reader, parsed.fields, written)
    try:
        return _seen(create_queue(reader, fields) if queue is None else change_queue(reader, queue, fields))
    except NotKept as refused:
        return _show(request, draw_form(reader, queue, written, {refused.field: str(refused)}), 422)


def _preview(reader: Reader, parsed: Parsed) -> Matching | None:
    rule = parsed.fields.rule
    return count_matching(reader, parsed.fields.kind, rule) if rule is not None else None


def _whole(reader: Reader, fields: QueueFields, written: Written) -> QueueFields:
    """With the people behind the handles, and the policy's revision."""
    people = tuple(find_actors(reader, written.many.get("reviewers", ())))
    return written.complete(fields, people)


def _show(request: HttpRequest, form: QueueForm, status: int = 200) -> HttpResponse:
    return render(request, "inspector/queue_form.html", {"form": form, "here": "queues"}, status=status)


def _seen(queue: opinions.Queue) -> HttpResponse:
    response = redirect("queue", queue.public_id)
    response.status_code = 303
    return response
