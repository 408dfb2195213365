"""A source of two megabytes, brought in by command, is read in windows and every span in it can be reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.bundles import Commanded, bring_in, bundle
from tests.journeys.walking import open_case, region, window

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

LINE = "Paragraph {number:06}: the lighthouse keeper writes down wind, fog and ships, and nothing else of any note.\n"
QUOTES = ["Paragraph 000003:", "Paragraph 010000:", "Paragraph 019998:"]


def long_bundle() -> dict[str, Any]:
    text = "".join(LINE.format(number=number) for number in range(20_000))
    assert len(text) > 2_000_000
    made = bundle("beacon", text, QUOTES[1])
    (answer,) = made["answers"]
    (citation,) = answer["citations"]
    answer["citations"] = [
        citation
        | {
            "key": f"x{number}",
            "marker": f"[{number}]",
            "quoted_text": quote,
            "range": [text.index(quote), text.index(quote) + len(quote)],
        }
        for number, quote in enumerate(QUOTES, start=1)
    ]
    return made


@pytest.fixture(scope="module")
def beacon(product: Commanded, tmp_path_factory: pytest.TempPathFactory) -> None:
    bring_in(product, tmp_path_factory.mktemp("beacon"), long_bundle())


def test_the_claim_page_shows_a_span_from_the_middle_with_its_neighbours_alone(
    signed_in: SignedIn, beacon: None
) -> None:
    page = signed_in("Ada")
    address = open_case(page, "beacon")
    page.goto(f"{address}?span=x2")
    assert page.locator("[data-region=context] mark.hl-here").inner_text() == "Paragraph 010000:"
    assert "Paragraph 010001:" in region(page, "context")
    assert len(region(page, "context")) < 10_000


def test_the_source_opens_at_the_span_and_says_how_many_are_drawn_in_the_window(
    signed_in: SignedIn, beacon: None
) -> None:
    page = signed_in("Ada")
    address = open_case(page, "beacon")
    page.goto(f"{address}?span=x2")
    page.locator("[data-region=context]").get_by_role("link", name="open in its source").click()
    page.wait_for_url("**/sources/**")
    assert page.locator("#source-text mark").inner_text() == "Paragraph 010000:"
    assert "3 spans cite this text, 1 of them drawn in this window." in page.locator("main").inner_text()
    assert len(page.locator("#source-text .text").inner_text()) < 20_000


def test_every_span_is_reached_by_its_link_and_any_place_by_its_number(signed_in: SignedIn, beacon: None) -> None:
    page = signed_in("Ada")
    open_case(page, "beacon")
    page.locator("[data-region=context]").get_by_role("link", name="open in its source").click()
    page.wait_for_url("**/sources/**")
    for quote, link in zip(QUOTES, range(3), strict=True):
        page.locator("ol.citing a[data-span-tab]").nth(link).click()
        page.wait_for_function("quote => document.querySelector('mark.hl-here')?.textContent === quote", arg=quote)
    page.get_by_label("go to character").fill("1000000")
    page.get_by_role("button", name="go", exact=True).click()
    page.wait_for_url("**at=1000000**")
    start, end, length = window(page)
    assert start <= 1_000_000 < end
    assert length > 2_000_000


def test_windows_join_without_a_gap_and_end_where_the_text_ends(signed_in: SignedIn, beacon: None) -> None:
    page = signed_in("Ada")
    open_case(page, "beacon")
    page.get_by_role("link", name="Notice of beacon").click()
    page.wait_for_url("**/sources/**")
    assert page.get_by_text("the text begins here").is_visible()
    start, first_end, length = window(page)
    assert start == 0
    with page.expect_response("**/sources/**"):
        page.get_by_role("link", name="later").click()
    page.get_by_role("link", name="earlier").wait_for()
    second_start, second_end, _ = window(page)
    assert 0 < second_start <= first_end < second_end
    page.goto(f"{page.url.split('?')[0]}?at=99999999999")
    assert page.get_by_text("the text ends here").is_visible()
    assert window(page)[1] == length
    assert "Paragraph 019999:" in page.locator("#source-text .text").inner_text()
