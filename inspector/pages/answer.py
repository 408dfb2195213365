"""The answer page, each of its parts as a fragment, and the answer's report as JSON."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment, wrong
from inspector.pages.answer_opening import open_answer
from inspector.pages.answer_page import LISTS, AnswerSelection, build
from inspector.readers import reader_of
from inspector.untold import HIDDEN
from lineage.access import Action, require
from lineage.formats.report import answer_report

# By the id of the region, which is the target that htmx names.
FRAGMENTS = {
    "references": "inspector/_answer_references.html",
    "claims": "inspector/_answer_claims.html",
    "findings": "inspector/_answer_findings.html",
    "output": "inspector/_answer_output.html",
    "numbers": "inspector/_answer_numbers.html",
    "request": "inspector/_answer_request.html",
    "views": "inspector/_answer_views.html",
    "retrieval": "inspector/_answer_retrieval.html",
    "passages": "inspector/_answer_passages.html",
    "blocks": "inspector/_answer_blocks.html",
    "hops": "inspector/_answer_hops.html",
    "settings": "inspector/_answer_settings.html",
    "checklist": "inspector/_answer_checklist.html",
    "clocks": "inspector/_answer_clocks.html",
}
LONGEST_PLACE = 12
BLIND = f"You are yet to judge a claim of this answer blind: what was found of it is {HIDDEN}."
NOT_WHOLE = "The report holds ids and findings of sources that you may not read; ask for their labels first."


def read_selection(query: Any) -> AnswerSelection:
    """Places and opened lists from an address; what is no place there, and no list of ours, counts as not said."""
    return AnswerSelection(
        request=_place(query.get("request", "")),
        raw=_place(query.get("raw", "")),
        opened=frozenset(name for name in LISTS if query.get(name) == "all"),
    )


def _place(words: str) -> int:
    return int(words) if words.isascii() and words.isdigit() and len(words) <= LONGEST_PLACE else 0


@require_safe
def answer(request: HttpRequest, public_id: str) -> HttpResponse:
    reader = reader_of(request)
    page = build(
        open_answer(reader, public_id, only_names_of_candidates=True), read_selection(request.GET), timezone.now()
    )
    may_export = reader.may(Action.EXPORT) and not page.hides_any and not page.is_blind
    context = {"page": page, "public_id": public_id, "may_export": may_export}
    return page_or_fragment(request, "inspector/answer.html", FRAGMENTS, context)


@require_safe
def answer_report_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the linter says of this answer, from the same inspection as the page. Raises NotVisible, NotAllowed."""
    reader = reader_of(request)
    reading = open_answer(reader, public_id)
    require(reader, Action.EXPORT)
    if reading.hides_any or reading.is_blind:
        return wrong(request, 403, NOT_WHOLE if reading.hides_any else BLIND)
    report = answer_report(reading.dossier.answer, reading.inspection)
    response = JsonResponse(report, json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="answer-{public_id[:8]}.json"'
    return response
