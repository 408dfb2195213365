"""Drew belongs to another tenant: for him, what is Meridian's does not exist."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.walking import choose, open_case

SignedIn = Callable[..., Page]

ABSENT = "0123456789abcdef0123456789abcdef"
# What differs between two answers to the same request: the form's token and the address that the page repeats.
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*')


@pytest.fixture
def addresses(signed_in: SignedIn) -> list[str]:
    """A claim and a source of Meridian, as Ada opens them."""
    page = signed_in("Ada")
    claim = open_case(page, "archived-logs")
    page.get_by_role("link", name="Records Retention Policy, version 7").click()
    page.wait_for_url("**/sources/**")
    return [claim, page.url.split("?")[0]]


def answer(page: Page, address: str) -> tuple[int, str, str]:
    """Status, type and body of an answer, its own address and token masked."""
    found = page.request.get(address)
    path = re.sub(r"^https?://[^/]+", "", address)
    body = TOKEN.sub(r"\1masked", found.text()).replace(path, "ADDRESS")
    return found.status, found.headers["content-type"], body


def test_the_list_and_every_search_hold_only_his_own_case(signed_in: SignedIn) -> None:
    page = signed_in("Drew")
    assert "No answer is held, blocked or not evaluated." in page.locator("main").inner_text()
    page.goto("/cases/")
    assert page.locator("table.cases tbody tr").count() == 1
    assert "Until when is the museum open" in page.locator("table.cases").inner_text()
    for query in ("?search=archived-logs", "?decision=blocked", "?rule=freshness/superseded", "?owner=application"):
        page.goto(f"/cases/{query}")
        assert page.locator("table.cases").count() == 0
        assert "No answer fits these words." in page.locator("main").inner_text()


def test_a_claim_and_a_source_of_others_answer_as_missing_ones_do(signed_in: SignedIn, addresses: list[str]) -> None:
    page = signed_in("Drew")
    for address in addresses:
        missing = re.sub(r"[0-9a-f]{32}", ABSENT, address)
        assert answer(page, address) == answer(page, missing)
        assert answer(page, address)[0] == 404
        assert page.goto(f"{address}?span=x1").status == 404  # type: ignore[union-attr]
        assert page.get_by_role("heading", level=1).inner_text() == "There is nothing here for you"


def test_he_cannot_judge_a_claim_of_others_even_with_a_form_of_his_own(
    signed_in: SignedIn, addresses: list[str]
) -> None:
    page = signed_in("Drew")
    open_case(page, "late-opening")
    form = page.locator("form.verdict-form")
    form.evaluate("(form, address) => { form.action = address; }", f"{addresses[0]}verdicts/")
    choose(page, "supports")
    with page.expect_response("**/verdicts/") as sent:
        form.evaluate("form => HTMLFormElement.prototype.submit.call(form)")
    assert sent.value.status == 404
    ada = signed_in("Ada")
    ada.goto(addresses[0])
    assert "Nobody has judged this claim yet." in ada.locator("[data-region=history]").inner_text()
