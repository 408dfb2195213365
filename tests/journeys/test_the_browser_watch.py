"""The watch on the browser sees what it is there to see; otherwise its silence means nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

JOURNEY_ENGINES = ("sqlite",)

SCRIPT = "const s = document.createElement('script'); s.textContent = 'window.ran = true'; document.head.append(s)"
IMAGE = "const i = document.createElement('img'); i.src = 'http://attacker.example/i.png'; document.body.append(i)"


def test_an_inline_script_does_not_run_and_is_reported(page: Page, trouble: list[str]) -> None:
    page.goto("/healthz")
    page.evaluate(SCRIPT)
    page.wait_for_timeout(100)
    assert page.evaluate("window.ran") is None
    assert any(line.startswith("policy violation: script-src") for line in trouble)
    trouble.clear()


def test_a_picture_from_elsewhere_is_not_fetched_and_is_reported(page: Page, trouble: list[str]) -> None:
    page.goto("/healthz")
    page.evaluate(IMAGE)
    page.wait_for_timeout(100)
    assert any(line.startswith("policy violation: img-src") for line in trouble)
    trouble.clear()


def test_a_request_off_the_machine_is_reported(page: Page, trouble: list[str]) -> None:
    page.goto("/healthz")
    page.evaluate("location.href = 'http://attacker.example/'")
    page.wait_for_timeout(200)
    assert any(line == "request off the machine: http://attacker.example/" for line in trouble)
    trouble.clear()


def test_a_script_error_is_reported(page: Page, trouble: list[str]) -> None:
    page.goto("/healthz")
    page.evaluate("setTimeout(() => { throw new Error('on purpose') })")
    page.wait_for_timeout(100)
    assert any("on purpose" in line for line in trouble)
    trouble.clear()


def test_axe_finds_a_picture_without_a_name(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/healthz")
    page.evaluate("document.body.append(document.createElement('img'))")
    assert any(line.startswith("light: image-alt") for line in axe(page))


def test_axe_finds_words_that_only_the_dark_theme_makes_too_pale(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/healthz")
    page.evaluate("""() => {
      document.documentElement.style.colorScheme = "light dark";
      document.body.innerHTML = "<p>pale</p>";
      document.body.style.color = "light-dark(#000, #444)";
      document.body.style.backgroundColor = "light-dark(#fff, #333)";
    }""")
    found = axe(page)
    assert any(line.startswith("dark: color-contrast") for line in found)
    assert not any(line.startswith("light: color-contrast") for line in found)
