"""Iris drops a PDF on the page; a real worker reads it before her eyes, and she sees its pages beside their text."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.lineage.pdfs import make_pdf

JOURNEY_ENGINES = ("sqlite",)
JOURNEY_WORKER = True
SignedIn = Callable[..., Page]
AxeRun = Callable[[Page], list[str]]

FIRST = ["Rules of the ferry", "A ticket is good for ninety minutes."]
SECOND = ["Dogs travel free of charge when on a lead."]
# What a person does with a mouse: a file is carried over the place and let go.
DROP = """
([place, name, data]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], name, { type: "application/pdf" }));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    document.querySelector(place).dispatchEvent(
      new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
  }
}
"""


def test_a_pdf_is_dropped_and_read_before_her_eyes(signed_in: SignedIn, axe: AxeRun) -> None:
    page = signed_in("Iris")
    page.goto("/sources/")
    page.get_by_role("link", name="Add a source").first.click()
    page.wait_for_url("**/sources/add/")
    assert axe(page) == []
    data = b64encode(make_pdf(FIRST, SECOND)).decode()
    page.evaluate(DROP, ["[data-drop]", "Ferry rules.pdf", data])
    expect(page.locator("[data-chosen] li")).to_have_text(re.compile(r"Ferry rules\.pdf, \d+ kB"))
    assert page.get_by_label("Title").get_attribute("placeholder") == "Ferry rules"
    page.get_by_role("button", name="Add it").click()

    page.wait_for_url("**/runs/**")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ferry rules")
    expect(page.locator("#progress .run-state")).to_have_text("done, nothing changed")
    assert axe(page) == []

    page.get_by_role("link", name="Open this version").click()
    page.wait_for_url("**/sources/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ferry rules")
    read_the_pages(page)
    assert axe(page) == []


def read_the_pages(page: Page) -> None:
    """The page as it looks, and its words beside it, first of the one and then of the other page."""
    expect(page.locator("#source-text")).to_contain_text(FIRST[1])
    expect(page.locator("#source-text")).not_to_contain_text(SECOND[0])
    assert is_drawn(page)
    page.get_by_role("link", name=re.compile("page after")).click()
    expect(page.locator("#source-text")).to_contain_text(SECOND[0])
    assert is_drawn(page)


def is_drawn(page: Page) -> bool:
    picture = page.locator(".sheet img")
    expect(picture).to_be_visible()
    found: bool = picture.evaluate("image => image.decode().then(() => image.naturalWidth > 100)")
    return found


def test_without_any_script_files_are_chosen_and_what_became_of_each_is_said(
    signed_in: SignedIn, axe: AxeRun, tmp_path: Path
) -> None:
    page = signed_in("Iris", java_script_enabled=False)
    page.goto("/sources/add/")
    timetable, picture = tmp_path / "Timetable.csv", tmp_path / "map.png"
    timetable.write_text("quay,leaves\nnorth,07:10\n", encoding="utf-8")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    page.get_by_label("File", exact=True).set_input_files([timetable, picture])
    page.get_by_role("button", name="Add it").click()
    said = page.get_by_role("alert")
    expect(said).to_contain_text("Timetable.csv: added")
    expect(said).to_contain_text("map.png: not added. The file is a PNG picture")
    page.get_by_role("link", name="see it being read").click()
    page.wait_for_url("**/runs/**")


def test_who_may_not_add_sources_is_offered_no_form(signed_in: SignedIn) -> None:
    page = signed_in("Ada")
    page.goto("/sources/")
    assert page.get_by_role("link", name="Add a source").count() == 0
    assert page.goto("/sources/add/").status == 403
