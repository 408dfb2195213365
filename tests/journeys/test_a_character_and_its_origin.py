"""Pointing at a character: by clicking, by the arrow keys, and without any script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.bundles import Commanded, bring_in, bundle

JOURNEY_ENGINES = ("sqlite",)

# Each pictograph is one code point and two UTF-16 units; the Hebrew word runs the other way.
TEXT = "Boats \U0001f6f6\U0001f6a3 may lie for three days. שלום at the quay."


@pytest.fixture(scope="module")
def quay(product: Commanded, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page for an answer whose chunk was cut out of a notice."""
    made = bundle("quay", TEXT, "three days")
    (answer,) = made["answers"]
    cut: dict[str, Any] = {"input": "quay-text", "output": "quay-chunk"}
    cut["segments"] = [{"output": [0, len(TEXT) - 6], "input": [6, len(TEXT)], "kind": "exact_copy"}]
    answer["artifacts"].append({"key": "quay-chunk", "kind": "chunk", "origin": "derived", "text": TEXT[6:]})
    answer["manifest"].append({"label": "E2", "artifact": "quay-chunk"})
    answer["transformations"] = [{"key": "cut", "kind": "chunking", "mediation": "deterministic", "derivations": [cut]}]
    bring_in(product, tmp_path_factory.mktemp("quay"), made)
    ask = "from lineage.models.rows import Answer; print(Answer.objects.get(case__key='quay').public_id)"
    return f"/answers/{product.manage('shell', '-v', '0', '-c', ask).split()[-1]}/origin/"


def hit(page: Page, number: int) -> None:
    """Clicks into the right half of a character of the text, counted in code points."""
    box = page.evaluate(
        """number => {
          const walk = document.createTreeWalker(document.getElementById("origin-text"), NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          while (walk.nextNode()) {
            const chars = [...walk.currentNode.data];
            if (number >= chars.length) { number -= chars.length; continue; }
            const at = chars.slice(0, number).join("").length;
            range.setStart(walk.currentNode, at);
            range.setEnd(walk.currentNode, at + chars[number].length);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return [left + 0.7 * (right - left), (top + bottom) / 2];
          }
        }""",
        number,
    )
    page.mouse.click(*box)


def title(page: Page) -> str:
    return page.locator("#origin-of-title").inner_text()


def test_a_click_asks_for_the_very_character_and_the_arrows_for_the_next(
    signed_in: Callable[..., Page], quay: str
) -> None:
    page = signed_in("Ada")
    page.goto(f"{quay}?text=quay-chunk")
    for number in (1, 2, 20, TEXT.index("ל") - 6, len(TEXT) - 7):
        hit(page, number)
        expect(page.locator("#origin-of-title")).to_have_text(f"Character {number}")
        character = TEXT[6 + number]
        assert page.locator(".origin-character .small").inner_text().startswith(f"U+{ord(character):04X}")
        assert page.url.endswith(f"at={number}")
        page.wait_for_function(
            "wanted => [...CSS.highlights.get('origin-here')][0].toString() === wanted", arg=character
        )
    before = len(TEXT[: 6 + len(TEXT) - 7].encode())
    assert f"byte {before}" in page.locator(".origin-sentence").inner_text()
    for key, number in (("ArrowLeft", len(TEXT) - 8), ("ArrowLeft", len(TEXT) - 9), ("ArrowRight", len(TEXT) - 8)):
        page.keyboard.press(key)
        expect(page.locator("#origin-of-title")).to_have_text(f"Character {number}")
        expect(page.locator("#origin-of")).to_be_focused()


def test_without_a_script_each_piece_and_the_number_lead_to_the_character(
    signed_in: Callable[..., Page], quay: str
) -> None:
    page = signed_in("Ada", java_script_enabled=False)
    page.goto(f"{quay}?text=:answer")
    assert title(page) == "Character 0"
    # The character asked for is a piece of its own, and the rest of the quotation another.
    page.locator("#origin-text a").last.click()
    assert title(page) == "Character 1"
    page.get_by_label("character number").fill("4")
    page.get_by_role("button", name="show").click()
    assert title(page) == "Character 4"
    page.get_by_role("link", name="character after").click()
    assert title(page) == "Character 5"
    page.get_by_role("link", name=re.compile("Notice of quay")).click()
    assert "/sources/" in page.url


@pytest.mark.parametrize(
    "query", ["?text=quay-chunk&at=1", "?text=:answer&at=x", "?text=nothing", "?text=quay-chunk&at=32"]
)
def test_the_page_is_legible(
    signed_in: Callable[..., Page], quay: str, axe: Callable[[Page], list[str]], query: str
) -> None:
    page = signed_in("Ada")
    page.goto(quay + query)
    assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
