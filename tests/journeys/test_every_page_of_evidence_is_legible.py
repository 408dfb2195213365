"""Every state of the pages of evidence (cases, claims, answers, sources, inventories), in both themes and narrow."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.legibility import Open, answer, at, below, case, find_overflows, source
from tests.journeys.walking import choose, open_case, record

JOURNEY_ENGINES = ("sqlite",)

pytestmark = pytest.mark.usefixtures("house")


def compared(page: Page) -> None:
    """Another text than the frozen one, pasted beside it."""
    below(source("archived-logs"), "live/")(page)
    page.locator("main textarea").fill("Archived support logs are kept for 12 months.")
    page.locator("main form button").first.click()
    page.wait_for_load_state()


def pictured(page: Page) -> None:
    """A claim on a PDF, with the picture of the cited lines."""
    open_case(page, SCHEDULE)
    page.locator(".cut-out").first.wait_for()


def two_versions(page: Page) -> None:
    page.goto("/sources/?search=night-desk")
    page.locator(".sources tbody a").first.click()
    page.get_by_role("link", name="compare").first.click()
    page.wait_for_url("**/compare/**")


def judged(page: Page) -> None:
    open_case(page, "staff-bicycle")
    for why in ("A first reading.", "A second reading."):
        address = page.url
        choose(page, "partly supports", why)
        record(page)
        page.wait_for_url(lambda url, address=address: url != address)
        page.goto(address)


def open_keys(page: Page) -> None:
    open_case(page, "archived-logs")
    page.keyboard.press("?")


def explained(page: Page) -> None:
    open_case(page, "archived-logs")
    page.keyboard.press("e")


SCHEDULE = "how-long-are-logs-kept"
STATES: dict[str, Open] = {
    "cases": at("/cases/"),
    "no results": at("/cases/?search=nothing-is-called-so"),
    "filtered": at("/cases/?decision=blocked&owner=application"),
    "blocked, generated": case("archived-logs"),
    "a translation beside its original": case("archived-logs", 3),
    "a table row, an open stage": case("archived-logs", 2, "?stage=1"),
    "exempt, nothing cited": case("archived-logs", 4),
    "an unknown id": case("damaged-item-window", 2),
    "an uncited claim": case("damaged-item-window", 4),
    "healthy": case("reading-room"),
    "an aid quoted": case("inspection-interval"),
    "a truncated judge": case("freezer-alarm", 2),
    "Arabic": case("oasis-leave"),
    "an emoji": case("thirty-days"),
    "re-sorted cards": case("meal-allowance"),
    "judged twice, stale version": judged,
    "masked": case("sealed-quay"),
    "not retained": case("burnt-quay"),
    "several places": case("several-equal-places"),
    "no map": case("chunk-without-a-map"),
    "words elsewhere": case("offset-off-by-one"),
    "mixed origin": case("range-crosses-a-boundary"),
    "explanations open": explained,
    "sheet of keys": open_keys,
    "a source": source("archived-logs"),
    "a source from right to left": source("oasis-leave"),
    "the middle of a long source": source("beacon", "?at=1000000"),
    "a source without text": source("burnt-quay"),
    "sources": at("/sources/"),
    "no source fits": at("/sources/?search=nothing-is-called-so"),
    "a page beside its text": source(SCHEDULE, "?page=1"),
    "a page's text alone": source(SCHEDULE, "?view=text"),
    "cited lines on their page": pictured,
    "cuts of a text": below(source(SCHEDULE), "cuts/"),
    "a translation that was made": below(source("archived-logs"), "made/"),
    "two versions compared": two_versions,
    "an answer, much of it recorded": answer("archived-logs"),
    "an answer of which little was recorded": answer("no-claims"),
    "an answer with a masked source": answer("ferry"),
    "an answer whose cards were re-sorted": answer("meal-allowance"),
    "an answer, all lists opened": answer("ferry", "?candidates=all&findings=all&views=all&request=40&raw=10"),
    "an answer from right to left": answer("oasis-leave"),
    "an inventory": below(answer("archived-logs"), "inventory/"),
    "an inventory with a masked source": below(answer("ferry"), "inventory/"),
    "the inventory of everything": at("/inventory/"),
    "an inventory with nothing in it": at("/inventory/?origin=mixed&kind=hop_note"),
    "before the live source": below(source("archived-logs"), "live/"),
    "another text beside the frozen one": compared,
    "a span to copy": source("archived-logs", "?at=1094&to=1174"),
    "missing": at("/claims/nothing/"),
    "not allowed": at("/imports/"),
    "help": at("/help/"),
}


@pytest.mark.parametrize("state", STATES)
def test_a_state_has_no_axe_finding_and_never_scrolls_sideways(
    ada: Page, axe: Callable[[Page], list[str]], state: str
) -> None:
    STATES[state](ada)
    assert axe(ada) == []
    assert find_overflows(ada) == {}


def test_the_retention_case_shows_its_four_failures_on_the_answer_page_without_opening_anything(ada: Page) -> None:
    answer("archived-logs")(ada)
    shown = ada.locator("[data-region=findings]").inner_text()
    for rule in (
        "lineage/derivative-only-support",
        "support/qualifier-dropped",
        "retrieval/ranking-inversion",
        "lineage/translation-without-original",
    ):
        assert rule in shown
    assert ada.locator("[data-region=findings] details").count() == 0


def test_the_contents_lead_to_every_part_by_keyboard_and_stay_in_sight(ada: Page) -> None:
    answer("archived-logs")(ada)
    contents = ada.get_by_role("navigation", name="Parts of this answer")
    for link in contents.get_by_role("link").all():
        link.focus()
        ada.keyboard.press("Enter")
        part = str(link.get_attribute("href")).removeprefix("#")
        ada.wait_for_url(f"**#{part}")
        assert ada.locator(f"#{part}").evaluate(IN_SIGHT), part
        assert contents.evaluate(IN_SIGHT), part


IN_SIGHT = """
(element) => {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
}
"""
