"""The retention page: what is due when, what is held, what waits for a second person, what the next job would do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from inspector.pages.retention_reading import read_retention
from inspector.readers import reader_of


@require_safe
def retention(request: HttpRequest) -> HttpResponse:
    page = read_retention(reader_of(request), timezone.now())
    return render(request, "inspector/retention.html", {"page": page, "here": "retention"})
