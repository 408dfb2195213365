"""What a person says of a place that a run found: accepted, rejected, or said anew; each a record of its own."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from inspector.http import page_or_fragment, wrong
from inspector.pages.run_change import Sent
from inspector.pages.run_changes import find_relocation, read_change, read_changes
from inspector.pages.run_head import head_of, open_run, progress_of
from inspector.pages.run_view import Change
from inspector.pages.run_wanted import read_wanted_changes
from inspector.readers import reader_of
from lineage.access import Action, NotVisible, Reader, require
from lineage.evidence.vocabulary import RelocationOutcome, RelocationRuling
from lineage.models import rows
from lineage.relocation_decisions import LONGEST_REASON, KeyReused, NothingToDecide, decide
from lineage.reprocessing import read_progress

CHANGE = "inspector/_run_change.html"
NOT_READ = "You may not read all the words of this change, so it cannot be decided by you."
NOTHING = "This run found no place that could be accepted or rejected here."
MEANWHILE = "Somebody said something of this place after you opened the page. Read it above, then send yours again."
NOT_WHOLE = "The form was not whole; it is drawn anew."
WHY = {
    RelocationRuling.REJECTED: "say why the words that were meant do not stand there",
    RelocationRuling.ACCEPTED: "say why the words that were meant still stand there",
}


class Decision(NamedTuple):
    """A form that is whole. `candidate` is the number of the place, None where none was to be chosen."""

    ruling: RelocationRuling
    candidate: int | None
    reason: str
    key: str
    seen: int


@require_POST
def relocation(request: HttpRequest, public_id: str, key: str) -> HttpResponse:
    """303 to the change, or for htmx the change as it stands then; 422 and 409 keep what was written."""
    reader = reader_of(request)
    require(reader, Action.DECIDE_RELOCATION)
    run = open_run(reader, public_id)
    row = find_relocation(reader, run, key)
    if row is None:
        raise NotVisible(key)
    change = read_change(reader, run, row)
    if change.form is None:
        return wrong(request, 403, NOT_READ) if _is_masked(change) else wrong(request, 422, NOTHING)
    sent = request.POST.dict()
    decision, errors = read_decision(change, sent)
    status = 422
    if decision is not None:
        errors, status = _record(reader, row, decision)
        if not errors:
            return _decided(request, reader, run, row, change)
    return _again(request, reader, run, row, Sent(sent, errors), status)


def _is_masked(change: Change) -> bool:
    return any(side is not None and not side.place.words for side in (change.old, change.new))


def _record(reader: Reader, row: Any, decision: Decision) -> tuple[dict[str, str], int]:
    """What stands in the way, and the status that says so; nothing where it was recorded."""
    made = rows.RelocationDecision.objects.filter(relocation=row)
    keys = list(made.values_list("actor", "idempotency_key"))
    if len(keys) > decision.seen and (reader.actor, decision.key) not in keys:
        return {"form": MEANWHILE}, 409
    try:
        decide(
            reader,
            row,
            decision.ruling,
            candidate=decision.candidate,
            reason=decision.reason,
            idempotency_key=decision.key,
        )
    except (KeyReused, NothingToDecide) as refusal:
        return {"form": str(refusal)}, 422
    return {}, 303


def read_decision(change: Change, sent: Mapping[str, str]) -> tuple[Decision | None, dict[str, str]]:
    """The decision, or what is wrong with each field."""
    errors: dict[str, str] = {}
    written, key, seen = (sent.get(name, "") for name in ("ruling", "idempotency_key", "seen"))
    ruling = RelocationRuling(written) if written in set(RelocationRuling) else None
    if ruling is None:
        errors["form"] = "Say whether you accept the place or reject it."
    if not 8 <= len(key) <= 100 or not key.isalnum() or not key.isascii() or not _is_number(seen):
        errors["form"] = NOT_WHOLE
    candidate = _candidate(change, ruling, sent.get("candidate", ""), errors)
    reason = sent.get("reason", "").strip()
    if len(reason) > LONGEST_REASON:
        errors["reason"] = f"this is {len(reason):,} characters; at most {LONGEST_REASON:,} are kept"
    elif ruling is not None and not reason and needs_reason(change, ruling):
        errors["reason"] = WHY[ruling]
    if errors or ruling is None:
        return None, errors
    return Decision(ruling, candidate, reason, key, int(seen)), errors


def needs_reason(change: Change, ruling: RelocationRuling) -> bool:
    """Only a place that is like the cited words, with no change that may turn them round, is accepted without one."""
    return ruling is RelocationRuling.REJECTED or change.said.code != RelocationOutcome.PROPOSED


def _candidate(change: Change, ruling: RelocationRuling | None, written: str, errors: dict[str, str]) -> int | None:
    if ruling is not RelocationRuling.ACCEPTED:
        return None
    if not change.offered:
        return 0
    known = {str(offered.number): offered.number for offered in change.offered}
    if written not in known:
        errors["candidate"] = "choose one of the places, or reject them all"
        return None
    return known[written]


def _is_number(written: str) -> bool:
    return written.isascii() and written.isdigit() and len(written) < 10


def _decided(request: HttpRequest, reader: Reader, run: Any, row: Any, change: Change) -> HttpResponse:
    wanted = read_wanted_changes(request.GET)
    if request.headers.get("HX-Target") == change.id and request.headers.get("HX-Request") == "true":
        now = read_change(reader, run, row)
        return page_or_fragment(
            request, CHANGE, {}, {"change": now, "page": {"changes": {"query": wanted.address("")}}, "is_answer": True}
        )
    response = redirect(f"{wanted.address(head_of(reader, run).url)}#{change.id}")
    response.status_code = 303
    return response


def _again(request: HttpRequest, reader: Reader, run: Any, row: Any, sent: Sent, status: int) -> HttpResponse:
    """The same form with what was written in it, alone or on its page."""
    change = read_change(reader, run, row, sent)
    wanted = read_wanted_changes(request.GET)
    if request.headers.get("HX-Target") == change.id and request.headers.get("HX-Request") == "true":
        context = {"change": change, "page": {"changes": {"query": wanted.address("")}}, "is_answer": True}
        return page_or_fragment(request, CHANGE, {}, context, status)
    counted = read_progress(run)
    page = {
        "head": head_of(reader, run),
        "progress": progress_of(run, counted),
        "changes": read_changes(reader, run, counted, wanted, {change.id.removeprefix("c-"): sent}),
    }
    return page_or_fragment(request, "inspector/run.html", {}, {"page": page, "here": "runs"}, status)
