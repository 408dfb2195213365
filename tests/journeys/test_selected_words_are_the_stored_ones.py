"""Words selected in the browser, their place in the stored text, its slice on the server, what is drawn of it: all one.

On 200 texts with characters beyond the first plane, combining marks, both directions of writing, every line end, and
characters that a page cannot hold. Which words are meant is chosen here, in code points of the stored text.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.journeys.bundles import Commanded, bring_in, bundle
from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

TEXTS, A_PAGE = 200, 25
ANCHOR = "quay"
WIDE, NARROW = "The pier \U0001f6a2 opens at\u200b ten\0 and closes\r\nat dusk.", "ten\0 and closes\r\nat"
PIER = f"Notice.\r\n{WIDE} Bring a coat."
# Each is written as a whole; a selection may still begin or end inside of one.
PIECES = (
    *("word", " ", "  ", "\n", "\r\n", "\r", "\r\r\n", "\t", "\u2028", "\x0b", "<b>&amp;", '"', "'"),
    *("\U0001f600", "\U0001d538", "\U0001f469\u200d\U0001f33e", "\U0001f1e9\U0001f1ea", "\U0001f44d\U0001f3fd"),
    *("e\u0301", "a\u0308\u0323", "o\u0336\u0337\u0338", "\u0928\u0940", "\u1112\u1161\u11ab", "\u0301", "\ufe0f"),
    *("\u05e9\u05dc\u05d5\u05dd", "\u0645\u0631\u062d\u0628\u0627", "\u200f", "\u202e", "\u202c", "\u2067", "\u2069"),
    *("\0", "\ufeff", "\u00ad", "\u200b", "\u2060", "\u3164", "\x7f", "\x85", "\ufffd", "\u2400", "\ufffe"),
)  # fmt: skip

# Sets a selection by UTF-16 units of what the page holds; `whole` puts its ends on elements where they can be.
SELECT = """
([key, from, to, backwards, whole]) => {
  const text = document.querySelector(`.hits .text[data-artifact="${key}"]`);
  const place = (units, isEnd) => {
    const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    let left = units;
    while (walk.nextNode()) {
      const length = walk.currentNode.data.length;
      if (left < length || (isEnd && left === length)) {
        const parent = walk.currentNode.parentNode;
        if (whole && parent !== text && left === 0) return [parent, 0];
        if (whole && parent !== text && left === length) return [parent, parent.childNodes.length];
        return [walk.currentNode, left];
      }
      left -= length;
    }
    return [text, text.childNodes.length];
  };
  const start = place(from, false), end = place(to, true);
  document.getSelection().removeAllRanges();
  if (backwards) document.getSelection().setBaseAndExtent(...end, ...start);
  else document.getSelection().setBaseAndExtent(...start, ...end);
}
"""
# The newest of what is attached: what the form would send, and the words that the server marks in the stored text.
NEWEST = """
() => {
  const one = [...document.querySelectorAll("#attached li")].at(-1);
  const marked = [...one.querySelectorAll(".text[data-artifact] .hl-here")].map((mark) => mark.textContent).join("");
  return [one.querySelector("[name=located]").value, marked];
}
"""


def texts_of(seed: int) -> list[str]:
    chance = random.Random(seed)
    made = []
    for _ in range(TEXTS):
        pieces = [chance.choice(PIECES) for _ in range(chance.randint(8, 40))]
        pieces.insert(chance.randrange(len(pieces)), ANCHOR)
        made.append("".join(pieces))
    return made


def harbour(texts: list[str]) -> dict[str, Any]:
    """A claim that cites nothing, in an answer that was given every one of the texts."""
    made = bundle("harbour", ANCHOR, ANCHOR)
    (answer,) = made["answers"]
    (first,) = answer["artifacts"]
    answer["citations"] = []
    answer["artifacts"] = [first | {"key": f"t{number:03}", "text": text} for number, text in enumerate(texts)]
    answer["manifest"] = [{"label": f"E{n}", "artifact": one["key"]} for n, one in enumerate(answer["artifacts"])]
    return made


@pytest.fixture(scope="module")
def texts(product: Commanded, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    made = texts_of(20261130)
    overlapping = bundle("pier", PIER, WIDE)
    (answer,) = overlapping["answers"]
    at = answer["artifacts"][0]["text"].index(NARROW)
    narrow = {"key": "x2", "marker": "[E1b]", "quoted_text": NARROW, "range": [at, at + len(NARROW)]}
    answer["citations"].append(answer["citations"][0] | narrow)
    jetty = bundle("jetty", f"{WIDE} So it is.", WIDE)
    bring_in(product, tmp_path_factory.mktemp("harbour"), harbour(made), overlapping, jetty)
    return made


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def as_drawn(words: str) -> str:
    return words.replace("\0", "\u2400")


def attach(page: Page, words: str) -> tuple[dict[str, Any], str]:
    """Attaches what is selected by its key, once the page says how many characters it is."""
    many = f"{len(words)} character{'' if len(words) == 1 else 's'} selected,"
    page.locator("#selected [data-said]", has_text=many).wait_for()
    before = page.locator("#attached li").count()
    page.keyboard.press("l")
    page.locator("#attached li").nth(before).wait_for()
    value, marked = page.evaluate(NEWEST)
    return json.loads(value), marked


def test_on_two_hundred_texts_selection_place_slice_and_highlight_are_the_same_words(
    signed_in: SignedIn, texts: list[str]
) -> None:
    chance = random.Random(7)
    page = signed_in("Ada")
    look_for_the_anchor(page)
    for first in range(0, TEXTS, A_PAGE):
        page.locator(f"#scan [data-artifact=t{first:03}]").wait_for()
        # A verdict carries no more than fifty.
        page.evaluate("document.querySelector('#attached ul').replaceChildren()")
        for number in range(first, first + A_PAGE):
            text, key = texts[number], f"t{number:03}"
            start = chance.randrange(len(text))
            end = chance.randint(start + 1, len(text))
            asked = [key, units(text[:start]), units(text[:end]), chance.random() < 0.5, chance.random() < 0.5]
            page.evaluate(SELECT, asked)
            sent, marked = attach(page, text[start:end])
            assert sent | {"omission": False} == {
                "artifact": key, "start": start, "end": end, "words": text[start:end], "role": "located",
                "omission": False,
            }  # fmt: skip
            assert marked == as_drawn(text[start:end])
        if first + A_PAGE < TEXTS:
            page.get_by_role("link", name="the next 25").click()


def look_for_the_anchor(page: Page) -> None:
    open_case(page, "harbour")
    page.get_by_text("Look in the complete original").click()
    page.get_by_label("Words to look for").fill(ANCHOR)
    page.get_by_role("button", name="Look", exact=True).click()


def test_a_selection_inside_of_a_character_takes_it_whole(signed_in: SignedIn, texts: list[str]) -> None:
    number, at = next((n, text.index("\U0001f600")) for n, text in enumerate(texts) if "\U0001f600" in text)
    page = signed_in("Ada")
    look_for_the_anchor(page)
    page.locator(f"#scan [data-artifact=t{number:03}]").wait_for()
    half = units(texts[number][:at]) + 1
    page.evaluate(SELECT, [f"t{number:03}", half, half + 1, False, False])
    sent, marked = attach(page, "\U0001f600")
    assert (sent["start"], sent["end"]) == (at, at + 1)
    assert sent["words"] == marked == "\U0001f600"


def test_words_under_several_marks_are_selected_with_the_mouse_and_stay_what_they_are(
    signed_in: SignedIn, texts: list[str]
) -> None:
    page = signed_in("Ada", viewport={"width": 1440, "height": 900})
    open_case(page, "pier")
    marks = page.locator("[data-region=context] .text mark")
    assert marks.count() > 1
    box = marks.first.bounding_box()
    assert box is not None
    # A triple click takes a paragraph, across every mark and sign in it.
    page.mouse.click(box["x"] + 3, box["y"] + 3, click_count=3)
    words = page.evaluate("document.getSelection().toString()")
    assert words
    page.locator("#selected:not([hidden])").wait_for()
    page.get_by_role("button", name="Attach as evidence").click()
    page.locator("#attached li").wait_for()
    value, marked = page.evaluate(NEWEST)
    sent = json.loads(value)
    assert sent["words"] == PIER[sent["start"] : sent["end"]]
    assert marked == as_drawn(sent["words"])
    assert "The pier \U0001f6a2 opens at\u200b ten\0 and closes" in sent["words"]


def test_a_place_that_a_script_got_wrong_is_refused_beside_the_form_with_both(
    signed_in: SignedIn, texts: list[str]
) -> None:
    page = signed_in("Ada")
    open_case(page, "pier")
    page.locator("[data-region=context] .text[data-start]").evaluate("(text) => { text.dataset.start = 1; }")
    page.evaluate("""() => {
      const words = document.querySelector("[data-region=context] .text").firstChild;
      document.getSelection().setBaseAndExtent(words, 0, words, 7);
    }""")
    page.locator("#selected:not([hidden])").wait_for()
    page.keyboard.press("l")
    said = page.locator("#attach-problem .wrong")
    said.wait_for()
    assert "Sent: “Notice.”. There stands: “otice." in said.inner_text()
    assert page.locator("#attached li").count() == 0


def test_without_a_script_places_found_are_taken_to_the_verdict(signed_in: SignedIn, texts: list[str]) -> None:
    page = signed_in("Ada", java_script_enabled=False)
    open_case(page, "pier")
    page.get_by_text("Look in the complete original").click()
    page.get_by_label("Words to look for").fill("Bring a coat")
    page.get_by_role("button", name="Look", exact=True).click()
    assert "1 place in 69 characters of Notice of pier, version 1: 1 exactly." in page.locator("#scan").inner_text()
    page.get_by_label("attach as evidence").check()
    page.get_by_role("button", name="Take this to the verdict").click()
    page.wait_for_url("**/claims/*/#attached")
    assert "Bring a coat" in page.locator("#attached").inner_text()
    assert page.locator("#attached [name=scan]").get_attribute("value")


def test_what_was_found_is_legible(
    signed_in: SignedIn, texts: list[str], axe: Callable[[Page], list[str]]
) -> None:
    page = signed_in("Ada")
    look_for_the_anchor(page)
    page.locator("#scan [data-artifact=t000]").wait_for()
    page.evaluate(SELECT, ["t000", 0, 1, False, False])
    page.locator("#selected:not([hidden])").wait_for()
    assert axe(page) == []
    page.goto(page.locator(".scan-form").get_attribute("action") or "")
    assert axe(page) == []


def test_before_a_claim_is_called_unsupported_all_of_the_original_is_looked_through(
    signed_in: SignedIn, texts: list[str]
) -> None:
    page = signed_in("Ada")
    open_case(page, "jetty")
    assert page.locator("#scan section").count() == 0
    page.get_by_role("radio", name="does not support").first.check()
    page.locator("#scan section").first.wait_for()
    assert "characters of Notice of jetty, version 1" in page.locator("#scan").inner_text()
