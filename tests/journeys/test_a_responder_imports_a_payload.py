"""Iris brings in a payload as a producer sent it, and a file in which one answer is broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.journeys.walking import region

SignedIn = Callable[..., Page]

PAYLOADS = Path(__file__).with_name("payloads")


def upload(page: Page, *names: str, dry_run: bool = False, whole: bool = False) -> str:
    """What the report says after files were sent, as one line."""
    page.goto("/imports/")
    page.get_by_label("Files").set_input_files([PAYLOADS / name for name in names])
    page.get_by_label("only check, write nothing").set_checked(dry_run)
    page.get_by_label("all or nothing").set_checked(whole)
    page.get_by_role("button", name="Import").click()
    page.locator("main section").first.wait_for()
    return " ".join(page.locator("main").inner_text().split())


def test_a_dry_run_writes_nothing_then_the_import_leads_to_the_claim_beside_its_source(signed_in: SignedIn) -> None:
    page = signed_in("Iris")
    assert "A dry run: nothing was written. Nothing stands in the way." in upload(page, "exchange.json", dry_run=True)
    page.goto("/cases/?search=drill")
    assert page.locator("table.cases").count() == 0

    assert "1 answer written, 0 there already. 0 problems." in upload(page, "exchange.json")
    page.get_by_role("link", name="For how long may I keep a drill").click()
    assert page.locator(".claims .here .claim .text").inner_text().startswith("You may keep a drill for two days")
    assert page.locator("[data-region=context] mark.hl-here").inner_text() == (
        "A drill may be kept for two days, and for four days over a holiday."
    )
    assert "quoted words match" in region(page, "cited")
    page.keyboard.press("j")
    page.wait_for_function("document.querySelector('.claims .here .ordinal').textContent === '2'")
    assert page.locator("[data-region=context] mark.hl-here").inner_text() == (
        "Who brings a tool back late pays two tokens a day."
    )

    assert "0 answers written, 1 there already. 0 problems." in upload(page, "exchange.json")


def test_a_broken_answer_is_reported_with_line_and_pointer_and_does_not_stop_the_good_one(signed_in: SignedIn) -> None:
    page = signed_in("Iris")
    report = upload(page, "broken.jsonl", whole=True)
    assert "0 answers written" in report and "1 problem." in report

    upload(page, "broken.jsonl")
    (row,) = page.get_by_role("region", name="Problems in broken.jsonl").locator("tbody tr").all()
    place, pointer, message = row.locator("td").all_inner_texts()
    assert (place, pointer) == ("line 2", "/claims/0/place")
    assert "[9, 4] is no range" in message
    page.get_by_role("link", name="When does the harbour ferry stop").click()
    assert "Ask the harbour office." in page.locator(".claims .here").inner_text()
    page.goto("/cases/?search=one-broken-answer")
    assert page.locator("table.cases").count() == 0


def test_a_reviewer_may_not_import_and_is_told_so(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    assert page.get_by_role("link", name="Import").count() == 0
    assert page.goto("/imports/").status == 403  # type: ignore[union-attr]
    assert "You may not do this" in page.get_by_role("heading", level=1).inner_text()
