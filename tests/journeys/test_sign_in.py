"""The printed link lets its person in, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

JOURNEY_ENGINES = ("sqlite",)
PEOPLE = ("Ada", "Ben", "Cleo", "Iris", "Lena", "Otto", "Pia", "Max", "Drew")


@pytest.mark.parametrize("person", PEOPLE)
def test_the_printed_link_signs_its_person_in(signed_in: Callable[..., Page], person: str) -> None:
    page = signed_in(person)
    assert page.get_by_text(person).first.is_visible()


def test_a_link_that_was_altered_opens_nothing(page: Page, product: object) -> None:
    link = product.get_sign_in_link("Ada")  # type: ignore[attr-defined]
    page.goto(link.replace("ada", "cleo"))
    assert page.get_by_role("heading", name="This link no longer opens anything").is_visible()
    page.goto("/cases/")
    assert "/sign-in/" in page.url


def test_the_sign_in_page_has_no_axe_findings(page: Page, axe: Callable[[Page], list[str]]) -> None:
    page.goto("/sign-in/")
    assert axe(page) == []
