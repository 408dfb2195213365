"""What people do to a version: each verb is an event, its rows and one audit event, or is refused in words (7.3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from lineage import ledger, lifecycle
from lineage.access import NotAllowed, NotVisible, Reader
from lineage.aliases import CURRENT, find_named, list_history
from lineage.evidence.vocabulary import (
    AuditRetention,
    InvalidationStatus,
    InvalidationTarget,
    Role,
    SourceEventKind,
)
from lineage.lifecycle import NotPossible
from lineage.models import rows
from lineage.source_standing import find_current
from tests.lineage import runs

pytestmark = pytest.mark.django_db
OLD = datetime(2026, 1, 1, tzinfo=UTC)
TITLE = "The quiet refund handbook"


@pytest.fixture
def tenant() -> rows.Tenant:
    """Two versions of a cited source, and a draft of a third."""
    tenant = runs.make_house()
    source = runs.cite_words(tenant)
    rows.SourceVersion.objects.create(tenant=tenant, source=source, version="3", draft=True, title=TITLE)
    return tenant


def version(tenant: rows.Tenant, name: str = "2") -> rows.SourceVersion:
    return rows.SourceVersion.objects.select_related("source").get(tenant=tenant, version=name)


def who(tenant: rows.Tenant, actor: str = "ada", role: Role = Role.ADMINISTRATOR) -> Reader:
    return Reader(actor, tenant.pk, tenant.key, frozenset({role}), frozenset())


def kinds(tenant: rows.Tenant, name: str = "2") -> list[str]:
    return list(version(tenant, name).events.order_by("id").values_list("event", flat=True))


def last_audit(tenant: rows.Tenant) -> rows.AuditEvent:
    found = rows.AuditEvent.objects.filter(tenant=tenant).select_related("payload").order_by("-seq").first()
    assert found is not None
    return found


def bury(tenant: rows.Tenant, **more: Any) -> rows.SourceEvent:
    asked = {"retention": AuditRetention.NONE} | more
    return lifecycle.tombstone(who(tenant), version(tenant), "must go", **asked)


def test_publishing_moves_current_and_replaces_what_held(tenant: rows.Tenant) -> None:
    draft, before = version(tenant, "3"), timezone.now()
    lifecycle.publish(who(tenant), version(tenant, "3"), "approved")
    assert kinds(tenant, "3") == ["activated"]
    assert kinds(tenant, "2") == ["superseded"]
    assert find_current(draft.source_id) == draft
    assert find_named(draft.source_id, CURRENT, timezone.now()) == draft
    assert find_named(draft.source_id, CURRENT, before) is None
    assert last_audit(tenant).verb == "source_published"
    assert rows.Run.objects.filter(version=draft).exists()


def test_the_alias_tells_what_it_meant_when(tenant: rows.Tenant) -> None:
    source = version(tenant).source
    rows.Alias.objects.create(tenant=tenant, source=source, alias=CURRENT, version=version(tenant), at=OLD)
    event = lifecycle.publish(who(tenant), version(tenant, "3"))
    assert find_named(source.pk, CURRENT, event.at - timedelta(seconds=1)) == version(tenant, "2")
    lifecycle.withdraw(who(tenant), version(tenant, "3"), "a mistake")
    assert find_named(source.pk, CURRENT, timezone.now()) == version(tenant, "2")
    lifecycle.restore(who(tenant), version(tenant, "3"), "no mistake")
    assert [named.version for named in list_history(source.pk)] == ["3", "2", "3", "2"]


def test_withdrawing_and_restoring_are_events_with_reason_actor_and_audit(tenant: rows.Tenant) -> None:
    event = lifecycle.withdraw(who(tenant, "iris", Role.RESPONDER), version(tenant).public_id, "wrong numbers")
    assert (event.event, event.actor, event.reason) == ("withdrawn", "iris", "wrong numbers")
    recorded = last_audit(tenant)
    assert (recorded.verb, recorded.actor) == ("source_withdrawn", "iris")
    assert recorded.subject == f"source_version:{version(tenant).public_id}"
    assert find_current(event.version.source_id) == version(tenant, "1")
    lifecycle.restore(who(tenant, "iris", Role.RESPONDER), version(tenant), "corrected")
    assert kinds(tenant) == ["withdrawn", "restored"]
    assert ledger.verify(tenant) == []


def test_the_same_again_gives_the_event_that_was_recorded_and_other_words_are_refused(tenant: rows.Tenant) -> None:
    first = lifecycle.withdraw(who(tenant), version(tenant), "wrong numbers")
    assert lifecycle.withdraw(who(tenant), version(tenant), "wrong numbers") == first
    with pytest.raises(NotPossible, match="is withdrawn"):
        lifecycle.withdraw(who(tenant, "ben"), version(tenant), "wrong numbers")
    assert kinds(tenant) == ["withdrawn"]


def test_a_tombstone_says_what_audit_keeps_and_asks_index_and_pages_to_forget(tenant: rows.Tenant) -> None:
    until = timezone.now() + timedelta(days=30)
    event = bury(tenant, retention=AuditRetention.RESTRICTED_SNAPSHOT, until=until, legal_basis="GDPR 17")
    stone = rows.Tombstone.objects.get(event=event)
    assert (stone.audit_retention, stone.retention_until, stone.legal_basis) == (
        "restricted_snapshot",
        until,
        "GDPR 17",
    )
    asked = dict(rows.Invalidation.objects.filter(event=event).values_list("target", "status"))
    assert asked == {"index_removal": "requested", "render_invalidation": "requested"}
    again = bury(tenant, retention=AuditRetention.RESTRICTED_SNAPSHOT, until=until, legal_basis="GDPR 17")
    assert again == event
    assert bury(tenant, retention=AuditRetention.METADATA_ONLY) != event
    assert kinds(tenant) == ["tombstoned", "tombstoned"]


def test_a_draft_may_be_deleted_and_not_withdrawn(tenant: rows.Tenant) -> None:
    with pytest.raises(NotPossible, match="draft"):
        lifecycle.withdraw(who(tenant), version(tenant, "3"), "no")
    lifecycle.tombstone(who(tenant), version(tenant, "3"), "no", retention=AuditRetention.NONE)
    with pytest.raises(NotPossible, match="new version"):
        lifecycle.publish(who(tenant), version(tenant, "3"))


@pytest.mark.parametrize(
    ("retention", "until", "words"),
    [
        (AuditRetention.RESTRICTED_SNAPSHOT, None, "until when"),
        (AuditRetention.NONE, timedelta(days=6), "7 days ahead"),
        (AuditRetention.METADATA_ONLY, timedelta(days=-1), "7 days ahead"),
    ],
)
def test_one_person_alone_sets_no_near_date(
    tenant: rows.Tenant, retention: AuditRetention, until: timedelta | None, words: str
) -> None:
    with pytest.raises(NotPossible, match=words):
        bury(tenant, retention=retention, until=timezone.now() + until if until else None)
    assert kinds(tenant) == []


def test_index_removal_is_confirmed_by_evidence_only(tenant: rows.Tenant) -> None:
    target = InvalidationTarget.INDEX_REMOVAL
    with pytest.raises(NotPossible, match="no tombstone"):
        lifecycle.record_invalidation(who(tenant), version(tenant), target, InvalidationStatus.UNCONFIRMED, "")
    bury(tenant)
    with pytest.raises(NotPossible, match="what shows"):
        lifecycle.record_invalidation(who(tenant), version(tenant), target, InvalidationStatus.CONFIRMED, " ")
    lifecycle.record_invalidation(who(tenant), version(tenant), target, InvalidationStatus.CONFIRMED, "ticket 7")
    lifecycle.record_invalidation(who(tenant), version(tenant), target, InvalidationStatus.CONFIRMED, "ticket 7")
    newest = rows.Invalidation.objects.filter(target=target.value).order_by("-id")
    assert [(one.status, one.evidence) for one in newest] == [("confirmed", "ticket 7"), ("requested", "")]
    assert last_audit(tenant).verb == "invalidation_recorded"


def test_erasure_takes_two_people_and_one_may_take_it_back(tenant: rows.Tenant) -> None:
    ada, ben = who(tenant), who(tenant, "ben", Role.POLICY_ADMIN)
    with pytest.raises(NotPossible, match="Delete it first"):
        lifecycle.request_purge(ada, version(tenant), "legal duty")
    bury(tenant)
    lifecycle.request_purge(ada, version(tenant), "legal duty")
    with pytest.raises(NotPossible, match="nobody erases alone"):
        lifecycle.confirm_purge(ada, version(tenant), "yes")
    agreed = lifecycle.confirm_purge(ben, version(tenant), "yes")
    assert lifecycle.confirm_purge(ben, version(tenant), "yes") == agreed
    assert (agreed.event, last_audit(tenant).verb) == (SourceEventKind.PURGE_REQUESTED.value, "erasure_agreed")
    lifecycle.decline_purge(ada, version(tenant), "not yet")
    with pytest.raises(NotPossible, match="Nobody has asked"):
        lifecycle.confirm_purge(ben, version(tenant), "yes")


def test_a_hold_is_set_and_released_on_the_version_it_stands_on(tenant: rows.Tenant) -> None:
    lifecycle.hold(who(tenant), version(tenant), "a court asks")
    with pytest.raises(NotPossible, match="No legal hold"):
        lifecycle.release(who(tenant), version(tenant, "1"), "over")
    lifecycle.release(who(tenant), version(tenant), "over")
    assert kinds(tenant) == ["held", "released"]


CHANGES: dict[str, Callable[[Reader, Any], Any]] = {
    "publish": lambda reader, version: lifecycle.publish(reader, version),
    "withdraw": lambda reader, version: lifecycle.withdraw(reader, version, "r"),
    "restore": lambda reader, version: lifecycle.restore(reader, version, "r"),
    "invalidate": lambda reader, version: lifecycle.record_invalidation(
        reader, version, InvalidationTarget.INDEX_REMOVAL, InvalidationStatus.UNCONFIRMED, ""
    ),
}
ERASURES: dict[str, Callable[[Reader, Any], Any]] = {
    "tombstone": lambda reader, version: lifecycle.tombstone(reader, version, "r", retention=AuditRetention.NONE),
    "hold": lambda reader, version: lifecycle.hold(reader, version, "r"),
    "release": lambda reader, version: lifecycle.release(reader, version, "r"),
    "request": lambda reader, version: lifecycle.request_purge(reader, version, "r"),
    "decline": lambda reader, version: lifecycle.decline_purge(reader, version, "r"),
    "confirm": lambda reader, version: lifecycle.confirm_purge(reader, version, "r"),
}


@pytest.mark.parametrize("verb", [*CHANGES, *ERASURES])
def test_who_may_not_is_refused_and_a_foreign_version_looks_missing(tenant: rows.Tenant, verb: str) -> None:
    act = (CHANGES | ERASURES)[verb]
    refused = [Role.REVIEWER, Role.AUDITOR, *([Role.RESPONDER] if verb in ERASURES else [])]
    for role in refused:
        with pytest.raises(NotAllowed):
            act(who(tenant, role=role), version(tenant))
    mill = runs.make_house("mill")
    for asked in (version(tenant), version(tenant).public_id, "0" * 32, "\0"):
        with pytest.raises(NotVisible):
            act(who(mill), asked)
    assert kinds(tenant) == []


@pytest.mark.parametrize(
    ("reason", "words"),
    [("", "Give a reason"), (" ", "Give a reason"), ("x" * 1001, "at most"), ("a\0b", "NUL"), (TITLE.upper(), "title")],
)
def test_a_reason_is_needed_is_short_and_names_no_title(tenant: rows.Tenant, reason: str, words: str) -> None:
    with pytest.raises(NotPossible, match=words):
        lifecycle.hold(who(tenant), version(tenant, "3"), reason)
    assert kinds(tenant, "3") == []


def test_what_came_withdrawn_is_not_restored(tenant: rows.Tenant) -> None:
    source = version(tenant).source
    rows.SourceVersion.objects.create(tenant=tenant, source=source, version="4", availability="withdrawn")
    with pytest.raises(NotPossible, match="came withdrawn"):
        lifecycle.restore(who(tenant), version(tenant, "4"), "please")


def test_a_version_that_was_just_added_is_published_in_the_transaction_that_adds_it(tenant: rows.Tenant) -> None:
    source, now = version(tenant).source, timezone.now()
    row = rows.SourceVersion.objects.create(
        tenant=tenant, source=source, version="4", supersedes="2", ingested_at=now, valid_from=now
    )
    lifecycle.publish_in(row, "iris", now)
    assert (kinds(tenant, "4"), kinds(tenant, "2"), kinds(tenant, "1")) == (["activated"], ["superseded"], [])
    assert [named.version for named in list_history(source.pk)] == ["4"]
