"""Every page and every state of its regions: axe in both themes, narrow and zoomed, forced colours, print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.inspector.answer_bundles import full_bundle
from tests.journeys.bundles import Commanded, bring_in, bundle, golden
from tests.journeys.test_a_long_source import long_bundle
from tests.journeys.walking import choose, open_case, record, region

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
Open = Callable[[Page], None]

RULE = "A boat may lie at the quay for three days. Fuel is sold until noon. The quay is closed in ice."
GOLDEN = (
    "capture/numbers-without-a-map",
    "coverage/no-claims",
    "identity/same-label-twice",
    "lineage/several-equal-places",
    "lineage/chunk-without-a-map",
    "origin/offset-off-by-one",
    "origin/range-crosses-a-boundary",
)


@pytest.fixture(scope="module")
def house(product: Commanded, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The demonstration, a masked source, one whose text nobody kept, golden cases, and a long source."""
    masked = bundle("sealed-quay", RULE, "Fuel is sold until noon.", version={"labels": ["sealed"]})
    unkept = bundle("burnt-quay", RULE, "Fuel is sold until noon.")
    unkept["answers"][0]["artifacts"][0].pop("text")
    folder = tmp_path_factory.mktemp("house")
    whole = full_bundle(closed=True)
    bring_in(product, folder, masked, unkept, whole, long_bundle(), *map(golden, GOLDEN))


def case(key: str, claim: int = 1, query: str = "") -> Open:
    def go(page: Page) -> None:
        open_case(page, key)
        if claim > 1:
            # A case opens at the claim with the heaviest finding, which may be this one already.
            wanted = page.locator(".claims > li").nth(claim - 1).locator("a.claim")
            if wanted.count():
                page.goto(wanted.get_attribute("href") or "")
        if query:
            page.goto(page.url.split("?")[0] + query)

    return go


def answer(key: str, query: str = "") -> Open:
    def go(page: Page) -> None:
        page.goto(f"/cases/?search={key}")
        page.get_by_role("link", name="The whole answer").first.click()
        page.wait_for_url("**/answers/**")
        if query:
            page.goto(page.url.split("?")[0] + query)

    return go


def below(open_page: Open, rest: str) -> Open:
    """A page whose address continues that of another."""

    def go(page: Page) -> None:
        open_page(page)
        page.goto(page.url.split("?")[0] + rest)

    return go


def compared(page: Page) -> None:
    """Another text than the frozen one, pasted beside it."""
    below(source("archived-logs"), "live/")(page)
    page.locator("main textarea").fill("Archived support logs are kept for 12 months.")
    page.locator("main form button").first.click()
    page.wait_for_load_state()


def at(address: str) -> Open:
    def go(page: Page) -> None:
        page.goto(address)

    return go


def source(key: str, query: str = "") -> Open:
    def go(page: Page) -> None:
        open_case(page, key)
        page.locator("[data-region=source] a").first.click()
        page.wait_for_url("**/sources/**")
        if query:
            page.goto(page.url.split("?")[0] + query)

    return go


def refused_form(page: Page) -> None:
    open_case(page, "archived-logs")
    page.get_by_role("checkbox", name="contest origin").check()
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


def judged(page: Page) -> None:
    open_case(page, "staff-bicycle")
    for why in ("A first reading.", "A second reading."):
        address = page.url
        choose(page, "partly supports", why)
        record(page)
        page.wait_for_url(lambda url, address=address: url != address)
        page.goto(address)


def open_keys(page: Page) -> None:
    open_case(page, "archived-logs")
    page.keyboard.press("?")


def explained(page: Page) -> None:
    open_case(page, "archived-logs")
    page.keyboard.press("e")


def end_session(page: Page) -> None:
    open_case(page, "archived-logs")
    choose(page, "contradicts", "Kept.")
    page.context.clear_cookies(name="session")
    record(page)
    page.get_by_text("Your session has ended").wait_for()


