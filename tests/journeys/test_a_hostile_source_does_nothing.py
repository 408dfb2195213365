"""Markup, scripts, htmx attributes and unseen characters in every field that comes from outside (G7, G9, G10)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from tests.journeys.bundles import Commanded, bring_in, bundle
from tests.journeys.canary import Canary, singing
from tests.journeys.walking import open_case, window

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
UNSEEN = BIDI + "\u200b\u200c\u200d\u2060\ufeff\u00ad\u2028"
ASTRAL = "𝔸 👩\u200d🌾 नी e\u0301"


def markup(canary: str) -> str:
    """Every element bears data-canary, so that one that became an element is found at once."""
    return (
        f"<script data-canary>window.ran = 1; fetch('{canary}/script')</script>"
        f"<script data-canary src='{canary}/script.js'></script>"
        f"<button data-canary hx-post='/sign-out/' hx-trigger='load'>sign out</button>"
        f"<div data-canary data-hx-get='{canary}/htmx' data-hx-trigger='load'></div>"
        f"<div data-canary hx-on:load='window.ran = 2' hx-disinherit='*' hx-swap-oob='true' id='verdict'></div>"
        f"<img data-canary src='{canary}/image.png' onerror='window.ran = 3'>"
        f"<svg data-canary onload='window.ran = 4'><image href='{canary}/svg.png'/></svg>"
        f"<style data-canary>@import '{canary}/style.css'; body {{ display: none }}</style>"
        f"<link data-canary rel=stylesheet href='{canary}/link.css'><iframe data-canary src='{canary}/frame'></iframe>"
        f"<a data-canary href='javascript:window.ran=5'>link</a><base data-canary href='{canary}/'>"
        f"<form data-canary action='{canary}/form'><input autofocus onfocus='window.ran = 6'></form>"
        f"\"' onmouseover='window.ran = 7' data-canary x=\" </textarea></title></script>--><!-- {{{{ 7|add:7 }}}} "
    )


def hostile(canary: str) -> dict[str, Any]:
    words = markup(canary)
    sentence = f"The gate is open {UNSEEN} until \0 nine, {words} says {ASTRAL} the keeper."
    text = "\n".join([*(f"{number}. {words}" for number in range(12)), sentence, *([words + BIDI] * 12)]) + "\r\nEnd\r"
    made = bundle("gate", text, sentence, version={"title": words + BIDI, "uri": "javascript:window.ran=8"})
    (answer,) = made["answers"]
    answer["case"] |= {"question": f"{BIDI} hostile gate {words}", "persona": {"name": words[:500]}}
    answer |= {"producer": words, "rendered": words, "exposure_condition": words}
    answer["citations"][0]["marker"] = f"[{words}{BIDI}]"
    answer["citations"].append(
        {"key": "x2", "claim": "c1", "marker": words, "cited": words[:400], "url": "javascript:window.ran=9"}
    )
    answer["claims"].append({"key": "c2", "text": words, "requires_citation": False, "notes": words})
    answer["artifacts"][0] |= {"section": words, "cell": words, "metadata": {"note": words}}
    answer["sources"][0] |= {"owner": words, "jurisdiction": words}
    answer["judge_results"] = [
        {"claim": "c1", "citation": "x1", "evaluator": words, "version": words, "status": "completed", "score": 0.5,
         "verdict": "supported", "reason": words + BIDI, "input_text": words, "scope": "cited_passage"}
    ]  # fmt: skip
    return made


@pytest.fixture(scope="module")
def canary() -> Iterator[Canary]:
    with singing() as canary:
        yield canary


@pytest.fixture(scope="module")
def stored(product: Commanded, canary: Canary, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The hostile answer as it was imported."""
    made = hostile(canary.url)
    bring_in(product, tmp_path_factory.mktemp("hostile"), made)
    answer: dict[str, Any] = made["answers"][0]
    return answer


class Quiet:
    """Watches a page for anything that a text from outside could start."""

    def __init__(self, page: Page, canary: Canary) -> None:
        self.page, self.canary = page, canary
        self.sent: list[str] = []
        page.on("request", self.note)

    def note(self, request: Request) -> None:
        if request.method != "GET":
            self.sent.append(f"{request.method} {request.url}")

    def check(self) -> None:
        self.page.wait_for_timeout(150)
        assert self.page.evaluate("window.ran") is None
        assert self.page.locator("[data-canary], main script, main style, main img, main iframe, base").count() == 0
        assert self.page.locator("main [href^='javascript' i]").count() == 0
        assert self.page.locator("main").is_visible()
        assert "<!-- 14" not in self.page.content()
        assert self.sent == []
        assert self.canary.asked == []


@pytest.fixture
def ada(signed_in: SignedIn, canary: Canary, stored: object) -> Quiet:
    return Quiet(signed_in("Ada"), canary)


def test_the_canary_sings_when_it_is_asked(ada: Quiet) -> None:
    """Otherwise its silence would mean nothing."""
    ada.page.request.get(f"{ada.canary.url}/asked")
    assert ada.canary.asked == ["/asked"]
    ada.canary.asked.clear()


def test_nothing_happens_in_the_list_and_on_the_claim_page_and_its_fragments(ada: Quiet) -> None:
    page = ada.page
    page.goto("/cases/?search=hostile")
    ada.check()
    address = open_case(page, "hostile gate")
    ada.check()
    page.get_by_role("link", name="more on both sides").first.click()
    page.wait_for_url("**wider=1**")
    ada.check()
    for place in ("?span=x2", "?span=x1&stage=0", "?span=x1&stage=1&wider=3"):
        page.goto(address + place)
        ada.check()
    page.goto(address)
    page.locator("a.claim").click()
    page.wait_for_url(lambda url: url != address)
    ada.check()
    page.goto(address)
    assert "Nobody has judged this claim yet." in page.locator("[data-region=history]").inner_text()


