"""Real Chromium on the product as `make demo` serves it: a process of its own on a copy of the demonstration's data.

A journey fails on any content security policy violation, console error, script error, failed subresource, answer 5xx,
and on any request that leaves this machine. It sees the product through browser, HTTP and command line only.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.databases import ENGINES, Databases, environment_for, manage
from tests.journeys.legibility import VIOLATIONS, furnish
from tests.machine import CHROMIUM_ADVICE, find_chromium
from tests.servers import get_free_port, running

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  window.reportViolation(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
});
"""
# Milliseconds until something that does not come counts as missing.
PATIENCE = 10_000
# The browser's own sentence for any answer 4xx; those of subresources are recorded with their address.
ANSWER_4XX = "Failed to load resource"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "product" in metafunc.fixturenames:
        engines = metafunc.config.getoption("engine") or getattr(metafunc.module, "JOURNEY_ENGINES", ENGINES)
        metafunc.parametrize("product", engines, indirect=True, scope="module")


@dataclass(frozen=True)
class Product:
    """The product, serving at `url` (no slash at its end)."""

    url: str
    database_url: str
    environment: dict[str, str]
    log: Path

    def manage(self, *arguments: str) -> str:
        """What `manage.py arguments...` prints on the product's database; raises RuntimeError if it fails."""
        return manage(self.environment, *arguments)

    def get_sign_in_link(self, person: str) -> str:
        """The link that the product printed for a person when it started."""
        found = re.search(rf"\b{re.escape(person)}\b.*?(http://\S+)", self.log.read_text())
        if found is None:
            raise LookupError(f"no sign-in link for {person} was printed")
        return found[1]


@pytest.fixture(scope="module")
def product(
    request: pytest.FixtureRequest, databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Product]:
    """The product with the demonstration's data, started afresh for each file of journeys, on either engine.

    A file whose runs are to be worked off says `JOURNEY_WORKER = True`; for the others nobody works, so that no run
    starts or goes on while a test looks.
    """
    folder, port = tmp_path_factory.mktemp("product"), get_free_port()
    with databases.copy(request.param, databases.demo(request.param)) as url:
        environment = environment_for(url) | {"STATIC_ROOT": str(folder / "static")}
        log = folder / "log"
        alone = [] if getattr(request.module, "JOURNEY_WORKER", False) else ["--without-worker"]
        command = [sys.executable, "manage.py", "serve_demo", "--port", str(port), *alone]
        with running(command, environment, port, log):
            yield Product(f"http://127.0.0.1:{port}", url, environment, log)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Stopped with each file: while Playwright runs, Django refuses this thread its database."""
    executable = find_chromium()
    if executable is None:
        pytest.fail(f"Journeys need {CHROMIUM_ADVICE}.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def trouble() -> list[str]:
    """What went wrong in the browser so far, one line each; a test that provokes trouble reads and clears it."""
    return []


@pytest.fixture
def open_context(browser: Browser, product: Product, trouble: list[str]) -> Iterator[Callable[..., BrowserContext]]:
    """Makes a watched browser context, of Playwright's options (`java_script_enabled=False`, `color_scheme="dark"`)."""
    contexts: list[BrowserContext] = []

    def open_watched(**options: object) -> BrowserContext:
        context = browser.new_context(base_url=product.url, **options)
        context.set_default_timeout(PATIENCE)
        watch(context, trouble)
        contexts.append(context)
        return context

    yield open_watched
    for context in contexts:
        context.close()
    assert trouble == []


def watch(context: BrowserContext, trouble: list[str]) -> None:
    def on_request(url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob", "about") and address.hostname != "127.0.0.1":
            trouble.append(f"request off the machine: {url}")

    def on_response(kind: str, status: int, url: str) -> None:
        if status >= 500 or (status >= 400 and kind not in ("document", "xhr", "fetch")):
            trouble.append(f"answer {status}: {url}")

    def on_console(kind: str, text: str) -> None:
        if kind == "error" and not text.startswith(ANSWER_4XX):
            trouble.append(f"console: {text}")

    context.expose_function("reportViolation", lambda text: trouble.append(f"policy violation: {text}"))
    context.add_init_script(REPORT_VIOLATIONS)
    context.on("request", lambda request: on_request(request.url))
    context.on("response", lambda answer: on_response(answer.request.resource_type, answer.status, answer.url))
    context.on("console", lambda message: on_console(message.type, message.text))
    context.on("weberror", lambda error: trouble.append(f"script error: {error.error}"))


@pytest.fixture
def page(open_context: Callable[..., BrowserContext]) -> Page:
    """A watched page of nobody in particular; addresses are relative to the product."""
    return open_context().new_page()


THEMES: dict[Any, dict[str, Any]] = {
    "light": VIOLATIONS,
    "dark": VIOLATIONS | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
}


@pytest.fixture(scope="module")
def sessions(product: Product) -> dict[str, Any]:
    """What a browser keeps of each person who signed in before, by name."""
    return {}


@pytest.fixture
def signed_in(
    product: Product, open_context: Callable[..., BrowserContext], sessions: dict[str, Any]
) -> Callable[..., Page]:
    """signed_in("Ada", **context_options): a watched page of one person of the demonstration, in their own context.

    Whoever signed in before, and whose session has not ended, just comes back.
    """

    def sign_in(person: str, **options: object) -> Page:
        context = open_context(**options, storage_state=sessions.get(person))
        page = context.new_page()
        if person in sessions:
            page.goto("/")
            if "/sign-in/" not in page.url:
                return page
        page.goto(product.get_sign_in_link(person))
        page.get_by_role("button", name=f"Sign in as {person}").click()
        page.wait_for_url(lambda address: "/sign-in/" not in address)
        sessions[person] = context.storage_state()
        return page

    return sign_in


@pytest.fixture(scope="module")
def house(product: Product, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever beside the demonstration makes a state of a page."""
    furnish(product, tmp_path_factory.mktemp("house"))


@pytest.fixture
def ada(signed_in: Callable[..., Page]) -> Page:
    return signed_in("Ada", viewport={"width": 1440, "height": 900})


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """axe(page): what axe finds in the light and the dark theme, one line each with theme, rule and element.

    Of all that it looks for, only contrast depends on the theme: in the dark one it looks for nothing else.
    """

    def find_violations(page: Page) -> list[str]:
        found = []
        for theme, options in THEMES.items():
            page.emulate_media(color_scheme=theme)
            for violation in Axe().run(page, options=options).response["violations"]:
                targets = ", ".join(str(node["target"]) for node in violation["nodes"])
                found.append(f"{theme}: {violation['id']} ({violation['impact']}): {violation['help']}: {targets}")
        page.emulate_media(color_scheme="no-preference")
        return found

    return find_violations
