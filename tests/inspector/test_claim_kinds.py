"""The kind of a claim that came without one: given by a person, appended, and the newest counts."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from inspector.claim_kinds import GIVABLE, NotGivable, give_kind, kind_of, newest_kind, read_kinds
from inspector.models import rows as opinions
from inspector.readers import as_reader
from lineage.access import NotAllowed, Reader
from lineage.evidence.vocabulary import ClaimKind, Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in, simple_bundle

pytestmark = pytest.mark.django_db


def bundle(kind: str | None) -> dict[str, Any]:
    made = simple_bundle()
    for claim in made["answers"][0]["claims"]:
        claim.pop("kind", None)
        if kind is not None:
            claim["kind"] = kind
    return made


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, bundle(None))
    return tenant


def claim_of(tenant: rows.Tenant, key: str = "c1") -> rows.Claim:
    found: rows.Claim = rows.Claim.objects.get(tenant=tenant, key=key)
    return found


def who(tenant: rows.Tenant, name: str, role: Role = Role.REVIEWER) -> Reader:
    return as_reader(make_member(tenant, name, role).memberships.get())


def test_a_claim_without_a_kind_has_the_one_that_was_given_last(tenant: rows.Tenant) -> None:
    claim, ada, ben = claim_of(tenant), who(tenant, "ada"), who(tenant, "ben")
    assert kind_of(claim) is ClaimKind.UNCLASSIFIED
    give_kind(ada, claim, ClaimKind.QUOTATION)
    give_kind(ben, claim, ClaimKind.PARAPHRASE)
    assert kind_of(claim) is ClaimKind.PARAPHRASE
    assert rows.Claim.objects.annotate(given=newest_kind()).get(pk=claim.pk).given == "paraphrase"
    claim.refresh_from_db()
    assert claim.kind == ClaimKind.UNCLASSIFIED
    assert list(opinions.ClaimKindGiven.objects.order_by("id").values_list("actor", "kind")) == [
        (ada.actor, "quotation"),
        (ben.actor, "paraphrase"),
    ]


def test_many_kinds_are_read_in_one_statement_and_recorded_ones_in_none(tenant: rows.Tenant) -> None:
    give_kind(who(tenant, "ada"), claim_of(tenant), ClaimKind.DERIVED)
    claims = list(rows.Claim.objects.filter(tenant=tenant).order_by("ordinal"))
    with CaptureQueriesContext(connection) as captured:
        found = read_kinds(claims)
    assert [found[claim.pk] for claim in claims] == [ClaimKind.DERIVED, ClaimKind.UNCLASSIFIED]
    assert len(captured) == 1
    other = make_tenant("harbour")
    import_bundle(other, bundle("paraphrase"))
    recorded = claim_of(other)
    with CaptureQueriesContext(connection) as captured:
        assert kind_of(recorded) is ClaimKind.PARAPHRASE
    assert len(captured) == 0


def test_saying_the_same_again_appends_nothing_and_each_giving_is_in_the_ledger(tenant: rows.Tenant) -> None:
    claim, ada = claim_of(tenant), who(tenant, "ada")
    first = give_kind(ada, claim, ClaimKind.QUOTATION)
    assert give_kind(ada, claim, ClaimKind.QUOTATION).pk == first.pk
    events = rows.AuditEvent.objects.filter(verb="claim_kind_given")
    assert events.values_list("actor", "subject").get() == (ada.actor, f"claim:{claim.public_id}")


def test_a_kind_that_came_with_the_claim_is_not_given_another_and_not_recorded_is_no_kind(tenant: rows.Tenant) -> None:
    ada = who(tenant, "ada")
    with pytest.raises(NotGivable):
        give_kind(ada, claim_of(tenant), ClaimKind.UNCLASSIFIED)
    elsewhere = bundle("paraphrase")
    elsewhere["answers"][0]["case"]["key"] = "x"
    import_bundle(tenant, elsewhere)
    recorded = rows.Claim.objects.get(tenant=tenant, answer__case__key="x", key="c1")
    with pytest.raises(NotGivable, match="paraphrase"):
        give_kind(ada, recorded, ClaimKind.QUOTATION)
    assert not opinions.ClaimKindGiven.objects.exists()


def test_who_does_not_judge_gives_no_kind(tenant: rows.Tenant) -> None:
    with pytest.raises(NotAllowed):
        give_kind(who(tenant, "otto", Role.AUDITOR), claim_of(tenant), ClaimKind.QUOTATION)


def test_every_kind_but_not_recorded_can_be_given() -> None:
    assert set(GIVABLE) == set(ClaimKind) - {ClaimKind.UNCLASSIFIED}


def test_from_the_page_it_leads_back_to_the_claim(tenant: rows.Tenant) -> None:
    claim = claim_of(tenant)
    client = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    address = reverse("claim_kind", args=[claim.public_id])
    answered = client.post(address, {"kind": "derived"})
    assert (answered.status_code, answered["Location"]) == (303, f"/claims/{claim.public_id}/#verdict")
    assert kind_of(claim) is ClaimKind.DERIVED
    assert client.get(address).status_code == 405
    by_htmx = client.post(address, {"kind": "synthesis"}, headers={"HX-Request": "true"})
    assert (by_htmx.status_code, by_htmx["HX-Redirect"]) == (204, f"/claims/{claim.public_id}/#verdict")


def test_the_claim_page_offers_it_to_who_judges_where_the_claim_came_without_one(tenant: rows.Tenant) -> None:
    claim = claim_of(tenant)
    address, page = reverse("claim_kind", args=[claim.public_id]), reverse("claim", args=[claim.public_id])
    ada, otto = (
        signed_in(make_member(tenant, name, role)) for name, role in (("ada", Role.REVIEWER), ("otto", Role.AUDITOR))
    )
    assert address in ada.get(page).content.decode() and address not in otto.get(page).content.decode()
    ada.post(address, {"kind": "derived"})
    assert "given the kind derived: give another one" in ada.get(page).content.decode()
    recorded = make_tenant("harbour")
    import_bundle(recorded, bundle("paraphrase"))
    ben, other = signed_in(make_member(recorded, "ben", Role.REVIEWER)), claim_of(recorded)
    assert "/kind/" not in ben.get(reverse("claim", args=[other.public_id])).content.decode()


@pytest.mark.parametrize("sent", ["", "unclassified", "no such kind", "quo\0tation", "é" * 500])
def test_what_is_no_kind_is_refused_in_words(tenant: rows.Tenant, sent: str) -> None:
    client = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    answered = client.post(reverse("claim_kind", args=[claim_of(tenant).public_id]), {"kind": sent})
    assert answered.status_code == 422 and "Choose one of the kinds" in answered.content.decode()
    assert not opinions.ClaimKindGiven.objects.exists()


def test_a_claim_of_another_tenant_is_missing(tenant: rows.Tenant) -> None:
    drew = signed_in(make_member(make_tenant("halcyon"), "drew", Role.REVIEWER))
    address = reverse("claim_kind", args=[claim_of(tenant).public_id])
    assert drew.post(address, {"kind": "derived"}).status_code == 404
