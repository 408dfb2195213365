"""Runs asked for, watched, stopped, tried again; new versions of sources."""

from __future__ import annotations

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from lineage import ledger
from lineage.access import NotAllowed, NotVisible
from lineage.evidence.vocabulary import RelocationOutcome, Role, RunState, RunTrigger
from lineage.failing import ERROR, set_back
from lineage.models import rows
from lineage.reprocessing import NotAccepted, NotPossible, add_version, cancel, read_progress, retry, start
from lineage.working import lease, work
from tests.conftest import CommittedDatabase
from tests.lineage import runs
from tests.lineage.bundles import take_in


@pytest.fixture(autouse=True)
def responders(settings: Any) -> None:
    settings.READER_OF_ACTOR = runs.RESPONDERS


def verbs() -> list[str]:
    return list(rows.AuditEvent.objects.order_by("seq").values_list("verb", flat=True))


# Asking


@pytest.mark.django_db
def test_the_same_cause_starts_one_run() -> None:
    source = runs.cite_words(runs.make_house())
    first = runs.begin(source, cause="version:7")
    assert runs.begin(source, cause="version:7") == first
    assert runs.begin(source) != runs.begin(source)
    assert rows.WorkItem.objects.filter(run=first).count() == 1


@pytest.mark.django_db
def test_a_run_is_recorded_once_in_the_ledger_with_who_asked() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant)
    for _ in range(2):
        start(
            runs.iris(tenant), source, source.versions.get(version="2"), trigger=RunTrigger.MANUAL, cause="request:1"
        )
    assert verbs().count("run_requested") == 1
    event = rows.AuditEvent.objects.get(verb="run_requested")
    assert (event.actor, event.subject) == ("iris", f"run:{rows.Run.objects.get().public_id}")
    assert ledger.verify(tenant) == []


@pytest.mark.django_db
def test_a_reviewer_may_not_start_cancel_or_retry() -> None:
    tenant = runs.make_house()
    source = runs.cite_words(tenant)
    run = runs.begin(source)
    ada = runs.iris(tenant, Role.REVIEWER, actor="ada")
    with pytest.raises(NotAllowed):
        start(ada, source, source.versions.get(version="2"), trigger=RunTrigger.MANUAL)
    with pytest.raises(NotAllowed):
        cancel(ada, run)
    with pytest.raises(NotAllowed):
        retry(ada, run)
    assert rows.Run.objects.count() == 1


@pytest.mark.django_db
def test_another_tenant_sees_neither_the_source_nor_the_run() -> None:
    source = runs.cite_words(runs.make_house())
    run = runs.begin(source)
    drew = runs.iris(runs.make_house("mill"), Role.ADMINISTRATOR, actor="drew")
    with pytest.raises(NotVisible):
        start(drew, source, source.versions.get(version="2"), trigger=RunTrigger.MANUAL)
    with pytest.raises(NotVisible):
        cancel(drew, run)
    with pytest.raises(NotVisible):
        add_version(drew, source.public_id, b"Other words.")
    with pytest.raises(NotVisible):
        add_version(drew, source, b"Other words.")


def test_two_who_start_the_same_at_once_start_one_run(committed_db: CommittedDatabase) -> None:
    source = runs.cite_words(runs.make_house())
    found, both = [], Barrier(2)

    def ask() -> None:
        both.wait()
        found.append(runs.begin(source, cause="version:7").pk)
        connection.close()

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2 and len(set(found)) == 1
    assert (rows.Run.objects.count(), rows.WorkItem.objects.count()) == (1, 1)
    assert verbs().count("run_requested") == 1


# Watching


