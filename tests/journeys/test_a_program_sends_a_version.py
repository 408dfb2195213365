"""Iris makes a token; a program sends a version with it and follows the run; she sees what rests on it, and revokes."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Product
from tests.journeys.legibility import find_overflows
from tests.servers import ROOT

JOURNEY_ENGINES = ("sqlite",)
JOURNEY_WORKER = True
SignedIn = Callable[..., Page]
AxeRun = Callable[[Page], list[str]]
HANDBOOK = (ROOT / "inspector/demo/night-desk-2.md").read_bytes()
PATIENCE = 60


def ask(product: Product, token: str, address: str, data: bytes | None = None) -> tuple[int, Any]:
    """What a program gets; `data` is sent as Markdown."""
    headers = {"Authorization": f"Bearer {token}"} | ({"Content-Type": "text/markdown"} if data is not None else {})
    try:
        with urlopen(Request(product.url + address, data=data, headers=headers)) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.code, json.load(error)


def fill(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("send versions").check()
    page.get_by_label("read", exact=False).first.check()
    page.get_by_role("button", name="Make the token").click()


def test_a_program_sends_a_version_with_a_token_that_is_shown_once_and_refused_once_revoked(
    signed_in: SignedIn, axe: AxeRun, product: Product
) -> None:
    page = signed_in("Iris")
    page.get_by_role("link", name="Tokens for programs").click()
    page.wait_for_url("**/tokens/")
    assert axe(page) == []
    fill(page, "Nightly sync")
    token = re.findall(r"ei_[\w-]{43}", page.locator(".token-made").inner_text())[0]
    assert axe(page) == []
    fill(page, "Nightly sync")
    expect(page.locator("#name-error")).to_contain_text("You have a token of this name")
    assert token not in page.content() and axe(page) == []

    address = "/api/v1/sources/night-desk-handbook/versions?version=2031"
    status, run = ask(product, token, address, HANDBOOK + b"\nNew.\n")
    assert status == 202
    until = time.monotonic() + PATIENCE
    while not run["ended"] and time.monotonic() < until:
        time.sleep(0.5)
        status, run = ask(product, token, run["url"])
    assert (status, run["state"], run["done"]) == (200, "completed_with_changes", 8)
    changed = ask(product, token, run["relocations_url"] + "?outcome=text_changed")[1]["items"]
    assert changed and all(item["changes"] and item["was"]["words"] for item in changed)

    look_at_what_rests_on_it(page, axe, changed[0]["was"]["version"])
    revoke(page, axe)
    status, answer = ask(product, token, run["url"])
    assert (status, answer["error"]["code"]) == (401, "not_authenticated")


def look_at_what_rests_on_it(page: Page, axe: AxeRun, version: str) -> None:
    page.goto(f"/sources/{version}/impact/")
    tally = page.get_by_role("navigation", name="Citations by what became of them in the newest run")
    link = tally.get_by_role("link", name="words changed")
    number = int(link.inner_text().split()[0])
    link.click()
    page.wait_for_url("**outcome=text_changed**")
    expect(page.locator("main table.inventory tbody tr")).to_have_count(number)
    assert axe(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download these as CSV").click()
    assert len(download.value.path().read_text().splitlines()) == number + 1
    page.get_by_role("link", name="What a prompt or a model had a part in").click()
    page.wait_for_url("**/influence/")
    assert axe(page) == []


def revoke(page: Page, axe: AxeRun) -> None:
    page.goto("/tokens/")
    page.get_by_role("link", name="Revoke Nightly sync").click()
    expect(page.get_by_role("heading", name="Revoke the token Nightly sync?")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Revoke it").click()
    page.wait_for_url("**/tokens/")
    expect(page.get_by_role("row", name="Nightly sync")).to_contain_text("revoked")


def test_pages_of_programs_fit_a_narrow_window(signed_in: SignedIn) -> None:
    page = signed_in("Iris", viewport={"width": 400, "height": 800})
    for address in ("/tokens/", "/influence/?model=summariser", "/api/v1/docs"):
        page.goto(address)
        assert find_overflows(page) == {}, address


def test_the_description_of_the_interface_is_legible_for_whoever_did_not_sign_in(page: Page, axe: AxeRun) -> None:
    page.goto("/api/v1/")
    page.wait_for_url("**/api/v1/docs")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Where a run stands").click()
    expect(page.get_by_text("Retry-After").first).to_be_visible()
    assert axe(page) == [] and find_overflows(page) == {}
