"""Which version of a source holds today, and which were taken away."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lineage.evidence.vocabulary import SourceEventKind
from lineage.models import rows
from lineage.source_standing import find_current, find_taken_away
from tests.lineage import runs

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 11, 1, tzinfo=UTC)


def source_with(*given: dict[str, Any]) -> rows.Source:
    tenant = runs.make_house()
    source = rows.Source.objects.create(tenant=tenant, key="terms")
    for values in given:
        rows.SourceVersion.objects.create(tenant=tenant, source=source, **values)
    return source


def happened(version: rows.SourceVersion, *kinds: str, at: datetime = DAY) -> None:
    for number, kind in enumerate(kinds):
        rows.SourceEvent.objects.create(
            tenant=version.tenant, version=version, event=kind, at=at + timedelta(days=number)
        )


def current(source: rows.Source) -> str | None:
    found = find_current(source.pk)
    return found.version if found is not None else None


def test_the_version_that_no_other_replaces_holds() -> None:
    assert current(source_with({"version": "2", "supersedes": "1"}, {"version": "1"})) == "2"
    assert current(rows.Source.objects.create(tenant=runs.make_house("mill"), key="none")) is None


def test_of_several_the_newest_by_date_holds_then_the_one_recorded_last() -> None:
    dated = [{"version": "b", "valid_from": DAY}, {"version": "a", "valid_from": DAY - timedelta(days=1)}]
    assert current(source_with(*dated)) == "b"
    mill = runs.make_house("mill")
    source = rows.Source.objects.create(tenant=mill, key="terms")
    for name in ("x", "y"):
        rows.SourceVersion.objects.create(tenant=mill, source=source, version=name, recorded_at=DAY)
    assert current(source) == "y"


def test_a_draft_replaces_nothing_and_holds_nowhere() -> None:
    assert current(source_with({"version": "1"}, {"version": "2", "supersedes": "1", "draft": True})) == "1"


def test_where_the_newest_was_taken_away_the_one_before_holds_again() -> None:
    source = source_with({"version": "1"}, {"version": "2", "supersedes": "1"})
    second = source.versions.get(version="2")
    happened(second, "withdrawn")
    assert current(source) == "1"
    happened(second, "restored", at=DAY + timedelta(days=1))
    assert current(source) == "2"


@pytest.mark.parametrize(
    ("events", "kind"),
    [
        ([], None),
        (["activated", "superseded", "held", "released"], None),
        (["withdrawn"], SourceEventKind.WITHDRAWN),
        (["tombstoned"], SourceEventKind.TOMBSTONED),
        (["tombstoned", "purged"], SourceEventKind.PURGED),
        (["withdrawn", "restored"], None),
        (["withdrawn", "restored", "tombstoned"], SourceEventKind.TOMBSTONED),
    ],
)
def test_the_last_event_says_whether_a_version_was_taken_away(
    events: list[str], kind: SourceEventKind | None
) -> None:
    version = source_with({"version": "1"}).versions.get()
    happened(version, *events)
    assert find_taken_away([version.pk]) == ({version.pk: kind} if kind else {})


@pytest.mark.parametrize("availability", ["withdrawn", "deleted", "available", "access_blocked"])
def test_a_version_may_come_withdrawn_or_deleted(availability: str) -> None:
    version = source_with({"version": "1", "availability": availability}).versions.get()
    assert bool(find_taken_away([version.pk])) is (availability in ("withdrawn", "deleted"))


def test_what_is_to_happen_later_has_not_happened() -> None:
    version = source_with({"version": "1"}).versions.get()
    happened(version, "withdrawn", at=datetime(2999, 1, 1, tzinfo=UTC))
    assert find_taken_away([version.pk]) == {}
