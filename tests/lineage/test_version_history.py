"""Where the versions of a source stand, and which of them holds."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from lineage.access import Reader
from lineage.evidence.vocabulary import Role, SourceEventKind
from lineage.models import rows
from lineage.version_history import VersionState, read_histories, read_history

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def tenant(db: Any) -> rows.Tenant:
    return rows.Tenant.objects.create(key="meridian", name="Meridian")


@pytest.fixture
def source(tenant: rows.Tenant) -> Any:
    return make_source(tenant, "rules")


def make_source(tenant: rows.Tenant, key: str) -> Any:
    row = rows.Source(tenant=tenant, key=key)
    row.save()
    return row


def make_version(source: Any, version: str, day: int, **fields: Any) -> Any:
    row = rows.SourceVersion(
        tenant=source.tenant, source=source, version=version, valid_from=DAY + timedelta(days=day), **fields
    )
    row.save()
    return row


def happen(version: Any, event: SourceEventKind, at: datetime | None = None) -> None:
    rows.SourceEvent(
        tenant=version.tenant, version=version, event=event.value, at=at or timezone.now(), reason="so it is"
    ).save()


def reader_of(tenant: rows.Tenant, *labels: str, role: Role = Role.REVIEWER) -> Reader:
    return Reader("a" * 16, tenant.pk, tenant.key, frozenset({role}), frozenset(labels))


def states(tenant: rows.Tenant, source: Any, *labels: str) -> list[tuple[str, VersionState]]:
    return [(one.row.version, one.state) for one in read_history(reader_of(tenant, *labels), source.pk)]


def test_the_newest_version_holds_and_the_one_before_it_is_replaced(tenant: rows.Tenant, source: Any) -> None:
    make_version(source, "2", 10, supersedes="1")
    make_version(source, "1", 0)
    assert states(tenant, source) == [("1", VersionState.SUPERSEDED), ("2", VersionState.CURRENT)]


def test_a_draft_replaces_nothing_until_it_is_published(tenant: rows.Tenant, source: Any) -> None:
    make_version(source, "1", 0)
    draft = make_version(source, "2", 10, supersedes="1", draft=True)
    assert states(tenant, source) == [("1", VersionState.CURRENT), ("2", VersionState.DRAFT)]
    happen(draft, SourceEventKind.ACTIVATED)
    assert states(tenant, source) == [("1", VersionState.SUPERSEDED), ("2", VersionState.CURRENT)]


def test_what_was_withdrawn_holds_no_longer_and_what_it_replaced_holds_again(tenant: rows.Tenant, source: Any) -> None:
    make_version(source, "1", 0)
    newer = make_version(source, "2", 10, supersedes="1")
    happen(newer, SourceEventKind.WITHDRAWN)
    assert states(tenant, source) == [("1", VersionState.CURRENT), ("2", VersionState.WITHDRAWN)]
    happen(newer, SourceEventKind.RESTORED)
    assert states(tenant, source)[1] == ("2", VersionState.CURRENT)


@pytest.mark.parametrize(
    ("event", "state"),
    [(SourceEventKind.TOMBSTONED, VersionState.DELETED), (SourceEventKind.PURGED, VersionState.ERASED)],
)
def test_what_was_deleted_or_erased_says_which(
    tenant: rows.Tenant, source: Any, event: SourceEventKind, state: VersionState
) -> None:
    happen(make_version(source, "1", 0), event)
    assert states(tenant, source) == [("1", state)]


def test_what_is_to_happen_later_has_not_happened(tenant: rows.Tenant, source: Any) -> None:
    happen(make_version(source, "1", 0), SourceEventKind.WITHDRAWN, timezone.now() + timedelta(days=1))
    assert states(tenant, source) == [("1", VersionState.CURRENT)]


def test_that_a_newer_version_is_closed_to_the_reader_makes_no_older_one_current(
    tenant: rows.Tenant, source: Any
) -> None:
    make_version(source, "1", 0)
    closed = make_version(source, "2", 10, supersedes="1")
    rows.SourceLabel(tenant=tenant, version=closed, label="board").save()
    assert states(tenant, source) == [("1", VersionState.SUPERSEDED)]
    assert len(states(tenant, source, "board")) == 2


def test_events_come_with_their_reasons_in_their_order(tenant: rows.Tenant, source: Any) -> None:
    version = make_version(source, "1", 0)
    happen(version, SourceEventKind.RESTORED, DAY + timedelta(days=3))
    happen(version, SourceEventKind.WITHDRAWN, DAY + timedelta(days=1))
    (one,) = read_history(reader_of(tenant), source.pk)
    assert [event.kind for event in one.events] == [SourceEventKind.WITHDRAWN, SourceEventKind.RESTORED]
    assert one.events[0].reason == "so it is"


def test_several_sources_take_two_statements(tenant: rows.Tenant, django_assert_num_queries: Any) -> None:
    sources = [make_source(tenant, f"s{number}") for number in range(5)]
    for source in sources:
        make_version(source, "1", 0)
    with django_assert_num_queries(2):
        found = read_histories(reader_of(tenant), [source.pk for source in sources])
    assert set(found) == {source.pk for source in sources}


def test_the_versions_of_another_tenant_are_none(tenant: rows.Tenant, source: Any) -> None:
    make_version(source, "1", 0)
    other = rows.Tenant.objects.create(key="halcyon", name="Halcyon")
    assert read_history(reader_of(other), source.pk) == ()
