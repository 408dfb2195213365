"""What is due goes, what a hold keeps stays, and nothing goes before its day or on one person's word (U-29)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from lineage import lifecycle, retention
from lineage.erasure_lists import apply, list_erased, read_lines, write_line
from lineage.evidence.vocabulary import AuditRetention
from lineage.models import rows
from lineage.tasks import erase_due
from tests.lineage import canaries
from tests.lineage.canaries import protocol, reader

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = canaries.runs.make_house()
    assert not canaries.bundles.take_in(tenant, canaries.records() | {"answers": [canaries.answer()]}).problems
    return tenant


def bury(tenant: rows.Tenant, kind: AuditRetention = AuditRetention.NONE, **more: Any) -> rows.SourceVersion:
    version = protocol(tenant)
    lifecycle.tombstone(reader(tenant), version, "must go", retention=kind, **more)
    return version


def agree(tenant: rows.Tenant) -> None:
    lifecycle.request_purge(reader(tenant, "ada"), protocol(tenant), "a duty")
    lifecycle.confirm_purge(reader(tenant, "ben"), protocol(tenant), "so it is")


def test_what_nobody_decided_is_not_due(tenant: rows.Tenant) -> None:
    bury(tenant)
    (awaited,) = retention.list_awaited(tenant.pk)
    assert (awaited.due, awaited.held_by, awaited.retention) == (None, None, AuditRetention.NONE)
    lifecycle.request_purge(reader(tenant), protocol(tenant), "a duty")
    assert retention.list_due(tenant.pk, timezone.now() + MONTH) == []


@pytest.mark.parametrize("kind", list(AuditRetention))
def test_two_people_make_it_due_at_once_whatever_audit_was_to_keep(tenant: rows.Tenant, kind: AuditRetention) -> None:
    bury(tenant, kind, until=timezone.now() + MONTH if kind is AuditRetention.RESTRICTED_SNAPSHOT else None)
    agree(tenant)
    (due,) = retention.list_due(tenant.pk)
    assert due.why == retention.AGREED
    assert [erased is not None for _, erased in retention.erase_due(tenant.pk)] == [True]
    assert retention.list_due() == []
    assert list(canaries.hits(canaries.CANARY)) == []


@pytest.mark.parametrize("kind", list(AuditRetention))
def test_the_date_of_the_newest_tombstone_makes_it_due(tenant: rows.Tenant, kind: AuditRetention) -> None:
    until = timezone.now() + MONTH
    bury(tenant, AuditRetention.RESTRICTED_SNAPSHOT, until=until - timedelta(days=10))
    bury(tenant, kind, until=until)
    assert retention.list_due(tenant.pk, until - timedelta(seconds=1)) == []
    (due,) = retention.list_due(tenant.pk, until)
    assert (due.why, due.due, due.retention) == (retention.DATED, until, kind)


def test_a_hold_on_another_version_of_the_source_keeps_it_and_its_release_lets_it_go(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    other = rows.SourceVersion.objects.create(tenant=tenant, source=version.source, version="2")
    lifecycle.hold(reader(tenant), other, "a court asks")
    agree(tenant)
    (awaited,) = retention.list_awaited(tenant.pk)
    assert awaited.held_by == "2"
    erase_due()
    assert list(canaries.hits(canaries.CANARY)) != []
    lifecycle.release(reader(tenant), other, "over")
    erase_due()
    assert list(canaries.hits(canaries.CANARY)) == []
    assert version.events.filter(event="purged").count() == 1


def test_what_was_declined_after_all_stays(tenant: rows.Tenant) -> None:
    bury(tenant)
    agree(tenant)
    lifecycle.decline_purge(reader(tenant, "cleo"), protocol(tenant), "no")
    assert list(retention.erase_due(tenant.pk)) == []


def test_what_came_deleted_and_is_still_here_goes_when_two_people_agree() -> None:
    tenant = canaries.runs.make_house()
    source = canaries.source(availability="deleted")
    value = canaries.records()
    value["sources"][0] = source
    assert not canaries.bundles.take_in(tenant, value).problems
    agree(tenant)
    assert [erased is not None for _, erased in retention.erase_due(tenant.pk)] == [True]
    assert list(canaries.hits()) == []


def test_the_list_of_what_was_erased_here_can_be_asked_from_a_day_on(tenant: rows.Tenant) -> None:
    version = bury(tenant, AuditRetention.METADATA_ONLY)
    agree(tenant)
    erase_due()
    foreign = rows.SourceVersion.objects.create(tenant=tenant, source=version.source, version="0")
    rows.SourceEvent.objects.create(tenant=tenant, version=foreign, event="purged", at=timezone.now(), reason="there")
    (entry,) = list_erased(tenant.pk)
    assert (entry.source, entry.version, entry.retention) == ("protocol", "1", AuditRetention.METADATA_ONLY)
    assert read_lines([write_line(entry), ""]) == [entry]
    assert list(list_erased(since=timezone.now() + MONTH)) == []
    assert [applied.outcome for applied in apply([entry])] == ["erased already"]


def test_the_job_works_tenant_by_tenant_and_counts_what_is_late(tenant: rows.Tenant) -> None:
    bury(tenant)
    agree(tenant)
    mill = canaries.runs.make_house("mill")
    assert retention.list_due(mill.pk) == []
    assert retention.count_overdue() == 0
    assert retention.count_overdue(timezone.now() + timedelta(days=2)) == 1
