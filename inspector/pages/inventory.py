"""The origin inventory of one answer, on a page and as a file (M-12)."""

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.answer_opening import open_answer
from inspector.pages.csv_export import csv_response
from inspector.pages.inventory_view import HEADER, file_lines, inventory_page
from inspector.readers import reader_of
from lineage.access import Action, require
from lineage.access_log import Taken, record_access


@require_safe
def inventory(request: HttpRequest, public_id: str) -> HttpResponse:
    page = inventory_page(open_answer(reader_of(request), public_id))
    address = reverse("inventory_csv", args=[public_id])
    return page_or_fragment(request, "inspector/inventory.html", {}, {"page": page, "file_url": address})


@require_safe
def inventory_csv(request: HttpRequest, public_id: str) -> StreamingHttpResponse:
    """Raises NotVisible before NotAllowed: who may not see an answer is not told that it exists."""
    reader = reader_of(request)
    reading = open_answer(reader, public_id)
    require(reader, Action.EXPORT)
    if request.method == "GET":
        record_access(reader, Taken.EXPORTED, f"inventory_of_answer:{public_id}")
    return csv_response(f"inventory-of-answer-{public_id}", HEADER, file_lines(reading))
