"""What one tenant sees does not depend on what another holds (G2), and a foreign id answers as a missing one (G3)."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse

from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.golden import load_cases
from tests.inspector.making import (
    Answered,
    answered,
    claim_url,
    crawl,
    filled_form,
    import_bundle,
    make_member,
    make_tenant,
    signed_in,
    simple_bundle,
    source_url,
)

pytestmark = pytest.mark.django_db

MISSING = "0123456789abcdef0123456789abcdef"
EVERY_ROLE = tuple(Role)
MOMENT = re.compile(r'<time datetime="([^"]+)">[^<]*</time>')
# Ids are random, and so are the pseudonyms that people's handles in forms are made of.
PUBLIC_ID = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{16})(?![0-9a-f])")
# File names of downloads have the beginning of one.
BEGINNING = re.compile(r"-[0-9a-f]{8}(?=\.)")
SEARCHES = ("archived", "refund", "museum", "inspection", "%", "_", "\\", "'", "İ")
STARTS = (
    "/",
    "/cases/",
    *(f"/cases/?search={quote(words)}" for words in SEARCHES),
    "/cases/?decision=blocked",
    "/cases/?rule=origin/quote-mismatch&owner=application",
    "/help/",
    "/imports/",
    f"/claims/{MISSING}/",
    f"/sources/{MISSING}/",
    "/no-such-page/",
    "/sign-in/?next=/cases/",
)


def load_meridian() -> rows.Tenant:
    """The demonstration's answers, and keys that Halcyon uses too."""
    meridian = make_tenant("meridian")
    make_member(meridian, "ada", Role.REVIEWER)
    for case in load_cases():
        if case.demo:
            import_bundle(meridian, case.bundle, case.as_of)
    import_bundle(meridian, simple_bundle("museum", claims=3))
    return meridian


def load_halcyon(*roles: Role) -> tuple[rows.Tenant, Any]:
    """A few answers with claims, and more than a page of them without."""
    halcyon = make_tenant("halcyon")
    drew = make_member(halcyon, "drew", *roles, labels=("public",))
    import_bundle(halcyon, simple_bundle("museum"))
    many = [
        {"case": {"key": f"silence-{number}"}, "response_version": "1", "answered_at": "2026-11-01T10:00:00Z"}
        for number in range(60)
    ]
    import_bundle(halcyon, {"schema": "evidence-inspector/1", "answers": many})
    (thirty,) = [case for case in load_cases() if case.name == "origin/thirty-days"]
    import_bundle(halcyon, thirty.bundle, thirty.as_of)
    return halcyon, drew


def upload(bundle: dict[str, Any]) -> dict[str, Any]:
    return {"files": SimpleUploadedFile("museum.json", json.dumps(bundle).encode())}


def seen_by_drew(*, beside_meridian: bool) -> list[tuple[str, Answered]]:
    """All that Drew meets, public ids named by the order in which they appear; the database is left as it was.

    Moments of this run and the salted end of the ledger are masked: they differ from one run to the next by themselves.
    """
    begun = datetime.now(UTC).replace(second=0, microsecond=0)
    with transaction.atomic():
        if beside_meridian:
            load_meridian()
        halcyon, drew = load_halcyon(*EVERY_ROLE)
        head = bytes(rows.LedgerHead.objects.get(tenant=halcyon).hash).hex()
        client = signed_in(drew)
        seen = crawl(client, *STARTS, source_url(halcyon, "museum-source"))
        colliding = client.post(reverse("imports"), upload(simple_bundle("museum", claims=3)))
        judged = client.post(f"{claim_url(halcyon, 'museum')}verdicts/", {"coverage": "supported"})
        seen |= {"POST imports": answered(colliding), "POST verdicts": answered(judged)}
        transaction.set_rollback(True)
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"public-id-{len(names)}")

    def masked(body: str) -> str:
        for part in (head, head[:8], head[8:]):
            body = body.replace(part, "end of the ledger")
        return MOMENT.sub(lambda found: "now" if datetime.fromisoformat(found[1]) >= begun else found[0], body)

    return [
        (
            PUBLIC_ID.sub(name, address),
            Answered(
                page.status,
                {header: BEGINNING.sub("-", PUBLIC_ID.sub(name, value)) for header, value in page.headers.items()},
                PUBLIC_ID.sub(name, masked(page.body)),
            ),
        )
        for address, page in seen.items()
    ]


