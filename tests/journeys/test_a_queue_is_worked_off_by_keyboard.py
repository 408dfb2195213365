"""Ada works off a queue without the mouse: a claim of two citations in at most six keys, and the next one is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.journeys.walking import region

SignedIn = Callable[..., Page]

MOST_KEYS = 6
FILL = """
from inspector.demo.readers import reader_called
from inspector.queue_adding import add_claims
from inspector.queue_fields import QueueFields
from inspector.queue_keeping import create_queue
from lineage.models import rows
tenant = rows.Tenant.objects.get(key="meridian")
cleo = reader_called(tenant, "cleo")
claims = rows.Claim.objects.filter(tenant=tenant, answer__case__key__in=["bread-delivery", "reading-room"])
two = claims.filter(answer__case__key="bread-delivery", key="c1")
queue = create_queue(cleo, QueueFields(name="{name}"))
add_claims(cleo, queue, list(two.values_list("public_id", flat=True)), "first")
others = claims.exclude(pk__in=two).order_by("pk")
add_claims(cleo, queue, list(others.values_list("public_id", flat=True)), "then")
"""


def begin(page: Page, product: Any, name: str) -> str:
    """A queue of this name, its first claim taken; gives the address of that claim."""
    product.manage("shell", "-c", FILL.format(name=name))
    page.goto("/queues/")
    page.get_by_role("button", name=f"of {name}").first.click()
    page.wait_for_url("**/claims/*/")
    return page.url


def test_a_claim_with_two_citations_is_settled_in_at_most_six_keys(signed_in: SignedIn, product: Any) -> None:
    page = signed_in("Ada")
    first = begin(page, product, "Six keys")
    assert page.locator(".pair-of").count() == 2
    page.evaluate("window.stayed = true")
    keys = ["1", "]", "1", "Control+Enter"]
    for key in keys:
        page.keyboard.press(key)
        if key == "]":
            page.locator("[data-span-tab]").nth(1).and_(page.locator("[aria-current]")).wait_for()
            expect(page.locator(".pair-of").nth(1)).to_have_attribute("data-here", "")
    # Ctrl and Enter are two.
    assert sum(key.count("+") + 1 for key in keys) <= MOST_KEYS
    page.wait_for_url(lambda url: url != first)
    # In one request: no page was loaded anew, and the next claim is held already.
    expect(page.locator("#work")).to_be_focused()
    assert page.evaluate("window.stayed") is True
    expect(page.get_by_role("region", name="Your place in the queue Six keys")).to_contain_text("1 of yours done today")
    page.goto(first)
    assert page.locator("ol.history > li").count() == 1
    assert "supported · direct support" in region(page, "history")


def test_the_keys_go_on_working_in_what_was_swapped_in(signed_in: SignedIn, product: Any) -> None:
    page = signed_in("Lena")
    first = begin(page, product, "Swapped in")
    for option in page.locator(".pair-of").all():
        option.get_by_role("radio", name="supports", exact=False).first.check()
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("#work")).to_be_focused()
    second = page.url
    page.keyboard.press("2")
    assert page.locator(".pair-of[data-here] input").nth(1).is_checked()
    following = page.locator("#work").get_attribute("data-next")
    if following:
        page.keyboard.press("j")
        page.wait_for_url(f"**{following}")
    page.goto(second)
    page.keyboard.press("Control+z")
    page.wait_for_url(first)
    expect(page.locator("main")).to_contain_text("Your verdict was taken back")


def test_skipping_leads_to_the_next_and_time_can_be_added(signed_in: SignedIn, product: Any) -> None:
    page = signed_in("Ben")
    first = begin(page, product, "Skipping")
    bar = page.get_by_role("region", name="Your place in the queue Skipping")
    expect(bar.locator(".lease-left")).to_contain_text("minutes left")
    bar.get_by_role("button", name="More time").click()
    page.wait_for_url(first)
    bar.get_by_role("button", name="Skip", exact=True).click()
    page.wait_for_url(lambda url: url != first)
    expect(bar).to_contain_text("0 of yours done today")
    bar.get_by_text("Decline", exact=True).click()
    bar.get_by_label("Why it should not be here, or not with you").fill("I wrote this answer.")
    second = page.url
    bar.get_by_role("button", name="Decline for good").click()
    page.wait_for_url(lambda url: url != second)


def test_without_javascript_the_same_leads_from_claim_to_claim(signed_in: SignedIn, product: Any) -> None:
    page = signed_in("Ada", java_script_enabled=False)
    first = begin(page, product, "No script")
    for option in page.locator(".pair-of").all():
        option.get_by_role("radio", name="supports", exact=False).first.check()
    page.get_by_role("button", name="Record and go on").click()
    assert page.url != first
    expect(page.get_by_role("region", name="Your place in the queue No script")).to_contain_text("1 of yours done")
    page.get_by_role("button", name="Take it back").click()
    assert page.url == first
    assert page.locator(".pair-of input:checked").count() == 2
