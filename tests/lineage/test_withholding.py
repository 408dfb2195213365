"""Which versions and texts a reader must not be shown now, from rows, by few statements."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.access import Reader
from lineage.dossiers import known_sources
from lineage.evidence.vocabulary import AuditRetention, Role, Withheld
from lineage.models import rows
from lineage.withholding import (
    find_withheld,
    find_withheld_artifacts,
    find_withheld_ids,
    find_withholdings,
    find_withholdings_among,
)
from tests.lineage import bundles
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 11, 1, tzinfo=UTC)
NOW = DAY + timedelta(days=10)


@pytest.fixture
def tenant() -> rows.Tenant:
    """A house with one source in five versions, and a chunk and a bullet that were made from the first one's text."""
    tenant = make_tenant()
    versions = [{"version": str(number)} for number in range(1, 5)]
    versions.append({"version": "5", "availability": "archived"})
    chunk = bundles.artifact("chunk", kind="chunk", origin="derived", source=None, version=None)
    other = bundles.artifact("other", "Returns are free.", version="2")
    step = {"key": "cut", "kind": "chunking", "mediation": "deterministic"}
    step |= {"derivations": [{"input": "passage", "output": "chunk"}]}
    report = bundles.take_in(
        tenant,
        bundles.bundle(
            sources=[bundles.source("terms", *versions)],
            artifacts=[bundles.artifact(), chunk, other],
            transformations=[step],
        ),
    )
    assert not report.problems
    return tenant


def reader(tenant: rows.Tenant, role: Role = Role.REVIEWER) -> Reader:
    return Reader("ada", tenant.pk, tenant.key, frozenset({role}), frozenset())


def happened(tenant: rows.Tenant, name: str, *kinds: str) -> rows.SourceEvent:
    version = rows.SourceVersion.objects.get(tenant=tenant, version=name)
    made = [
        rows.SourceEvent.objects.create(tenant=tenant, version=version, event=kind, at=DAY + timedelta(days=number))
        for number, kind in enumerate(kinds)
    ]
    return made[-1]


def buried(tenant: rows.Tenant, name: str, kind: AuditRetention, until: datetime | None = None) -> None:
    event = happened(tenant, name, "tombstoned")
    rows.Tombstone.objects.create(
        tenant=tenant, version=event.version, event=event, audit_retention=kind, retention_until=until
    )


def by_name(tenant: rows.Tenant, found: dict[int, Any]) -> dict[str, Any]:
    names = dict(rows.SourceVersion.objects.filter(tenant=tenant).values_list("id", "version"))
    return {names[id]: value for id, value in found.items()}


def ids(tenant: rows.Tenant) -> list[int]:
    return list(rows.SourceVersion.objects.filter(tenant=tenant).values_list("id", flat=True))


def test_rows_and_dossier_say_the_same_of_every_version(tenant: rows.Tenant) -> None:
    happened(tenant, "1", "withdrawn")
    buried(tenant, "2", AuditRetention.RESTRICTED_SNAPSHOT, NOW + timedelta(days=1))
    buried(tenant, "3", AuditRetention.METADATA_ONLY)
    read = known_sources(tenant.pk, ["terms"])
    gone = {"1": Withheld.WITHDRAWN, "2": Withheld.DELETED, "3": Withheld.DELETED, "5": Withheld.ARCHIVED}
    for who, wanted in (
        (None, gone),
        (reader(tenant), gone),
        (reader(tenant, Role.ADMINISTRATOR), gone),
        (reader(tenant, Role.AUDITOR), {"3": Withheld.DELETED, "5": Withheld.ARCHIVED}),
    ):
        assert by_name(tenant, find_withheld(ids(tenant), who, NOW)) == wanted
        stored = by_name(tenant, find_withholdings(ids(tenant), who, NOW))
        among = find_withholdings_among(tenant.pk, read, who, NOW)
        assert {name: one for (_, name), one in among.items()} == stored


def test_it_costs_two_statements_and_nothing_beside_a_dossier(tenant: rows.Tenant) -> None:
    happened(tenant, "1", "withdrawn")
    with CaptureQueriesContext(connection) as asked:
        find_withheld(ids(tenant), reader(tenant), NOW)
    assert len(asked) == 3  # one of them lists the ids
    read = known_sources(tenant.pk, ["terms"])
    with CaptureQueriesContext(connection) as asked:
        find_withholdings_among(tenant.pk, read, reader(tenant), NOW)
        find_withholdings_among(tenant.pk, read, reader(tenant, Role.AUDITOR), NOW)
    assert len(asked) == 0
    buried(tenant, "2", AuditRetention.NONE)
    read = known_sources(tenant.pk, ["terms"])
    with CaptureQueriesContext(connection) as asked:
        find_withholdings_among(tenant.pk, read, reader(tenant, Role.AUDITOR), NOW)
    assert len(asked) == 1


def test_texts_of_a_withheld_version_and_all_made_from_them_are_withheld(tenant: rows.Tenant) -> None:
    keys = ["passage", "chunk", "other", "nobody"]
    with CaptureQueriesContext(connection) as asked:
        assert find_withheld_artifacts(tenant.pk, keys, reader(tenant), NOW) == {}
    assert len(asked) == 1
    happened(tenant, "1", "withdrawn")
    wanted = {"passage": Withheld.WITHDRAWN, "chunk": Withheld.WITHDRAWN}
    assert find_withheld_artifacts(tenant.pk, keys, reader(tenant), NOW) == wanted
    assert find_withheld_artifacts(tenant.pk, keys, reader(tenant, Role.AUDITOR), NOW) == {}
    chunk = rows.Artifact.objects.get(tenant=tenant, key="chunk")
    assert find_withheld_ids(tenant.pk, [chunk.pk], None, NOW) == {chunk.pk: Withheld.WITHDRAWN}
    happened(tenant, "1", "withdrawn", "restored")
    assert find_withheld_artifacts(tenant.pk, keys, reader(tenant), NOW) == {}


def test_a_house_learns_nothing_of_anothers_texts(tenant: rows.Tenant) -> None:
    happened(tenant, "1", "withdrawn")
    mill = make_tenant("mill")
    assert find_withheld_artifacts(mill.pk, ["passage", "chunk"], reader(mill), NOW) == {}
