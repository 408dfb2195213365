"""Whatever goes wrong below /api/ is JSON of one shape: `{"error": {"code", "message", "place"}}`."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError

from inspector.http import WRONG
from lineage.access import NotAllowed, NotVisible

BELOW = "/api/"
JSON = "application/json; charset=utf-8"
CODES: Mapping[int, str] = {
    400: "bad_request",
    401: "not_authenticated",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    411: "length_required",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid",
    429: "too_many",
    500: "broken",
    503: "unavailable",
    507: "storage_full",
}
NOT_AUTHENTICATED = "Send a token that is valid: Authorization: Bearer ei_... Tokens are made and revoked at /tokens/."
NOT_FOUND = "There is no such thing, or it is not for you; which of the two, we do not say."
NOT_ALLOWED_METHOD = "This address is not called in this way; the header Allow names the methods that it takes."
MESSAGES: Mapping[int, str] = {401: NOT_AUTHENTICATED, 404: NOT_FOUND, 405: NOT_ALLOWED_METHOD}


class ErrorDetail(Schema):
    """`place` names the parameter, field or byte that is meant, empty where it is the whole request."""

    code: str
    message: str
    place: str


class ErrorOut(Schema):
    error: ErrorDetail


class Refused(Exception):
    """What is asked cannot be done; nothing was written."""

    def __init__(self, status: int, message: str, place: str = "", code: str = "") -> None:
        super().__init__(message)
        self.status, self.message, self.place, self.code = status, message, place, code


def refusals(*statuses: int) -> dict[int, Any]:
    """What an operation declares of its errors, for OpenAPI; any operation may answer 401, 403 and 404."""
    return dict.fromkeys(sorted({401, 403, 404, *statuses}), ErrorOut)


def error_body(status: int, message: str = "", place: str = "", code: str = "") -> bytes:
    known = MESSAGES.get(status) or (WRONG[status].happened if status in WRONG else HTTPStatus(status).phrase)
    detail = {"code": code or CODES.get(status, f"status_{status}"), "message": message or known, "place": place}
    return json.dumps({"error": detail}, ensure_ascii=False).encode(errors="backslashreplace")


def error_response(status: int, message: str = "", place: str = "", code: str = "") -> HttpResponse:
    response = HttpResponse(error_body(status, message, place, code), content_type=JSON, status=status)
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="evidence-inspector"'
    return response


def handle_errors(api: NinjaAPI) -> None:
    """Our own refusals as responses; what is no refusal goes on to Django's handlers, and `ApiErrors` words it."""
    api.add_exception_handler(Refused, lambda _, e: error_response(e.status, e.message, e.place, e.code))
    api.add_exception_handler(NotVisible, lambda *_: error_response(404))
    api.add_exception_handler(NotAllowed, lambda _, e: error_response(403, f"{e}."))
    api.add_exception_handler(AuthenticationError, lambda *_: error_response(401))
    api.add_exception_handler(HttpError, lambda _, e: error_response(e.status_code))
    api.add_exception_handler(ValidationError, invalid)
    api.add_exception_handler(Exception, pass_on)


def invalid(request: HttpRequest, error: Any) -> HttpResponse:
    """The first parameter that does not fit, by its name, with what all of them lack."""
    problems = [(str(found["loc"][-1]), str(found["msg"])) for found in error.errors]
    return error_response(422, "; ".join(f"{name}: {message}" for name, message in problems), problems[0][0])


def pass_on(request: HttpRequest, error: Any) -> HttpResponse:
    raise error


class ApiErrors:
    """Middleware near the outside: an error below /api/ that is no JSON yet becomes JSON, its headers kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 400 or not request.path_info.startswith(BELOW):
            return response
        kind = response.headers.get("Content-Type", "")
        if isinstance(response, HttpResponse) and not kind.startswith("application/json"):
            # Plain text is a sentence of our own middleware about this very request; a page is not for programs.
            said = response.content.decode(errors="replace").strip() if kind.startswith("text/plain") else ""
            response.content = error_body(response.status_code, said)
            response["Content-Type"], response["Content-Length"] = JSON, str(len(response.content))
        return response
