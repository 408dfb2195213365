"""The form follows the kind of the claim: a derivation is computed again before it is recorded."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.walking import open_case, record, region

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]


def test_another_kind_asks_other_questions_at_once_and_keeps_the_words(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    address = open_case(page, "boiler-visit")
    page.keyboard.press("1")
    page.get_by_label("Why", exact=True).fill("It is a sum.")
    page.get_by_text("another kind").click()
    page.get_by_label("kind of the claim").select_option("derived")
    expect(page.get_by_label("formula")).to_be_visible()
    assert page.url == address
    assert page.get_by_label("Why", exact=True).input_value() == "It is a sum."
    expect(page.locator(".pair-of input[value=supports]")).to_be_checked()


def test_a_derivation_is_computed_and_then_recorded(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    open_case(page, "boiler-visit")
    page.locator("a.claim", has_text="One visit of two and a half hours").click()
    page.wait_for_url("**/claims/*/")
    address = page.url
    page.get_by_label("unit of a", exact=True).fill("euros")
    page.get_by_label("unit of b", exact=True).fill("euros")
    page.get_by_label("formula").fill("a + 3 × b")
    page.get_by_role("button", name="Compute it").click()
    # 38 and three times 62 are 224.
    expect(page.locator(".warrant [role=status]")).to_contain_text("is 224 euros, the claim says 193.00 euros")
    page.get_by_label("formula").fill("a + 2.5 × b")
    page.get_by_role("button", name="Compute it").click()
    expect(page.locator(".warrant .state-pass")).to_contain_text("is 193 euros")
    for passage in page.locator(".pair-of").all():
        passage.get_by_role("radio", name="partly supports").check()
    record(page)
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert "supported · warranted derivation" in region(page, "history")
