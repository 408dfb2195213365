"""How far people agree in their verdicts, and asking a worker for the intervals of these figures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from inspector.agreeing.jobs import request as request_intervals
from inspector.http import page_or_fragment
from inspector.pages.agreement_asked import read_asked
from inspector.pages.agreement_people import find_pair
from inspector.pages.agreement_reading import read_agreement
from inspector.readers import reader_of

FRAGMENTS = {"figures": "inspector/_agreement_figures.html"}
INTERVALS = "#intervals"


@require_safe
def agreement(request: HttpRequest) -> HttpResponse:
    page = read_agreement(reader_of(request), read_asked(request.GET))
    context = {"page": page, "panel": page.panel, "job": page.job, "here": "figures"}
    return page_or_fragment(request, "inspector/agreement.html", FRAGMENTS, context)


@require_POST
def agreement_intervals(request: HttpRequest) -> HttpResponse:
    """303 to the page, which then says how far they are; the same twice is asked once."""
    reader, asked = reader_of(request), read_asked(request.GET)
    pair = find_pair(reader, asked.handles)
    request_intervals(reader, asked.scope(pair))
    return see(asked.page.address("agreement") + INTERVALS)


def see(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response
