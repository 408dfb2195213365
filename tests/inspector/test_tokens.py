"""Tokens for programs: shown once, kept as a digest, and no more than their person may do."""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from inspector import tokens
from inspector.models import rows as opinions
from inspector.readers import as_reader
from lineage import ledger
from lineage.access import NotVisible, Reader
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import make_member, make_tenant, signed_in

pytestmark = pytest.mark.django_db

FORM = {"name": "nightly build", "scopes": ["read"], "days": "30"}
SECRET = re.compile(r"ei_[A-Za-z0-9_-]{43}")


@pytest.fixture
def meridian() -> rows.Tenant:
    return make_tenant("meridian")


def reader_of(user: Any) -> Reader:
    return as_reader(user.memberships.select_related("tenant").get())


def made(client: Client, **changes: Any) -> str:
    """A token, as its page shows it."""
    response = client.post(reverse("tokens"), FORM | changes)
    assert response.status_code == 200, response.content.decode()
    (secret,) = SECRET.findall(response.content.decode())
    return str(secret)


def refused(client: Client, **changes: Any) -> str:
    response = client.post(reverse("tokens"), FORM | changes)
    assert response.status_code == 422
    assert not opinions.ApiToken.objects.filter(name__startswith="refused").exists()
    return str(response.content.decode())


def test_a_token_is_shown_by_the_answer_to_the_form_and_never_again(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    response = client.post(reverse("tokens"), FORM)
    (secret,) = SECRET.findall(response.content.decode())
    assert response.headers["Cache-Control"] == "no-store"
    again = client.get(reverse("tokens")).content.decode()
    assert "nightly build" in again and secret[:9] in again
    assert secret not in again and not SECRET.search(again)
    assert secret not in str(dict(client.session.items()))


def test_a_token_has_256_random_bits_and_its_digest_alone_is_kept(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    secret, other = made(client), made(client, name="another")
    assert secret != other and len(secret.removeprefix("ei_")) * 6 >= 256
    row = opinions.ApiToken.objects.get(name="nightly build")
    assert bytes(row.digest) == sha256(secret.encode()).digest()
    assert (row.prefix, row.scopes) == (secret[:9], ["read"])
    assert row.expires_at - row.created_at == timedelta(days=30)


def test_making_and_revoking_are_in_the_ledger_without_the_token_and_its_digest(meridian: rows.Tenant) -> None:
    iris = make_member(meridian, "iris", Role.RESPONDER)
    client = signed_in(iris)
    secret = made(client)
    row = opinions.ApiToken.objects.get()
    client.post(reverse("token_revoke", args=[row.public_id]))
    events = list(rows.AuditEvent.objects.filter(tenant=meridian).order_by("seq"))
    assert [(event.verb, event.subject) for event in events] == [
        ("token_made", f"token:{row.public_id}"),
        ("token_revoked", f"token:{row.public_id}"),
    ]
    assert {event.actor for event in events} == {reader_of(iris).actor}
    for event in events:
        payload = ledger.read_payload(event).decode()
        assert "nightly build" in payload
        assert secret[3:] not in payload and bytes(row.digest).hex() not in payload and row.prefix not in payload
    assert not ledger.verify(meridian)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "   "},
        {"name": "refused\0"},
        {"name": "refused\nline"},
        {"name": "refused\u202e"},
        {"name": "x" * 101},
        {"scopes": []},
        {"scopes": ["everything"]},
        {"scopes": ["read", "\0"]},
        {"days": "0"},
        {"days": "366"},
        {"days": "-1"},
        {"days": "1.5"},
        {"days": ""},
        {"days": "9" * 5_000},
        {"days": "٣"},
    ],
    ids=ascii,
)
def test_a_form_that_does_not_fit_is_refused_beside_its_field_and_leaves_nothing(
    meridian: rows.Tenant, changes: dict[str, Any]
) -> None:
    html = refused(signed_in(make_member(meridian, "iris", Role.RESPONDER)), **changes)
    (field,) = changes
    assert f'id="{field}-error"' in html
    assert not opinions.ApiToken.objects.exists() and not rows.AuditEvent.objects.exists()


def test_nobody_makes_a_token_for_more_than_their_roles_allow(meridian: rows.Tenant) -> None:
    ada = signed_in(make_member(meridian, "ada", Role.REVIEWER))
    assert 'value="sources_write"' not in ada.get(reverse("tokens")).content.decode()
    assert "your roles do not allow this" in refused(ada, scopes=["read", "sources_write"]).lower()
    assert not opinions.ApiToken.objects.exists()


