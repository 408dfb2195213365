"""Ways into every page and state that the tests of legibility look at, and what makes a page scroll sideways."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.inspector.answer_bundles import full_bundle
from tests.journeys.bundles import Commanded, bring_in, bundle, golden
from tests.journeys.test_a_long_source import long_bundle
from tests.journeys.walking import open_case

Open = Callable[[Page], None]

# Of what passes one example is enough: to list every element of a long page takes longer than to look at it.
VIOLATIONS: dict[str, Any] = {"resultTypes": ["violations"]}

RULE = "A boat may lie at the quay for three days. Fuel is sold until noon. The quay is closed in ice."
GOLDEN = (
    "capture/numbers-without-a-map",
    "coverage/no-claims",
    "identity/same-label-twice",
    "lineage/several-equal-places",
    "lineage/chunk-without-a-map",
    "origin/offset-off-by-one",
    "origin/range-crosses-a-boundary",
)


def masked_bundle() -> dict[str, Any]:
    """A source with a label that nobody of the demonstration has."""
    return bundle("sealed-quay", RULE, "Fuel is sold until noon.", version={"labels": ["sealed"]})


def furnish(product: Commanded, folder: Path) -> None:
    """Beside the demonstration: a masked source, one whose text nobody kept, golden cases, and a long source."""
    unkept = bundle("burnt-quay", RULE, "Fuel is sold until noon.")
    unkept["answers"][0]["artifacts"][0].pop("text")
    bring_in(product, folder, masked_bundle(), unkept, full_bundle(closed=True), long_bundle(), *map(golden, GOLDEN))


def at(address: str) -> Open:
    def go(page: Page) -> None:
        page.goto(address)

    return go


def case(key: str, claim: int = 1, query: str = "") -> Open:
    def go(page: Page) -> None:
        open_case(page, key)
        if claim > 1:
            # A case opens at the claim with the heaviest finding, which may be this one already.
            wanted = page.locator(".claims > li").nth(claim - 1).locator("a.claim")
            if wanted.count():
                page.goto(wanted.get_attribute("href") or "")
        if query:
            page.goto(page.url.split("?")[0] + query)

    return go


def answer(key: str, query: str = "") -> Open:
    def go(page: Page) -> None:
        page.goto(f"/cases/?search={key}")
        page.get_by_role("link", name="The whole answer").first.click()
        page.wait_for_url("**/answers/**")
        if query:
            page.goto(page.url.split("?")[0] + query)

    return go


def source(key: str, query: str = "") -> Open:
    def go(page: Page) -> None:
        open_case(page, key)
        page.locator("[data-region=source] a").first.click()
        page.wait_for_url("**/sources/**")
        if query:
            page.goto(page.url.split("?")[0] + query)

    return go


def below(open_page: Open, rest: str) -> Open:
    """A page whose address continues that of another."""

    def go(page: Page) -> None:
        open_page(page)
        page.goto(page.url.split("?")[0] + rest)

    return go


WIDER_THAN_THE_WINDOW = """
() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".scroll-x"))
    .map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`).slice(0, 5)
"""


def find_overflows(page: Page) -> dict[str, Any]:
    """What makes the page scroll sideways: wide, on a phone, and at 200 % of 1440 pixels."""
    found = {}
    for name, width in (("wide", 1440), ("phone", 400), ("zoomed", 720)):
        page.set_viewport_size({"width": width, "height": 900})
        wide = page.evaluate(WIDER_THAN_THE_WINDOW)
        if wide:
            found[name] = wide
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


def find_in_forced_colours(page: Page) -> list[str]:
    """What axe finds beside contrast: which colours there are is then up to the reader's own system."""
    found = Axe().run(page, options=VIOLATIONS | {"rules": {"color-contrast": {"enabled": False}}})
    return [violation["id"] for violation in found.response["violations"]]
