"""What starts a run without anybody asking, and how often."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from lineage.due_runs import period_start, start_due
from lineage.evidence.digests import canonical_json
from lineage.evidence.vocabulary import PolicyKind, RunTrigger
from lineage.models import rows
from lineage.models.content import pack
from lineage.policies import Revision, save_policy
from tests.lineage import bundles, runs
from tests.lineage.pdfs import make_pdf

pytestmark = pytest.mark.django_db


def started() -> list[tuple[str, str, str]]:
    """Trigger, cause without its number, and version of each run that is due and started now."""
    found = rows.Run.objects.filter(pk__in=start_due()).order_by("id")
    return [(run.trigger, run.cause.partition(":")[0], run.version.version) for run in found]


def happened(version: rows.SourceVersion, event: str, day: int = 1) -> None:
    rows.SourceEvent.objects.create(
        tenant=version.tenant, version=version, event=event, at=datetime(2026, 11, day, tzinfo=UTC)
    )


# A new version


def test_a_version_that_came_by_bundle_is_looked_at_once() -> None:
    runs.cite_words(runs.make_house())
    assert started() == [("new_version", "version", "2")]
    assert started() == []


def test_a_version_that_any_run_looked_at_is_not_new() -> None:
    runs.begin(runs.cite_words(runs.make_house()))
    assert started() == []


def test_a_version_that_came_as_bytes_of_any_kind_that_is_read_is_looked_at() -> None:
    source = cited_pdf(make_pdf(["Another page."]))
    assert started() == [("new_version", "version", "2")]
    assert runs.finish(source.runs.get()).state == "completed_with_changes"
    assert rows.Artifact.objects.filter(version__version="2", kind="canonical_extract").exists()


def test_bytes_that_were_read_in_vain_are_not_read_again_by_themselves(settings: Any) -> None:
    source = cited_pdf(b"%PDF-1.7\nbroken off")
    assert started() == [("new_version", "version", "2")]
    assert runs.finish(source.runs.get()).state == "failed"
    settings.REPROCESS_EVERY_HOURS = 1
    rows.Run.objects.update(requested_at=datetime(2026, 11, 1, tzinfo=UTC))
    body = canonical_json({"operations": ["collapse_whitespace"]})
    save_policy(source.tenant_id, Revision(PolicyKind.NORMALIZATION, "quotation", 2, body))
    assert started() == []


def cited_pdf(data: bytes) -> rows.Source:
    """A PDF of which the first version is cited by the text that a bundle brought, and the second came as bytes."""
    tenant = runs.make_house()
    source = bundles.source("terms", runs.version("1")) | {"kind": "pdf"}
    cited = [runs.citation("refund", runs.FIRST, runs.WORDS["refund"])]
    value = {"sources": [source], "artifacts": runs.texts(second=None), "answers": [runs.answer("refund", cited)]}
    assert bundles.take_in(tenant, value).problems == []
    found = rows.Source.objects.get(tenant=tenant)
    raw = rows.Content.objects.create(tenant=tenant, **pack(data)._asdict())
    rows.SourceVersion.objects.create(
        tenant=tenant, source=found, version="2", supersedes="1", raw=raw, media_type="application/pdf"
    )
    return found


def test_a_source_with_one_version_has_nothing_to_be_looked_for_in() -> None:
    runs.cite_words(runs.make_house(), second=None)
    assert started() == []


def test_a_version_that_is_itself_the_only_one_cited_is_not_due() -> None:
    tenant = runs.make_house()
    cited = [runs.citation("new", runs.SECOND, "36 months")]
    value = {"sources": [runs.versions()], "artifacts": runs.texts()}
    bundles.take_in(tenant, value | {"answers": [runs.answer("second", cited, "terms-2")]})
    assert started() == []


@pytest.mark.parametrize("unusable", [{"draft": True}, {"availability": "withdrawn"}])
def test_a_draft_or_withdrawn_version_is_not_due(unusable: dict[str, Any]) -> None:
    tenant = runs.make_house()
    source = bundles.source("terms", runs.version("1"), runs.version("2", supersedes="1", **unusable))
    cited = [runs.citation("refund", runs.FIRST, "within fourteen days")]
    value = {"sources": [source], "artifacts": runs.texts(), "answers": [runs.answer("refund", cited)]}
    bundles.take_in(tenant, value)
    assert started() == []


def test_a_version_without_text_is_not_due() -> None:
    tenant = runs.make_house()
    cited = [runs.citation("refund", runs.FIRST, "within fourteen days")]
    value = {"sources": [runs.versions()], "artifacts": runs.texts(second=None)}
    bundles.take_in(tenant, value | {"answers": [runs.answer("refund", cited)]})
    assert started() == []


# An event


def test_a_version_that_was_taken_away_and_came_back_is_looked_at_each_time_once() -> None:
    source = runs.cite_words(runs.make_house(), second=None)
    first = source.versions.get()
    happened(first, "withdrawn", 1)
    assert started() == [("tombstone", "event", "1")]
    runs.finish(rows.Run.objects.get())
    assert set(runs.outcomes(rows.Run.objects.get()).values()) == {"withdrawn"}
    happened(first, "restored", 2)
    assert started() == [("tombstone", "event", "1")]
    assert started() == []
    restored = runs.finish(rows.Run.objects.order_by("id").last())
    assert set(runs.outcomes(restored).values()) == {"unchanged"}


def test_of_a_version_that_came_back_citations_are_looked_for_in_what_holds_today() -> None:
    source = runs.cite_words(runs.make_house())
    runs.begin(source)
    first = source.versions.get(version="1")
    happened(first, "withdrawn", 1)
    happened(first, "restored", 2)
    assert started() == [("tombstone", "event", "1"), ("tombstone", "event", "2")]


@pytest.mark.parametrize("event", ["activated", "superseded", "held", "released"])
def test_other_events_start_nothing(event: str) -> None:
    happened(runs.cite_words(runs.make_house(), second=None).versions.get(), event)
    assert started() == []


def test_what_happened_to_a_version_that_nobody_cites_starts_nothing() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant)
    runs.begin(source)
    happened(source.versions.get(version="2"), "withdrawn")
    assert started() == []


# A policy


def test_a_new_normalization_policy_looks_again_at_what_was_looked_at_under_another() -> None:
    tenant, other = runs.make_house(), runs.make_house("mill")
    runs.finish(runs.begin(runs.cite_words(tenant)))
    runs.finish(runs.begin(runs.cite_words(other)))
    body = canonical_json({"operations": ["collapse_whitespace"]})
    policy = save_policy(tenant.pk, Revision(PolicyKind.NORMALIZATION, "quotation", 2, body))
    assert started() == [("normalization_policy", "policy", "2")]
    run = rows.Run.objects.order_by("id").last()
    assert (run.tenant, run.normalization, run.cause) == (tenant, policy, f"policy:{policy.pk}")
    assert started() == []


def test_a_new_normalization_policy_also_looks_at_a_source_with_one_version() -> None:
    tenant = runs.make_house()
    runs.cite_words(tenant, second=None)
    body = canonical_json({"operations": ["collapse_whitespace"]})
    save_policy(tenant.pk, Revision(PolicyKind.NORMALIZATION, "quotation", 2, body))
    assert started() == [("normalization_policy", "policy", "1")]
    assert started() == []


def test_a_new_normalization_for_pdfs_looks_at_pdfs_alone() -> None:
    tenant = runs.make_house()
    runs.finish(runs.begin(runs.cite_words(tenant)))
    body = canonical_json({"operations": ["collapse_whitespace"]})
    save_policy(tenant.pk, Revision(PolicyKind.NORMALIZATION, "printed", 2, body))
    assert started() == []


# The calendar


def test_the_schedule_is_off_where_the_setting_is_zero(settings: Any) -> None:
    settings.REPROCESS_EVERY_HOURS = 0
    run = runs.finish(runs.begin(runs.cite_words(runs.make_house())))
    rows.Run.objects.filter(pk=run.pk).update(requested_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert started() == []


def test_the_schedule_looks_again_once_a_period(settings: Any) -> None:
    settings.REPROCESS_EVERY_HOURS = 24
    run = runs.finish(runs.begin(runs.cite_words(runs.make_house())))
    assert started() == []
    rows.Run.objects.filter(pk=run.pk).update(requested_at=datetime(2020, 1, 1, tzinfo=UTC))
    assert started() == [("schedule", "schedule", "2")]
    assert rows.Run.objects.filter(trigger=RunTrigger.SCHEDULE.value).get().requested_by == ""
    assert started() == []


def test_the_schedule_also_looks_at_a_source_that_no_run_looked_at(settings: Any) -> None:
    settings.REPROCESS_EVERY_HOURS = 24
    runs.cite_words(runs.make_house(), second=None)
    assert started() == [("schedule", "schedule", "1")]
    assert started() == []


def test_a_period_begins_at_the_same_moment_for_everybody() -> None:
    moment = datetime(2026, 11, 30, 17, 45, tzinfo=UTC)
    assert period_start(moment, 24) == datetime(2026, 11, 30, tzinfo=UTC)
    assert period_start(moment, 6) == datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert period_start(moment + timedelta(hours=1), 6) == datetime(2026, 11, 30, 18, tzinfo=UTC)


# Each look


def test_a_look_at_a_quiet_house_takes_few_statements() -> None:
    for key in ("harbour", "mill", "quay"):
        runs.finish(runs.begin(runs.cite_words(runs.make_house(key))))
    with CaptureQueriesContext(connection) as captured:
        assert start_due() == []
    assert len(captured) <= 12


def test_one_look_starts_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lineage.due_runs.MOST_STARTED", 2)
    for key in ("harbour", "mill", "quay"):
        runs.cite_words(runs.make_house(key))
    assert [len(start_due()) for _ in range(3)] == [2, 1, 0]
