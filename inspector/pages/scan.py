"""The page of a search in the complete originals of a claim, and the same as a part of the claim's page."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.http import page_or_fragment
from inspector.pages.scan_reading import read_scan
from inspector.readers import reader_of


@require_safe
def scan(request: HttpRequest, public_id: str) -> HttpResponse:
    begin = request.GET.get("begin", "")
    first = int(begin) if begin.isascii() and begin.isdigit() and len(begin) < 6 else 0
    page = read_scan(reader_of(request), public_id, request.GET.getlist("words"), first)
    return page_or_fragment(request, "inspector/scan.html", {"scan": "inspector/_scan.html"}, {"page": page})
