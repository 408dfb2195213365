"""What people do to a version from pages: who may, what is said first, who was faster, and that twice is once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.reading import words_of

pytestmark = pytest.mark.django_db
REASON = "the owner asked us to stop using it"
DELETION = {"reason": REASON, "retention": "none", "legal_basis": "contract 7"}


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, simple_bundle())
    return tenant


@pytest.fixture
def version(tenant: rows.Tenant) -> Any:
    return rows.SourceVersion.objects.get(tenant=tenant)


@pytest.fixture
def iris(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "iris", Role.RESPONDER))


@pytest.fixture
def adam(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "adam", Role.ADMINISTRATOR))


@pytest.fixture
def petra(tenant: rows.Tenant) -> Client:
    return signed_in(make_member(tenant, "petra", Role.POLICY_ADMIN))


def url_of(version: Any, deed: str) -> str:
    return reverse("lifecycle_deed", args=[version.public_id, deed])


def seen_by(client: Client, version: Any, deed: str) -> str:
    """The hidden field of the form as a browser sends it back."""
    found = re.search(r'name="seen" value="([^"]+)"', client.get(url_of(version, deed)).content.decode())
    assert found is not None, f"the page of {deed} has no form"
    return found[1]


def do(client: Client, version: Any, deed: str, **fields: str) -> Any:
    form = {"reason": REASON, "seen": seen_by(client, version, deed)} | fields
    return client.post(url_of(version, deed), form)


def events(version: Any) -> list[str]:
    return list(rows.SourceEvent.objects.filter(version=version).order_by("id").values_list("event", flat=True))


def page_of(client: Client, version: Any) -> str:
    return words_of(client.get(reverse("source", args=[version.public_id])).content.decode())


def test_the_page_says_what_follows_and_how_much_rests_on_it_before_anything_happens(
    version: Any, iris: Client
) -> None:
    before = count_rows()
    said = words_of(iris.get(url_of(version, "withdraw")).content.decode())
    assert "At once nobody but auditors reads its words" in said and "It can be restored at any time" in said
    assert "1 answers that were given it" in said and "2 claims that rest on it" in said
    assert count_rows() == before


def test_a_withdrawal_is_recorded_with_its_reason_and_leads_back_to_the_version(version: Any, iris: Client) -> None:
    response = do(iris, version, "withdraw")
    assert (response.status_code, response["Location"]) == (303, reverse("source", args=[version.public_id]) + "#life")
    assert events(version) == ["withdrawn"]
    said = page_of(iris, version)
    assert "withdrawn" in said and REASON in said and "Rules of refund" not in said
    assert "Restore this version" in said and "Withdraw this version" not in said


def test_without_a_reason_nothing_is_recorded_and_the_form_says_so(version: Any, iris: Client) -> None:
    response = do(iris, version, "withdraw", reason="  ")
    assert response.status_code == 422 and "say why" in response.content.decode().lower()
    assert events(version) == []


def test_a_reason_that_names_the_title_is_refused_because_it_would_outlive_it(version: Any, iris: Client) -> None:
    response = do(iris, version, "withdraw", reason="Rules of refund is wrong")
    assert response.status_code == 422 and "Leave title and address out" in response.content.decode()
    assert events(version) == []


def test_the_same_form_twice_is_one_event(version: Any, iris: Client) -> None:
    form = {"reason": REASON, "seen": seen_by(iris, version, "withdraw")}
    assert [iris.post(url_of(version, "withdraw"), form).status_code for _ in range(2)] == [303, 303]
    assert events(version) == ["withdrawn"]


def test_who_was_slower_is_told_so_and_nothing_is_recorded(version: Any, iris: Client, adam: Client) -> None:
    form = {"reason": "for another reason", "seen": seen_by(adam, version, "withdraw")}
    do(iris, version, "withdraw")
    response = adam.post(url_of(version, "withdraw"), form)
    assert response.status_code == 409 and "Somebody changed this version" in response.content.decode()
    assert events(version) == ["withdrawn"]


def test_what_cannot_be_done_now_has_no_form_and_says_why(version: Any, iris: Client) -> None:
    said = iris.get(url_of(version, "restore")).content.decode()
    assert "It is not withdrawn" in said and "<textarea" not in said
    assert iris.post(url_of(version, "restore"), {"reason": REASON, "seen": "active-0"}).status_code == 422


def test_a_restored_version_is_shown_again(version: Any, iris: Client) -> None:
    do(iris, version, "withdraw")
    do(iris, version, "restore", reason="the owner agreed")
    assert events(version) == ["withdrawn", "restored"]
    assert "Rules of refund" in page_of(iris, version)


@pytest.mark.parametrize(
    ("deed", "allowed"),
    [
        ("withdraw", {Role.RESPONDER, Role.ADMINISTRATOR}),
        ("delete", {Role.ADMINISTRATOR, Role.POLICY_ADMIN}),
        ("hold", {Role.ADMINISTRATOR, Role.POLICY_ADMIN}),
        ("ask-erasure", {Role.ADMINISTRATOR, Role.POLICY_ADMIN}),
    ],
)
def test_each_deed_is_for_those_who_may_and_their_pages_alone_lead_to_it(
    tenant: rows.Tenant, version: Any, deed: str, allowed: set[Role]
) -> None:
    before = count_rows()
    for role in Role:
        client = signed_in(make_member(tenant, f"of-{role.value}", role))
        assert client.get(url_of(version, deed)).status_code == (200 if role in allowed else 403), role
        if role not in allowed:
            assert client.post(url_of(version, deed), {"reason": REASON}).status_code == 403, role
            assert url_of(version, deed) not in client.get(reverse("source", args=[version.public_id])).content.decode()
    assert count_rows() == before


def test_an_unknown_deed_and_a_foreign_version_do_not_exist(version: Any, adam: Client) -> None:
    other = make_tenant("halcyon")
    drew = signed_in(make_member(other, "drew", Role.ADMINISTRATOR))
    assert adam.get(url_of(version, "purge")).status_code == 404
    assert drew.get(url_of(version, "withdraw")).status_code == 404
    assert drew.post(url_of(version, "withdraw"), {"reason": REASON}).status_code == 404


def test_a_deletion_says_what_audit_keeps_until_when_and_why(version: Any, adam: Client) -> None:
    for fields, message in (
        ({"retention": ""}, "say what audit keeps"),
        ({"retention": "restricted_snapshot"}, "say until which day"),
        ({"retention": "restricted_snapshot", "until": "tomorrow"}, "year-month-day"),
        ({"retention": "restricted_snapshot", "until": "2020-01-01"}, "7 days ahead"),
    ):
        response = do(adam, version, "delete", **(DELETION | fields))
        assert response.status_code == 422 and message.lower() in response.content.decode().lower()
    assert events(version) == []
    kept = DELETION | {"retention": "restricted_snapshot", "until": "2199-03-31"}
    assert do(adam, version, "delete", **kept).status_code == 303
    said = page_of(adam, version)
    assert "a snapshot for auditors" in said and "2199-03-31" in said and "contract 7" in said
    assert "removed from the index asked for" in said


def test_an_erasure_takes_two_people_and_the_first_sees_why_not(version: Any, adam: Client, petra: Client) -> None:
    do(adam, version, "delete", **DELETION)
    do(adam, version, "ask-erasure")
    assert "You asked for it yourself" in page_of(adam, version)
    alone = adam.get(url_of(version, "agree-erasure")).content.decode()
    assert "You asked for it yourself" in alone and "<textarea" not in alone
    asked = words_of(petra.get(url_of(version, "agree-erasure")).content.decode())
    assert "asked for by Adam" in asked and "You are the second person" in asked and "What its erasure takes" in asked
    assert do(petra, version, "agree-erasure", reason="I agree").status_code == 303
    assert events(version).count(SourceEventKind.PURGE_REQUESTED.value) == 2
    assert "Asked for by Adam, agreed to by you" in page_of(petra, version)


def test_what_was_asked_for_can_be_declined(version: Any, adam: Client, petra: Client) -> None:
    do(adam, version, "delete", **DELETION)
    do(adam, version, "ask-erasure")
    assert do(petra, version, "decline-erasure", reason="it is needed in court").status_code == 303
    assert "erasure asked for By" not in page_of(petra, version)
    assert "Ask for its erasure" in page_of(petra, version)


def test_a_hold_is_set_and_released_and_hides_nothing(version: Any, petra: Client) -> None:
    do(petra, version, "hold", reason="case 12")
    said = page_of(petra, version)
    assert "legal hold" in said and "Rules of refund" in said
    do(petra, version, "release", reason="case 12 is closed")
    assert events(version) == ["held", "released"]


def test_that_an_index_has_forgotten_it_is_recorded_only_with_what_shows_it(version: Any, adam: Client) -> None:
    do(adam, version, "delete", **DELETION)
    url = reverse("lifecycle_forgotten", args=[version.public_id])
    form = {"target": "index_removal", "status": "confirmed", "evidence": ""}
    assert adam.post(url, form).status_code == 422
    assert adam.post(url, {}).status_code == 422
    form["evidence"] = "ticket 41: looked up, no points left"
    assert [adam.post(url, form).status_code for _ in range(2)] == [303, 303]
    assert rows.Invalidation.objects.filter(status="confirmed").count() == 1
    assert "ticket 41" in page_of(adam, version)


@pytest.mark.parametrize("sent", ["\0", "x" * 5_000, "<script>alert(1)</script>", "\u202e", "{{ x }}"])
def test_hostile_words_are_refused_or_drawn_as_words(version: Any, adam: Client, sent: str) -> None:
    for deed in ("withdraw", "delete", "hold"):
        fields = {"reason": sent, "legal_basis": sent, "until": sent, "retention": sent, "seen": sent}
        response = adam.post(url_of(version, deed), fields)
        assert response.status_code in (409, 422)
        assert "<script>alert" not in response.content.decode()
    assert adam.post(reverse("lifecycle_forgotten", args=[version.public_id]), {"target": sent}).status_code == 422
