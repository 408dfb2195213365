"""Iris sends the next version of a handbook; a real worker finds the citations; she reads what changed and decides."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.journeys.conftest import Product
from tests.journeys.walking import open_case
from tests.servers import ROOT

JOURNEY_ENGINES = ("sqlite",)
JOURNEY_WORKER = True
SignedIn = Callable[..., Page]
AxeRun = Callable[[Page], list[str]]

HANDBOOK = (ROOT / "inspector/demo/night-desk-2.md").read_text(encoding="utf-8")
CHANGES = ".changes > li"
# A run whose one item is leased to a worker that is not there: for the time of the lease nobody else takes it.
HELD_RUN = """
from datetime import timedelta
from django.utils import timezone
from lineage.models import rows
last = rows.Run.objects.filter(source__key="night-desk-handbook").latest("id")
run = rows.Run.objects.create(tenant_id=last.tenant_id, source=last.source, version=last.version, trigger="manual",
    cause="request:held", normalization=last.normalization, state="running", total=8, started_at=timezone.now())
rows.WorkItem.objects.create(tenant_id=last.tenant_id, run=run, key="held", kind="relocate", state="leased", size=8,
    attempt=1, lease_token="held", lease_until=timezone.now() + timedelta(seconds=20), worker="elsewhere:1")
print("held", run.public_id)
"""


def open_handbook(page: Page) -> None:
    open_case(page, "night-desk")
    page.locator("[data-region=context]").get_by_role("link", name="open in its source").click()
    page.wait_for_url("**/sources/**")


def send(page: Page, folder: Path, data: bytes, version: str) -> None:
    file = folder / "night-desk.md"
    file.write_bytes(data)
    form = page.locator("details.new-version")
    if form.get_attribute("open") is None:
        page.get_by_text("Send a new version").click()
    page.get_by_label("File with the whole text").set_input_files(file)
    page.get_by_label("Name of the version").fill(version)
    page.get_by_role("button", name="Send it, and find the citations").click()


def test_a_new_version_is_sent_and_a_worker_finds_the_citations_while_she_watches(
    signed_in: SignedIn, axe: AxeRun, tmp_path: Path
) -> None:
    page = signed_in("Iris")
    open_handbook(page)
    send(page, tmp_path, b"\x89PNG\r\n\x1a\n", "2027")
    expect(page.locator("#version-file-error")).to_contain_text("The file is a PNG picture")
    expect(page.get_by_label("Name of the version")).to_have_value("2027")
    assert axe(page) == []

    send(page, tmp_path, HANDBOOK.encode() + b"\nThe desk is closed on the last day of the year.\n", "2027")
    page.wait_for_url("**/runs/**")
    page.evaluate("window.sameDocument = true")
    expect(page.locator("#progress .run-state")).to_have_text("done, with changes")
    expect(page.locator(CHANGES)).to_have_count(6)
    assert page.evaluate("window.sameDocument") is True
    expect(page.locator("#progress")).to_contain_text("8 of 8 citations looked for")
    assert page.locator("#progress[hx-trigger]").count() == 0
    assert axe(page) == []

    read_and_decide(page)


def read_and_decide(page: Page) -> None:
    """By filter, then by keys alone."""
    page.locator(".change-filters").get_by_role("link", name="words changed").click()
    page.wait_for_url("**outcome=text_changed**")
    expect(page.locator(CHANGES)).to_have_count(2)
    lift = page.locator(CHANGES).first
    expect(lift.get_by_role("heading")).to_have_text(re.compile("words changed: modal verb, negation"))
    assert lift.locator("del").all_inner_texts() == ["must not"]
    assert lift.locator("ins").all_inner_texts()[0] == "may"

    page.locator(".change-filters").get_by_role("link", name="a place is proposed").click()
    page.wait_for_url("**outcome=proposed**")
    expect(page.locator(CHANGES)).to_have_count(1)
    proposed = page.locator(CHANGES)
    assert (proposed.locator("del").all_inner_texts(), proposed.locator("ins").all_inner_texts()) == (
        ["porter"],
        ["driver"],
    )
    page.keyboard.press("j")
    expect(proposed).to_be_focused()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.value") == "rejected":
            break
    page.keyboard.press("Enter")
    expect(proposed.get_by_role("alert")).to_contain_text("Nothing was recorded; your words are kept.")
    expect(proposed.get_by_label("Why")).to_be_focused()
    page.keyboard.type("The driver brings them; the sentence is the same one.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    decided = proposed.locator(".decisions > li")
    expect(decided).to_contain_text("accepted by you")
    expect(decided).to_be_focused()
    expect(decided).to_contain_text("The driver brings them; the sentence is the same one.")


def test_another_run_is_cancelled_after_a_question_without_any_script(signed_in: SignedIn, product: Product) -> None:
    held = re.search(r"held ([0-9a-f]{32})", product.manage("shell", "-c", HELD_RUN))
    assert held is not None
    watching = signed_in("Iris")
    watching.goto(f"/runs/{held[1]}/")
    expect(watching.locator("#progress .run-state")).to_have_text("running")
    watching.evaluate("window.sameDocument = true")

    plain = signed_in("Iris", java_script_enabled=False)
    plain.goto("/runs/?state=open")
    plain.locator("table.runs tbody th a").first.click()
    assert plain.get_by_role("link", name="Load again").is_visible()
    assert not plain.get_by_role("button", name="Yes, cancel the run").is_visible()
    plain.get_by_text("Cancel this run").click()
    plain.get_by_role("button", name="Yes, cancel the run").click()
    expect(plain.locator("#progress .run-state")).to_have_text("cancelled")

    expect(watching.locator("#progress .run-state")).to_have_text("cancelled")
    expect(watching.locator("#progress-said")).to_have_text("The run has ended: cancelled.")
    assert watching.evaluate("window.sameDocument") is True
    assert watching.get_by_text("Cancel this run").count() == 0


def test_the_source_says_under_each_citation_what_became_of_it_and_the_runs_are_listed(
    signed_in: SignedIn, axe: AxeRun
) -> None:
    page = signed_in("Ada")
    open_handbook(page)
    standing = page.locator(".citing .standing")
    expect(standing).to_have_count(8)
    expect(standing.nth(2)).to_contain_text(re.compile(r"in version .*: words changed"))
    assert page.get_by_text("Send a new version").count() == 0
    page.get_by_role("link", name="Every run over this source").click()
    page.wait_for_url("**/runs/?source=night-desk-handbook")
    expect(page.locator("table.runs")).to_contain_text("done, with changes")
    assert axe(page) == []
