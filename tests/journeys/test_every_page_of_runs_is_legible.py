"""Every state of the pages of runs, reviewing again, tokens and impact: in both themes, narrow, forced colours."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.bundles import Commanded
from tests.journeys.legibility import Open, at, below, case, find_in_forced_colours, find_overflows
from tests.journeys.walking import open_case

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]
AxeRun = Callable[[Page], list[str]]

WIDE = {"width": 1440, "height": 900}
# Three more runs over the handbook: one that nobody began, one half done, and one that set a citation aside.
MORE_RUNS = """
from datetime import timedelta
from django.utils import timezone
from lineage.models import rows
last = rows.Run.objects.filter(source__key="night-desk-handbook").latest("id")
now = timezone.now()
known = dict(tenant_id=last.tenant_id, source=last.source, version=last.version, normalization=last.normalization)
def run(key, state, trigger, **more):
    return rows.Run.objects.create(cause=f"request:{key}", state=state, trigger=trigger, **known, **more)
def item(run, key, state, size, **more):
    more |= dict(tenant_id=run.tenant_id, run=run, key=key, kind="relocate", state=state, size=size)
    rows.WorkItem.objects.create(**more)
run("nobody", "requested", "manual")
half = run("half", "running", "schedule", total=8, started_at=now)
item(half, "first", "done", 4, attempt=1, counts={"unchanged": 2, "text_changed": 1, "lost": 1})
until = now + timedelta(days=1)
item(half, "second", "leased", 4, attempt=1, lease_token="held", lease_until=until, worker="elsewhere:1")
part = run("part", "partial", "manual", total=8, started_at=now, ended_at=now)
item(part, "first", "done", 7, attempt=1, counts={"unchanged": 7})
item(part, "second", "quarantined", 1, attempt=3, worker="elsewhere:1", fault="time", message="It took too long.")
print("made")
"""


@pytest.fixture(scope="module")
def runs(product: Commanded) -> None:
    product.manage("shell", "-c", MORE_RUNS)


def a_run(state: str, query: str = "") -> Open:
    """The newest run over the handbook that is in this state."""

    def go(page: Page) -> None:
        page.goto(f"/runs/?source=night-desk-handbook&state={state}")
        page.locator("table.runs tbody th a").first.click()
        page.wait_for_url("**/runs/*/")
        if query:
            page.goto(page.url.split("?")[0] + query)
        page.locator("#changes").wait_for()

    return go


def found(query: str = "") -> Open:
    """What the run of the demonstration over the handbook found."""
    return a_run("completed_with_changes", query)


def handbook(page: Page) -> None:
    """The version of the handbook that was cited, with what became of each citation."""
    open_case(page, "night-desk")
    page.locator("[data-region=context]").get_by_role("link", name="open in its source").click()
    page.wait_for_url("**/sources/**")


def new_version(page: Page) -> None:
    handbook(page)
    page.get_by_text("Send a new version").click()


def send(data: bytes) -> Open:
    """The form of a new version, as it comes back with what is wrong with the file."""

    def go(page: Page) -> None:
        new_version(page)
        sent = {"name": "night-desk.md", "mimeType": "text/markdown", "buffer": data}
        page.get_by_label("File with the whole text").set_input_files(sent)
        page.get_by_role("button", name="Send it, and find the citations").click()
        page.locator("#version-file-error").wait_for()

    return go


def add_picture(page: Page) -> None:
    """The form of a new source, with what is wrong at two fields and what is folded away drawn open."""
    page.goto("/sources/add/")
    sent = {"name": "map.png", "mimeType": "image/png", "buffer": b"\x89PNG\r\n\x1a\n"}
    page.get_by_label("File", exact=True).set_input_files(sent)
    page.get_by_text("Owner, language, address, key").click()
    page.get_by_label("Owner").fill("The harbour office")
    page.get_by_role("button", name="Add it").click()
    page.locator("#file-error").wait_for()


def say_whether_it_is_the_place(page: Page) -> None:
    case("night-desk", 6)(page)
    page.get_by_text("say whether this is the place").click()


def ruling_without_a_reason(page: Page) -> None:
    found("?outcome=proposed")(page)
    page.locator(".changes").get_by_role("button", name="Reject it").click()
    page.locator(".changes [role=alert]").wait_for()


def make_token(page: Page, name: str) -> None:
    page.goto("/tokens/")
    page.get_by_label("Name").fill(name)
    page.locator("main").get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Make the token").click()


def token_made(page: Page) -> None:
    make_token(page, "Nightly sync of the handbooks, which nobody watches")
    page.locator(".token-made").wait_for()


def token_refused(page: Page) -> None:
    page.goto("/tokens/")
    page.get_by_label("Name").fill("Without a scope")
    page.get_by_role("button", name="Make the token").click()
    page.locator("#scopes-error").wait_for()


def revoke(page: Page) -> None:
    """The question before a token is revoked."""
    page.goto("/tokens/")
    if not page.get_by_role("link", name="Revoke").count():
        make_token(page, "To be revoked")
    page.get_by_role("link", name="Revoke").first.click()
    page.get_by_role("button", name="Revoke it").wait_for()


def revoked(page: Page) -> None:
    make_token(page, "Revoked at once")
    revoke(page)
    page.get_by_role("button", name="Revoke it").click()
    page.get_by_role("cell", name="revoked").first.wait_for()


def uncited(page: Page) -> None:
    """What rests on the version that came last: nothing yet."""
    handbook(page)
    page.get_by_role("navigation", name="Versions").get_by_role("link", name="2026", exact=True).click()
    page.wait_for_load_state()
    below(lambda page: None, "impact/")(page)


ADA: dict[str, Open] = {
    "runs": at("/runs/"),
    "runs by state": at("/runs/?state=open"),
    "no run fits": at("/runs/?source=nothing-is-called-so"),
    "what a run found": found(),
    "all that kept its words": found("?outcome=settled"),
    "words changed": found("?outcome=text_changed"),
    "a place proposed, with its form": found("?outcome=proposed"),
    "a ruling without a reason": ruling_without_a_reason,
    "several equal places": found("?outcome=ambiguous"),
    "words gone": found("?outcome=lost"),
    "nothing of this kind": found("?outcome=withdrawn"),
    "a run that nobody began": a_run("requested"),
    "a run half done": a_run("running"),
    "a run done in part": a_run("partial", "?outcome=error"),
    "a source whose version is replaced": handbook,
    "a claim whose words moved": case("night-desk"),
    "a claim whose words changed": case("night-desk", 3),
    "a claim with several places": case("night-desk", 7),
    "a claim whose words are gone": case("night-desk", 8),
    "a place to rule on": say_whether_it_is_the_place,
    "review again": at("/review-again/"),
    "my verdicts to review again": at("/review-again/?whose=mine"),
    "what rests on a version": below(handbook, "impact/"),
    "what of it changed": below(handbook, "impact/?outcome=text_changed"),
    "nothing that fits": below(handbook, "impact/?outcome=withdrawn"),
    "a version on which nothing rests": uncited,
    "influence, not asked": at("/influence/"),
    "influence, found": at("/influence/?model=summariser"),
    "influence, nothing": at("/influence/?model=nobody"),
    "influence, no digest": at("/influence/?prompt=nothing"),
}
IRIS: dict[str, Open] = {
    "runs": at("/runs/"),
    "a run half done, to be cancelled": a_run("running"),
    "a run done in part, to be tried again": a_run("partial", "?outcome=error"),
    "a form for a new version": new_version,
    "a file that is no text": send(b"\x89PNG\r\n\x1a\n"),
    "an empty file": send(b""),
    "adding a source": at("/sources/add/"),
    "a source that was not added": add_picture,
    "nothing of mine to review again": at("/review-again/?whose=mine"),
    "no token": at("/tokens/"),
    "a token refused": token_refused,
    "a token just made": token_made,
    "a token to revoke": revoke,
    "a token revoked": revoked,
    "the interface for programs": at("/api/v1/docs"),
}
OTHERS: dict[str, tuple[str, Open]] = {
    "the tokens of everybody": ("Max", at("/tokens/")),
    "a token just made by an administrator": ("Max", token_made),
    "a token to revoke": ("Max", revoke),
    "nobody's run": ("Drew", at("/runs/")),
    "nothing to review again": ("Drew", at("/review-again/")),
    "what an auditor sees of a run": ("Otto", found()),
    "what an auditor reviews not": ("Otto", at("/review-again/")),
}
STATES = (
    {("Ada", state): go for state, go in ADA.items()}
    | {("Iris", state): go for state, go in IRIS.items()}
    | {(person, state): go for state, (person, go) in OTHERS.items()}
)
IN_FORCED_COLOURS = ("runs", "what a run found", "review again", "what rests on a version", "a run half done")


@pytest.mark.parametrize(("person", "state"), STATES)
def test_a_state_has_no_axe_finding_and_never_scrolls_sideways(
    signed_in: SignedIn, runs: None, axe: AxeRun, person: str, state: str
) -> None:
    page = signed_in(person, viewport=WIDE)
    STATES[person, state](page)
    assert axe(page) == []
    assert find_overflows(page) == {}


@pytest.mark.parametrize("state", IN_FORCED_COLOURS)
def test_with_forced_colours_a_state_is_legible_too(ada: Page, runs: None, state: str) -> None:
    ada.emulate_media(forced_colors="active")
    ADA[state](ada)
    for said in ada.locator("main .state:visible").all():
        assert said.inner_text().strip()
    assert find_in_forced_colours(ada) == []
    assert find_overflows(ada) == {}
