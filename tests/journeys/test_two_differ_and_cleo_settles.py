"""Two reviewers differ, Cleo settles it without learning who they are, and both read afterwards where and why."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.journeys.walking import choose, open_case, record

SignedIn = Callable[..., Page]

CASE = "damaged-item-window"
WHY_ADA, WHY_BEN = "The page that is cited is not there.", "It speaks of returns, not of damage."
REASON = "Nobody can read what was never supplied."
SENTENCE = "4. Where you cannot tell, say so, and say what you would need to see."


def judge(page: Page, support: str, why: str) -> str:
    """What a reviewer says of the first claim that is open in the case; the claim's words."""
    address = open_case(page, CASE)
    claim = page.locator(".claims .here .text").first.inner_text()
    choose(page, support, why)
    record(page)
    page.wait_for_url(lambda url: url != address)
    return claim


def main(page: Page) -> str:
    return page.locator("main").inner_text()


def test_two_differ_cleo_settles_by_keyboard_and_both_learn_why(signed_in: SignedIn) -> None:
    claim = judge(signed_in("Ada"), "cannot be assessed", WHY_ADA)
    judge(signed_in("Ben"), "does not support", WHY_BEN)

    page = signed_in("Cleo")
    page.goto("/")
    page.get_by_role("link", name="All disagreements").click()
    page.get_by_role("link", name=claim).click()
    page.locator(".settle-form").wait_for()
    cards = page.locator(".verdict-card").all_inner_texts()
    assert sorted(WHY_ADA in card for card in cards[:2]) == [False, True]
    assert "Ada" not in main(page) and "Ben" not in main(page)
    letter = "a" if WHY_ADA in cards[0] else "b"
    here = page.url
    page.keyboard.press(letter)
    expect(page.get_by_role("radio", name=f"Adopt {letter.upper()}")).to_be_checked()
    page.keyboard.press("3")
    expect(page.get_by_role("radio", name="a reviewer erred")).to_be_checked()
    page.get_by_label("The sentence of the guideline that decides it").select_option(SENTENCE)
    page.get_by_label("Why", exact=True).fill(REASON)
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: url != here)
    expect(page.get_by_text("Settled and recorded.")).to_be_visible()

    for person, differed in (("Ada", False), ("Ben", True)):
        page = signed_in(person)
        page.goto("/settled/")
        line = page.locator(".settled-list > li").first
        expect(line).to_contain_text(claim)
        expect(line).to_contain_text(SENTENCE)
        assert ("you differed" in line.inner_text()) == differed
        line.get_by_role("link", name="The reason, and what everybody said").click()
        page.locator(".settlement").wait_for()
        assert REASON in main(page) and "settled by Cleo".casefold() in main(page).casefold()
        expect(page.get_by_text("these bytes have this digest")).to_be_visible()


def test_without_javascript_neither_is_a_decision_too(signed_in: SignedIn) -> None:
    for person, support in (("Ada", "supports"), ("Ben", "contradicts")):
        page = signed_in(person)
        page.goto(claim_of(page))
        choose(page, support, "So I read it.")
        here = page.url
        record(page)
        page.wait_for_url(lambda url, here=here: url != here)
    page = signed_in("Cleo", java_script_enabled=False)
    page.goto("/adjudications/")
    page.locator(".disputes a").first.click()
    page.get_by_role("button", name="Settle and go on").click()
    assert "choose a card, or neither" in main(page)
    page.get_by_role("radio", name="Neither: answer anew").check()
    page.get_by_label("Coverage", exact=True).select_option("not supported")
    for field in page.locator(".own-fields select[name^=pair-]").all():
        field.select_option("partly supports")
    page.get_by_role("radio", name="an edge case").check()
    page.get_by_label("The guideline needs work: it is listed for who keeps it").check()
    page.get_by_label("Why", exact=True).fill("Both read half of it.")
    page.get_by_role("button", name="Settle and go on").click()
    assert "Settled and recorded." in main(page)
    page.goto("/settled/?whose=flagged")
    assert "neither verdict" in main(page)


def claim_of(page: Page) -> str:
    """A claim that nobody judged yet: the first of the reading room."""
    return open_case(page, "reading-room")
