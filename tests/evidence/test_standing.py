"""Current, replaced, expired, not yet valid, unknown: as of a moment (X-29, S4-31)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from lineage.evidence.bundle import Source
from lineage.evidence.reading import validate
from lineage.evidence.standing import answered_at, assess_freshness, find_supersession
from tests.evidence.answers import answer, as_answer

JUNE, OCTOBER, DECEMBER = (datetime(2026, month, 1, tzinfo=UTC) for month in (6, 10, 12))
MOMENT = {"june": "2026-06-01T00:00:00Z", "october": "2026-10-01T00:00:00Z", "december": "2026-12-01T00:00:00Z"}


def made(*versions: dict[str, Any]) -> Source:
    return validate(Source, {"key": "s", "versions": list(versions)})


def freshness(*versions: dict[str, Any], at: datetime = OCTOBER) -> str:
    source = made(*versions)
    return str(assess_freshness(source, source.versions[0], at))


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ({}, "current"),
        ({"valid_from": MOMENT["june"]}, "current"),
        ({"valid_from": MOMENT["december"]}, "not_yet_valid"),
        ({"valid_from": MOMENT["october"]}, "current"),
        ({"valid_to": MOMENT["june"]}, "expired"),
        ({"valid_to": MOMENT["october"]}, "expired"),
        ({"valid_to": MOMENT["december"]}, "current"),
    ],
)
def test_a_version_is_valid_from_its_first_moment_until_before_its_last(version: Any, wanted: str) -> None:
    assert freshness({"version": "1", **version}) == wanted


@pytest.mark.parametrize(
    ("successor", "wanted"),
    [
        ({"valid_from": MOMENT["june"]}, "superseded"),
        ({"valid_from": MOMENT["october"]}, "superseded"),
        ({"valid_from": MOMENT["december"]}, "current"),
        ({"ingested_at": MOMENT["june"]}, "superseded"),
        ({"observed_at": MOMENT["june"]}, "superseded"),
        ({"valid_from": MOMENT["december"], "observed_at": MOMENT["june"]}, "current"),
        ({"events": [{"event": "activated", "at": MOMENT["june"]}]}, "superseded"),
        ({}, "unknown"),
        ({"valid_from": MOMENT["june"], "draft": True}, "current"),
    ],
)
def test_a_version_is_replaced_from_the_moment_its_successor_is_in_force(successor: Any, wanted: str) -> None:
    assert freshness({"version": "1"}, {"version": "2", "supersedes": "1", **successor}) == wanted


def test_a_successor_of_another_version_replaces_nothing() -> None:
    assert freshness({"version": "2"}, {"version": "3", "supersedes": "1", "valid_from": MOMENT["june"]}) == "current"


def test_an_event_says_since_when_where_no_successor_is_known() -> None:
    event = {"version": "1", "events": [{"event": "superseded", "at": MOMENT["october"]}]}
    assert freshness(event, at=JUNE) == "current"
    assert freshness(event, at=DECEMBER) == "superseded"


def test_of_several_successors_the_first_in_force_replaced_it() -> None:
    source = made(
        {"version": "1"},
        {"version": "3", "supersedes": "1", "valid_from": MOMENT["october"]},
        {"version": "2", "supersedes": "1", "valid_from": MOMENT["june"]},
    )
    found = find_supersession(source, source.versions[0])
    assert found is not None
    assert (found.version.version, found.since) == ("2", JUNE)


def test_what_nobody_recorded_is_unknown_not_current() -> None:
    assert str(assess_freshness(None, None, OCTOBER)) == "unknown"
    assert str(assess_freshness(made({"version": "1"}), None, OCTOBER)) == "unknown"


def test_an_answer_without_a_time_counts_as_given_at_the_inspection() -> None:
    assert answered_at(as_answer(answer()), OCTOBER) == OCTOBER
    assert answered_at(as_answer(answer(answered_at=MOMENT["june"])), OCTOBER) == JUNE
