"""The page before the live address of a source."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.pages.live_source import LONGEST_PASTED, link_of
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import (
    claim_url,
    count_rows,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
    source_url,
)

ADDRESS = "https://rules.example/refunds"
OBSERVED = "2026-02-01T08:00:00Z"


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    return make_tenant("meridian")


@pytest.fixture
def ada(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "ada", Role.REVIEWER))


def bring_in(tenant: rows.Tenant, case: str = "refund", **version: Any) -> str:
    import_bundle(tenant, simple_bundle(case, **version))
    return f"{source_url(tenant, f'{case}-source')}live/"


def frozen_text(case: str = "refund") -> str:
    return str(simple_bundle(case)["answers"][0]["text"])


def test_the_way_to_the_live_source_leads_over_a_page_that_says_what_was_judged(
    tenant: rows.Tenant, ada: Client
) -> None:
    """S2-42, its acceptance example."""
    live = bring_in(tenant, uri=ADDRESS, observed_at=OBSERVED, checksum=f"sha256:{'c' * 64}")
    source = ada.get(live.removesuffix("live/")).content.decode()
    assert f'href="{live}"' in source and f'href="{ADDRESS}"' not in source
    html = ada.get(live).content.decode()
    assert "This is not the judged text" in html
    assert "2026-02-01 08:00 UTC" in html and f"sha256:{'c' * 64}" in html and "Rules of refund" in html


def test_the_link_tells_the_live_source_nothing_and_opens_apart(tenant: rows.Tenant, ada: Client) -> None:
    html = ada.get(bring_in(tenant, uri=ADDRESS)).content.decode()
    assert f'href="{ADDRESS}" target="_blank" rel="noopener noreferrer" referrerpolicy="no-referrer"' in html


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:alert(1)",
        "data:text/html,<script>",
        "file:///etc/passwd",
        "ftp://rules.example/",
        "//rules.example/",
        "rules.example",
        "https://",
        "https:///path",
        "https://user:secret@rules.example/",
        "https://rules.example\\@evil.example/",
        "https://rules.example/a b",
        "java\tscript:alert(1)",
        "https://[::1",
        "https://rules.example:99999/",
        "https://" + "a" * 70 + ".example/",
    ],
)
def test_an_address_that_is_no_plain_web_address_is_shown_and_is_no_link(
    tenant: rows.Tenant, ada: Client, address: str
) -> None:
    link = link_of(address)
    assert link is not None and link.why_not
    html = ada.get(bring_in(tenant, uri=address)).content.decode()
    assert "no link, because" in html
    assert "Open the live source at" not in html


def test_a_host_of_another_script_is_named_as_the_browser_will_ask_for_it() -> None:
    link = link_of("https://bücher.example/")
    assert link is not None and (link.host, link.why_not) == ("xn--bcher-kva.example", "")
    assert link_of("") is None


def test_without_an_address_the_texts_can_be_compared_all_the_same(tenant: rows.Tenant, ada: Client) -> None:
    live = bring_in(tenant)
    html = ada.get(live).content.decode()
    assert "not recorded" in html and 'name="current"' in html
    assert ada.post(live, {"current": frozen_text()}).context["page"].comparison.equality == "exact"


def test_a_pasted_text_is_compared_and_nothing_of_it_is_kept(tenant: rows.Tenant, ada: Client) -> None:
    live = bring_in(tenant, uri=ADDRESS)
    before = count_rows()
    pasted = frozen_text().replace("within 2 days", "within 30 days")
    response = ada.post(live, {"current": pasted})
    assert count_rows() == before
    found = response.context["page"].comparison
    assert (found.equality, found.changes) == ("different", 1)
    assert [one.said.state for one in found.spans] == ["pass", "fail"]
    assert claim_url(tenant, "refund", "c2") in found.spans[1].cited.url
    html = response.content.decode()
    assert "<ins>30</ins>" in html and "<del>2</del>" in html


def test_the_fragment_is_the_comparison_alone(tenant: rows.Tenant, ada: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "comparison"}
    html = ada.post(bring_in(tenant), {"current": "Other."}, headers=headers).content.decode()
    assert html.startswith('<div id="comparison"') and "<html" not in html


@pytest.mark.parametrize("sent", [{}, {"current": ""}, {"current": " \r\n "}, {"other": "x"}])
def test_nothing_pasted_is_told_kindly(tenant: rows.Tenant, ada: Client, sent: dict[str, str]) -> None:
    response = ada.post(bring_in(tenant), sent)
    assert response.status_code == 422
    assert "Paste the text first" in response.content.decode()


def test_too_long_a_text_is_told_how_long_it_may_be_and_stays_in_the_field(tenant: rows.Tenant, ada: Client) -> None:
    pasted = "w" * (LONGEST_PASTED + 1)
    response = ada.post(bring_in(tenant), {"current": pasted})
    assert response.status_code == 422
    html = response.content.decode()
    assert "300,001 characters" in html and "300,000" in html and pasted in html


def test_a_form_that_is_larger_than_the_server_takes_is_refused_in_words(tenant: rows.Tenant, ada: Client) -> None:
    assert ada.post(bring_in(tenant), {"current": "w" * 1_200_000}).status_code == 413


def test_without_a_frozen_text_there_is_nothing_to_compare_with(tenant: rows.Tenant, ada: Client) -> None:
    live = bring_in(tenant, availability="withdrawn", uri=ADDRESS)
    html = ada.get(live).content.decode()
    assert "This source was withdrawn. Its words are not shown." in html and 'name="current"' not in html
    assert ada.post(live, {"current": "x"}).status_code == 422


@pytest.mark.parametrize("current", ["\0", "<script>alert(1)</script>", "\u202e", "{{ x }}", "😀" * 5_000])
def test_hostile_words_are_compared_and_drawn_as_words(tenant: rows.Tenant, ada: Client, current: str) -> None:
    response = ada.post(bring_in(tenant), {"current": current})
    assert response.status_code == 200
    assert "<script>alert" not in response.content.decode()


def test_a_masked_or_foreign_version_has_no_such_page(tenant: rows.Tenant, ada: Client) -> None:
    live = bring_in(tenant, labels=["board"], uri=ADDRESS)
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.AUDITOR, labels=("board",)))
    for client in (ada, drew):
        for address in (live, reverse("live_source", args=["0" * 32]), reverse("live_source", args=["x"])):
            assert client.get(address).status_code == client.post(address, {"current": "x"}).status_code == 404
