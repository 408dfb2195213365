"""What somebody sees whose sign-in is locked: the page as the view drew it, whose words are always the same."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse


def keep_page(request: HttpRequest, response: HttpResponse, credentials: dict[str, str] | None) -> HttpResponse:
    """`AXES_LOCKOUT_CALLABLE`: only the status tells a program that it is to wait (429)."""
    response.status_code = 429
    return response
