"""Every state of the pages of label sets, agreement, judges and labelling: both themes, narrow, without colours."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.legibility import Open, at, below, find_in_forced_colours, find_overflows
from tests.journeys.test_labels_are_given_by_keyboard import begin, fill

JOURNEY_ENGINES = ("sqlite",)
SignedIn = Callable[..., Page]

WIDE = {"width": 1440, "height": 900}
SET, JUDGE, UNSURE, QUEUE = "Harbour", "harbour-judge", "harbour-scores", "Harbour queue"
ITEMS = 20
"""Every other one is supported. The judge errs on the first, gives no answer to the last, and says one word wrong."""


class State(NamedTuple):
    person: str
    open: Open


def labels() -> str:
    """Two raters, who differ on every fifth item, what is expected, and two halves."""
    rows = ["item,rater,value,role,claim,passage,passage_name,stratum:split"]
    for number in range(ITEMS):
        value = "no" if number % 2 else "yes"
        words = f"Boat {number} may stay.,Boat {number} may stay for three days.,Harbour rules"
        rows += [
            f"h-{number},ada,{value},,{words},{'dev' if number < ITEMS / 2 else 'test'}",
            f"h-{number},ben,{value if number % 5 else 'unsure'},,,,,",
            f"h-{number},,{value},expected,,,,",
        ]
    return "\n".join(rows) + "\n"


def answers(name: str, *, scored: bool) -> str:
    configuration = {"evaluator": name, "model": "m-1", "prompt": "Does it say so?", "parameters": {"temperature": 0}}
    lines: list[dict[str, Any]] = [
        {"schema": "evidence-inspector-judge/1", "configuration": configuration, "field": "label"}
    ]
    for number in range(ITEMS):
        said: dict[str, Any] = {"item": f"h-{number}", "raw": f"Because of {number}."}
        if number == ITEMS - 1:
            said |= {"status": "timeout", "message": "no answer within 60 s"}
        elif scored:
            said["score"] = (0.1 if number % 2 else 0.9) if number else 0.2
        else:
            said["label"] = ("no" if number % 2 else "yes") if number else "perhaps"
        lines += [said, said | {"attempt": 2}] if number < 3 else [said]
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture(scope="module")
def figures(product: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder: Path = tmp_path_factory.mktemp("figures")
    table = folder / "harbour.csv"
    table.write_text(labels())
    product.manage("import_labels", str(table), "--key", "harbour", "--name", SET, "--tenant", "meridian")
    for name in (JUDGE, UNSURE):
        path = folder / f"{name}.jsonl"
        path.write_text(answers(name, scored=name == UNSURE))
        product.manage("import_judge", str(path), "--set", "harbour", "--tenant", "meridian")
    fill(product, QUEUE, 1)


def follow(start: str, *links: str) -> Open:
    """A page, and from there by the words of links."""

    def go(page: Page) -> None:
        page.goto(start)
        for name in links:
            page.locator("main").get_by_role("link", name=name).first.click()
            page.wait_for_load_state()

    return go


revision = follow("/calibration/", SET, "revision 1")
judge = follow("/judges/", JUDGE)


def results(name: str) -> Open:
    def go(page: Page) -> None:
        follow("/judges/", name)(page)
        page.locator("main a[href*='/judges/batches/']").first.click()
        page.wait_for_url("**/judges/batches/*/")

    return go


batch, unsure = results(JUDGE), results(UNSURE)


def pressed(open_page: Open, *buttons: str, **fields: str) -> Open:
    """A form with some fields filled, sent."""

    def go(page: Page) -> None:
        open_page(page)
        for name, value in fields.items():
            page.locator(f"main [name={name}]").first.fill(value)
        for name in buttons:
            page.locator("main").get_by_role("button", name=name).first.click()
            page.wait_for_load_state()

    return go


def refused_import(page: Page) -> None:
    page.goto("/calibration/import/")
    file = {"name": "half.csv", "mimeType": "text/csv", "buffer": b"item,rater,value\nr-1,ada\n"}
    page.locator("main input[type=file]").set_input_files(files=[file])  # type: ignore[list-item]
    page.get_by_role("button", name="Import", exact=True).click()
    page.locator("[role=alert]").wait_for()


def an_item(page: Page) -> None:
    below(revision, "items/")(page)
    page.locator("main a[href*='/calibration/items/']").first.click()
    page.wait_for_load_state()


def preview(page: Page) -> None:
    follow("/calibration/", "Blind pairs")(page)
    page.locator("main a[href$='/freeze/']").first.click()
    page.locator("main input[type=checkbox]").first.check()
    page.get_by_role("button", name="See what would be frozen").click()
    page.locator(".freeze-preview").wait_for()


def intervals(page: Page) -> None:
    below(revision, "agreement/")(page)
    compute = page.get_by_role("button", name="Compute the intervals")
    if compute.count():
        compute.click()
    expect(page.get_by_text("95 % interval").first).to_be_visible(timeout=60_000)


def certified(bound: str) -> Open:
    def go(page: Page) -> None:
        below(batch, "certify/")(page)
        page.get_by_role("checkbox", name="yes").check()
        pressed(lambda page: None, "Test the judge", tpr_low=bound, tnr_low="0.1")(page)
        page.wait_for_url("**/certificates/*/")

    return go


def labelling(page: Page) -> None:
    begin(page, QUEUE)
    page.keyboard.press("1")


def paused(page: Page) -> None:
    labelling(page)
    page.keyboard.press("p")


def keys_of_labelling(page: Page) -> None:
    labelling(page)
    page.keyboard.press("?")
    page.locator("dialog#keys").wait_for()


STATES: dict[str, State] = {
    "sets": State("Cleo", at("/calibration/")),
    "sets to who may keep none": State("Otto", at("/calibration/")),
    "making a set": State("Cleo", at("/calibration/new/")),
    "importing a set": State("Cleo", at("/calibration/import/")),
    "a file that is refused": State("Cleo", refused_import),
    "a set": State("Cleo", follow("/calibration/", SET)),
    "a revision": State("Cleo", revision),
    "its items": State("Cleo", below(revision, "items/?field=label")),
    "an item": State("Cleo", an_item),
    "an item of a claim": State("Cleo", follow("/calibration/", "Blind pairs", "revision 1", "items", "#c")),
    "what would be frozen": State("Cleo", preview),
    "agreement of verdicts": State("Cleo", at("/agreement/")),
    "nothing to agree on": State("Cleo", at("/agreement/?field=derivation")),
    "the items of a figure": State("Cleo", at("/agreement/items/")),
    "agreement on a revision, with intervals": State("Cleo", intervals),
    "judges": State("Cleo", at("/judges/")),
    "importing results": State("Cleo", at("/judges/import/")),
    "a judge": State("Cleo", judge),
    "labels of a judge": State("Cleo", batch),
    "numbers of a judge": State("Cleo", below(unsure, "?positive=yes")),
    "numbers of a judge by a threshold": State("Cleo", below(unsure, "?positive=yes&threshold=0.5")),
    "people and the judge": State("Cleo", below(batch, "items/?positive=yes")),
    "asking for a certificate": State("Pia", below(batch, "certify/")),
    "asking wrongly": State("Pia", pressed(below(batch, "certify/"), "Test the judge", tpr_low="8", tnr_low="much")),
    "a certificate": State("Pia", certified("0.1")),
    "a certificate, not met": State("Pia", certified("0.99")),
    "configuring a judge": State("Pia", below(judge, "configure/")),
    "what would change": State("Pia", pressed(below(judge, "configure/"), "See what would", prompt="Does it say all?")),
    "queues to label": State("Ada", at("/label/")),
    "labelling": State("Ada", labelling),
    "a pause": State("Ada", paused),
    "the keys of labelling": State("Ada", keys_of_labelling),
    "figures to who only labels": State("Ada", at("/agreement/")),
}


@pytest.mark.parametrize("state", STATES)
def test_a_state_has_no_axe_finding_and_never_scrolls_sideways(
    signed_in: SignedIn, figures: None, axe: Callable[[Page], list[str]], state: str
) -> None:
    page = signed_in(STATES[state].person, viewport=WIDE)
    STATES[state].open(page)
    assert axe(page) == []
    assert find_overflows(page) == {}


@pytest.mark.parametrize("state", ("agreement on a revision, with intervals", "numbers of a judge", "a certificate"))
def test_figures_are_read_in_forced_colours_and_on_paper(signed_in: SignedIn, figures: None, state: str) -> None:
    page = signed_in(STATES[state].person, viewport=WIDE)
    STATES[state].open(page)
    number = page.locator("main data.figure").first
    page.emulate_media(forced_colors="active")
    assert find_in_forced_colours(page) == []
    tabs = ".figures-nav a[aria-current]", ".figures-nav a:not([aria-current])"
    lines = [page.locator(one).first.evaluate("one => getComputedStyle(one).borderBottomColor") for one in tabs]
    assert lines[0] != lines[1]
    page.emulate_media(forced_colors="none", media="print")
    expect(number).to_be_visible()
    expect(page.locator(".figures-nav")).to_be_hidden()
