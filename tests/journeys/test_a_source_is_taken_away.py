"""A source is withdrawn, deleted and erased by two people, as they do it; each page of it legible to everybody."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from tests.journeys.legibility import find_overflows
from tests.journeys.walking import open_case, region

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
AxeRun = Callable[[Page], list[str]]
CASE, WORDS = "night-desk", "It is read before the first shift."


def open_source(page: Page, case: str) -> None:
    """The page of the version that the first claim of a case rests on."""
    open_case(page, case)
    page.locator("[data-region=source] a").first.click()
    page.wait_for_url("**/sources/**")


def is_legible(page: Page, axe: AxeRun) -> bool:
    """In both themes, and at every width."""
    assert axe(page) == []
    assert find_overflows(page) == {}
    return True


def do(page: Page, deed: str, reason: str) -> None:
    """From the page of a version over the page of the deed, and back."""
    page.get_by_role("link", name=deed).click()
    page.get_by_role("heading", name=f"{deed}?").wait_for()
    page.get_by_label("Reason", exact=False).fill(reason)
    page.get_by_role("button", name=deed).click()
    page.get_by_role("heading", name="The life of this version").wait_for()


def test_a_version_is_withdrawn_and_restored_and_readers_meet_a_panel_in_between(
    signed_in: SignedIn, axe: AxeRun
) -> None:
    iris, ada = (signed_in(name, viewport={"width": 1440, "height": 900}) for name in ("Iris", "Ada"))
    open_source(iris, CASE)
    address = iris.url
    iris.get_by_role("link", name="Withdraw this version").click()
    assert "claims that rest on it" in iris.locator("main").inner_text()
    assert is_legible(iris, axe)
    iris.goto(address)
    do(iris, "Withdraw this version", "The owner asked us to stop using it.")
    assert is_legible(iris, axe)
    open_case(ada, CASE)
    panel = ada.get_by_role("complementary", name="Why there are no words here")
    assert "withdrawn on" in panel.inner_text() and "may be restored" in panel.inner_text()
    assert WORDS not in region(ada, "context")
    assert is_legible(ada, axe)
    do(iris, "Restore this version", "The owner agreed.")
    ada.reload()
    assert WORDS in region(ada, "context")


def test_two_people_erase_a_version_and_the_first_is_told_why_not(signed_in: SignedIn, axe: AxeRun) -> None:
    max_, pia = (signed_in(name, viewport={"width": 1440, "height": 900}) for name in ("Max", "Pia"))
    open_source(max_, "vineyard-harvest")
    max_.get_by_role("link", name="Delete this version").click()
    max_.get_by_label("Reason").fill("The grower asked for it.")
    max_.get_by_role("button", name="Delete this version").click()
    max_.get_by_text("Say what audit keeps").wait_for()
    assert max_.get_by_label("Reason").input_value() == "The grower asked for it."
    assert is_legible(max_, axe)
    max_.get_by_role("radio", name="nothing").check()
    max_.get_by_role("button", name="Delete this version").click()
    max_.get_by_role("heading", name="The life of this version").wait_for()
    do(max_, "Ask for its erasure", "The grower asked for it.")
    assert "You asked for it yourself" in max_.locator("#life").inner_text()
    assert is_legible(max_, axe)
    pia.get_by_role("link", name="Retention").click()
    pia.get_by_text("asked for by Max").wait_for()
    assert is_legible(pia, axe)
    pia.get_by_role("link", name="Read what follows").click()
    assert "What its erasure takes" in pia.locator("main").inner_text()
    assert is_legible(pia, axe)
    pia.get_by_label("Reason").fill("I agree.")
    pia.get_by_role("button", name="Agree to its erasure").click()
    assert "agreed to by you" in pia.locator("#life").inner_text()
    max_.reload()
    max_.get_by_role("link", name="Record what became of the index").click()
    max_.get_by_role("button", name="Record it").click()
    max_.get_by_text("Choose one").first.wait_for()
    assert is_legible(max_, axe)


def test_an_archived_source_offers_words_to_ask_for_it(signed_in: SignedIn, axe: AxeRun) -> None:
    ada = signed_in("Ada", viewport={"width": 1440, "height": 900})
    open_case(ada, "old-tariff")
    assert "Please bring source harbour-tariff-2019" in region(ada, "source")
    assert is_legible(ada, axe)
