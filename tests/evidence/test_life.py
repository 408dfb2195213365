"""The life of a source version as a state machine: what it is, and what may be done to it (requirements 7.3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from lineage.evidence import life
from lineage.evidence.life import Facts, Life, LifeEvent, LifeState, read_life
from lineage.evidence.vocabulary import Availability, SourceEventKind

DAY = datetime(2026, 11, 1, tzinfo=UTC)
NOW = DAY + timedelta(days=30)


def events(*kinds: str) -> list[LifeEvent]:
    """`kind` or `kind by whom`, one a day."""
    made = []
    for number, written in enumerate(kinds):
        kind, _, actor = written.partition(" by ")
        made.append(LifeEvent(SourceEventKind(kind), DAY + timedelta(days=number), actor or "ada"))
    return made


def life_of(*kinds: str, **facts: object) -> Life:
    return read_life(Facts(**facts), events(*kinds), NOW)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "kinds", "state"),
    [
        ({}, (), "active"),
        ({"draft": True}, (), "draft"),
        ({"draft": True}, ("activated",), "active"),
        ({}, ("activated", "superseded"), "superseded"),
        ({"is_replaced": True}, (), "superseded"),
        ({"valid_to": DAY}, (), "retired"),
        ({"valid_to": NOW + timedelta(days=1)}, (), "active"),
        ({}, ("withdrawn",), "withdrawn"),
        ({}, ("activated", "superseded", "withdrawn", "restored"), "superseded"),
        ({}, ("withdrawn", "restored"), "active"),
        ({"draft": True}, ("tombstoned",), "tombstoned"),
        ({}, ("tombstoned", "restored"), "tombstoned"),
        ({}, ("tombstoned", "purged"), "purged"),
        ({"availability": Availability.WITHDRAWN}, (), "withdrawn"),
        ({"availability": Availability.DELETED}, (), "tombstoned"),
        ({}, ("held",), "active"),
    ],
)
def test_what_happened_says_what_a_version_is(facts: dict[str, object], kinds: tuple[str, ...], state: str) -> None:
    assert life_of(*kinds, **facts).state.value == state


def test_a_hold_stands_until_it_is_released() -> None:
    assert life_of("held").is_held
    assert not life_of("held", "released").is_held
    assert life_of("held", "released", "held").is_held


def test_two_different_people_agree_and_one_person_twice_does_not() -> None:
    asked = life_of("tombstoned", "purge_requested by ada", "purge_requested by ada")
    assert (asked.asked_by, asked.is_agreed) == ("ada", False)
    agreed = life_of("tombstoned", "purge_requested by ada", "purge_requested by ben")
    assert (agreed.asked_by, agreed.agreed_by) == ("ada", "ben")
    declined = life_of("tombstoned", "purge_requested by ada", "purge_requested by ben", "purge_declined by cleo")
    assert (declined.asked_by, declined.is_agreed) == (None, False)


HISTORY = {
    "draft": life_of(draft=True),
    "active": life_of(),
    "superseded": life_of("superseded"),
    "retired": life_of(valid_to=DAY),
    "withdrawn": life_of("withdrawn"),
    "tombstoned": life_of("tombstoned"),
    "purged": life_of("tombstoned", "purged"),
}
MAY = {
    "publish": (life.refuse_publish, {"draft"}),
    "withdraw": (life.refuse_withdraw, {"active", "superseded", "retired"}),
    "restore": (life.refuse_restore, {"withdrawn"}),
    "tombstone": (life.refuse_tombstone, set(HISTORY) - {"purged"}),
    "hold": (life.refuse_hold, set(HISTORY) - {"purged"}),
    "ask": (life.refuse_request, {"tombstoned"}),
}


@pytest.mark.parametrize("verb", MAY)
@pytest.mark.parametrize("state", HISTORY)
def test_every_other_step_is_refused_with_a_sentence(verb: str, state: str) -> None:
    refuse: Callable[[Life], str | None] = MAY[verb][0]
    refused = refuse(HISTORY[state])
    assert (refused is None) is (state in MAY[verb][1])
    assert refused is None or refused.endswith((".", "it."))


def test_erasure_is_decided_by_another_than_who_asked_and_only_once() -> None:
    assert life.refuse_confirm(life_of("tombstoned"), "ben") is not None
    asked = life_of("tombstoned", "purge_requested by ada")
    assert "nobody erases alone" in (life.refuse_confirm(asked, "ada") or "")
    assert life.refuse_confirm(asked, "ben") is None
    assert life.refuse_decision(asked) is None
    assert "ada has asked" in (life.refuse_request(asked) or "")
    agreed = life_of("tombstoned", "purge_requested by ada", "purge_requested by ben")
    assert life.refuse_confirm(agreed, "cleo") is not None
    assert life.refuse_request(agreed) is not None
    assert life.refuse_decision(agreed) is None


def test_what_is_to_happen_later_has_not_happened() -> None:
    later = [LifeEvent(SourceEventKind.WITHDRAWN, NOW + timedelta(days=1), "ada")]
    assert read_life(Facts(), later, NOW).state is LifeState.ACTIVE


def test_a_hold_is_released_once() -> None:
    assert life.refuse_release(life_of()) is not None
    assert life.refuse_release(life_of("held")) is None
    assert life.refuse_hold(life_of("held")) is not None
