"""Forms and what is wrong with them, masks, forced colours and print: each legible, and nothing by colour alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.bundles import Commanded, bring_in
from tests.journeys.legibility import (
    Open,
    answer,
    at,
    below,
    find_in_forced_colours,
    find_overflows,
    masked_bundle,
    source,
)
from tests.journeys.walking import choose, open_case, record, region

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
AxeRun = Callable[[Page], list[str]]


@pytest.fixture(scope="module")
def sealed(product: Commanded, tmp_path_factory: pytest.TempPathFactory) -> None:
    bring_in(product, tmp_path_factory.mktemp("sealed"), masked_bundle())


def refused_form(page: Page) -> None:
    open_case(page, "archived-logs")
    page.get_by_role("checkbox", name="contest origin").check()
    # What another test typed there comes back as a draft.
    page.get_by_label("Why", exact=True).fill("")
    record(page)
    page.get_by_text("Nothing was recorded yet").wait_for()


def changed_evidence(page: Page) -> None:
    open_case(page, "archived-logs")
    drawn_before(page, "Archived support logs are kept for 12 months.")
    choose(page, "contradicts", "The period is another.")
    record(page)
    page.get_by_text("The evidence changed after you opened this page").wait_for()


def drawn_before(page: Page, words: str) -> None:
    """Makes the open page one that was drawn when the evidence had other words."""
    form = page.locator("form.verdict-form")
    form.locator("[name=evidence_text]").evaluate("(field, words) => { field.value = words; }", words)
    form.locator("[name=evidence_digest]").evaluate("field => { field.value = 'sha256:' + '0'.repeat(64); }")


def end_session(page: Page) -> None:
    open_case(page, "archived-logs")
    choose(page, "contradicts", "Kept.")
    page.context.clear_cookies(name="session")
    record(page)
    page.get_by_text("Your session has ended").wait_for()


FORMS: dict[str, Open] = {
    "errors in the form": refused_form,
    "evidence changed": changed_evidence,
    "session ended": end_session,
}


@pytest.mark.parametrize("state", FORMS)
def test_a_form_has_no_axe_finding_and_never_scrolls_sideways(ada: Page, axe: AxeRun, state: str) -> None:
    FORMS[state](ada)
    assert axe(ada) == []
    assert find_overflows(ada) == {}


def test_sign_in_that_failed_and_sign_in_that_is_locked_look_the_same_and_have_no_axe_finding(
    page: Page, axe: AxeRun
) -> None:
    bodies, statuses = [], []
    for attempt in range(7):
        page.goto("/sign-in/")
        page.get_by_label("Name").fill("otto")
        page.get_by_label("Password").fill(f"wrong {attempt}")
        with page.expect_response("**/sign-in/") as answer:
            page.get_by_role("button", name="Sign in").click()
        statuses.append(answer.value.status)
        bodies.append(page.locator("main").inner_text())
    assert statuses[0] == 422 and statuses[-1] == 429
    assert len(set(bodies)) == 1 and "do not go together" in bodies[0]
    assert axe(page) == []
    assert find_overflows(page) == {}


def test_pages_of_who_imports_and_of_who_may_not_judge_have_no_axe_finding(
    signed_in: SignedIn, axe: AxeRun
) -> None:
    page = signed_in("Iris", viewport={"width": 1440, "height": 900})
    page.goto("/imports/")
    assert axe(page) == [] and find_overflows(page) == {}
    page.get_by_label("Files").set_input_files(Path(__file__).with_name("payloads") / "broken.jsonl")
    page.get_by_role("button", name="Import").click()
    page.get_by_role("region", name="Problems in broken.jsonl").wait_for()
    assert axe(page) == [] and find_overflows(page) == {}
    open_case(page, "archived-logs")
    assert axe(page) == [] and find_overflows(page) == {}


NEW_HOUSE = """
from django.contrib.auth import get_user_model
from inspector.models.rows import Membership
from lineage.models.rows import Tenant
tenant = Tenant.objects.create(key="harbour", name="Harbour (fictional)")
noor = get_user_model().objects.create(username="noor", first_name="Noor")
Membership.objects.create(user=noor, tenant=tenant, roles=["responder"], labels=[])
"""


def test_a_house_without_an_answer_teaches_the_import(
    product: Any, page: Page, axe: AxeRun
) -> None:
    product.manage("shell", "-c", NEW_HOUSE)
    printed = product.manage("sign_in_links", "noor", "--port", product.url.rpartition(":")[2])
    page.goto(next(word for word in printed.split() if word.startswith("http")))
    page.get_by_role("button", name="Sign in as Noor").click()
    page.get_by_text("No answer was imported yet.").wait_for()
    assert "manage.py import_bundle" in page.locator("main").inner_text()
    assert axe(page) == [] and find_overflows(page) == {}


def test_a_masked_source_shows_neither_title_nor_address_nor_words(ada: Page, sealed: None) -> None:
    open_case(ada, "sealed-quay")
    page_text = ada.content()
    assert "You may not read this source" in region(ada, "source")
    assert "Notice of sealed-quay" not in page_text and "sealed-quay-source" not in page_text
    assert "The quay is closed in ice." not in page_text
    assert "You may not read all words" in region(ada, "verdict")


@pytest.mark.parametrize("width", [1440, 1100, 400])
def test_what_is_wrong_with_a_form_is_brought_into_view(ada: Page, width: int) -> None:
    ada.set_viewport_size({"width": width, "height": 800})
    refused_form(ada)
    ada.wait_for_function(IN_VIEW, arg="#verdict [role=alert]")


IN_VIEW = """
(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}
"""


def test_evidence_that_changed_shows_both_texts_and_keeps_the_words(ada: Page) -> None:
    changed_evidence(ada)
    difference = ada.locator("#verdict figure .text")
    assert "12" in difference.locator("del").all_inner_texts()
    assert "24" in difference.locator("ins").all_inner_texts()
    assert ada.get_by_label("Why", exact=True).input_value() == "The period is another."
    assert ada.get_by_role("radio", name="contradicts").is_checked()
    assert "Nobody has judged this claim yet." in region(ada, "history")


def test_with_forced_colours_states_are_still_words_and_the_span_is_still_marked(ada: Page) -> None:
    ada.emulate_media(forced_colors="active")
    open_case(ada, "archived-logs")
    assert ada.locator(".strip .state").inner_text() == "blocked"
    for state in ada.locator("main .state:visible").all():
        assert state.inner_text().strip()
    mark = ada.locator("[data-region=context] mark.hl-here").first
    assert mark.evaluate("mark => getComputedStyle(mark).outlineStyle") == "solid"
    ground = "element => getComputedStyle(element).backgroundColor"
    assert mark.evaluate(ground) != ada.locator("body").evaluate(ground)


def test_print_holds_the_sentence_the_evidence_the_path_and_the_verdicts_but_no_controls(ada: Page) -> None:
    open_case(ada, "archived-logs")
    ada.emulate_media(media="print")
    for name in ("claim", "source", "cited", "context", "hashes", "judges", "history", "strip"):
        assert ada.locator(f"[data-region={name}]").is_visible(), name
    assert ada.get_by_role("heading", level=1).is_visible()
    assert not ada.locator(".verdict-form").is_visible()
    assert not ada.get_by_role("navigation", name="Pages").is_visible()
    clipped = ada.locator(".answer, .decide").evaluate_all(
        "all => all.filter(one => one.scrollHeight > one.clientHeight + 1).map(one => one.className)"
    )
    assert clipped == []


IN_FORCED_COLOURS: dict[str, Open] = {
    "cases": at("/cases/"),
    "a source": source("archived-logs"),
    "an inventory": below(answer("archived-logs"), "inventory/"),
    "the inventory of everything": at("/inventory/"),
    "before the live source": below(source("archived-logs"), "live/"),
    "help": at("/help/"),
}


@pytest.mark.parametrize("state", IN_FORCED_COLOURS)
def test_with_forced_colours_every_other_page_is_legible_too(ada: Page, state: str) -> None:
    ada.emulate_media(forced_colors="active")
    IN_FORCED_COLOURS[state](ada)
    assert find_in_forced_colours(ada) == []
    assert find_overflows(ada) == {}


def test_with_forced_colours_the_states_of_an_answer_are_still_words(ada: Page) -> None:
    ada.emulate_media(forced_colors="active")
    answer("archived-logs")(ada)
    for state in ada.locator("main .state:visible").all():
        assert state.inner_text().strip()


def test_an_answer_prints_all_of_its_parts_and_no_contents(ada: Page) -> None:
    answer("archived-logs")(ada)
    ada.emulate_media(media="print")
    assert not ada.get_by_role("navigation", name="Parts of this answer").is_visible()
    for part in ada.locator("[data-region]").all():
        assert part.is_visible()
    assert ada.locator(".folio .leaves").evaluate("one => one.getBoundingClientRect().width") > 600
