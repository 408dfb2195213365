"""Ada finds a blocked answer, reads a claim against its source and settles it; her colleagues see what they may."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.walking import choose, open_case, record, region

SignedIn = Callable[..., Page]

SENTENCE = "The citation points to a summary; the original it came from says “except where a legal hold applies”."
STEPS = ["canonical extract", "normalized text", "chunk", "summary", "trimmed block", "supplied to the answer"]


def test_ada_finds_the_case_among_the_blocked_and_reads_the_sentence_on_top(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    page.goto("/cases/")
    page.get_by_role("navigation", name="Answers by decision").get_by_role("link", name="blocked").click()
    page.get_by_role("link", name="A customer asks when we delete the logs").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == SENTENCE
    assert "archived-logs" in page.locator(".strip").inner_text()
    assert "blocked" in page.locator(".strip").inner_text()


def test_the_cited_span_stands_beside_the_original_that_takes_it_back(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    open_case(page, "archived-logs")
    assert "points to generated text" in region(page, "cited")
    assert page.locator("[data-region=cited] mark").inner_text() == "Archived support logs are deleted after 24 months."
    original = "".join(page.locator("[data-region=context] mark.hl-here").all_inner_texts())
    assert original == "Archived support logs are kept for 24 months, except where a legal hold applies."
    assert "After that they are deleted within 30 days, backups included." in region(page, "context")


def test_path_hashes_and_judge_stand_below_with_what_was_not_recorded(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    open_case(page, "archived-logs")
    assert [step.inner_text() for step in page.locator("ol.path .stage > a").all()] == STEPS
    page.locator("ol.path .stage > a", has_text="summary").click()
    page.locator("ol.path .opened").wait_for()
    assert "Archived support logs are deleted after 24 months." in page.locator("ol.path .opened").inner_text()
    # SHA-256 of the supplied block, which the judge and the generator read as well.
    assert region(page, "hashes").count("056b6d0b") >= 4
    assert "not recorded" in region(page, "hashes")
    assert "0.94" in region(page, "judges")
    assert "No condition is mentioned." in region(page, "judges")


def test_a_verdict_is_given_by_keyboard_alone_and_stands_in_the_history(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    first = open_case(page, "archived-logs")
    keyboard = page.keyboard
    keyboard.press("5")
    assert page.get_by_role("radio", name="reversed by its context").is_checked()
    # The cited words are a summary's: does the original say it, and are they given as the source's?
    keyboard.press("Tab")
    keyboard.press("ArrowDown")
    assert page.get_by_role("group", name="Does the original say it").get_by_label("no", exact=True).is_checked()
    page.locator("[name=scan]").wait_for(state="attached")
    keyboard.press("Tab")
    keyboard.press("Space")
    keyboard.press("Tab")
    keyboard.type("The policy excepts logs under a legal hold.")
    keyboard.press("Control+Enter")
    page.wait_for_url(lambda address: address != first)
    assert "The retention schedule names 24 months" in page.locator(".claims .here").inner_text()
    keyboard.press("k")
    page.wait_for_url(first)
    history = region(page, "history")
    assert "Ada" in history and "UTC" in history
    assert "not supported · contradiction" in history
    assert "x1: reversed by its context" in history
    assert "The policy excepts logs under a legal hold." in history


def test_a_second_verdict_supersedes_the_first_and_ben_reads_both(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    address = open_case(page, "damaged-item-window")
    choose(page, "cannot be assessed", "The cited page is not there.")
    record(page)
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert "it will" not in region(page, "history")
    assert "this one will supersede it" in region(page, "verdict")
    choose(page, "does not support", "On a second reading it says nothing of poles.")
    record(page)
    page.wait_for_url(lambda url: url != address)
    ben = signed_in("Ben")
    ben.goto(address)
    verdicts = ben.locator("ol.history > li")
    assert [item.inner_text().count("superseded by a later one") for item in verdicts.all()] == [0, 1]
    assert "On a second reading it says nothing of poles." in verdicts.first.inner_text()
    assert "will supersede" not in region(ben, "verdict")


def test_ben_judges_the_same_claim_beside_ada(signed_in: SignedIn) -> None:
    for name in ("Ada", "Ben"):
        page = signed_in(name)
        address = open_case(page, "reading-room")
        choose(page, "supports")
        record(page)
        page.wait_for_url(lambda url, address=address: url != address)
        page.goto(address)
    verdicts = page.locator("ol.history > li").all_inner_texts()
    assert ["Ben" in verdicts[0], "Ada" in verdicts[1]] == [True, True]
    assert "superseded" not in "".join(verdicts)


@pytest.mark.parametrize("person", ["Cleo", "Iris"])
def test_who_may_not_judge_reads_everything_and_is_told_why_there_is_no_form(signed_in: SignedIn, person: str) -> None:
    page = signed_in(person)
    open_case(page, "archived-logs")
    assert page.get_by_role("heading", level=1).inner_text() == SENTENCE
    assert "Verdicts are recorded by reviewers and labellers" in region(page, "verdict")
    assert page.get_by_role("radio").count() == page.get_by_role("button", name="Record").count() == 0
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    page.wait_for_timeout(100)
    assert page.get_by_role("heading", level=1).inner_text() == SENTENCE


def test_without_javascript_links_and_the_form_do_the_same(signed_in: SignedIn) -> None:
    page = signed_in("Ada", java_script_enabled=False)
    open_case(page, "archived-logs")
    page.locator("a.claim", has_text="In Leipzig they are kept").click()
    third = page.url
    page.get_by_role("navigation", name="Spans cited by this claim").get_by_role("link", name="[E4]").click()
    assert page.locator("[data-region=context] mark.hl-here").inner_text().startswith("Archivierte Protokolle")
    page.get_by_role("link", name="more on both sides").first.click()
    page.locator("ol.path .stage > a").first.click()
    expect(page.locator("ol.path .opened")).to_have_count(1)
    page.goto(third)
    record(page)
    assert "say what this passage alone does for the claim" in region(page, "verdict")
    choose(page, "supports")
    record(page)
    assert page.url != third
    page.goto(third)
    assert "supported · direct support" in region(page, "history")
