"""The page of a run: its head, its progress while it goes on, and stopping it or trying again."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from inspector.pages.run_head import progress_of
from lineage.evidence.vocabulary import RelocationOutcome, Role, RunState
from lineage.models import rows
from lineage.reprocessing import Progress
from tests.inspector.making import answered, import_bundle, make_member, make_tenant, signed_in
from tests.inspector.reading import words_of
from tests.inspector.runs_by_hand import archive_bundle, four_changes, make_item, make_run, run_url

BOOKKEEPING = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
MOST_STATEMENTS, MOST_POLLED = 20, 6
POLL = {"HX-Request": "true", "HX-Target": "progress"}


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle())
    return tenant


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "iris", Role.RESPONDER))


@pytest.fixture
def ada(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "ada", Role.REVIEWER))


def going_on(tenant: rows.Tenant, **fields: Any) -> Any:
    rows.WorkerPulse.objects.get_or_create(name="host:1", defaults={"seen_at": timezone.now()})
    return make_run(tenant, **({"state": "running", "ended_at": None} | fields))


def statements(client: Any, address: str, **headers: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address, headers=headers).status_code == 200
    return len([query for query in captured if not query["sql"].startswith(BOOKKEEPING)])


def test_the_head_says_source_versions_trigger_policy_pipeline_who_and_when(meridian: rows.Tenant, ada: Any) -> None:
    cut = {"chunking": {"by": "section", "size": 1200, "overlap": 150}}
    run = make_run(meridian, pipeline=cut, requested_at=timezone.datetime.fromisoformat("2026-11-30T08:15:00Z"))
    words = words_of(ada.get(run_url(run)).content.decode())
    assert "Rules of the archive, version 2" in words
    assert "Every citation of archive , as it was cited up to version 1, is looked for in version 2." in words
    assert "The source has a new version. Asked for by the system itself, 2026-11-30 08:15 UTC" in words
    assert "policy quotation@1" in words
    assert "passages cut at headings, 1200 characters with 150 in common" in words


def test_a_pipeline_that_says_nothing_is_left_out(meridian: rows.Tenant, ada: Any) -> None:
    for pipeline in ({}, {"chunking": None}, {"chunking": []}):
        assert "passages cut" not in ada.get(run_url(make_run(meridian, pipeline=pipeline))).content.decode()


def test_progress_says_done_of_total_outcomes_rate_and_what_remains(meridian: rows.Tenant, ada: Any) -> None:
    run = going_on(meridian, total=1200, started_at=timezone.now() - timedelta(seconds=100))
    make_item(run, size=500, counts={"unchanged": 480, "lost": 20, "changed": 20})
    words = words_of(ada.get(run_url(run)).content.decode())
    assert "500 of 1,200 citations looked for" in words
    assert "5 citations a second" in words and "about 2 min left" in words
    assert "480 unchanged" in words and "20 not found" in words


def test_a_run_of_which_nothing_is_counted_yet_says_so(meridian: rows.Tenant, ada: Any) -> None:
    run = going_on(meridian, state="requested", total=None, started_at=None)
    words = words_of(ada.get(run_url(run)).content.decode())
    assert "waiting for a worker" in words and "the citations are not counted yet" in words
    assert "left" not in words.partition("What became")[0]


def test_an_open_run_is_asked_for_every_two_seconds_and_one_that_has_ended_is_not(
    meridian: rows.Tenant, ada: Any
) -> None:
    run = going_on(meridian, total=4)
    whole = ada.get(run_url(run)).content.decode()
    assert 'hx-trigger="every 2s"' in whole
    assert f'<noscript><p class="small"><a href="{run_url(run)}">Load again</a>' in whole
    polled = ada.get(run_url(run) + "?said=0", headers=POLL).content.decode()
    assert polled.lstrip().startswith('<section id="progress"') and 'hx-trigger="every 2s"' in polled
    rows.Run.objects.update(state="completed_clean", ended_at=timezone.now())
    response = ada.get(run_url(run) + "?said=0", headers=POLL)
    assert "hx-trigger" not in response.content.decode()
    assert response["HX-Trigger-After-Swap"] == "run-ended"


def test_a_reader_hears_of_progress_once_a_quarter_and_at_the_end(meridian: rows.Tenant, ada: Any) -> None:
    run = going_on(meridian, total=100)
    make_item(run, size=30, counts={"unchanged": 30})

    def heard(said: int) -> list[str]:
        html = ada.get(f"{run_url(run)}?said={said}", headers=POLL).content.decode()
        return re.findall(r'<div id="progress-said"[^>]*>([^<]*)<', html)

    assert heard(0) == ["25 percent of 100 citations done."]
    assert heard(25) == []
    make_item(run, size=70, counts={"unchanged": 70})
    rows.Run.objects.update(state="completed_clean", ended_at=timezone.now())
    assert heard(25) == ["The run has ended: done, nothing changed."]


def test_the_bar_is_as_long_as_what_is_done_and_joins_outcomes_of_one_look(meridian: rows.Tenant) -> None:
    run = make_run(meridian)
    run.pulse = timezone.now()
    counts = {RelocationOutcome.UNCHANGED: 1, RelocationOutcome.RELOCATED_EXACT: 1, RelocationOutcome.LOST: 1}
    progress = Progress(4, 3, counts, 0, RunState.RUNNING, None, None)
    parts = progress_of(run, progress).parts
    assert [(part.state, part.start, part.width) for part in parts] == [("pass", 0, 500), ("fail", 500, 250)]
    assert progress_of(run, progress._replace(total=0, done=0, outcomes={})).parts == ()
    assert progress_of(run, progress._replace(total=0, done=0, outcomes={})).percent == 100


def test_the_progress_of_a_run_takes_six_statements_and_says_where_no_worker_is(
    meridian: rows.Tenant, ada: Any
) -> None:
    run = going_on(meridian, total=400)
    for _ in range(200):
        make_item(run, size=1, counts={"unchanged": 1})
    assert statements(ada, run_url(run), **POLL) <= MOST_POLLED
    rows.WorkerPulse.objects.update(seen_at=timezone.now() - timedelta(minutes=3))
    assert "no worker has been seen for 18" in ada.get(run_url(run), headers=POLL).content.decode()
    assert statements(ada, run_url(run), **POLL) <= MOST_POLLED


def test_a_run_is_cancelled_only_after_a_question_that_needs_no_script(meridian: rows.Tenant, iris: Any) -> None:
    run = going_on(meridian)
    html = iris.get(run_url(run)).content.decode()
    question = html.partition("<summary>Cancel this run</summary>")[2].partition("</details>")[0]
    assert "Yes, cancel the run" in question and reverse("run_cancel", args=[run.public_id]) in question
    response = iris.post(reverse("run_cancel", args=[run.public_id]))
    assert (response.status_code, response["Location"]) == (303, run_url(run))
    assert rows.Run.objects.get().state == "cancelled"
    again = iris.post(reverse("run_cancel", args=[run.public_id]))
    assert again.status_code == 409 and "ended already" in again.content.decode()
    assert "Cancel this run" not in iris.get(run_url(run)).content.decode()


def test_who_may_not_change_sources_is_offered_neither_cancelling_nor_trying_again(
    meridian: rows.Tenant, ada: Any
) -> None:
    run = going_on(meridian)
    make_item(run, size=1, state="quarantined", fault="error", message="It failed.", attempt=3)
    html = ada.get(run_url(run)).content.decode()
    assert "Cancel this run" not in html and "Try again</button>" not in html
    assert "Responders and administrators can try them again." in html
    for route in ("run_cancel", "run_retry"):
        assert ada.post(reverse(route, args=[run.public_id])).status_code == 403
    assert rows.Run.objects.get().state == "running"


def test_what_was_set_aside_is_listed_with_citation_fault_and_message_and_can_be_tried_again(
    meridian: rows.Tenant, iris: Any
) -> None:
    run = make_run(meridian, state="partial")
    resolution = rows.Resolution.objects.get(tenant=meridian, citation__key="x2")
    item = make_item(
        run, size=1, state="quarantined", subject=[resolution.pk], fault="killed", message="<b>gone</b>", attempt=3
    )
    html = iris.get(run_url(run)).content.decode()
    words = words_of(html)
    assert "the worker ended in the middle of it claim a2 of How is the archive kept?" in words
    assert "&lt;b&gt;gone&lt;/b&gt;" in html and "3 attempts" in words
    assert iris.post(reverse("run_retry", args=[run.public_id])).status_code == 303
    item.refresh_from_db()
    assert (item.state, item.attempt, rows.Run.objects.get().state) == ("open", 0, "running")
    assert iris.post(reverse("run_retry", args=[run.public_id])).status_code == 409


def test_the_page_takes_at_most_twenty_statements_whatever_became_of_the_citations(
    meridian: rows.Tenant, iris: Any
) -> None:
    run = make_run(meridian, state="partial")
    four_changes(run)
    assert statements(iris, run_url(run)) <= MOST_STATEMENTS
    resolution = rows.Resolution.objects.get(tenant=meridian, citation__key="x2")
    make_item(run, size=1, state="quarantined", subject=[resolution.pk], fault="error", attempt=3)
    assert statements(iris, run_url(run)) <= MOST_STATEMENTS


def test_a_run_of_another_tenant_or_of_a_masked_version_is_no_page(db: Any) -> None:
    tenant, halcyon = make_tenant("meridian"), make_tenant("halcyon")
    import_bundle(tenant, archive_bundle(new_labels=("board",)))
    run = make_run(tenant, state="running", ended_at=None)
    four_changes(run)
    drew = signed_in(make_member(halcyon, "drew", Role.RESPONDER))
    iris = signed_in(make_member(tenant, "iris", Role.RESPONDER))
    answer = rows.Answer.objects.get(tenant=tenant).public_id
    for client in (drew, iris):
        assert client.get(run_url(run)).status_code == 404
        assert client.get(run_url(run), headers=POLL).status_code == 404
        for route, more in (("run_cancel", []), ("run_retry", []), ("relocation", [f"{answer}-2"])):
            assert client.post(reverse(route, args=[run.public_id, *more])).status_code == 404
    assert rows.Run.objects.get().state == "running"


@pytest.mark.parametrize("query", ["outcome=%00", "outcome=nothing", "page=-1", "page=999999999", "page=٣", "said=x"])
def test_an_address_that_says_nonsense_is_read_as_if_it_said_nothing(
    meridian: rows.Tenant, ada: Any, query: str
) -> None:
    run = make_run(meridian)
    four_changes(run)
    for headers in ({}, POLL):
        response = ada.get(f"{run_url(run)}?{query}", headers=headers)
        assert response.status_code == 200


def test_what_another_tenant_has_run_changes_no_letter_of_a_page(meridian: rows.Tenant, ada: Any) -> None:
    """G2: neither a row id nor a count of all runs stands in any address or word."""
    run = make_run(meridian)
    four_changes(run)
    addresses = (run_url(run), f"{run_url(run)}?outcome=settled", "/runs/")
    before = [answered(ada.get(address)) for address in addresses]
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, archive_bundle())
    four_changes(make_run(halcyon, state="running", ended_at=None))
    assert [answered(ada.get(address)) for address in addresses] == before
    for row in (run, *run.relocations.all()):
        assert f"/{row.pk}/" not in before[0].body


def test_a_later_run_over_the_same_source_is_named(meridian: rows.Tenant, ada: Any) -> None:
    first, second = make_run(meridian), make_run(meridian)
    assert f'<a href="{run_url(second)}">A later run</a>' in ada.get(run_url(first)).content.decode()
    assert "A later run" not in ada.get(run_url(second)).content.decode()