def test_nothing_happens_on_the_source_page_and_its_windows(ada: Quiet) -> None:
    page = ada.page
    open_case(page, "hostile gate")
    page.get_by_role("link", name="open in its source").first.click()
    page.wait_for_url("**/sources/**")
    ada.check()
    page.get_by_role("link", name="earlier").click()
    page.wait_for_timeout(200)
    ada.check()


def test_nothing_happens_when_a_verdict_with_hostile_words_is_refused_and_recorded(ada: Quiet) -> None:
    page = ada.page
    address = open_case(page, "hostile gate")
    words = markup(ada.canary.url)
    page.get_by_label("Why", exact=True).fill(words)
    page.get_by_role("button", name="Record and go on").click()
    page.get_by_text("Nothing was recorded yet").wait_for()
    assert page.get_by_label("Why", exact=True).input_value() == words
    ada.sent.clear()
    ada.check()
    for option in page.locator(".pair-of").all():
        option.get_by_role("radio").nth(5).check()
    page.get_by_role("button", name="Record and go on").click()
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert page.locator("ol.history blockquote").inner_text().split() == words.split()
    ada.sent.clear()
    ada.check()


def test_nothing_happens_in_an_import_report_whose_file_and_fields_are_hostile(
    signed_in: SignedIn, canary: Canary, stored: object, tmp_path: Path
) -> None:
    quiet = Quiet(signed_in("Iris"), canary)
    page, words = quiet.page, markup(canary.url)
    broken = hostile(canary.url)
    broken["answers"][0] |= {words[:100]: 1, "response_version": "2", "answered_at": words}
    broken[words] = 1
    page.goto("/imports/")
    name = "<img data-canary src=x onerror='window.ran = 10'>{{ 7|add:7 }}.json"
    page.get_by_label("Files").set_input_files(
        [{"name": name, "mimeType": "text/html", "buffer": json.dumps(broken).encode()}]
    )
    page.get_by_role("button", name="Import").click()
    page.get_by_role("region", name="Problems in").wait_for()
    assert name in page.locator("main h2").inner_text()
    quiet.sent.clear()
    quiet.check()


def test_nothing_happens_on_the_pages_of_errors(ada: Quiet) -> None:
    words = "<script>window.ran=11</script>{{ 7|add:7 }}"
    for address in ("/claims/{}/", "/cases/?search={}", "/nowhere/{}", "/sources/{}/", "/cases/?before={}&answer={}"):
        ada.page.goto(address.replace("{}", words))
        assert ada.page.evaluate("window.ran") is None
        assert ada.page.locator("main script").count() == 0


# What is drawn before each mark; nothing where the mark has no box.
DRAWN_NAMES = """
all => all.map((mark) =>
  mark.getClientRects().length ? getComputedStyle(mark, "::before").content.replaceAll('"', "") : "")
"""


@pytest.mark.parametrize("region", ["[data-region=claim] .here .claim", "[data-region=cited]", "[data-region=context]"])
def test_every_unseen_character_has_a_visible_mark(ada: Quiet, region: str) -> None:
    open_case(ada.page, "hostile gate")
    text = ada.page.locator(f"{region} .text").first
    marks = text.locator(".unseen")
    marked = "".join(marks.evaluate_all("all => all.map(mark => mark.textContent)"))
    assert [sign for sign in UNSEEN if sign not in marked] == []
    assert "\u2400" in marked
    assert all(len(name) >= 2 for name in marks.evaluate_all(DRAWN_NAMES))


def test_names_reasons_and_the_reviewers_words_bear_the_same_marks(ada: Quiet) -> None:
    """A title or reason that turns the line around would lie about the source as well as a quotation would."""
    page = ada.page
    page.goto("/cases/?search=hostile")
    assert marked(page, "table.cases a") >= set(BIDI)
    page.locator("table.cases a").first.click()
    page.wait_for_url("**/claims/**")
    for where in ("[data-region=source] .title", "[data-region=judges] blockquote", "[data-region=strip] dd >> nth=7"):
        assert marked(page, where) >= set(BIDI), where
    page.locator("[data-region=source] a").first.click()
    page.wait_for_url("**/sources/**")
    assert marked(page, "h1") >= set(BIDI)


def marked(page: Page, selector: str) -> set[str]:
    """The unseen characters that are marked in an element."""
    return set(page.locator(selector).first.locator(".unseen").all_text_contents())


def test_copied_text_equals_the_stored_text_but_for_the_announced_null(ada: Quiet, stored: dict[str, Any]) -> None:
    page = ada.page
    open_case(page, "hostile gate")
    wanted = stored["claims"][0]["text"].replace("\0", "\u2400")
    for where in ("claim] .here .claim", "cited]"):
        assert copied(page, f"[data-region={where} .text") == wanted
    assert "1 character drawn as ␀" in page.locator("[data-region=cited]").inner_text()
    page.get_by_role("link", name="open in its source").first.click()
    page.wait_for_url("**/sources/**")
    start, end, length = window(page)
    whole = stored["artifacts"][0]["text"].replace("\0", "\u2400")
    assert length == len(whole) and end - start > 4_000
    assert copied(page, "#source-text .text") == whole[start:end]


def copied(page: Page, selector: str) -> str:
    """What the browser would copy of an element that is selected whole."""
    found: str = page.locator(selector).first.evaluate(
        "element => { const all = getSelection(); all.selectAllChildren(element); return all.toString(); }"
    )
    return found
