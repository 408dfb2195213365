"""A media type that Django cannot read is no reason for a page to break before it is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.wsgi import WSGIRequest

from inspector.content_types import read_only_sound


def as_read(declared: str, wrap: Callable[[Any], Any] = read_only_sound) -> tuple[str, str | None, str]:
    """What Django reads of a request: media type, character set, and a field of the address."""
    found: list[WSGIRequest] = []

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        found.append(WSGIRequest(environ))
        return []

    address = {"REQUEST_METHOD": "POST", "PATH_INFO": "/", "QUERY_STRING": "key=rules%C3%A9"}
    list(wrap(application)({**address, "CONTENT_TYPE": declared, "wsgi.input": io.BytesIO()}, lambda *_: None))
    request = found[0]
    return request.content_type, request.content_params.get("charset"), request.GET["key"]


@pytest.mark.parametrize(
    "declared",
    [
        "text/plain; charset=rot13",
        "text/plain; charset=base64",
        "text/plain; charset=idna",
        "text/plain; charset=undefined",
        "text/plain; charset*=foo'x'%41",
    ],
)
def test_of_a_media_type_that_breaks_django_the_parameters_are_left_out(declared: str) -> None:
    with pytest.raises((LookupError, ValueError, SuspiciousOperation)):
        as_read(declared, lambda application: application)
    assert as_read(declared) == ("text/plain", None, "rulesé")


@pytest.mark.parametrize("declared", ["text/html; charset=iso-8859-1", "text/html; charset=x-nobody", "text/html"])
def test_any_other_comes_as_it_was_sent(declared: str) -> None:
    assert as_read(declared) == as_read(declared, lambda application: application)
