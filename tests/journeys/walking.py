"""Ways through the product that many journeys take."""

from __future__ import annotations

import re

from playwright.sync_api import Page


def open_case(page: Page, key: str) -> str:
    """From the list to the first claim of a case; gives the address of the claim's page."""
    page.goto("/cases/")
    page.get_by_label("whose case or question says").fill(key)
    page.get_by_role("button", name="Show").click()
    page.locator("table.cases a[href^='/claims/']").click()
    page.wait_for_url("**/claims/*/")
    return page.url


def region(page: Page, name: str) -> str:
    """What a region of the claim page says, as one line."""
    return " ".join(page.locator(f"[data-region={name}]").inner_text().split())


ANSWERS = {
    "in_original": "yes",
    "attributed": "no",
    "answerability": "insufficient",
    "names_missing_basis": "no",
    "exemption": "greeting",
}


def choose(page: Page, support: str, why: str = "") -> None:
    """Fills in the verdict form: the same support for every passage, and plain answers to what its kind asks."""
    for option in page.locator(".pair-of").all():
        option.get_by_role("radio", name=support, exact=False).first.check()
    for question in page.locator(".question-of").all():
        name = question.get_attribute("data-question") or ""
        question.locator(f"input[value={ANSWERS[name]}]").check()
    page.get_by_label("Why", exact=True).fill(why)


def record(page: Page) -> None:
    page.get_by_role("button", name="Record and go on").click()


def window(page: Page) -> tuple[int, int, int]:
    """Where the window of a source page begins and ends, and how long the whole text is, in characters."""
    words = re.search(r"characters (\d+) to (\d+) of (\d+)", page.locator("#source-text").inner_text())
    assert words is not None
    start, end, length = map(int, words.groups())
    return start, end, length
