"""The same strict headers on every response: pages, redirects, errors, static files."""

from __future__ import annotations

import pytest
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from inspector.readers import public
from inspector.urls import handler400, handler404, handler500
from inspector.urls import urlpatterns as product_routes
from tests.house.routes import find_addresses

POLICY = (
    "base-uri 'none'; connect-src 'self'; default-src 'none'; font-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; frame-src 'self'; img-src 'self'; object-src 'none'; script-src 'self'; style-src 'self'"
)
EVERYWHERE = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
STATIC_FILE = "/static/django_htmx/htmx-2.min.js"


@public
def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


@public
def suspect(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("on purpose")


__all__ = ["handler400", "handler404", "handler500", "urlpatterns"]
urlpatterns = [*product_routes, path("on-purpose/fail", fail), path("on-purpose/suspect", suspect)]


def check(response: HttpResponse) -> None:
    assert {name: response.headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    assert "camera=()" in response.headers["Permissions-Policy"]


def test_every_route_answers_with_the_headers_and_is_never_stored(db: None, client: Client) -> None:
    addresses = find_addresses()
    assert "/healthz" in addresses
    for address in addresses:
        for method in ("get", "post", "put", "delete", "options"):
            response = getattr(client, method)(address)
            check(response)
            assert response.status_code < 500 or address == "/readyz", f"{method} {address}"
            assert response.headers["Cache-Control"] == "no-store", f"{method} {address}"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status"), [("/nothing-here", 404), ("/on-purpose/fail", 500), ("/on-purpose/suspect", 400)]
)
def test_an_error_bears_the_headers_and_is_never_stored(db: None, address: str, status: int) -> None:
    response = Client(raise_request_exception=False).get(address)
    assert response.status_code == status
    check(response)
    assert response.headers["Cache-Control"] == "no-store"


def test_a_static_file_bears_the_headers_and_may_be_stored(client: Client) -> None:
    response = client.get(STATIC_FILE)
    assert response.status_code == 200
    check(response)
    assert "no-store" not in response.headers["Cache-Control"]


def test_a_static_file_that_is_not_there_is_never_stored(db: None, client: Client) -> None:
    response = client.get("/static/nothing-here.css")
    assert response.status_code == 404
    check(response)
    assert response.headers["Cache-Control"] == "no-store"


def test_an_unknown_host_name_is_refused_with_the_headers(client: Client) -> None:
    response = client.get("/healthz", headers={"host": "attacker.example"})
    assert response.status_code in (200, 400)
    response = client.get("/nothing-here", headers={"host": "attacker.example"})
    assert response.status_code == 400
    check(response)


def test_under_tls_browsers_are_told_to_stay_there_for_a_year(client: Client) -> None:
    response = client.get("/healthz", secure=True)
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


def test_plain_http_is_redirected_but_for_the_health_checks(client: Client, settings: object) -> None:
    settings.SECURE_SSL_REDIRECT = True  # type: ignore[attr-defined]
    response = client.get("/nothing-here")
    assert (response.status_code, response.headers["Location"]) == (301, "https://testserver/nothing-here")
    check(response)
    assert client.get("/healthz").status_code == 200


def test_a_request_that_is_too_large_is_refused_before_it_is_read(client: Client, settings: object) -> None:
    settings.REQUEST_MAX_BYTES = 65536  # type: ignore[attr-defined]
    response = client.post("/healthz", data=b"x" * 65537, content_type="application/octet-stream")
    assert (response.status_code, response.content) == (413, b"The request is larger than 65536 bytes.\n")
    check(response)
    assert client.post("/healthz", data=b"x" * 65536, content_type="application/octet-stream").status_code == 405
    assert client.get("/healthz", CONTENT_LENGTH="-1").status_code == 400