STATES: dict[str, Open] = {
    "cases": at("/cases/"),
    "no results": at("/cases/?search=nothing-is-called-so"),
    "filtered": at("/cases/?decision=blocked&owner=application"),
    "blocked, generated": case("archived-logs"),
    "a translation beside its original": case("archived-logs", 3),
    "a table row, an open stage": case("archived-logs", 2, "?stage=1"),
    "exempt, nothing cited": case("archived-logs", 4),
    "an unknown id": case("damaged-item-window", 2),
    "an uncited claim": case("damaged-item-window", 4),
    "healthy": case("reading-room"),
    "an aid quoted": case("inspection-interval"),
    "a truncated judge": case("freezer-alarm", 2),
    "Arabic": case("oasis-leave"),
    "an emoji": case("thirty-days"),
    "re-sorted cards": case("meal-allowance"),
    "judged twice, stale version": judged,
    "masked": case("sealed-quay"),
    "not retained": case("burnt-quay"),
    "several places": case("several-equal-places"),
    "no map": case("chunk-without-a-map"),
    "words elsewhere": case("offset-off-by-one"),
    "mixed origin": case("range-crosses-a-boundary"),
    "errors in the form": refused_form,
    "evidence changed": changed_evidence,
    "explanations open": explained,
    "sheet of keys": open_keys,
    "session ended": end_session,
    "a source": source("archived-logs"),
    "a source from right to left": source("oasis-leave"),
    "the middle of a long source": source("beacon", "?at=1000000"),
    "a source without text": source("burnt-quay"),
    "an answer, much of it recorded": answer("archived-logs"),
    "an answer of which little was recorded": answer("no-claims"),
    "an answer with a masked source": answer("ferry"),
    "an answer whose cards were re-sorted": answer("meal-allowance"),
    "an answer, all lists opened": answer("ferry", "?candidates=all&findings=all&views=all&request=40&raw=10"),
    "an answer from right to left": answer("oasis-leave"),
    "an inventory": below(answer("archived-logs"), "inventory/"),
    "an inventory with a masked source": below(answer("ferry"), "inventory/"),
    "the inventory of everything": at("/inventory/"),
    "an inventory with nothing in it": at("/inventory/?origin=mixed&kind=hop_note"),
    "before the live source": below(source("archived-logs"), "live/"),
    "another text beside the frozen one": compared,
    "a span to copy": source("archived-logs", "?at=1094&to=1174"),
    "missing": at("/claims/nothing/"),
    "not allowed": at("/imports/"),
    "help": at("/help/"),
}


@pytest.fixture
def ada(signed_in: SignedIn, house: None) -> Page:
    return signed_in("Ada", viewport={"width": 1440, "height": 900})


WIDER_THAN_THE_WINDOW = """
() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".scroll-x"))
    .map((one) => `${one.tagName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`).slice(0, 5)
"""


def find_overflows(page: Page) -> dict[str, Any]:
    """What makes the page scroll sideways: wide, on a phone, and at 200 % of 1440 pixels."""
    found = {}
    for name, width in (("wide", 1440), ("phone", 400), ("zoomed", 720)):
        page.set_viewport_size({"width": width, "height": 900})
        wide = page.evaluate(WIDER_THAN_THE_WINDOW)
        if wide:
            found[name] = wide
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


@pytest.mark.parametrize("state", STATES)
def test_a_state_has_no_axe_finding_and_never_scrolls_sideways(
    ada: Page, axe: Callable[[Page], list[str]], state: str
) -> None:
    STATES[state](ada)
    assert axe(ada) == []
    assert find_overflows(ada) == {}


def test_sign_in_that_failed_and_sign_in_that_is_locked_look_the_same_and_have_no_axe_finding(
    page: Page, axe: Callable[[Page], list[str]]
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
    signed_in: SignedIn, house: None, axe: Callable[[Page], list[str]]
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
    product: Any, page: Page, axe: Callable[[Page], list[str]]
) -> None:
    product.manage("shell", "-c", NEW_HOUSE)
    printed = product.manage("sign_in_links", "noor", "--port", product.url.rpartition(":")[2])
    page.goto(next(word for word in printed.split() if word.startswith("http")))
    page.get_by_role("button", name="Sign in as Noor").click()
    page.get_by_text("No answer was imported yet.").wait_for()
    assert "manage.py import_bundle" in page.locator("main").inner_text()
    assert axe(page) == [] and find_overflows(page) == {}


def test_a_masked_source_shows_neither_title_nor_address_nor_words(ada: Page) -> None:
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


def test_the_retention_case_shows_its_four_failures_on_the_answer_page_without_opening_anything(ada: Page) -> None:
    answer("archived-logs")(ada)
    shown = ada.locator("[data-region=findings]").inner_text()
    for rule in (
        "lineage/derivative-only-support",
        "support/qualifier-dropped",
        "retrieval/ranking-inversion",
        "lineage/translation-without-original",
    ):
        assert rule in shown
    assert ada.locator("[data-region=findings] details").count() == 0


def test_the_contents_lead_to_every_part_by_keyboard_and_stay_in_sight(ada: Page) -> None:
    answer("archived-logs")(ada)
    contents = ada.get_by_role("navigation", name="Parts of this answer")
    for link in contents.get_by_role("link").all():
        link.focus()
        ada.keyboard.press("Enter")
        part = str(link.get_attribute("href")).removeprefix("#")
        ada.wait_for_url(f"**#{part}")
        assert ada.locator(f"#{part}").evaluate(IN_SIGHT), part
        assert contents.evaluate(IN_SIGHT), part


IN_SIGHT = """
(element) => {
  const box = element.getBoundingClientRect();
  return box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
}
"""


@pytest.mark.parametrize(
    "state", ["cases", "a source", "an inventory", "the inventory of everything", "before the live source", "help"]
)
def test_with_forced_colours_every_other_page_is_legible_too(ada: Page, state: str) -> None:
    ada.emulate_media(forced_colors="active")
    STATES[state](ada)
    # Which colours there are is then up to the reader's own system.
    found = Axe().run(ada, options={"rules": {"color-contrast": {"enabled": False}}})
    assert [violation["id"] for violation in found.response["violations"]] == []
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
