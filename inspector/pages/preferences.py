"""How dense the pages are: a choice of this browser that sticks, kept in a cookie and in no row."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from inspector.http import safe_next

DENSITIES = ("comfortable", "compact")
YEAR = 365 * 24 * 3600


@require_POST
def density(request: HttpRequest) -> HttpResponse:
    chosen = request.POST.get("density", "")
    response = redirect(safe_next(request, request.POST.get("next", "")))
    if chosen in DENSITIES:
        response.set_cookie(
            "density", chosen, max_age=YEAR, samesite="Lax", httponly=True, secure=settings.SESSION_COOKIE_SECURE
        )
    return response
