"""Two citations of one claim whose words overlap: counted, and reached by clicking again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.bundles import Commanded, bring_in, bundle
from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)

WIDE, NARROW = "The tower opens at ten and closes at dusk.", "closes at dusk"


@pytest.fixture(scope="module")
def tower(product: Commanded, tmp_path_factory: pytest.TempPathFactory) -> None:
    made = bundle("tower", f"Notice. {WIDE} Bring a coat.", WIDE)
    (answer,) = made["answers"]
    at = answer["artifacts"][0]["text"].index(NARROW)
    narrow = {"key": 'x "2" é', "marker": "[E1b]", "quoted_text": NARROW, "range": [at, at + len(NARROW)]}
    answer["citations"].append(answer["citations"][0] | narrow)
    bring_in(product, tmp_path_factory.mktemp("tower"), made)


def test_the_smallest_span_under_the_pointer_is_taken_first_and_a_second_click_takes_the_next(
    signed_in: Callable[..., Page], tower: None
) -> None:
    page = signed_in("Ada")
    open_case(page, "tower")
    marks = page.locator("[data-region=context] mark")
    assert marks.all_inner_texts() == ["The tower opens at ten and ", NARROW, "."]
    both = marks.nth(1)
    assert both.get_attribute("data-count") == "2"
    with page.expect_navigation():
        both.click()
    here = page.locator(".spans a[aria-current]")
    assert here.inner_text().startswith("[E1b]")
    with page.expect_navigation():
        both.click()
    assert here.inner_text().startswith("[E1]")
