"""Ada's session ends while she writes: her words stay, she signs in elsewhere and goes on (G31)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.journeys.walking import choose, open_case, record, region

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

WORDS = "Half a page of thoughts\nthat nobody wants to type twice."


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="session")


def test_words_typed_survive_and_the_verdict_is_recorded_once_she_is_back(signed_in: SignedIn, product: Any) -> None:
    page = signed_in("Ada")
    address = open_case(page, "meal-allowance")
    choose(page, "does not support", WORDS)
    end_session(page)
    record(page)
    page.get_by_text("Your session has ended, so nothing was recorded.").wait_for()
    assert page.url == address
    assert page.get_by_label("Why", exact=True).input_value() == WORDS
    assert page.locator("#verdict").get_by_label("Password").count() == 0

    other = page.context.new_page()
    other.goto(product.get_sign_in_link("Ada"))
    other.get_by_role("button", name="Sign in as Ada").click()
    other.wait_for_url(lambda url: "/sign-in/" not in url)
    page.get_by_role("button", name="continue here").click()
    page.get_by_text("You are signed in again.").wait_for()
    assert page.get_by_label("Why", exact=True).input_value() == WORDS
    record(page)
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert page.locator("ol.history > li").count() == 1
    assert "nobody wants to type twice" in region(page, "history")


def test_a_link_that_swaps_a_part_leads_to_the_sign_in_page_not_into_the_part(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    open_case(page, "archived-logs")
    end_session(page)
    page.get_by_role("link", name="more on both sides").first.click()
    page.wait_for_url("**/sign-in/?next=**")
    assert page.get_by_role("heading", level=1).inner_text() == "Sign in"
    assert page.locator("#evidence").count() == 0


def test_a_fragment_is_answered_with_a_redirect_for_the_whole_page(signed_in: SignedIn, product: Any) -> None:
    page = signed_in("Ada")
    address = open_case(page, "archived-logs")
    end_session(page)
    answer = page.request.get(address, headers={"HX-Request": "true", "HX-Target": "evidence"})
    assert (answer.status, answer.text()) == (204, "")
    assert answer.headers["hx-redirect"].startswith("/sign-in/?next=")


def test_without_javascript_a_form_sent_too_late_is_refused_in_words(signed_in: SignedIn) -> None:
    page = signed_in("Ada", java_script_enabled=False)
    address = open_case(page, "meal-allowance")
    choose(page, "supports")
    end_session(page)
    record(page)
    assert "/sign-in/" in page.url
    assert page.get_by_role("heading", level=1).inner_text() == "Sign in"
    assert page.url != address
