"""A reviewer reads one passage after the other; what was chosen for the first is still there at the second."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)


@pytest.fixture
def ada(signed_in: Callable[..., Page]) -> Page:
    return signed_in("Ada")


def test_two_citations_are_answered_by_digits_with_a_look_at_each_passage(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.goto(ada.locator(".claims > li").nth(2).locator("a.claim").get_attribute("href") or "")
    first, second = ada.locator(".pair-of").nth(0), ada.locator(".pair-of").nth(1)
    ada.keyboard.press("4")
    expect(first.locator("input:checked")).to_have_value("does_not_support")
    ada.keyboard.press("]")
    expect(ada.locator("[data-span-tab]").nth(1)).to_have_attribute("aria-current", "true")
    expect(second).to_have_attribute("data-here", "")
    expect(first.locator("input:checked")).to_have_value("does_not_support")
    assert "span=x4" in ada.url
    ada.keyboard.press("1")
    expect(second.locator("input:checked")).to_have_value("supports")
    expect(first.locator("input:checked")).to_have_value("does_not_support")


def test_read_it_opens_the_passage_of_another_question_and_keeps_the_answers(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.goto(ada.locator(".claims > li").nth(2).locator("a.claim").get_attribute("href") or "")
    ada.keyboard.press("4")
    ada.locator(".pair-of").nth(1).get_by_role("link", name="read it").click()
    expect(ada.locator("[data-span-tab]").nth(1)).to_have_attribute("aria-current", "true")
    expect(ada.locator(".pair-of").nth(0).locator("input:checked")).to_have_value("does_not_support")
