"""The picture of a page and its text: the same cited words on both, by pointer and by keyboard, and with no script."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.legibility import source
from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
SCHEDULE = "how-long-are-logs-kept"
IS_DRAWN = "image => image.decode().then(() => image.naturalWidth > 100)"


def test_pointing_at_cited_words_on_the_picture_shows_them_in_the_text_and_the_other_way_round(
    signed_in: SignedIn,
) -> None:
    page = signed_in("Ada")
    source(SCHEDULE, "?page=1")(page)
    assert page.locator(".sheet img").evaluate(IS_DRAWN)
    box = page.locator(".sheet a[data-spans]").last
    key = box.get_attribute("data-spans") or ""
    marks = page.locator(f'.pages mark[data-spans~="{key}"]')
    assert marks.count() >= 1
    box.locator("rect").first.hover()
    expect(marks.first).to_have_class(re.compile("paired"))
    page.locator("h1").hover()
    expect(page.locator(".paired")).to_have_count(0)
    marks.first.hover()
    expect(page.locator(f'.sheet a[data-spans="{key}"]')).to_have_class(re.compile("paired"))


def test_by_keyboard_a_box_shows_its_words_and_opens_them(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    source(SCHEDULE, "?page=1")(page)
    box = page.locator(".sheet a[data-spans]").last
    key = box.get_attribute("data-spans") or ""
    box.focus()
    expect(page.locator(f'.pages mark[data-spans~="{key}"]').first).to_have_class(re.compile("paired"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**span={key}**")
    expect(page.locator(f'.sheet a[data-spans="{key}"]')).to_have_attribute("aria-current", "true")
    expect(page.locator(f'.pages mark.hl-here[data-spans~="{key}"]').first).to_be_visible()


def test_the_keys_of_the_reading_room_turn_the_pages(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    source(SCHEDULE, "?page=1")(page)
    page.keyboard.press("j")
    page.wait_for_url("**?page=2")
    page.keyboard.press("k")
    page.wait_for_url("**?page=1")


def test_a_claim_shows_its_cited_lines_on_their_page(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    open_case(page, SCHEDULE)
    picture = page.locator("#page-pictures .cut-out").first
    expect(picture).to_be_visible()
    assert picture.locator("rect").count() >= 1
    page.get_by_role("link", name="the page beside its text").first.click()
    page.wait_for_url("**/sources/**page=**")
    expect(page.locator(".sheet img")).to_be_visible()


def test_without_any_script_the_same_is_a_link_away(signed_in: SignedIn) -> None:
    page = signed_in("Ada", java_script_enabled=False)
    open_case(page, SCHEDULE)
    page.get_by_role("link", name="these lines on the picture of their page").click()
    page.wait_for_url("**/pictures/**")
    expect(page.locator(".cut-out").first).to_be_visible()
    page.get_by_role("link", name="the page beside its text").first.click()
    expect(page.locator(".sheet a[data-spans]").first).to_be_attached()