def test_every_page_of_drew_is_the_same_with_and_without_the_data_of_another_tenant() -> None:
    alone, beside = seen_by_drew(beside_meridian=False), seen_by_drew(beside_meridian=True)
    assert [address for address, _ in alone] == [address for address, _ in beside]
    differing = [address for (address, page), (_, other) in zip(alone, beside, strict=True) if page != other]
    assert not differing
    assert len(alone) > len(STARTS) + 15, "the crawl followed no links"
    assert {page.status for _, page in alone} <= {200, 302, 404, 422}


@pytest.fixture
def strangers() -> dict[str, Any]:
    """Drew, and addresses of Meridian's claim and source."""
    meridian = make_tenant("meridian")
    import_bundle(meridian, simple_bundle())
    _, drew = load_halcyon(Role.REVIEWER)
    ada = make_member(meridian, "ada", Role.REVIEWER)
    claim = claim_url(meridian, "refund")
    return {
        "claim": claim,
        "source": source_url(meridian, "refund-source"),
        "form": filled_form(signed_in(ada), claim),
        "drew": signed_in(drew),
        "ada": signed_in(ada),
    }


def with_id(address: str, id: str) -> str:
    first, _, rest = address.removeprefix("/").partition("/")
    return f"/{first}/{id}/{rest.partition('/')[2]}"


@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true", "HX-Target": "evidence"}], ids=["page", "fragment"])
def test_a_foreign_id_answers_exactly_as_a_missing_one(strangers: dict[str, Any], htmx: dict[str, str]) -> None:
    drew = strangers["drew"]
    for address in (strangers["claim"], f"{strangers['claim']}?span=x1&stage=1", strangers["source"]):
        id = address.split("/")[2]
        assert strangers["ada"].get(address).status_code == 200
        foreign = answered(drew.get(address, headers=htmx), id)
        missing = answered(drew.get(with_id(address, MISSING), headers=htmx), MISSING)
        assert foreign == missing
        assert foreign.status == 404


@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true", "HX-Target": "verdict"}], ids=["page", "fragment"])
def test_a_verdict_on_a_foreign_claim_is_refused_as_one_on_a_missing_claim(
    strangers: dict[str, Any], htmx: dict[str, str]
) -> None:
    """G4."""
    drew, form = strangers["drew"], strangers["form"]
    id = strangers["claim"].split("/")[2]
    foreign = answered(drew.post(f"{strangers['claim']}verdicts/", form, headers=htmx), id)
    missing = answered(drew.post(f"/claims/{MISSING}/verdicts/", form, headers=htmx), MISSING)
    assert foreign == missing
    assert foreign.status == 404
    assert not rows.AuditEvent.objects.filter(verb="record_verdict").exists()


# Arabic-Indic digits, a lone surrogate in bytes, the wrong length, capitals, SQL and template marks.
MALFORMED = (
    "%00",
    f"{MISSING}%00",
    "a" * 10_000,
    "٠١٢٣",
    "%ED%A0%80",
    "1",
    "-1",
    "9" * 40,
    MISSING.upper(),
    "' OR 1=1 --",
    "{{ 1 }}",
    "%",
    "%25",
    " ",
)


@pytest.mark.parametrize("id", MALFORMED, ids=lambda id: ascii(id[:12]))
def test_a_malformed_id_is_a_page_that_does_not_exist(strangers: dict[str, Any], id: str) -> None:
    ada = strangers["ada"]
    for address in (strangers["claim"], strangers["source"]):
        assert ada.get(with_id(address, id)).status_code == 404
    assert ada.post(f"{with_id(strangers['claim'], id)}verdicts/", strangers["form"]).status_code == 404


def test_the_import_of_another_tenants_keys_neither_clashes_nor_joins(strangers: dict[str, Any]) -> None:
    """The same case, source and artifact keys with other words are two tenants' own."""
    halcyon = rows.Tenant.objects.get(key="halcyon")
    member = make_member(halcyon, "dora", Role.RESPONDER)
    other = simple_bundle("refund", claims=3, title="Halcyon's own")
    assert signed_in(member).post(reverse("imports"), upload(other)).status_code == 200
    own = signed_in(member).get(source_url(halcyon, "refund-source")).content.decode()
    assert "Halcyon&#x27;s own" in own
    assert "Halcyon" not in strangers["ada"].get(strangers["source"]).content.decode()
