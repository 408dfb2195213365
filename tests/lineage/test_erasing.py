"""A version's words are erased wherever they were copied to; what is not theirs stays and can be read (M-96, X-05)."""

from __future__ import annotations

import json

import pytest

from lineage import ledger
from lineage.dossiers import read_answer, read_dossier
from lineage.due_runs import start_due
from lineage.erasing import Stopped, purge
from lineage.evidence.vocabulary import AuditRetention
from lineage.lifecycle import hold, tombstone
from lineage.models import rows
from tests.lineage import bundles, canaries
from tests.lineage.canaries import CLAIM, OTHER, protocol, reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant() -> rows.Tenant:
    return canaries.tenant_with_copies()


def bury(tenant: rows.Tenant, retention: AuditRetention = AuditRetention.NONE) -> rows.SourceVersion:
    version = protocol(tenant)
    tombstone(reader(tenant), version, "asked to be forgotten", retention=retention)
    return version


def test_no_word_of_it_is_left_in_any_column_of_any_table(tenant: rows.Tenant) -> None:
    before = list(canaries.hits())
    for place in ("SourceVersion.title", "SourceVersion.uri", "Artifact.section", "Content.body", "WorkItem.message"):
        assert any(hit.startswith(place) for hit in before), place
    purge(bury(tenant))
    assert list(canaries.hits()) == []
    assert list(canaries.hits(OTHER)) != []
    assert ledger.verify(tenant) == []


def test_an_answer_whose_source_was_erased_still_opens_and_says_what_became_of_its_citation(
    tenant: rows.Tenant,
) -> None:
    purge(bury(tenant))
    stored = rows.Answer.objects.get(tenant=tenant)
    answer, _, _ = read_answer(stored)
    assert answer.text == CLAIM
    assert answer.claims[0].text == CLAIM
    assert (answer.citations[0].quoted_text, answer.citations[0].cited) == (None, "E1")
    assert [result.reason for result in answer.judge_results] == [""]
    assert answer.capture.request is None or answer.capture.request.text is None
    assert answer.capture.retrieval is not None
    assert answer.capture.retrieval[0].query == "how many lamps"
    dossier = read_dossier(stored)
    assert dossier.find_text("chunk") is None
    assert dossier.find_text("kettle") == OTHER
    assert len(dossier.judge_results) == 2
    newest = rows.Resolution.objects.filter(inspection=stored.state.inspection).get()
    assert (newest.status, newest.detail) == ("not_replayable", "content purged")
    assert stored.inspections.count() == 2


def test_the_event_tells_what_went_and_the_ledger_keeps_a_salted_commitment(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    digest = bytes(version.raw.sha256).hex()
    done = purge(version, actor="ada")
    event = version.events.get(event="purged")
    assert (event.actor, event.reason) == ("ada", "content purged")
    recorded = rows.AuditEvent.objects.filter(tenant=tenant).order_by("-seq").first()
    said = json.loads(ledger.read_payload(recorded))
    assert (recorded.verb, recorded.subject) == ("source_erased", f"source_version:{version.public_id}")
    assert said["commitment"].startswith("sha256:")
    assert digest not in json.dumps(said)
    assert said["erased"] == done.erased
    assert said["redacted"]["record"] == 1
    assert rows.SourceVersion.objects.get(pk=version.pk).purged_at == event.at


def test_a_second_time_nothing_happens(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    purge(version)
    count = rows.AuditEvent.objects.count()
    again = purge(version)
    assert (again.erased, again.redacted) == ({}, {})
    assert rows.AuditEvent.objects.count() == count


def test_under_a_hold_nothing_goes(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    hold(reader(tenant), version, "a court asks")
    before = list(canaries.hits())
    with pytest.raises(Stopped, match="legal hold"):
        purge(version)
    assert list(canaries.hits()) == before


def test_title_and_address_stay_for_auditors_where_the_tombstone_says_so(tenant: rows.Tenant) -> None:
    version = bury(tenant, AuditRetention.METADATA_ONLY)
    purge(version)
    kept = rows.SourceVersion.objects.get(pk=version.pk)
    assert (kept.title, kept.uri) == (canaries.TITLE, canaries.ADDRESS)
    assert {hit.partition(" of ")[0] for hit in canaries.hits()} == {"SourceVersion.title", "SourceVersion.uri"}
    assert purge(version).erased == {}


def test_a_content_that_a_living_version_owns_too_stays_and_is_named(tenant: rows.Tenant) -> None:
    twin = bundles.source("copy", {"version": "a", "title": "A copy", "raw_text": canaries.TEXT})
    text = bundles.artifact("copied", canaries.TEXT, source="copy", version="a")
    assert not bundles.take_in(tenant, {"sources": [twin], "artifacts": [text]}).problems
    done = purge(bury(tenant))
    assert [(found.carrier.value, found.because) for found in done.kept] == [("raw", "version a of copy")]
    assert rows.Artifact.objects.get(key="copied").content.get_text() == canaries.TEXT
    # The words live on, so the answer that was given them is not cut up for them.
    answer, _, _ = read_answer(rows.Answer.objects.get(tenant=tenant))
    assert answer.capture.request is not None
    assert answer.capture.request.text is not None
    assert list(canaries.hits(canaries.TITLE)) == []


def test_what_cited_it_is_listed_by_a_run_as_no_longer_replayable(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    purge(version)
    for run in rows.Run.objects.filter(pk__in=start_due()):
        assert set(canaries.runs.outcomes(canaries.runs.finish(run)).values()) == {"not_replayable"}
    causes = set(version.runs.values_list("cause", flat=True))
    assert f"event:{version.events.get(event='purged').pk}" in causes
    assert start_due() == []
    assert list(canaries.hits()) == []


def test_bytes_that_nobody_ever_read_are_erased_too() -> None:
    tenant = canaries.runs.make_house()
    source = canaries.bundles.source("blob", {"version": "1", "title": canaries.TITLE, "raw_text": canaries.TEXT})
    assert not bundles.take_in(tenant, {"sources": [source]}).problems
    version = rows.SourceVersion.objects.get(source__key="blob")
    tombstone(reader(tenant), version, "must go", retention=AuditRetention.NONE)
    assert purge(version).erased == {"raw": 1}
    assert list(canaries.hits()) == []
    assert purge(version).erased == {}