@pytest.mark.django_db
def test_progress_counts_citations_by_outcome_in_two_statements(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    run = runs.begin(runs.cite_words(runs.make_house()))
    before = read_progress(run)
    assert (before.total, before.done, before.state, before.rate) == (None, 0, RunState.REQUESTED, None)
    runs.finish(run)
    with django_assert_num_queries(2):
        progress = read_progress(run)
    assert (progress.total, progress.done, progress.quarantined) == (4, 4, 0)
    assert progress.outcomes == {
        RelocationOutcome.RELOCATED_EXACT: 1,
        RelocationOutcome.TEXT_CHANGED: 2,
        RelocationOutcome.LOST: 1,
    }
    assert progress.is_ended and progress.remaining_seconds is None


@pytest.mark.django_db
def test_citations_that_were_set_aside_count_as_errors_and_not_as_done() -> None:
    run = runs.begin(runs.cite_words(runs.make_house(), "refund"))
    work(run.pk, seconds=0)
    preparing = lease(run.pk, "here:1")
    assert preparing is not None and preparing.kind == "prepare"
    rows.WorkItem.objects.create(
        tenant=run.tenant, run=run, key="1", kind="relocate", state="quarantined", subject=[1, 2], size=2
    )
    rows.Run.objects.filter(pk=run.pk).update(total=2)
    progress = read_progress(run)
    assert (progress.done, progress.quarantined, progress.outcomes) == (0, 2, {RelocationOutcome.ERROR: 2})


# Stopping and trying again


@pytest.mark.django_db
def test_a_run_that_is_cancelled_leaves_nothing_open_and_is_not_cancelled_twice() -> None:
    tenant = runs.make_house()
    run = runs.begin(runs.cite_words(tenant))
    assert cancel(runs.iris(tenant), run).state == RunState.CANCELLED
    assert set(rows.WorkItem.objects.values_list("state", flat=True)) == {"cancelled"}
    assert work(run.pk) is False and rows.Relocation.objects.count() == 0
    with pytest.raises(NotPossible):
        cancel(runs.iris(tenant), run)
    assert verbs().count("run_cancelled") == 1


@pytest.mark.django_db
def test_what_was_set_aside_is_tried_again_when_somebody_asks() -> None:
    tenant = runs.make_house()
    run = runs.begin(runs.cite_words(tenant, "refund"))
    preparing = lease(run.pk, "here:1")
    for _ in range(3):
        assert preparing is not None
        set_back(preparing, ERROR, "a failure")
        preparing = lease(run.pk, "here:1")
    work(run.pk)
    run.refresh_from_db()
    assert (run.state, run.reason) == (RunState.FAILED, "a failure")
    assert retry(runs.iris(tenant), run).state == RunState.RUNNING
    assert runs.finish(run).state == RunState.COMPLETED_CLEAN
    with pytest.raises(NotPossible):
        retry(runs.iris(tenant), run)


# A new version


@pytest.fixture
def sent() -> rows.Source:
    """A text source whose only version is cited."""
    return runs.cite_words(runs.make_house(), second=None)


@pytest.mark.django_db
def test_a_new_version_is_kept_replaces_the_current_one_and_starts_a_run(sent: rows.Source) -> None:
    run = add_version(runs.iris(sent.tenant), sent.public_id, runs.SECOND.encode(), version="2", title="Terms 2")
    assert (run.trigger, run.requested_by) == (RunTrigger.NEW_VERSION, "iris")
    version = rows.SourceVersion.objects.get(source=sent, version="2")
    assert (run.version, version.supersedes, version.title) == (version, "1", "Terms 2")
    assert version.raw.get_text() == runs.SECOND and version.media_type == "text/plain"
    assert verbs()[-2:] == ["run_requested", "version_added"]
    assert ledger.verify(sent.tenant) == []


@pytest.mark.django_db
def test_a_new_version_keeps_the_access_labels_of_the_one_it_replaces(sent: rows.Source) -> None:
    rows.SourceLabel.objects.create(tenant=sent.tenant, version=sent.versions.get(), label="legal")
    with pytest.raises(NotVisible):
        add_version(runs.iris(sent.tenant), sent, b"Other words.")
    run = add_version(runs.iris(sent.tenant, labels=frozenset({"legal"})), sent, b"Other words.")
    assert list(run.version.labels.values_list("label", flat=True)) == ["legal"]


@pytest.mark.django_db
def test_the_same_version_sent_twice_is_kept_once_and_has_one_run(sent: rows.Source) -> None:
    iris = runs.iris(sent.tenant)
    first = add_version(iris, sent, b"Other words.", version="2")
    assert add_version(iris, sent, b"Other words.", version="2") == first
    assert sent.versions.count() == 2


@pytest.mark.django_db
def test_without_a_name_a_version_is_called_after_the_moment(sent: rows.Source) -> None:
    run = add_version(runs.iris(sent.tenant), sent, b"Other words.")
    assert run.version.version.startswith("20") and len(run.version.version) == len("2026-11-30 05:27:36")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "name", "said", "code"),
    [
        (b"", "2", "empty", "empty"),
        (b"\x89PNG\r\n\x1a\n", "2", "a PNG picture", "wrong_kind"),
        (b"Third words.", "taken", "other bytes", "version_taken"),
        (b"Second words.", "3", "nothing has changed", "unchanged"),
        (b"Third words.", "a\0b", "NUL", "name"),
        (b"Third words.", "x" * 5_000, "at most", "name"),
    ],
)
def test_what_cannot_be_a_new_version_is_refused_and_leaves_nothing(
    sent: rows.Source, data: bytes, name: str, said: str, code: str
) -> None:
    iris = runs.iris(sent.tenant)
    add_version(iris, sent, b"Second words.", version="taken")
    kept = rows.Content.objects.count(), rows.SourceVersion.objects.count(), rows.Run.objects.count()
    with pytest.raises(NotAccepted, match=said) as refused:
        add_version(iris, sent, data, version=name)
    assert refused.value.code == code
    assert kept == (rows.Content.objects.count(), rows.SourceVersion.objects.count(), rows.Run.objects.count())


@pytest.mark.django_db
def test_of_a_source_that_is_no_text_no_version_can_be_sent() -> None:
    tenant = runs.make_house()
    value = runs.versions(second=False) | {"kind": "pdf"}
    cited = [runs.citation("refund", runs.FIRST, runs.WORDS["refund"])]
    take_in(
        tenant,
        {"sources": [value], "artifacts": runs.texts(second=None), "answers": [runs.answer("refund", cited)]},
    )
    with pytest.raises(NotAccepted, match="PDF") as refused:
        add_version(runs.iris(tenant), rows.Source.objects.get(), b"Other words.")
    assert refused.value.code == "wrong_kind"


@pytest.mark.django_db
def test_citations_are_found_in_a_version_that_was_sent_as_bytes(sent: rows.Source) -> None:
    iris = runs.iris(sent.tenant)
    run = add_version(iris, sent, runs.SECOND.encode(), version="2")
    ended = runs.finish(run)
    assert ended.state == RunState.COMPLETED_WITH_CHANGES
    assert runs.outcomes(run)["refund"] == "relocated_exact"
    assert rows.Relocation.objects.get(citation__key="refund").now.version == run.version
