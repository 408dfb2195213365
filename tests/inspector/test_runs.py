"""The list of runs."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from inspector.pages.run_pulse import delay_of
from lineage.evidence.vocabulary import Role
from lineage.models import rows
from tests.inspector.making import import_bundle, make_member, make_tenant, signed_in
from tests.inspector.reading import words_of
from tests.inspector.runs_by_hand import archive_bundle, four_changes, make_item, make_run, run_url

BOOKKEEPING = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


@pytest.fixture
def meridian(db: Any) -> rows.Tenant:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle())
    return tenant


@pytest.fixture
def iris(meridian: rows.Tenant) -> Any:
    return signed_in(make_member(meridian, "iris", Role.RESPONDER))


def listed(client: Any, address: str = "/runs/") -> list[str]:
    return [line.url for line in client.get(address).context["page"].lines]


def test_a_run_is_a_line_with_its_source_version_trigger_state_counts_and_who_asked(
    meridian: rows.Tenant, iris: Any
) -> None:
    ben = make_member(meridian, "ben", Role.RESPONDER).memberships.get().actor
    run = make_run(meridian, requested_by=ben)
    four_changes(run)
    (line,) = iris.get("/runs/").context["page"].lines
    assert (line.url, line.source, line.title, line.version) == (
        run_url(run),
        "archive",
        "Rules of the archive",
        "2",
    )
    assert (line.trigger, line.state.word, line.who) == ("new version", "done, with changes", "Ben")
    assert {outcome.said.word: outcome.number for outcome in line.outcomes} == {
        "moved, same words": 1,
        "a place is proposed": 1,
        "words changed": 1,
        "several places": 1,
    }


def test_who_asked_is_you_the_system_or_a_former_member_and_never_a_pseudonym(
    meridian: rows.Tenant, iris: Any
) -> None:
    actor = iris.get("/runs/").wsgi_request.reader.actor
    for requested_by in ("", "gone-for-good", actor):
        make_run(meridian, requested_by=requested_by)
    response = iris.get("/runs/")
    assert [line.who for line in response.context["page"].lines] == ["you", "a former member", "the system itself"]
    assert "gone-for-good" not in response.content.decode()


def test_the_empty_list_says_how_a_run_starts_and_whose_task_it_is(meridian: rows.Tenant, iris: Any) -> None:
    ada = signed_in(make_member(meridian, "ada", Role.REVIEWER))
    assert "You start one on the page of a source" in words_of(iris.get("/runs/").content.decode())
    assert "Responders and administrators of your tenant start one" in words_of(ada.get("/runs/").content.decode())


def test_the_list_is_filtered_by_state_and_by_source(meridian: rows.Tenant, iris: Any) -> None:
    ended, going_on = make_run(meridian), make_run(meridian, state="running", ended_at=None)
    requested = make_run(meridian, state="requested", ended_at=None, started_at=None)
    assert listed(iris) == [run_url(requested), run_url(going_on), run_url(ended)]
    assert listed(iris, "/runs/?state=open") == [run_url(requested), run_url(going_on)]
    assert listed(iris, "/runs/?state=running") == [run_url(going_on)]
    assert listed(iris, "/runs/?source=archive&state=completed_with_changes") == [run_url(ended)]
    assert listed(iris, "/runs/?source=elsewhere") == []
    assert "No run fits these words." in iris.get("/runs/?source=elsewhere").content.decode()


def test_a_filter_that_is_none_of_ours_filters_nothing(meridian: rows.Tenant, iris: Any) -> None:
    run = make_run(meridian)
    for query in ("state=%00", "state=blocked", "source=%20", "before=1", "before=" + "0" * 31 + "%00"):
        assert listed(iris, f"/runs/?{query}") == [run_url(run)], query


def test_pages_of_twenty_five_join_without_a_gap_by_the_id_of_the_last_run(meridian: rows.Tenant, iris: Any) -> None:
    made = [run_url(make_run(meridian)) for _ in range(60)]
    seen, address = [], "/runs/"
    while address:
        page = iris.get(address).context["page"]
        seen += [line.url for line in page.lines]
        address = page.older_url
    assert seen == made[::-1]


def test_a_run_of_another_tenant_is_not_listed(meridian: rows.Tenant, iris: Any) -> None:
    halcyon = make_tenant("halcyon")
    import_bundle(halcyon, archive_bundle())
    make_run(halcyon)
    assert listed(iris) == []
    assert listed(signed_in(make_member(halcyon, "drew", Role.REVIEWER))) != []


def test_a_run_for_a_version_that_the_reader_may_not_read_is_not_listed(db: Any) -> None:
    tenant = make_tenant("meridian")
    import_bundle(tenant, archive_bundle(new_labels=("board",)))
    run = make_run(tenant)
    ada = signed_in(make_member(tenant, "ada", Role.REVIEWER))
    cleo = signed_in(make_member(tenant, "cleo", Role.ADJUDICATOR, labels=("board",)))
    assert listed(ada) == []
    assert listed(ada, "/runs/?source=archive") == []
    assert listed(cleo) == [run_url(run)]


def test_what_was_set_aside_counts_as_failed(meridian: rows.Tenant, iris: Any) -> None:
    run = make_run(meridian, state="partial")
    make_item(run, size=3, counts={"unchanged": 3, "changed": 1})
    make_item(run, size=1, state="quarantined", fault="error", message="It failed.")
    make_item(run, size=500, state="split", counts={})
    (line,) = iris.get("/runs/").context["page"].lines
    assert {outcome.said.code: outcome.number for outcome in line.outcomes} == {"unchanged": 3, "error": 1}


def test_open_work_without_a_worker_is_said_after_a_minute(meridian: rows.Tenant, iris: Any) -> None:
    assert "Processing is delayed" not in iris.get("/runs/").content.decode()
    make_run(meridian, state="requested", ended_at=None, started_at=None)
    assert "Processing is delayed: no worker has been seen yet." in iris.get("/runs/").content.decode()
    pulse = rows.WorkerPulse.objects.create(name="host:1", seen_at=timezone.now() - timedelta(seconds=90))
    assert "no worker has been seen for 9" in iris.get("/runs/").content.decode()
    rows.WorkerPulse.objects.create(name="host:2", seen_at=timezone.now())
    assert "Processing is delayed" not in iris.get("/runs/").content.decode()
    rows.Run.objects.update(state="cancelled")
    rows.WorkerPulse.objects.filter(name__in=("host:2", pulse.name)).delete()
    assert "Processing is delayed" not in iris.get("/runs/").content.decode()


def test_sixty_seconds_are_no_delay_and_sixty_one_are() -> None:
    now = timezone.now()
    assert delay_of(now - timedelta(seconds=60), now) == ""
    assert "for 61 seconds" in delay_of(now - timedelta(seconds=61), now)


def test_the_list_takes_the_same_eight_statements_for_one_run_and_for_sixty(meridian: rows.Tenant, iris: Any) -> None:
    counts = []
    for number in (1, 59):
        for _ in range(number):
            run = make_run(meridian, state="running", ended_at=None)
            make_item(run, size=1, counts={"unchanged": 1})
        with CaptureQueriesContext(connection) as captured:
            assert iris.get("/runs/").status_code == 200
        counts.append(len([query for query in captured if not query["sql"].startswith(BOOKKEEPING)]))
    assert counts[0] == counts[1] <= 8
