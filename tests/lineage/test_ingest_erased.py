"""A file that brings words of an erased version again is refused in words; what it only names stays as it is."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention
from lineage.lifecycle import tombstone
from lineage.models import rows
from tests.lineage import bundles, canaries
from tests.lineage.canaries import protocol, reader
from tests.lineage.making import make_tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = make_tenant()
    assert not bundles.take_in(tenant, canaries.records() | {"answers": [canaries.answer()]}).problems
    version = protocol(tenant)
    tombstone(reader(tenant), version, "must go", retention=AuditRetention.NONE)
    purge(version)
    return tenant


def refused(tenant: rows.Tenant, value: dict[str, Any]) -> list[str]:
    return [problem.message for problem in bundles.take_in(tenant, value).problems]


@pytest.mark.parametrize("all_or_nothing", [False, True])
def test_the_same_file_again_is_refused_by_name_and_brings_nothing_back(
    tenant: rows.Tenant, all_or_nothing: bool
) -> None:
    value = canaries.records() | {"answers": [canaries.answer(), canaries.answer("other")]}
    report = bundles.take_in(tenant, value, all_or_nothing=all_or_nothing)
    assert report.imported == []
    said = "version_purged: version 1 of source protocol was erased here"
    assert any(problem.message.startswith(said) for problem in report.problems)
    assert list(canaries.hits()) == []


def test_a_new_text_of_it_and_its_bytes_are_refused(tenant: rows.Tenant) -> None:
    text = bundles.artifact("anew", "Other words.", source="protocol")
    assert any("version_purged" in m for m in refused(tenant, {"sources": [canaries.source()], "artifacts": [text]}))
    assert any("version_purged" in m for m in refused(tenant, {"sources": [canaries.source(raw_text="other")]}))
    assert not rows.Artifact.objects.filter(key="anew").exists()


def test_a_file_that_only_names_it_beside_another_version_is_taken_in(tenant: rows.Tenant) -> None:
    source = bundles.source("protocol", {"version": "1", "title": canaries.TITLE}, {"version": "2", "supersedes": "1"})
    text = bundles.artifact("second", "Eight lanterns hang there.", source="protocol", version="2")
    report = bundles.take_in(tenant, {"sources": [source], "artifacts": [text]})
    assert (report.problems, report.notes) == ([], [])
    assert list(canaries.hits(canaries.TITLE)) == []
    assert rows.Artifact.objects.get(key="second").version.version == "2"


def test_one_that_was_erased_elsewhere_is_taken_in_again_and_may_be_erased_here() -> None:
    tenant = make_tenant("mill")
    gone = canaries.source(events=[{"event": "purged", "at": "2026-11-01T00:00:00Z", "reason": "there"}])
    value = canaries.records()
    value["sources"][0] = gone
    assert refused(tenant, value) == []
    assert refused(tenant, value) == []
    version = protocol(tenant)
    tombstone(reader(tenant), version, "here too", retention=AuditRetention.NONE)
    purge(version)
    assert list(canaries.hits()) == []
    assert any("version_purged" in message for message in refused(tenant, value))
