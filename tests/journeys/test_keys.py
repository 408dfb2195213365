"""The whole claim page by keyboard, and a page that a screen reader can find its way through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]


@pytest.fixture
def ada(signed_in: SignedIn) -> Page:
    return signed_in("Ada")


def claim_here(page: Page) -> str:
    return page.locator(".claims .here .ordinal").inner_text()


def press_to_another_page(page: Page, key: str) -> None:
    with page.expect_navigation():
        page.keyboard.press(key)


def test_j_and_k_go_through_the_claims_and_stop_at_the_ends(ada: Page) -> None:
    first = open_case(ada, "archived-logs")
    seen = [claim_here(ada)]
    for key in "jjjkkk":
        press_to_another_page(ada, key)
        seen.append(claim_here(ada))
    assert seen == ["1", "2", "3", "4", "3", "2", "1"]
    ada.keyboard.press("k")
    ada.wait_for_timeout(100)
    assert ada.url == first


def test_brackets_go_through_the_spans_of_a_claim_and_the_address_names_the_span(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.locator("a.claim", has_text="In Leipzig").click()
    ada.wait_for_url(lambda url: "claims" in url)
    here = ada.locator(".spans a[aria-current]")
    here.wait_for()
    seen = [here.inner_text().split()[0]]
    for key in ("]", "]", "["):
        press_to_another_page(ada, key)
        seen.append(here.inner_text().split()[0])
    assert seen == ["[E3]", "[E4]", "[E3]", "[E4]"]
    assert "span=x4" in ada.url


def test_digits_choose_x_contests_and_e_explains(ada: Page) -> None:
    open_case(ada, "archived-logs")
    options = ada.locator(".pair-of[data-here] input")
    for number in range(6):
        ada.keyboard.press(str(number + 1))
        assert options.nth(number).is_checked()
        assert options.nth(number).evaluate("option => option === document.activeElement")
    ada.keyboard.press("7")
    assert options.nth(5).is_checked()
    ada.keyboard.press("x")
    assert ada.get_by_role("checkbox", name="contest origin").is_checked()
    ada.keyboard.press("e")
    assert ada.locator("details.why:not([open])").count() == 0
    ada.keyboard.press("e")
    assert ada.locator("details.why[open]").count() == 0


def test_the_sheet_of_keys_opens_and_closes_and_gives_the_focus_back(ada: Page) -> None:
    address = open_case(ada, "archived-logs")
    link = ada.get_by_role("link", name="Words and keys")
    link.focus()
    ada.keyboard.press("?")
    sheet = ada.get_by_role("dialog", name="Keys")
    assert sheet.is_visible()
    ada.keyboard.press("j")
    ada.wait_for_timeout(100)
    assert ada.url == address
    ada.keyboard.press("Escape")
    assert not sheet.is_visible()
    assert link.evaluate("link => link === document.activeElement")


def test_a_slash_leads_to_the_search_and_is_ready_to_type(ada: Page) -> None:
    open_case(ada, "archived-logs")
    press_to_another_page(ada, "/")
    search = ada.get_by_label("whose case or question says")
    assert search.evaluate("field => field === document.activeElement")
    ada.locator("h1").click()
    ada.keyboard.press("/")
    assert search.evaluate("field => field === document.activeElement")
    ada.keyboard.type("jk/?bicycle")
    assert search.input_value() == "jk/?bicycle"


def test_keys_are_off_while_somebody_types(ada: Page) -> None:
    address = open_case(ada, "archived-logs")
    words = ada.get_by_label("Why", exact=True)
    words.focus()
    ada.keyboard.type("jk[]?/xe123")
    assert words.input_value() == "jk[]?/xe123"
    assert ada.url == address
    assert not ada.locator("dialog").is_visible()
    assert ada.locator(".verdict-form input:checked").count() == 0


def test_keys_with_a_modifier_are_the_browsers(ada: Page) -> None:
    address = open_case(ada, "archived-logs")
    for key in ("Control+j", "Alt+j", "Control+1"):
        ada.keyboard.press(key)
    ada.wait_for_timeout(100)
    assert ada.url == address
    assert ada.locator(".verdict-form input:checked").count() == 0


def test_the_first_tab_offers_to_skip_to_the_content(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.keyboard.press("Tab")
    skip = ada.get_by_role("link", name="Skip to the content")
    assert skip.evaluate("link => link === document.activeElement && link.getBoundingClientRect().top >= 0")
    ada.keyboard.press("Enter")
    assert ada.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whatever_has_the_focus_is_drawn_with_a_ring(ada: Page, theme: str) -> None:
    ada.emulate_media(color_scheme=theme)
    for address in (None, "/cases/", "/help/"):
        if address:
            ada.goto(address)
        else:
            open_case(ada, "archived-logs")
        bare = set()
        for _ in range(60):
            ada.keyboard.press("Tab")
            found = ada.evaluate(RING)
            if found:
                bare.add(found)
        assert bare == set()


RING = """
() => {
  const element = document.activeElement;
  if (element === document.body) return "";
  const style = getComputedStyle(element);
  const drawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  return drawn ? "" : `${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`;
}
"""


@pytest.mark.parametrize("address", ["claim", "source", "/cases/", "/help/", "/claims/nothing/", "/imports/"])
def test_every_page_has_one_heading_of_the_first_level_and_its_landmarks(signed_in: SignedIn, address: str) -> None:
    page = signed_in("Iris")
    if address in ("claim", "source"):
        open_case(page, "archived-logs")
        if address == "source":
            page.get_by_role("link", name="open in its source").first.click()
            page.wait_for_url("**/sources/**")
    else:
        page.goto(address)
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("main").count() == page.get_by_role("banner").count() == 1
    assert page.get_by_role("contentinfo").count() == 1
    assert page.get_by_role("navigation", name="Pages").count() == 1
    levels = page.locator("h1, h2, h3, h4").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => Number(one.tagName[1]))"
    )
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False)), levels
    assert "Evidence Inspector" in page.title()
