"""Requests and bytes of the pages as a browser with nothing in its cache makes them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Request

from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)
MOST_REQUESTS, MOST_BYTES, LARGEST_PAGE = 12, 150_000, 60_000


def test_a_claim_page_opened_cold_makes_few_and_small_requests(
    signed_in: Callable[..., Page], open_context: Callable[..., BrowserContext]
) -> None:
    known = signed_in("Ada")
    address = open_case(known, "archived-logs")
    fresh = open_context()
    fresh.add_cookies([cookie for cookie in known.context.cookies() if cookie["name"] == "session"])
    page = fresh.new_page()
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto(address, wait_until="networkidle")
    sizes = {request.url: request.sizes() for request in requests}
    received = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values())
    assert len(requests) <= MOST_REQUESTS, sorted(sizes)
    assert received <= MOST_BYTES, {url: size["responseBodySize"] for url, size in sizes.items()}
    assert len(page.request.get(address).body()) <= LARGEST_PAGE


def test_a_fragment_is_smaller_than_its_page(signed_in: Callable[..., Page]) -> None:
    page = signed_in("Ada")
    address = open_case(page, "archived-logs")
    whole = page.request.get(address).body()
    part = page.request.get(address, headers={"HX-Request": "true", "HX-Target": "evidence"}).body()
    assert b"<html" in whole and b"<html" not in part
    assert part.lstrip().startswith(b'<div class="evidence"')
    assert len(part) < len(whole)
