"""Nothing that a reviewer typed or recorded is lost: not when the session ends, the evidence changes, the server dies.

The server is killed outright and started again on the same database, as a machine that lost its power would be.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.databases import Databases, environment_for
from tests.journeys.conftest import PATIENCE
from tests.journeys.walking import choose, open_case, record, region
from tests.servers import get_free_port, running

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

WORDS = "Half a page of thoughts that nobody wants to type twice."
PUBLISH = """
from django.db import transaction
from lineage.evidence.digests import canonical_json
from lineage.models import rows
from lineage.policies import Revision, newest_policy, save_policy
from lineage.evidence.vocabulary import PolicyKind
tenant = rows.Tenant.objects.get(key="meridian")
last = newest_policy(tenant.pk, PolicyKind.GUIDELINE)
with transaction.atomic():
    body = canonical_json({"sentences": ["Read the passage twice."]})
    save_policy(tenant.pk, Revision(PolicyKind.GUIDELINE, last.name, last.revision + 1, body))
"""


@dataclass
class Mortal:
    """The product of this test alone: it can be killed, and started again on what it left."""

    environment: dict[str, str]
    folder: Path
    port: int = field(default_factory=get_free_port)
    lives: int = 0
    running: ExitStack = field(default_factory=ExitStack)
    process: Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.lives += 1
        command = [sys.executable, "manage.py", "serve_demo", "--port", str(self.port), "--without-worker"]
        log = self.folder / f"log-{self.lives}"
        self.process = self.running.enter_context(running(command, self.environment, self.port, log))

    def kill(self) -> None:
        """As if the power had gone: nothing is told, nothing is finished."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.running.close()
        self.running = ExitStack()

    def sign_in(self, page: Page) -> None:
        found = re.search(r"\bAda\b.*?(http://\S+)", (self.folder / f"log-{self.lives}").read_text())
        assert found is not None
        page.goto(found[1])
        page.get_by_role("button", name="Sign in as Ada").click()
        page.wait_for_url(lambda address: "/sign-in/" not in address)


@pytest.fixture
def mortal(databases: Databases, tmp_path: Path) -> Iterator[Mortal]:
    with databases.copy("sqlite", databases.demo("sqlite")) as url:
        product = Mortal(environment_for(url) | {"STATIC_ROOT": str(tmp_path / "static")}, tmp_path)
        product.start()
        try:
            yield product
        finally:
            product.running.close()


@pytest.fixture
def unwatched(browser: Browser, mortal: Mortal) -> Iterator[Page]:
    """Not watched for trouble: a server that dies is some."""
    context = browser.new_context(base_url=mortal.url)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#draft")).to_contain_text("Draft saved")


def test_a_server_killed_between_keystroke_and_submit_loses_neither_words_nor_verdict(
    mortal: Mortal, unwatched: Page
) -> None:
    page = unwatched
    mortal.sign_in(page)
    address = open_case(page, "meal-allowance")
    choose(page, "does not support", WORDS)
    wait_until_saved(page)
    mortal.kill()
    page.get_by_label("Why", exact=True).press("Control+Enter")
    page.get_by_text("The server does not answer just now, so nothing was recorded.").wait_for()
    assert page.get_by_label("Why", exact=True).input_value() == WORDS
    mortal.start()
    page.get_by_label("Why", exact=True).press("Control+Enter")
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert page.locator("ol.history > li").count() == 1
    assert WORDS in region(page, "history")


def test_who_closes_the_window_over_a_dead_server_finds_the_words_again(mortal: Mortal, unwatched: Page) -> None:
    page = unwatched
    mortal.sign_in(page)
    address = open_case(page, "meal-allowance")
    choose(page, "does not support", WORDS)
    wait_until_saved(page)
    mortal.kill()
    page.goto("about:blank")
    mortal.start()
    page.goto(address)
    assert page.get_by_label("Why", exact=True).input_value() == WORDS
    assert page.locator(".pair-of").first.get_by_role("radio", name="does not support").is_checked()
    record(page)
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert page.locator("ol.history > li").count() == 1
    assert page.get_by_label("Why", exact=True).input_value() == ""


def test_who_turns_the_page_at_once_finds_the_last_keystrokes(signed_in: SignedIn) -> None:
    page = signed_in("Lena")
    address = open_case(page, "night-desk")
    page.get_by_label("Why", exact=True).press_sequentially("The last keystroke!")
    page.goto("/cases/")
    page.goto(address)
    expect(page.get_by_label("Why", exact=True)).to_have_value("The last keystroke!")


def test_words_are_there_after_the_session_ended_and_the_window_was_closed(
    signed_in: SignedIn, product: Any
) -> None:
    page = signed_in("Ada")
    address = open_case(page, "night-desk")
    choose(page, "does not support", WORDS)
    wait_until_saved(page)
    page.context.clear_cookies(name="session")
    page.goto(address)
    assert "/sign-in/" in page.url
    page.goto(product.get_sign_in_link("Ada"))
    page.get_by_role("button", name="Sign in as Ada").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    page.goto(address)
    assert page.get_by_label("Why", exact=True).input_value() == WORDS


def test_evidence_that_changed_shows_both_and_keeps_the_words_until_they_are_recorded(
    signed_in: SignedIn, product: Any
) -> None:
    page = signed_in("Ben")
    address = open_case(page, "meal-allowance")
    choose(page, "does not support", WORDS)
    product.manage("shell", "-c", PUBLISH)
    record(page)
    page.get_by_text("The evidence changed after you opened this page.").wait_for()
    assert page.get_by_label("Why", exact=True).input_value() == WORDS
    record(page)
    page.wait_for_url(lambda url: url != address)
    page.goto(address)
    assert WORDS in region(page, "history")


def test_a_verdict_that_was_taken_back_comes_back_into_the_form(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    address = open_case(page, "reading-room")
    choose(page, "does not support", WORDS)
    record(page)
    page.wait_for_url(lambda url: url != address)
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    page.wait_for_url(address)
    assert page.get_by_label("Why", exact=True).input_value() == WORDS
    assert "taken back" in region(page, "history")
