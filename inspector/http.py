"""Responses that several pages share: page or fragment, refusals that keep the words, and what went wrong."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme, urlencode


class Wrong(NamedTuple):
    """What happened, what it means for your work, what to do."""

    title: str
    happened: str
    advice: str


WRONG = {
    400: Wrong(
        "This request could not be read",
        "Its form or address is not as this page expects it.",
        "Go back, load the page again and repeat what you did.",
    ),
    403: Wrong(
        "You may not do this",
        "Your role in this tenant does not include it, or the page was open so long that its form has expired.",
        "Load the page again. If it stays, ask an administrator of your tenant for the role.",
    ),
    404: Wrong(
        "There is nothing here for you",
        "No such page exists, or it belongs to others. Which of the two it is, we do not say.",
        "Check the address, or start from the list of cases.",
    ),
    405: Wrong(
        "This address does not take that",
        "The page exists, but it is not called in this way.",
        "Open it as a page, or send the form that belongs to it.",
    ),
    409: Wrong(
        "Somebody was faster",
        "What you worked on changed in the meantime.",
        "Load the page again and compare.",
    ),
    413: Wrong(
        "This is too large",
        "The file or form is larger than this server takes.",
        "Send it in parts, or use the import command on the server.",
    ),
    422: Wrong(
        "Something is missing or does not fit",
        "Nothing was recorded.",
        "Read the messages beside the fields.",
    ),
    500: Wrong(
        "Something broke on our side",
        "The fault is ours. Nothing half-done was recorded: each step is recorded whole or not at all.",
        "Try again. If it stays, tell whoever runs this server when it happened.",
    ),
    507: Wrong(
        "There is no room left",
        "The disk on which this server keeps its files or its database is full. Nothing was recorded.",
        "Tell whoever runs this server; once there is room again, send it again.",
    ),
    503: Wrong(
        "The database does not answer just now",
        "Whether what you did was recorded is not sure; nothing half-done is left of it. What was there is safe.",
        "Wait a moment, load the page again and see.",
    ),
}

RETRY_SECONDS = 10
"""After how long it is worth trying again when the database fails."""


def page_or_fragment(
    request: HttpRequest, page: str, fragments: dict[str, str], context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The whole page, or the fragment that htmx asks for by the id of its target."""
    target = request.headers.get("HX-Target", "") if request.headers.get("HX-Request") == "true" else ""
    response = render(request, fragments.get(target, page), context, status=status)
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def wrong(request: HttpRequest, status: int, detail: str = "", back: str = "") -> HttpResponse:
    """An error page, or for htmx a notice that leaves the page and its words as they are.

    `back` is the page of what it was about: loading an address again that took a form would send the form again.
    """
    context = {"wrong": WRONG[status], "status": status, "detail": detail.removesuffix("."), "back": back}
    if request.headers.get("HX-Request") == "true":
        response = render(request, "inspector/_wrong.html", context, status=status)
        response["HX-Retarget"], response["HX-Reswap"] = "#notice", "innerHTML"
        return response
    return render(request, "inspector/wrong.html", context, status=status)


def unavailable(request: HttpRequest) -> HttpResponse:
    """The error page for when the database fails: drawn without the request, whose person and messages are in it."""
    is_fragment = request.headers.get("HX-Request") == "true"
    page = "inspector/_wrong.html" if is_fragment else "inspector/wrong.html"
    response = HttpResponse(render_to_string(page, {"wrong": WRONG[503], "status": 503}), status=503)
    response["Retry-After"] = str(RETRY_SECONDS)
    if is_fragment:
        response["HX-Retarget"], response["HX-Reswap"] = "#notice", "innerHTML"
    return response


def session_ended(request: HttpRequest) -> HttpResponse:
    """For htmx when nobody is signed in: a read goes to the sign-in page, a form keeps its words and says so (G31)."""
    address = reverse("sign_in")
    if request.method == "GET":
        response = HttpResponse(status=204)
        response["HX-Redirect"] = (
            f"{address}?{urlencode({'next': safe_next(request, request.headers.get('HX-Current-URL', ''))})}"
        )
        return response
    response = render(request, "inspector/_session_ended.html", {"sign_in": address}, status=401)
    response["HX-Retarget"], response["HX-Reswap"] = "#notice", "innerHTML"
    return response


def safe_next(request: HttpRequest, wanted: str) -> str:
    """The address if it is one of ours, else the start page."""
    if wanted and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return "/"
