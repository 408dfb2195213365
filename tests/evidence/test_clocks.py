"""How sources stood when an answer was given, and how they stand later."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.clocks import ClockLine, availability_at, clocks_of, decision_at, rests_on
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.native import read_object
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import Availability, Decision, Freshness
from tests.golden import dossiers, load_cases

ANSWERED = datetime(2026, 10, 10, 12, tzinfo=UTC)
LATER = datetime(2026, 11, 29, tzinfo=UTC)
TEXT = "Refunds are paid within thirty days."


def dossier_of(*versions: dict[str, Any], **answer: Any) -> Dossier:
    given = {
        "case": {"key": "refund"},
        "response_version": "1",
        "answered_at": ANSWERED.isoformat(),
        "text": TEXT,
        "manifest": [{"label": "E1", "artifact": "rules-7"}],
        "claims": [{"key": "c1", "text": TEXT, "kind": "quotation"}],
        "citations": [{"key": "x1", "claim": "c1", "cited": "E1", "range": [0, 36], "unit": "code_point"}],
        "sources": [{"key": "rules", "versions": list(versions)}],
        "artifacts": [
            {"key": "rules-7", "kind": "canonical_extract", "origin": "original", "text": TEXT}
            | {"source": "rules", "version": "7"}
        ],
    }
    given["citations"][0]["quoted_text"] = TEXT  # type: ignore[index]
    collected = read_object({"schema": "evidence-inspector/1", "answers": [given | answer]})
    assert not collected.problems, [str(problem) for problem in collected.problems]
    (dossier,) = dossiers(collected)
    return dossier


def line_of(dossier: Dossier, at: datetime | None = ANSWERED) -> ClockLine:
    (line,) = clocks_of(dossier, at, LATER)
    return line


SEVEN = {"version": "7", "valid_from": "2026-01-01T00:00:00Z"}
EIGHT = {"version": "8", "supersedes": "7", "valid_from": "2026-11-05T00:00:00Z"}


def test_a_version_that_was_replaced_after_the_answer_was_current_then_and_is_superseded_now() -> None:
    line = line_of(dossier_of(SEVEN, EIGHT))
    assert (line.then.freshness, line.now.freshness) == (Freshness.CURRENT, Freshness.SUPERSEDED)
    assert line.changed == ("superseded by version 8 on 2026-11-05",)


def test_a_version_that_was_replaced_before_the_answer_was_old_already_and_nothing_lies_between() -> None:
    line = line_of(dossier_of(SEVEN, EIGHT | {"valid_from": "2026-09-01T00:00:00Z"}))
    assert (line.then.freshness, line.now.freshness) == (Freshness.SUPERSEDED, Freshness.SUPERSEDED)
    assert line.changed == ()


def test_an_answer_without_a_time_has_no_then_and_the_time_of_the_import_does_not_stand_in() -> None:
    line = line_of(dossier_of(SEVEN, EIGHT), at=None)
    assert line.then == (None, Freshness.UNKNOWN, None)
    assert line.now.freshness is Freshness.SUPERSEDED
    assert line.changed == ("became valid on 2026-01-01", "superseded by version 8 on 2026-11-05")


def test_a_version_that_ended_before_the_answer_was_expired() -> None:
    """S4-31, its acceptance example."""
    line = line_of(dossier_of({"version": "7", "valid_to": "2025-01-01T00:00:00Z"}))
    assert line.then.freshness is Freshness.EXPIRED


def test_a_version_that_came_into_force_or_ended_between_says_when() -> None:
    version = {"version": "7", "valid_from": "2026-10-20T00:00:00Z", "valid_to": "2026-11-20T00:00:00Z"}
    line = line_of(dossier_of(version))
    assert (line.then.freshness, line.now.freshness) == (Freshness.NOT_YET_VALID, Freshness.EXPIRED)
    assert line.changed == ("became valid on 2026-10-20", "expired on 2026-11-20")


def test_what_happened_between_stands_in_its_order_with_its_reason() -> None:
    events = [
        {"event": "restored", "at": "2026-11-20T08:00:00Z"},
        {"event": "withdrawn", "at": "2026-11-01T08:00:00Z", "reason": "under review"},
        {"event": "activated", "at": "2026-01-02T08:00:00Z"},
        {"event": "withdrawn", "at": "2026-12-24T08:00:00Z"},
    ]
    line = line_of(dossier_of({"version": "7", "events": events}))
    assert line.changed == ("withdrawn on 2026-11-01: under review", "restored on 2026-11-20")
    assert (line.then.availability, line.now.availability) == (Availability.AVAILABLE, Availability.AVAILABLE)


def test_a_version_that_is_blocked_without_a_date_is_so_now_and_nobody_says_since_when() -> None:
    line = line_of(dossier_of({"version": "7", "availability": "access_blocked"}))
    assert (line.then.availability, line.now.availability) == (None, Availability.ACCESS_BLOCKED)


def test_the_times_of_a_version_are_kept_apart() -> None:
    """M-03."""
    times = {"observed_at": "2026-02-01T00:00:00Z", "ingested_at": "2026-02-02T00:00:00Z"}
    line = line_of(dossier_of(SEVEN | times | {"valid_to": "2027-01-01T00:00:00Z"}))
    found = (line.valid_from, line.observed_at, line.ingested_at, line.valid_to)
    assert [moment.day for moment in found if moment] == [1, 1, 2, 1]
    assert line_of(dossier_of(SEVEN)).ingested_at is None


def test_an_alias_says_which_version_it_named_and_when() -> None:
    alias = {"alias": "latest", "source": "rules", "version": "7", "resolved_at": "2026-10-10T11:59:00Z"}
    line = line_of(dossier_of(SEVEN, EIGHT, capture={"aliases": [alias, alias | {"version": "8"}]}))
    assert [(one.alias, one.version) for one in line.aliases] == [("latest", "7")]


def test_only_versions_that_the_citations_rest_on_are_asked_for() -> None:
    dossier = dossier_of(SEVEN, EIGHT)
    rested = rests_on(dossier, inspect(dossier, DEFAULT_POLICY, LATER))
    assert rested == (("rules", "7"),)
    assert [line.version for line in clocks_of(dossier, ANSWERED, LATER, rested)] == ["7"]
    assert clocks_of(dossier, ANSWERED, LATER, [("nowhere", "1"), ("rules", "9")]) == ()


def test_a_withdrawal_after_the_answer_changes_the_decision_at_its_moment() -> None:
    dossier = dossier_of(SEVEN | {"events": [{"event": "withdrawn", "at": "2026-11-01T00:00:00Z"}]})
    before, after = datetime(2026, 10, 31, tzinfo=UTC), datetime(2026, 11, 2, tzinfo=UTC)
    assert decision_at(dossier, DEFAULT_POLICY, before) is Decision.RELEASED
    assert decision_at(dossier, DEFAULT_POLICY, after) is not Decision.RELEASED


def test_the_decision_at_a_moment_is_that_of_an_inspection_at_it() -> None:
    for case in load_cases():
        for dossier in dossiers(read_object(case.bundle)):
            assert decision_at(dossier, case.policy, case.as_of) is inspect(dossier, case.policy, case.as_of).decision


@pytest.mark.parametrize("hours", [0, 1])
def test_an_event_counts_from_its_moment_on(hours: int) -> None:
    at = ANSWERED + timedelta(hours=1)
    dossier = dossier_of({"version": "7", "events": [{"event": "tombstoned", "at": at.isoformat()}]})
    (version,) = dossier.sources["rules"].versions
    wanted = Availability.DELETED if hours else Availability.AVAILABLE
    assert availability_at(version, ANSWERED + timedelta(hours=hours)) is wanted


MOMENTS = st.integers(0, 60).map(lambda days: datetime(2026, 10, 1, tzinfo=UTC) + timedelta(days=days))


@given(st.lists(st.tuples(st.sampled_from(["withdrawn", "restored", "purged"]), MOMENTS), max_size=6), MOMENTS, MOMENTS)
def test_where_the_two_clocks_differ_something_is_said_to_have_happened(
    events: list[tuple[str, datetime]], first: datetime, second: datetime
) -> None:
    written = [{"event": event, "at": at.isoformat()} for event, at in events]
    at, now = sorted((first, second))
    (line,) = clocks_of(dossier_of({"version": "7", "events": written}), at, now)
    assert all(at < change.at <= now for change in line.changes)
    if line.then.availability is not line.now.availability:
        assert line.changes
