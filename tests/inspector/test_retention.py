"""The retention page: what is due, what is held, who waits for whom; a dry run that changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from inspector.readers import as_reader
from lineage.access import Reader
from lineage.evidence.vocabulary import AuditRetention, Role
from lineage.lifecycle import confirm_purge, hold, request_purge, tombstone
from lineage.models import rows
from tests.inspector.making import count_rows, import_bundle, make_member, make_tenant, signed_in, simple_bundle
from tests.inspector.reading import words_of

pytestmark = pytest.mark.django_db
REASON = "the contract ended"
LATER = datetime(2199, 3, 31, tzinfo=UTC)


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant("meridian")
    for case in ("refund", "museum", "ferry"):
        import_bundle(tenant, simple_bundle(case))
    return tenant


@pytest.fixture
def adam(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "adam", Role.ADMINISTRATOR)


@pytest.fixture
def petra(tenant: rows.Tenant) -> Any:
    return make_member(tenant, "petra", Role.POLICY_ADMIN)


def reader(user: Any) -> Reader:
    return as_reader(user.memberships.select_related("tenant").get())


def version_of(tenant: rows.Tenant, case: str) -> Any:
    return rows.SourceVersion.objects.get(tenant=tenant, source__key=f"{case}-source")


def read(client: Client) -> str:
    return words_of(client.get(reverse("retention")).content.decode())


def test_an_empty_house_says_where_to_begin(adam: Any) -> None:
    said = read(signed_in(adam))
    assert "No version of a source was deleted, and no legal hold stands" in said and "All sources" in said


def test_what_has_a_day_what_is_held_and_what_waits_stand_apart(tenant: rows.Tenant, adam: Any, petra: Any) -> None:
    own = reader(adam)
    dated, held, asked = (version_of(tenant, case) for case in ("refund", "museum", "ferry"))
    tombstone(own, dated, REASON, retention=AuditRetention.RESTRICTED_SNAPSHOT, until=LATER)
    tombstone(own, held, REASON, retention=AuditRetention.NONE)
    hold(own, held, "case 12")
    tombstone(own, asked, REASON, retention=AuditRetention.NONE)
    request_purge(own, asked, REASON)
    before = count_rows()
    said = read(signed_in(petra))
    assert "ferry-source, version 1 : asked for by Adam" in said and "agree or leave it" in said
    assert "refund-source, version 1 has a day" in said and "2199-03-31" in said
    assert "museum-source, version 1 held" in said and "case 12" in said
    assert "Nothing: no version is due" in said
    assert said.count("asked for by") == 1 and "removed from the index asked for" in said
    assert "Rules of" not in said, "what was taken away has no title here"
    assert count_rows() == before
    assert "another person has to agree" in read(signed_in(adam)), "who asked is told why they cannot agree"


def test_what_is_due_is_counted_before_it_is_erased(tenant: rows.Tenant, adam: Any, petra: Any) -> None:
    import_bundle(tenant, simple_bundle("dock", raw_text="As it came."))
    version = version_of(tenant, "dock")
    tombstone(reader(adam), version, REASON, retention=AuditRetention.NONE)
    request_purge(reader(adam), version, REASON)
    confirm_purge(reader(petra), version, "I agree")
    said = read(signed_in(petra))
    assert "1 version is due" in said and "two people agreed" in said
    assert "1 erased: retained bytes" in said
    assert "kept, because something that lives on has the same bytes" in said
    assert "Nobody has asked for an erasure" in said


def test_a_version_with_a_label_that_one_lacks_is_counted_and_not_named(tenant: rows.Tenant, adam: Any) -> None:
    import_bundle(tenant, simple_bundle("board", labels=["board"]))
    tombstone(reader(adam), version_of(tenant, "board"), REASON, retention=AuditRetention.NONE)
    hold(reader(adam), version_of(tenant, "board"), "case 13")
    said = read(signed_in(make_member(tenant, "pia", Role.POLICY_ADMIN)))
    assert "1 more deleted version has an access label" in said
    assert "board-source" not in said and "case 13" not in said
    assert "board-source" in read(signed_in(make_member(tenant, "otto", Role.AUDITOR)))


@pytest.mark.parametrize("role", list(Role), ids=str)
def test_it_is_for_who_erases_and_who_audits_and_only_their_pages_lead_to_it(tenant: rows.Tenant, role: Role) -> None:
    client = signed_in(make_member(tenant, "somebody", role))
    may = role in (Role.ADMINISTRATOR, Role.POLICY_ADMIN, Role.AUDITOR)
    assert client.get(reverse("retention")).status_code == (200 if may else 403)
    assert (f'href="{reverse("retention")}"' in client.get("/cases/").content.decode()) is may


def test_an_auditor_reads_and_is_offered_nothing_to_do(tenant: rows.Tenant, adam: Any) -> None:
    version = version_of(tenant, "refund")
    tombstone(reader(adam), version, REASON, retention=AuditRetention.NONE)
    request_purge(reader(adam), version, REASON)
    html = signed_in(make_member(tenant, "otto", Role.AUDITOR)).get(reverse("retention")).content.decode()
    assert "asked for by Adam" in words_of(html)
    assert "/life/" not in html and "/forgotten/" not in html
