"""How far the computing of intervals is: a page of its own, and the part of a page that asks again and again."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from inspector.agreeing.jobs import get_job
from inspector.http import page_or_fragment
from inspector.pages.agreement_job import panel_of_job
from inspector.readers import reader_of

FRAGMENTS = {"intervals": "inspector/_figure_job.html"}


@require_safe
def figure_job(request: HttpRequest, public_id: str) -> HttpResponse:
    is_polled = request.headers.get("HX-Request") == "true"
    panel = panel_of_job(get_job(reader_of(request), public_id), polled=is_polled)
    return page_or_fragment(request, "inspector/figure_job.html", FRAGMENTS, {"job": panel, "here": "figures"})
