"""How the pages of a labeller answer: whole pages and redirects, and for their script the claims alone."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers

from inspector.models import rows as opinions
from inspector.pages.label_reading import read_page
from inspector.pages.label_view import LabelItem
from lineage.access import Reader

ITEMS = "inspector/_label_items.html"


def is_script(request: HttpRequest) -> bool:
    """Whether the page's own script asks, which swaps claims by itself and wants no page around them."""
    # What is sent while the window closes bears no header.
    return request.headers.get("HX-Request") == "true" or "script" in request.POST


def show_item(
    request: HttpRequest, reader: Reader, queue: opinions.Queue, item: LabelItem | None, status: int = 200
) -> HttpResponse:
    """The page of a queue with this claim; for the script the claim, or 204 where there is none."""
    if is_script(request):
        return show_items(request, queue, () if item is None else (item,), status)
    page = read_page(reader, queue, item)
    response = render(request, "inspector/label.html", {"page": page, "here": "label"}, status=status)
    patch_vary_headers(response, ("HX-Request",))
    return response


def show_items(
    request: HttpRequest, queue: opinions.Queue, items: tuple[LabelItem, ...], status: int = 200
) -> HttpResponse:
    if not items:
        return HttpResponse(status=204)
    response = render(request, ITEMS, {"items": items, "queue": queue.public_id}, status=status)
    patch_vary_headers(response, ("HX-Request",))
    return response


def go_on(request: HttpRequest, queue: opinions.Queue, item: str = "") -> HttpResponse:
    """Nothing for the script; else to the claim before the reader, or the named one."""
    if is_script(request):
        return HttpResponse(status=204)
    return see(address_of(queue) + (f"?item={item}" if item else ""))


def see(address: str) -> HttpResponse:
    response = redirect(address)
    response.status_code = 303
    return response


def address_of(queue: opinions.Queue) -> str:
    return reverse("label", args=[queue.public_id])
