"""Why this answer, within two clicks of any claim; the path as a picture, by keyboard; its keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.legibility import find_overflows
from tests.journeys.walking import open_case, region

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
Axe = Callable[[Page], list[str]]

HAS_FOCUS = "element => element === document.activeElement"


@pytest.fixture
def ada(signed_in: SignedIn) -> Page:
    return signed_in("Ada", viewport={"width": 1440, "height": 900})


def open_why(page: Page, key: str = "archived-logs") -> str:
    """The why page of the first claim of a case."""
    address = open_case(page, key)
    page.goto(f"{address}why/")
    return page.url


def test_one_key_opens_the_five_answers_in_the_page_and_closes_them_again(ada: Page, axe: Axe) -> None:
    address = open_case(ada, "archived-logs")
    ada.keyboard.press("w")
    heading = ada.get_by_role("heading", name="What this claim rests on, in five answers")
    heading.wait_for()
    ada.wait_for_function("document.activeElement?.id === 'why-title'")
    assert ada.url == address
    assert "atlas-mini 2026-02" in region(ada, "why")
    assert axe(ada) == [] and find_overflows(ada) == {}
    ada.keyboard.press("w")
    assert not heading.is_visible()
    assert ada.get_by_role("link", name="Why this answer").evaluate(HAS_FOCUS)


def test_without_javascript_the_link_leads_to_a_page_of_its_own(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    address = open_case(page, "archived-logs")
    link = page.get_by_role("link", name="Why this answer").get_attribute("href")
    assert address.endswith((link or "").removesuffix("why/"))
    page.goto(link or "")
    assert page.get_by_role("heading", level=1).inner_text() == "Why this answer"
    assert page.locator(".replies > li").count() == 5


@pytest.mark.parametrize("case", ["archived-logs", "damaged-item-window", "mountain-hut", "oasis-leave"])
def test_the_why_page_has_no_axe_finding_and_never_scrolls_sideways(ada: Page, axe: Axe, case: str) -> None:
    open_why(ada, case)
    assert axe(ada) == [] and find_overflows(ada) == {}


def test_every_stage_of_the_picture_is_reached_by_tab_and_opens_at_its_address(ada: Page) -> None:
    open_case(ada, "archived-logs")
    stages = ada.locator("#way .path-picture a.stage")
    names = [stage.get_attribute("aria-label") or "" for stage in stages.all()]
    assert len(names) == 10 and all(names)
    stages.first.focus()
    for _ in names[1:]:
        ada.keyboard.press("Tab")
    assert stages.last.evaluate(HAS_FOCUS)
    summary = ada.get_by_role("link", name="summary, generated, support-memo")
    summary.focus()
    with ada.expect_navigation():
        ada.keyboard.press("Enter")
    assert "stage=4" in ada.url and ada.url.endswith("#way")
    assert "dropped here: “except where”" in region(ada, "path")


def test_a_leads_to_the_answer(ada: Page) -> None:
    open_case(ada, "archived-logs")
    with ada.expect_navigation(url="**/answers/**"):
        ada.keyboard.press("a")


def test_arrows_turn_to_the_next_and_the_previous_claim_but_not_while_something_has_the_focus(ada: Page) -> None:
    first = open_case(ada, "archived-logs")
    with ada.expect_navigation():
        ada.keyboard.press("ArrowRight")
    second = ada.url
    assert second != first
    ada.get_by_label("Why", exact=True).focus()
    ada.keyboard.press("ArrowLeft")
    ada.locator(".pair-of input").first.focus()
    ada.keyboard.press("ArrowRight")
    ada.wait_for_timeout(100)
    assert ada.url == second
    ada.locator("#main").evaluate("main => main.focus()")
    with ada.expect_navigation():
        ada.keyboard.press("ArrowLeft")
    assert ada.url == first


def test_the_sheet_of_keys_names_the_new_ones(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.keyboard.press("?")
    sheet = ada.get_by_role("dialog", name="Keys").inner_text()
    assert "why this answer" in sheet and "the answer that this claim belongs to" in sheet


def test_a_phrase_of_a_row_and_its_cell_light_up_together(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.keyboard.press("j")
    ada.wait_for_url(lambda url: "claims" in url)
    cell = ada.locator(".linear td", has_text="24 months")
    ground = "element => getComputedStyle(element).backgroundColor"
    dark = cell.evaluate(ground)
    ada.locator(".linear a.k", has_text="24 months").hover()
    assert cell.evaluate(ground) != dark
    ada.mouse.move(0, 0)
    ada.locator(".linear a.k", has_text="24 months").focus()
    assert cell.evaluate(ground) != dark


def test_on_paper_the_picture_and_its_table_are_there(ada: Page) -> None:
    open_why(ada)
    ada.locator(".as-table > summary").click()
    ada.emulate_media(media="print")
    assert ada.locator(".path-picture").is_visible()
    assert ada.locator("table.stages").is_visible()


def test_with_forced_colours_the_picture_keeps_its_lines_and_words(ada: Page, axe: Axe) -> None:
    ada.emulate_media(forced_colors="active")
    open_why(ada)
    line, ground = (
        ada.locator(selector).first.evaluate(
            "element => getComputedStyle(element).stroke || getComputedStyle(element).backgroundColor"
        )
        for selector in (".path-picture .link", "body")
    )
    assert line != ground
    assert axe(ada) == []


def test_the_retention_case_names_its_failures_before_anything_is_opened(ada: Page) -> None:
    open_case(ada, "archived-logs")
    found = ada.get_by_role("list", name="Found on this claim")
    for rule in (
        "lineage/derivative-only-support",
        "support/qualifier-dropped",
        "retrieval/ranking-inversion",
        "lineage/translation-without-original",
    ):
        assert rule in found.inner_text()
    assert found.evaluate("list => list.getBoundingClientRect().bottom <= innerHeight")
