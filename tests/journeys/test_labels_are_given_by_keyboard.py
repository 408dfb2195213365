"""Ada labels by keyboard: three keys a claim, and the next one is there before she looks up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.journeys.test_no_verdict_is_lost import PUBLISH

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

ITEMS = 60
FILL = """
from inspector.demo.readers import reader_called
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_keeping import create_queue
from lineage.evidence.vocabulary import QueueKind
from lineage.models import rows
from tests.inspector.labels_to_give import two_citations
from tests.inspector.making import import_bundle
tenant = rows.Tenant.objects.get(key="meridian")
cleo, ada = (reader_called(tenant, name) for name in ("cleo", "ada"))
for number in range({answers}):
    import_bundle(tenant, two_citations(f"{name}-{{number}}", 10))
fields = QueueFields(name="{name}", kind=QueueKind.CALIBRATION, blind={blind}, reviewers=(ada.actor,))
queue = create_queue(cleo, fields)
claims = rows.Claim.objects.filter(tenant=tenant, answer__case__key__startswith="{name}-").order_by("pk")
add_claims(cleo, queue, list(claims.values_list("public_id", flat=True)), "to be labelled")
"""
# How many claims took the place of another while the key itself was handled, and how many were fetched ahead.
WATCH = """
window.labelled = window.arrived = 0;
const fetched = window.fetch, item = () => document.querySelector(".label-item")?.dataset.item;
let before;
window.fetch = async (...asked) => {
  const response = await fetched(...asked);
  if (asked[0].endsWith("/next/") && response.status === 200) {
    const read = response.text.bind(response);
    response.text = async () => {
      const html = await read();
      setTimeout(() => { window.arrived += html.split('class="label-item"').length - 1; });
      return html;
    };
  }
  return response;
};
window.addEventListener("keydown", () => { before = item(); }, true);
// Heard after the page's own script, which was there before.
addEventListener("DOMContentLoaded", () => window.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && item() && item() !== before) window.labelled += 1;
}, true));
"""


def fill(product: Any, name: str, answers: int, blind: bool = True) -> None:
    product.manage("shell", "-c", FILL.format(name=name, answers=answers, blind=blind))


def begin(page: Page, name: str) -> None:
    page.goto("/label/")
    page.get_by_role("button", name=f"with {name}").click()
    page.wait_for_url("**/label/*/")
    expect(page.locator(".label-claim")).to_be_focused()


def words(page: Page) -> str:
    return page.locator(".label-claim").inner_text()


def label(page: Page, *keys: str) -> None:
    """The claim on the screen, and on to the next."""
    before = page.locator(".label-item").get_attribute("data-item")
    for key in (*keys, "Enter"):
        page.keyboard.press(key)
    page.locator(f".label-item:not([data-item='{before}'])").wait_for()


def own(page: Page, name: str) -> int:
    return int(page.locator(f"[data-own={name}]").inner_text())


def wait_for_two_ahead(page: Page, number: int) -> None:
    """As for who takes a moment to read; beside the first claim, which came with the page."""
    for _ in range(400):
        if page.evaluate("window.arrived") >= min(number + 1, ITEMS - 1):
            return
        page.wait_for_timeout(50)
    raise AssertionError("the claims ahead did not come")


def ask(product: Any, code: str) -> str:
    """What the code prints: its last line."""
    return str(product.manage("shell", "-c", code)).strip().splitlines()[-1]


HELD = """
from inspector.models import rows as opinions
print(opinions.Slot.objects.filter(queue__name="{name}", state="held").count())
"""
RECORDED = """
from inspector.models import rows as opinions
found = opinions.Verdict.objects.filter(item__queue__name="{name}")
said = sorted(set(found.filter(withdrawn=False).values_list("support_class", flat=True)))
print(found.count(), found.values("item").distinct().count(), said)
"""
TAKE_AWAY = """
from inspector.demo.readers import reader_called
from lineage.lifecycle import withdraw
from lineage.models import rows
version = rows.SourceVersion.objects.get(tenant__key="meridian", source__key="{case}-source")
withdraw(reader_called(version.tenant, "iris"), version, "the owner asked us to")
"""


def test_three_keys_label_a_claim_and_the_next_is_there_with_the_last_of_them(
    signed_in: SignedIn, product: Any
) -> None:
    fill(product, "Many", ITEMS // 10)
    page = signed_in("Ada")
    page.add_init_script(WATCH)
    begin(page, "Many")
    for number in range(1, ITEMS):
        wait_for_two_ahead(page, number)
        for key in ("1", "4", "Enter"):
            page.keyboard.press(key)
        # In the very task of the key: nothing was asked for in between.
        assert page.evaluate("window.labelled") == number
    expect(page.locator("#label-offer")).to_contain_text("50 claims in")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator("#label-offer")).to_be_hidden()
    page.locator(".label-claim").focus()
    for key in ("1", "4", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="Nothing is left for you here")).to_be_focused()
    assert (own(page, "today"), own(page, "left")) == (ITEMS, 0)
    assert ask(product, RECORDED.format(name="Many")) == f"{ITEMS} {ITEMS} ['direct_support']"
    page.reload()
    assert own(page, "today") == ITEMS


def test_a_label_is_taken_back_and_what_was_chosen_is_in_it(signed_in: SignedIn, product: Any) -> None:
    fill(product, "Back", 1)
    page = signed_in("Ada")
    begin(page, "Back")
    first = words(page)
    label(page, "1", "3")
    second = words(page)
    page.keyboard.press("u")
    expect(page.locator("#label-said")).to_contain_text("Taken back")
    assert words(page) == first and own(page, "today") == 0
    chosen = page.locator(".label-of input:checked")
    assert [one.get_attribute("value") for one in chosen.all()] == ["supports", "contradicts"]
    page.keyboard.press("]")
    label(page, "1")
    assert words(page) == second and own(page, "today") == 1
    page.keyboard.press("s")
    expect(page.locator(".label-claim")).not_to_have_text(second)
    third = words(page)
    page.keyboard.press("u")
    expect(page.locator(".label-claim")).to_contain_text(second.removeprefix("Claim: "))
    page.keyboard.press("l")
    expect(page.locator(".label-claim")).to_have_text(third)
    page.keyboard.press("n")
    page.keyboard.type("The second passage is of another pier.")
    page.keyboard.press("Escape")
    label(page, "2", "4")
    page.wait_for_timeout(500)
    # Two labels, and before one of them the one that was taken back with what took it back: nothing is written over.
    said = "['contradiction', 'direct_support', 'insufficiency']"
    assert ask(product, RECORDED.format(name="Back")) == f"4 2 {said}"


def test_a_pause_gives_back_what_was_held_ahead_and_goes_on_where_it_was(signed_in: SignedIn, product: Any) -> None:
    fill(product, "Pause", 1)
    page = signed_in("Ada")
    begin(page, "Pause")
    label(page, "1", "1")
    here = words(page)
    page.keyboard.press("1")
    page.wait_for_timeout(500)
    assert ask(product, HELD.format(name="Pause")) == "3"
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Paused")).to_be_focused()
    expect(page.locator("#label-stage")).to_be_hidden()
    page.wait_for_timeout(500)
    assert ask(product, HELD.format(name="Pause")) == "1"
    page.keyboard.press("p")
    expect(page.locator(".label-claim")).to_be_focused()
    assert words(page) == here and own(page, "today") == 1
    assert page.locator(".label-of input:checked").count() == 1
    label(page, "1", "1")
    assert own(page, "today") == 2


def test_a_label_that_does_not_arrive_is_sent_again_and_what_is_refused_comes_back(
    signed_in: SignedIn, product: Any
) -> None:
    fill(product, "Away", 1)
    page = signed_in("Ada")
    begin(page, "Away")
    page.wait_for_timeout(500)
    lost: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        route.abort() if len(lost) < 3 else route.continue_()

    page.route("**/verdict/", lose)
    label(page, "1", "1")
    expect(page.locator("#label-said")).to_contain_text("kept in this page and sent again", timeout=5_000)
    expect(page.locator("#label-said")).to_be_empty(timeout=10_000)
    page.unroute("**/verdict/")
    assert ask(product, RECORDED.format(name="Away")).startswith("1 1 ")
    refused = words(page)
    product.manage("shell", "-c", PUBLISH)
    label(page, "1", "4")
    expect(page.locator("#label-said")).to_contain_text("A label was not recorded. The evidence changed")
    label(page, "2", "2")
    assert words(page) == refused
    chosen = page.locator(".label-of input:checked")
    assert [one.get_attribute("value") for one in chosen.all()] == ["supports", "does_not_support"]


def test_words_that_were_fetched_ahead_are_read_anew_before_they_are_old(signed_in: SignedIn, product: Any) -> None:
    fill(product, "Fresh", 1)
    page = signed_in("Ada")
    page.clock.install()
    begin(page, "Fresh")
    page.wait_for_timeout(500)
    product.manage("shell", "-c", TAKE_AWAY.format(case="Fresh-0"))
    page.clock.fast_forward(61_000)
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(".label-why-not")).to_be_visible()
    assert "the depot opens" not in page.locator("#label-stage").inner_text()


def test_without_javascript_the_same_is_done_by_forms(signed_in: SignedIn, product: Any) -> None:
    fill(product, "Plain", 1, blind=False)
    page = signed_in("Ada", java_script_enabled=False)
    page.goto("/label/")
    page.get_by_role("button", name="with Plain").click()
    first = words(page)
    for question in page.locator(".label-of").all():
        question.get_by_role("radio", name="contradicts").check()
    page.get_by_role("button", name="Record and go on").click()
    second = words(page)
    assert second != first and own(page, "today") == 1
    page.get_by_role("button", name="Take the last one back").click()
    assert words(page) == first and page.locator(".label-of input:checked").count() == 2
    page.get_by_role("button", name="Record and go on").click()
    page.get_by_role("button", name="Skip").click()
    assert words(page) not in (first, second)
    page.get_by_role("button", name="Pause").click()
    page.wait_for_url("**/label/")
    assert ask(product, HELD.format(name="Plain")) == "0"


def test_axe_finds_nothing_on_it(signed_in: SignedIn, product: Any, axe: Callable[[Page], list[str]]) -> None:
    fill(product, "Seen", 1)
    page = signed_in("Ada")
    page.goto("/label/")
    assert axe(page) == []
    begin(page, "Seen")
    assert axe(page) == []
    label(page, "1", "1")
    page.keyboard.press("1")
    assert axe(page) == []
    page.keyboard.press("p")
    assert axe(page) == []
