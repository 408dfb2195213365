"""Publishing a policy: one more revision, or nothing; of two people at once one is told what the other wrote."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection, transaction

from lineage import ledger
from lineage.access import NotAllowed, NotVisible, Reader
from lineage.evidence.digests import digest_bytes, digest_from_raw
from lineage.evidence.reading import PayloadProblems, load_json
from lineage.evidence.vocabulary import PolicyKind, Role
from lineage.models import rows
from lineage.policies import ensure_policies, newest_policy
from lineage.publishing import NotPublishable, Overtaken, newest_of_series, publish
from tests.conftest import CommittedDatabase
from tests.lineage.making import make_tenant

SENTENCES = {"sentences": ["Read the passage.", "Then judge."]}
OTHERS = {"sentences": ["Judge first."]}


def house(key: str = "harbour") -> rows.Tenant:
    tenant = make_tenant(key)
    with transaction.atomic():
        ensure_policies(tenant.pk)
    return tenant


def who(tenant: rows.Tenant, role: Role = Role.POLICY_ADMIN, actor: str = "pia") -> Reader:
    return Reader(actor, tenant.pk, tenant.key, frozenset({role}), frozenset())


@pytest.fixture
def tenant(db: None) -> rows.Tenant:
    return house()


def guideline(tenant: rows.Tenant) -> rows.Policy:
    return newest_policy(tenant.pk, PolicyKind.GUIDELINE)


def test_a_revision_is_appended_with_author_and_digest_and_the_one_before_stays(tenant: rows.Tenant) -> None:
    before = guideline(tenant)
    body = before.body.get_bytes()
    saved, is_new = publish(who(tenant), before, SENTENCES, before.public_id)
    assert is_new and (saved.name, saved.revision, saved.author) == ("default", 2, "pia")
    assert saved.body.get_bytes() == b'{"sentences":["Read the passage.","Then judge."]}'
    assert digest_from_raw(bytes(saved.digest)) == digest_bytes(saved.body.get_bytes())
    assert guideline(tenant).pk == saved.pk
    before.refresh_from_db()
    assert (before.revision, before.body.get_bytes()) == (1, body)


def test_its_audit_event_names_both_digests(tenant: rows.Tenant) -> None:
    before = guideline(tenant)
    saved = publish(who(tenant), before, SENTENCES, before.public_id).policy
    event = rows.AuditEvent.objects.select_related("payload").get(tenant=tenant, verb="policy_published")
    assert (event.actor, event.subject) == ("pia", f"policy:{saved.public_id}")
    payload: Any = load_json(ledger.read_payload(event))
    assert payload == {
        "kind": "guideline",
        "name": "default",
        "revision": 2,
        "digest": digest_from_raw(bytes(saved.digest)),
        "follows": digest_from_raw(bytes(before.digest)),
    }


def test_the_same_words_as_the_newest_append_nothing(tenant: rows.Tenant) -> None:
    before = guideline(tenant)
    first = publish(who(tenant), before, SENTENCES, before.public_id)
    again = publish(who(tenant), before, SENTENCES, first.policy.public_id)
    assert (again.policy.pk, again.is_new) == (first.policy.pk, False)
    # The same form sent twice still names the revision before: what it wants is in force.
    assert publish(who(tenant), before, SENTENCES, before.public_id) == again
    assert rows.AuditEvent.objects.filter(verb="policy_published").count() == 1


def test_words_of_an_earlier_revision_can_be_published_again(tenant: rows.Tenant) -> None:
    first = guideline(tenant)
    second = publish(who(tenant), first, SENTENCES, first.public_id).policy
    third = publish(who(tenant), first, load_json(first.body.get_bytes()), second.public_id)
    assert third.is_new and third.policy.revision == 3 and bytes(third.policy.digest) == bytes(first.digest)


def test_who_saw_an_earlier_one_is_told_of_the_newest_and_nothing_is_written(tenant: rows.Tenant) -> None:
    first = guideline(tenant)
    second = publish(who(tenant), first, SENTENCES, first.public_id).policy
    for seen in (first.public_id, "", "x\0", second.public_id.upper()):
        with pytest.raises(Overtaken) as caught:
            publish(who(tenant), first, OTHERS, seen)
        assert caught.value.newest.pk == second.pk
    assert newest_of_series(first).pk == second.pk


def test_each_normalization_has_a_series_of_its_own(tenant: rows.Tenant) -> None:
    printed = rows.Policy.objects.get(tenant=tenant, name="printed")
    saved = publish(who(tenant), printed, {"operations": ["trim"]}, printed.public_id).policy
    assert (saved.name, saved.revision) == ("printed", 2)
    assert newest_policy(tenant.pk, PolicyKind.NORMALIZATION).revision == 1


def test_a_gate_is_not_published_and_what_is_no_body_is_refused(tenant: rows.Tenant) -> None:
    gate = newest_policy(tenant.pk, PolicyKind.GATE)
    with pytest.raises(NotPublishable, match="gate"):
        publish(who(tenant), gate, {"levels": {}}, gate.public_id)
    with pytest.raises(PayloadProblems):
        publish(who(tenant), guideline(tenant), {"sentences": []}, guideline(tenant).public_id)
    assert not rows.AuditEvent.objects.filter(verb="policy_published").exists()


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.POLICY_ADMIN], ids=str)
def test_only_a_policy_administrator_publishes(tenant: rows.Tenant, role: Role) -> None:
    with pytest.raises(NotAllowed):
        publish(who(tenant, role), guideline(tenant), SENTENCES, guideline(tenant).public_id)


def test_a_policy_of_another_tenant_is_missing(tenant: rows.Tenant) -> None:
    theirs = guideline(house("halcyon"))
    with pytest.raises(NotVisible):
        publish(who(tenant), theirs, SENTENCES, theirs.public_id)


@pytest.mark.parametrize("same", [True, False], ids=["the same words", "other words"])
def test_of_two_people_at_the_same_moment_one_publishes(committed_db: CommittedDatabase, same: bool) -> None:
    tenant = house()
    first, both = guideline(tenant), Barrier(2)
    came: list[tuple[str, Any]] = []

    def ask(actor: str, value: dict[str, list[str]]) -> None:
        both.wait()
        try:
            came.append(("published", publish(who(tenant, actor=actor), first, value, first.public_id)))
        except Overtaken as overtaken:
            came.append(("overtaken", overtaken.newest))
        finally:
            connection.close()

    sent = (("pia", SENTENCES), ("paul", SENTENCES if same else OTHERS))
    threads = [Thread(target=ask, args=one) for one in sent]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    newest = newest_of_series(first)
    assert (len(came), newest.revision) == (2, 2)
    assert rows.AuditEvent.objects.filter(verb="policy_published").count() == 1
    if same:
        assert sorted(found.is_new for _, found in came) == [False, True]
        assert {found.policy.pk for _, found in came} == {newest.pk}
    else:
        assert sorted(how for how, _ in came) == ["overtaken", "published"]
        assert dict(came)["overtaken"].pk == newest.pk
