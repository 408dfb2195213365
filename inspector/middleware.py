"""Headers that every response bears, and the largest request that is read."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]

PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in sorted(
        (
            "accelerometer",
            "browsing-topics",
            "camera",
            "display-capture",
            "geolocation",
            "gyroscope",
            "magnetometer",
            "microphone",
            "midi",
            "payment",
            "usb",
            "xr-spatial-tracking",
        )
    )
)
CSP = "Content-Security-Policy"


class ResponseHeaders:
    """Outermost, so that errors, redirects and static files bear the same headers as pages.

    Everything but a static file that was found is `no-store`: it may hold a tenant's words. The directives of the
    content security policy are sorted, because django-csp writes them in an order that changes with the process.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = PERMISSIONS
        if CSP in response.headers:
            response.headers[CSP] = "; ".join(sorted(response.headers[CSP].split("; ")))
        found = response.status_code in (200, 206, 304)
        if not (found and request.path_info.startswith(settings.STATIC_URL)):
            response.headers["Cache-Control"] = "no-store"
        return response


class RequestSize:
    """Answers 413 to a body longer than REQUEST_MAX_BYTES; WSGI reads no further than the declared length."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        declared = request.META.get("CONTENT_LENGTH") or "0"
        if not (declared.isascii() and declared.isdigit()):
            return HttpResponse("Content-Length is not a number of bytes.\n", "text/plain; charset=utf-8", 400)
        if len(declared) > 18 or int(declared) > settings.REQUEST_MAX_BYTES:
            limit = settings.REQUEST_MAX_BYTES
            return HttpResponse(f"The request is larger than {limit} bytes.\n", "text/plain; charset=utf-8", 413)
        return self.get_response(request)