def test_the_same_form_sent_again_makes_no_second_token(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    made(client)
    assert "a token of this name" in refused(client).lower()
    assert opinions.ApiToken.objects.count() == 1
    client.post(reverse("token_revoke", args=[opinions.ApiToken.objects.get().public_id]))
    made(client)


def test_one_person_has_at_most_twenty_tokens_in_force(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    for number in range(20):
        made(client, name=f"program {number}")
    assert "20 tokens" in refused(client, name="refused: one more")


def test_each_sees_their_own_tokens_and_an_administrator_those_of_the_tenant(meridian: rows.Tenant) -> None:
    iris, otto = make_member(meridian, "iris", Role.RESPONDER), make_member(meridian, "otto", Role.AUDITOR)
    adam = make_member(meridian, "adam", Role.ADMINISTRATOR)
    drew = make_member(make_tenant("halcyon"), "drew", Role.ADMINISTRATOR)
    for person, name in ((iris, "of iris"), (otto, "of otto"), (drew, "of drew")):
        made(signed_in(person), name=name)
    pages = {one.username: signed_in(one).get(reverse("tokens")).content.decode() for one in (iris, otto, adam, drew)}
    seen = {name: set(re.findall(r"of (iris|otto|drew)<", html)) for name, html in pages.items()}
    assert seen == {"iris": {"iris"}, "otto": {"otto"}, "adam": {"iris", "otto"}, "drew": {"drew"}}


def test_a_token_of_another_is_missing_to_all_but_the_tenants_administrators(meridian: rows.Tenant) -> None:
    made(signed_in(make_member(meridian, "iris", Role.RESPONDER)))
    address = reverse("token_revoke", args=[opinions.ApiToken.objects.get().public_id])
    otto = make_member(meridian, "otto", Role.AUDITOR)
    drew = make_member(make_tenant("halcyon"), "drew", Role.ADMINISTRATOR)
    for person in (otto, drew):
        assert signed_in(person).get(address).status_code == 404
        assert signed_in(person).post(address).status_code == 404
    assert opinions.ApiToken.objects.get().revoked_at is None
    adam = signed_in(make_member(meridian, "adam", Role.ADMINISTRATOR))
    assert adam.post(address).status_code == 302
    assert opinions.ApiToken.objects.get().revoked_at is not None


def test_revoking_asks_first_and_a_get_revokes_nothing(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    made(client)
    row = opinions.ApiToken.objects.get()
    address = reverse("token_revoke", args=[row.public_id])
    assert address in client.get(reverse("tokens")).content.decode()
    assert "Revoke it" in client.get(address).content.decode()
    assert opinions.ApiToken.objects.get().revoked_at is None
    assert client.post(address).status_code == 302
    first = opinions.ApiToken.objects.get().revoked_at
    assert client.post(address).status_code == 302
    assert opinions.ApiToken.objects.get().revoked_at == first
    assert rows.AuditEvent.objects.filter(verb="token_revoked").count() == 1


def test_a_token_is_nobodys_once_it_expired_was_revoked_or_its_person_left(meridian: rows.Tenant) -> None:
    iris = make_member(meridian, "iris", Role.RESPONDER)
    now = timezone.now()
    secret = tokens.make_token(reader_of(iris), "nightly", ["read"], 1, now).secret
    bearer = tokens.find_bearer(secret, now)
    assert bearer is not None and bearer.reader == reader_of(iris) and bearer.scopes == {"read"}
    assert tokens.find_bearer(secret, now + timedelta(days=1)) is None
    for near in (secret[:-1], secret + "A", secret.swapcase(), "", "ei_", "ei_" + "A" * 43, secret + "\n", "é" * 46):
        assert tokens.find_bearer(near, now) is None, ascii(near)
    iris.is_active = False
    iris.save()
    assert tokens.find_bearer(secret, now) is None
    iris.is_active = True
    iris.save()
    assert tokens.find_bearer(secret, now) is not None
    tokens.revoke_token(reader_of(iris), opinions.ApiToken.objects.get().public_id, now)
    assert tokens.find_bearer(secret, now) is None


def test_roles_of_the_day_count_and_not_those_of_the_day_it_was_made(meridian: rows.Tenant) -> None:
    iris = make_member(meridian, "iris", Role.RESPONDER)
    now = timezone.now()
    secret = tokens.make_token(reader_of(iris), "nightly", ["read", "sources_write"], 1, now).secret
    iris.memberships.update(roles=["auditor"])
    bearer = tokens.find_bearer(secret, now)
    assert bearer is not None and bearer.reader.roles == {Role.AUDITOR}
    assert "not today: the role is missing" in signed_in(iris).get(reverse("tokens")).content.decode()


def test_use_is_written_at_most_once_a_minute(meridian: rows.Tenant) -> None:
    now = timezone.now()
    secret = tokens.make_token(reader_of(make_member(meridian, "iris", Role.RESPONDER)), "n", ["read"], 1, now).secret
    statements = []
    for seconds in (0, 1, 59, 60):
        with CaptureQueriesContext(connection) as captured:
            tokens.find_bearer(secret, now + timedelta(seconds=seconds))
        statements.append(sum(query["sql"].startswith("UPDATE") for query in captured))
    assert statements == [1, 0, 0, 1]
    assert opinions.ApiToken.objects.get().used_at == now + timedelta(seconds=60)


def test_who_has_no_role_has_no_tokens(meridian: rows.Tenant) -> None:
    noor = reader_of(make_member(meridian, "noor"))
    with pytest.raises(NotVisible):
        tokens.make_token(noor, "nightly", ["read"], 1, timezone.now())
    with pytest.raises(NotVisible):
        tokens.tokens_of(noor)


def test_a_name_from_outside_is_text_on_the_page(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "iris", Role.RESPONDER))
    made(client, name='<b>"bold"</b>')
    html = client.get(reverse("tokens")).content.decode()
    assert "<b>" not in html and "&lt;b&gt;" in html
    row = opinions.ApiToken.objects.get()
    assert "<b>" not in client.get(reverse("token_revoke", args=[row.public_id])).content.decode()


def test_the_page_takes_as_many_statements_for_twenty_tokens_as_for_one(meridian: rows.Tenant) -> None:
    client = signed_in(make_member(meridian, "adam", Role.ADMINISTRATOR))
    made(client)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("tokens"))
        counts.append(len(captured))
        for number in range(10):
            if len(counts) == 1:
                made(client, name=f"program {number}")
    assert counts[0] == counts[1] <= 8
