"""An answer saved as a golden case: for tests of one's own, for a bug report, for the linter on another machine."""

import json

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.http import wrong
from inspector.pages.answer import BLIND
from inspector.pages.answer_opening import open_answer
from inspector.readers import reader_of
from lineage.access import Action, require
from lineage.evidence.case_file import as_case

NOT_WHOLE = "A case holds every text of its answer with its sources, and some of these you may not read."


@require_safe
def case_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """JSON as an attachment; 403 where the reader may not read a text of it, or judges a claim of it blind."""
    reader = reader_of(request)
    reading = open_answer(reader, public_id)
    require(reader, Action.EXPORT)
    # A case holds every version of its sources by title and address, those too that the answer never had.
    if reading.hides_any or reading.closed.versions:
        return wrong(request, 403, f"{NOT_WHOLE} {reading.masked_words}")
    if reading.is_blind:
        return wrong(request, 403, BLIND)
    title = f"{reading.case}, answer {reading.response_version}"
    about = f"Saved from Evidence Inspector; inspected under {reading.inspection.policy}."
    saved = as_case(reading.dossier, reading.inspection, title, about)
    response = HttpResponse(json.dumps(saved, ensure_ascii=False, indent=1), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="case-{public_id[:8]}.json"'
    return response
