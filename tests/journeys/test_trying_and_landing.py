"""Where each role lands, the page to try it with and without a script, the words: legible, by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.journeys.legibility import find_overflows

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
Axe = Callable[[Page], list[str]]
CASE = Path(__file__).parent.parent / "cases" / "origin" / "archived-logs.json"
WIDE = {"width": 1440, "height": 900}
ROLES = {
    "Ada": "Waiting for your judgement",
    "Lena": "Waiting for your judgement",
    "Cleo": "Where people say different things",
    "Iris": "Blocked, and whose it is",
    "Otto": "The ledger",
    "Pia": "Policies in force",
    "Max": "Who belongs to meridian",
}


@pytest.mark.parametrize("person", ROLES)
def test_each_role_lands_on_its_own_page_which_is_legible(signed_in: SignedIn, axe: Axe, person: str) -> None:
    page = signed_in(person, viewport=WIDE)
    assert page.get_by_role("heading", name=ROLES[person]).is_visible()
    others = [heading for heading in set(ROLES.values()) if heading != ROLES[person]]
    assert [heading for heading in others if page.get_by_role("heading", name=heading).count()] == []
    assert axe(page) == [] and find_overflows(page) == {}


def test_a_number_leads_to_the_list_that_it_counts(signed_in: SignedIn) -> None:
    page = signed_in("Iris")
    link = page.get_by_role("navigation", name="Blocked answers").get_by_role("link")
    number = link.inner_text().split()[0]
    link.click()
    assert f"of {number} shown" in page.locator(".pager").inner_text()


def paste(page: Page) -> None:
    page.goto("/try/")
    page.get_by_label("Answer", exact=True).fill(
        "Logs are kept for 24 months [1]. They may go then [7].\nAsk legal first."
    )
    page.get_by_role("textbox", name="Words of passage 1", exact=True).fill(
        "Logs are kept for 24 months, except on hold."
    )
    page.get_by_label("written by").first.select_option("original")
    page.locator("form").filter(has=page.get_by_label("Answer", exact=True)).get_by_role(
        "button", name="Look at it"
    ).click()
    page.get_by_role("heading", name="What was found in your words").wait_for()


@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without"])
def test_pasted_words_are_looked_at_and_stay_in_the_form(signed_in: SignedIn, axe: Axe, script: bool) -> None:
    page = signed_in("Cleo", viewport=WIDE, java_script_enabled=script)
    paste(page)
    said = page.locator(".tried").inner_text()
    for words in ("blocked", "passage found", "unknown source", "This claim needs evidence and cites none."):
        assert words in said
    assert page.get_by_label("Answer", exact=True).input_value().endswith("\nAsk legal first.")
    page.get_by_role("button", name="Six more passages").click()
    assert page.get_by_role("textbox", name="Words of passage 12", exact=True).is_visible()
    assert page.get_by_role("textbox", name="Words of passage 1", exact=True).input_value().startswith("Logs are kept")
    if script:
        assert axe(page) == [] and find_overflows(page) == {}


def test_a_file_is_looked_at_by_keyboard_and_every_state_is_legible(signed_in: SignedIn, axe: Axe) -> None:
    page = signed_in("Otto", viewport=WIDE)
    page.goto("/try/")
    assert axe(page) == [] and find_overflows(page) == {}
    page.get_by_label("File", exact=True).set_input_files(CASE)
    page.get_by_label("Format").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="What was found in archived-logs.json").wait_for()
    assert "except where a legal hold applies" in page.locator(".tried").inner_text()
    page.get_by_text("The report as JSON, to copy").click()
    assert '"decision": "blocked"' in page.locator(".to-copy").inner_text()
    assert axe(page) == [] and find_overflows(page) == {}
    field = page.get_by_label("File", exact=True)
    field.set_input_files({"name": "broken.json", "mimeType": "text/json", "buffer": b"{"})
    field.locator("xpath=ancestor::form").get_by_role("button", name="Look at it").click()
    page.get_by_role("region", name="What could not be read").wait_for()
    assert axe(page) == [] and find_overflows(page) == {}


def test_a_paste_without_an_answer_is_refused_in_words(signed_in: SignedIn, axe: Axe) -> None:
    page = signed_in("Ada", viewport=WIDE)
    page.goto("/try/")
    page.get_by_role("button", name="Look at it").first.click()
    page.get_by_role("alert").wait_for()
    assert axe(page) == [] and find_overflows(page) == {}


def test_whoever_did_not_sign_in_is_asked_to(open_context: Callable[..., BrowserContext]) -> None:
    page = open_context().new_page()
    page.goto("/try/")
    assert page.url.endswith("/sign-in/?next=%2Ftry%2F")


def test_a_mistake_leads_to_the_rule_that_catches_it(signed_in: SignedIn, axe: Axe) -> None:
    page = signed_in("Ada", viewport=WIDE)
    page.goto("/help/")
    page.get_by_role("link", name="lineage/derivative-only-support").click()
    rule = page.locator('[id="lineage/derivative-only-support"]')
    assert rule.evaluate("one => one.matches(':target')") and rule.is_visible()
    assert axe(page) == [] and find_overflows(page) == {}
