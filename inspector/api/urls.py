"""The HTTP API, version 1: its operations, its description for machines and for people, and where they stand."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from inspector.api import extractions, relocations, runs, sources, versions
from inspector.api.auth import TokenAuth
from inspector.api.description import HousePage
from inspector.api.errors import error_response, handle_errors
from inspector.readers import public

DESCRIPTION = """\
Add a source, send a new version of one, and follow what becomes of the citations that rest on it.

Every request bears a token in its header Authorization, as "Bearer ei_...". It may do what its person may do that day,
and of that only its scopes. What belongs to others is answered as what is missing (404). Every error has one shape.
"""
ROOT, NAME = "api-root", "api"


def make_api() -> NinjaAPI:
    api = NinjaAPI(
        title="Evidence Inspector",
        version="1",
        description=DESCRIPTION,
        urls_namespace=NAME,
        auth=TokenAuth(),
        docs=HousePage(),
    )
    handle_errors(api)
    for resource in (sources, versions, extractions, runs, relocations):
        api.add_router("", resource.router)
    return api


def served(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The view as this house serves it: no session, no form token, HEAD as GET, and nothing found is JSON too."""

    @public
    @csrf_exempt
    @wraps(view, assigned=())
    def serve(request: HttpRequest, *arguments: Any, **options: Any) -> HttpResponseBase:
        asked = request.method
        request.method = "GET" if asked == "HEAD" else asked
        try:
            response = view(request, *arguments, **options)
        except Http404:
            response = error_response(404)
        finally:
            request.method = asked
        if response.headers.get("Allow") == "GET":
            response.headers["Allow"] = "GET, HEAD"
        return response

    return serve


def to_docs(request: HttpRequest) -> HttpResponse:
    return redirect(f"{NAME}:openapi-view")


def patterns_of(api: NinjaAPI) -> list[URLPattern]:
    """ninja's routes; those that describe the API take GET alone, and its root leads to the description."""
    found = []
    for pattern in api.urls[0]:
        assert isinstance(pattern, URLPattern)
        view = to_docs if pattern.name == ROOT else pattern.callback
        describing = pattern.name in (ROOT, "openapi-json", "openapi-view")
        found.append(URLPattern(pattern.pattern, served(require_safe(view) if describing else view), name=pattern.name))
    return found


urlpatterns = [path("v1/", (patterns_of(make_api()), NAME, NAME))]
