"""Freezing a set: queues are chosen, what would come of them is shown, and only then is a revision made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib import messages
from django.db.models import Count, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from inspector.blindness import is_sealed
from inspector.calibrating.comparability import pending
from inspector.calibrating.coverage import FieldCoverage
from inspector.calibrating.freezing import LONGEST_REASON, freeze
from inspector.calibrating.keeping import NotASet
from inspector.calibrating.previewing import Preview, preview
from inspector.calibrating.revisions import newest_revision
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import revision_url, set_url
from inspector.pages.calibration_panels import BAR
from inspector.pages.calibration_reading import open_set
from inspector.pages.calibration_view import PreviewField, PreviewValue
from inspector.pages.calibration_words import value_label, warnings_of
from inspector.readers import reader_of
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import COMPLETED

MOST_QUEUES = 100
AS_THEY_STAND = "stand"
"""Sent where no queue is chosen on purpose: versions that were marked or rebuilt are frozen alone."""
UNCHANGED = "No revision was made: it would hold the same items with the same labels as this one."


class QueueChoice(NamedTuple):
    id: str
    name: str
    url: str
    completed: int
    is_closed: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezePage:
    """`items` and what follows are of the preview, which `is_shown` once queues are chosen; `carried` come on top."""

    name: str
    set_url: str
    queues: tuple[QueueChoice, ...]
    pending: int
    is_shown: bool
    chosen: tuple[str, ...]
    items: int
    carried: int
    fields: tuple[PreviewField, ...]
    exclusions: tuple[tuple[str, str, int], ...]
    reason: str
    errors: Mapping[str, str]


def read_freeze(
    reader: Reader,
    found: opinions.CalibrationSet,
    chosen: Sequence[str],
    *,
    is_shown: bool,
    reason: str = "",
    errors: Mapping[str, str] | None = None,
) -> FreezePage:
    """Writes nothing. Raises NotAllowed, NotVisible."""
    problems = dict(errors or {})
    shown: Preview | None = None
    if is_shown and not problems:
        try:
            shown = preview(reader, found, chosen)
        except NotASet as refused:
            problems[refused.field or "queues"] = str(refused)
    return FreezePage(
        name=found.name or found.key,
        set_url=set_url(found.public_id),
        queues=read_queues(reader, chosen),
        pending=pending(found),
        is_shown=shown is not None,
        chosen=tuple(chosen),
        items=shown.items if shown is not None else 0,
        carried=shown.carried if shown is not None else 0,
        fields=tuple(_field(one) for one in shown.fields) if shown is not None else (),
        exclusions=tuple((one.label, one.meaning, n) for one, n in shown.exclusions.items()) if shown else (),
        reason=reason,
        errors=problems,
    )


def read_queues(reader: Reader, chosen: Sequence[str]) -> tuple[QueueChoice, ...]:
    """Queues in which something is completed that the reader may be told of; two statements."""
    states = opinions.ItemState.objects.visible_to(reader).filter(~Q(is_sealed(reader, OuterRef("item__claim"))))
    done = states.filter(state__in=[state.value for state in COMPLETED]).order_by()
    counted = dict(done.values_list("queue").annotate(n=Count("pk")))
    queues = opinions.Queue.objects.visible_to(reader).filter(pk__in=counted).order_by("name", "pk")
    return tuple(
        QueueChoice(
            id=one.public_id,
            name=one.name or one.key,
            url=reverse("queue", args=[one.public_id]),
            completed=counted[one.pk],
            is_closed=one.closed_at is not None,
            is_chosen=one.public_id in chosen,
        )
        for one in queues
    )


def _field(found: FieldCoverage) -> PreviewField:
    widest = max(found.counts.values(), default=0)
    return PreviewField(
        found.field.name,
        tuple(
            PreviewValue(value_label(found.field.name, value), number, BAR * number // widest if widest else 0)
            for value, number in found.counts.items()
        ),
        found.without,
        warnings_of(found),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def calibration_freeze(request: HttpRequest, public_id: str) -> HttpResponse:
    """A GET with queues shows what would come; the POST makes the revision. 303 to it, 422 with why not."""
    reader = reader_of(request)
    require(reader, Action.KEEP_SETS)
    found = open_set(reader, public_id)
    sent = request.POST if request.method == "POST" else request.GET
    chosen = list(dict.fromkeys(sent.getlist("queue")))[:MOST_QUEUES]
    if request.method != "POST":
        is_shown = bool(chosen) or AS_THEY_STAND in sent
        return _show(request, read_freeze(reader, found, chosen, is_shown=is_shown))
    reason = sent.get("reason", "").replace("\0", "").strip()[:LONGEST_REASON]
    before = newest_revision(found)
    try:
        revision = freeze(reader, found, chosen, reason)
    except NotASet as refused:
        errors = {refused.field or "queues": str(refused)}
        page = read_freeze(reader, found, chosen, is_shown=True, reason=reason, errors=errors)
        return _show(request, page, 422)
    if before is not None and before.pk == revision.pk:
        messages.info(request, UNCHANGED)
    response = redirect(revision_url(revision.public_id))
    response.status_code = 303
    return response


def _show(request: HttpRequest, page: FreezePage, status: int = 200) -> HttpResponse:
    return render(request, "inspector/calibration_freeze.html", {"page": page, "here": "figures"}, status=status)
