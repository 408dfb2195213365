"""Every state of the pages of queues, verdicts, disagreements and policies: in both themes, and narrow."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page

from tests.journeys.legibility import Open, answer, at, below, case, find_overflows
from tests.journeys.walking import choose, record

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

WIDE = {"width": 1440, "height": 900}
LOANS, WINTER = "tool-library-loans", "tool-library-winter"


class State(NamedTuple):
    person: str
    open: Open


def queue(name: str, rest: str = "") -> Open:
    def go(page: Page) -> None:
        page.goto("/queues/")
        page.locator("main").get_by_role("link", name=name, exact=True).first.click()
        page.wait_for_url("**/queues/*/")
        if rest:
            page.goto(page.url + rest)

    return go


def taken(page: Page) -> None:
    """A claim of the blind queue with its bar."""
    queue("Blind pairs")(page)
    page.get_by_role("button", name="Take the next claim").click()
    page.wait_for_url("**/claims/*/")


def refused(page: Page) -> None:
    """A derived claim whose warrant lacks everything."""
    case(LOANS, 3)(page)
    choose(page, "supports", "It was computed.")
    page.get_by_text("Record and go on").click()
    page.wait_for_timeout(500)


def taken_back(page: Page) -> None:
    """The verdict of before can be taken back, and stands in the history."""
    case("staff-bicycle")(page)
    address = page.url
    choose(page, "partly supports", "It says four days, for staff.")
    record(page)
    page.wait_for_url(lambda url: url != address)
    case("staff-bicycle")(page)


def cards(page: Page) -> None:
    page.goto("/adjudications/")
    page.locator("main a[href*='/adjudications/']").first.click()
    page.wait_for_url("**/adjudications/*/")


def neither(page: Page) -> None:
    """Neither is right, and nothing was said of why."""
    cards(page)
    page.get_by_role("radio", name="Neither", exact=False).check()
    page.get_by_role("button", name="Settle and go on", exact=False).click()
    page.locator("[role=alert]").first.wait_for()


def settlement(page: Page) -> None:
    page.goto("/settled/?whose=all")
    page.locator("main a[href*='/settled/']").last.click()
    page.wait_for_load_state()


def policy(rest: str = "") -> Open:
    def go(page: Page) -> None:
        page.goto("/policies/")
        page.locator("main a[href*='/policies/']").first.click()
        page.wait_for_url("**/policies/*/")
        if rest:
            page.goto(page.url + rest)

    return go


STATES: dict[str, State] = {
    "queues": State("Ada", at("/queues/")),
    "a blind queue": State("Ada", queue("Blind pairs")),
    "an open queue, as one keeps it": State("Pia", queue("Compliance")),
    "nothing in a list": State("Pia", queue("Judge unstable")),
    "who did what": State("Pia", queue("Compliance", "?tab=people")),
    "making a queue": State("Pia", at("/queues/new/")),
    "changing a queue": State("Pia", queue("Spot checks", "change/")),
    "a claim from a queue": State("Ben", taken),
    "a quotation": State("Lena", case("lighthouse-lamp")),
    "a derived claim, refused": State("Lena", refused),
    "an abstention": State("Lena", case("reading-room", 4)),
    "an exempt claim": State("Lena", case("bread-delivery", 4)),
    "words that a model wrote": State("Lena", case("archived-logs")),
    "a claim of no kind": State("Lena", case("tram-umbrella")),
    "a verdict to take back": State("Lena", taken_back),
    "a search in the original": State("Lena", below(case("archived-logs"), "scan/?words=legal+hold")),
    "notes": State("Lena", below(case("archived-logs"), "notes/")),
    "an answer read blind": State("Ada", answer(WINTER)),
    "disagreements": State("Cleo", at("/adjudications/")),
    "cards": State("Cleo", cards),
    "neither, and nothing said": State("Cleo", neither),
    "what was settled": State("Cleo", at("/settled/?whose=all")),
    "one that was settled": State("Cleo", settlement),
    "closing the review of an answer": State("Cleo", below(answer(LOANS), "closing/")),
    "policies": State("Pia", at("/policies/")),
    "a frozen revision": State("Pia", policy()),
    "the next revision": State("Pia", policy("next/")),
    "claims for a calibration set": State("Pia", at("/candidates/")),
}


@pytest.mark.parametrize("state", STATES)
def test_a_state_has_no_axe_finding_and_never_scrolls_sideways(
    signed_in: SignedIn, axe: Callable[[Page], list[str]], state: str
) -> None:
    page = signed_in(STATES[state].person, viewport=WIDE)
    STATES[state].open(page)
    assert axe(page) == []
    assert find_overflows(page) == {}
