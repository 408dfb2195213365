"""The policies of a tenant: of each kind what is in force, and every revision before it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from inspector.pages.policy_reading import read_series
from inspector.readers import reader_of


@require_safe
def policies(request: HttpRequest) -> HttpResponse:
    series = read_series(reader_of(request))
    return render(request, "inspector/policies.html", {"series": series, "here": "policies"})
