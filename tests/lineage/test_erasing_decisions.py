"""Nobody erases by a side road: what a file says was decided elsewhere, and what changes while others are erased."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from lineage import erasing, lifecycle, retention
from lineage.erasing import purge
from lineage.evidence.vocabulary import AuditRetention
from lineage.lifecycle import NotPossible
from lineage.lifecycle_reading import find_held, get_life
from lineage.models import rows
from tests.lineage import bundles, canaries
from tests.lineage.canaries import protocol, reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant() -> rows.Tenant:
    tenant = canaries.runs.make_house()
    assert not bundles.take_in(tenant, canaries.records() | {"answers": [canaries.answer()]}).problems
    return tenant


def bury(tenant: rows.Tenant) -> rows.SourceVersion:
    version = protocol(tenant)
    lifecycle.tombstone(reader(tenant), version, "must go", retention=AuditRetention.NONE)
    return version


def agree(version: rows.SourceVersion) -> None:
    lifecycle.request_purge(reader(version.tenant, "ada"), version, "a duty")
    lifecycle.confirm_purge(reader(version.tenant, "ben"), version, "so it is")


def told(*kinds: str) -> dict[str, Any]:
    events = [{"event": kind, "at": "2026-11-01T00:00:00Z", "reason": "elsewhere"} for kind in kinds]
    return {"sources": [bundles.source("protocol", {"version": "1", "events": events})]}


def test_a_file_neither_ends_a_hold_nor_asks_for_an_erasure(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    lifecycle.hold(reader(tenant), version, "a court asks")
    bundles.take_in(tenant, told("released", "purge_requested"))
    assert version.events.filter(event__in=["released", "purge_requested"]).count() == 2
    assert find_held([version.source_id]) == {version.source_id: "1"}
    life = get_life(version)
    assert (life.is_held, life.asked_by) == (True, None)
    lifecycle.request_purge(reader(tenant), version, "a duty")
    bundles.take_in(tenant, told("purge_declined"))
    assert get_life(version).asked_by == "ada"


def test_a_hold_that_a_file_brings_stands_until_somebody_here_ends_it(tenant: rows.Tenant) -> None:
    version = bury(tenant)
    bundles.take_in(tenant, told("held"))
    agree(version)
    assert list(retention.erase_due(tenant.pk))[0:] == []
    lifecycle.release(reader(tenant), version, "over")
    assert [erased is not None for _, erased in retention.erase_due(tenant.pk)] == [True]


def test_what_was_declined_while_another_version_was_erased_stays(tenant: rows.Tenant) -> None:
    first = bury(tenant)
    agree(first)
    text = bundles.artifact("second", "Nine anchors lie at the northern quay.", source="quay")
    assert not bundles.take_in(tenant, {"sources": [bundles.source("quay")], "artifacts": [text]}).problems
    second = rows.SourceVersion.objects.select_related("source").get(source__key="quay")
    lifecycle.tombstone(reader(tenant), second, "must go", retention=AuditRetention.NONE)
    agree(second)
    erased = []
    for awaited, done in retention.erase_due(tenant.pk):
        erased.append((awaited.version.source.key, done is not None))
        if len(erased) == 1:
            lifecycle.decline_purge(reader(tenant, "cleo"), second, "not yet")
    assert erased[0] == ("protocol", True)
    assert not second.events.filter(event="purged").exists()
    assert list(canaries.hits("northern quay")) != []


def test_an_erasure_that_is_declined_in_the_middle_stops_there(
    tenant: rows.Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = bury(tenant)
    agree(version)
    whole = erasing.read_citing

    def meanwhile(*arguments: Any) -> Any:
        lifecycle.decline_purge(reader(tenant, "cleo"), version, "not yet")
        return whole(*arguments)

    monkeypatch.setattr(erasing, "read_citing", meanwhile)
    assert [done for _, done in retention.erase_due(tenant.pk)] == [None]
    assert not version.events.filter(event="purged").exists()
    assert rows.Artifact.objects.get(key="extract").content.get_text() == canaries.TEXT


def test_what_a_living_version_came_to_own_in_the_meantime_stays(
    tenant: rows.Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = erasing.clean_messages

    def meanwhile(*arguments: Any) -> Any:
        twin = bundles.source("copy", {"version": "a", "title": "A copy"})
        text = bundles.artifact("copied", canaries.TEXT, source="copy", version="a")
        assert not bundles.take_in(tenant, {"sources": [twin], "artifacts": [text]}).problems
        return whole(*arguments)

    monkeypatch.setattr(erasing, "clean_messages", meanwhile)
    done = purge(bury(tenant))
    assert "version a of copy" in {found.because for found in done.kept}
    assert rows.Artifact.objects.get(key="copied").content.get_text() == canaries.TEXT


def test_words_that_a_request_holds_as_escaped_json_are_found() -> None:
    words = "Семь фонарей висят в конторе гавани, пока не сменится прилив."
    tenant = canaries.runs.make_house()
    text = bundles.artifact("extract", words, source="protocol")
    asked = json.dumps({"messages": [{"content": f"Answer from: {words}"}]})
    given = bundles.answer(manifest=[{"label": "E1", "artifact": "extract"}], citations=[])
    given |= {"capture": {"request": {"text": asked}, "extra": {"log": asked}}, "raw_payload": asked}
    value = {"sources": [canaries.source()], "artifacts": [text], "answers": [given]}
    assert not bundles.take_in(tenant, value).problems
    escaped = json.dumps("висят в конторе")[1:-1].replace("\\", "\\\\")
    assert list(canaries.hits(json.dumps("висят в конторе")[1:-1], escaped)) != []
    purge(bury(tenant))
    assert list(canaries.hits("висят в конторе", json.dumps("висят в конторе")[1:-1], escaped)) == []


def test_a_reason_does_not_quote_the_source_since_it_stays(tenant: rows.Tenant) -> None:
    version = protocol(tenant)
    with pytest.raises(NotPossible, match="quote"):
        lifecycle.withdraw(reader(tenant), version, f"It says {canaries.QUOTE.upper()} and that is private.")
    lifecycle.withdraw(reader(tenant), version, "It says how many lanterns hang there.")


def test_bytes_alone_that_were_erased_elsewhere_may_be_erased_here() -> None:
    tenant = canaries.runs.make_house()
    event = {"event": "purged", "at": "2026-11-01T00:00:00Z", "reason": "content purged"}
    source = canaries.source(events=[event])
    assert not bundles.take_in(tenant, {"sources": [source]}).problems
    version = protocol(tenant)
    lifecycle.tombstone(reader(tenant), version, "here too", retention=AuditRetention.NONE)
    purge(version, now=datetime(2026, 11, 30, tzinfo=UTC))
    assert list(canaries.hits()) == []
    assert version.events.filter(event="purged").count() == 2
