"""The scalars of the wire format: lenient containers, strict scalars (reliability 6)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from datetime import UTC, datetime
from typing import Any

import pytest

from lineage.evidence.bundle import Answer, Artifact, Claim, JudgeResult, SourceEvent, SourceVersion
from lineage.evidence.reading import PayloadProblems, validate
from lineage.text.span import Span


def refused_at(kind: type, value: dict[str, Any]) -> list[str]:
    with pytest.raises(PayloadProblems) as caught:
        validate(kind, value)
    return [problem.pointer for problem in caught.value.problems]


@pytest.mark.parametrize(
    "range",
    [[0], [0, 1, 2], ["0", 1], [0, 1.0], [True, 1], [-1, 1], [3, 2], [0, 2**53], [0, 2**63], "01", {"0": 1}, 5],
)
def test_a_range_of_our_own_is_a_pair_of_whole_numbers_in_order(range: Any) -> None:
    assert refused_at(Claim, {"key": "c1", "place": range}) == ["/place"]


def test_a_range_of_our_own_is_a_span_of_code_points() -> None:
    assert validate(Claim, {"key": "c1", "place": [0, 5]}).place == Span(0, 5)


@pytest.mark.parametrize("key", ["", "a\0b", "k" * 501, 1, None, True, ["k"]])
def test_a_key_is_a_text_of_1_to_500_characters_without_nul(key: Any) -> None:
    assert refused_at(Claim, {"key": key}) == ["/key"]


def test_a_key_may_hold_any_other_character_also_500_astral_ones() -> None:
    assert validate(Claim, {"key": "\U0001f600" * 500}).key == "\U0001f600" * 500


def test_words_hold_no_nul_and_prose_holds_every_character() -> None:
    assert refused_at(SourceVersion, {"version": "1", "title": "a\0b"}) == ["/title"]
    assert validate(Artifact, {"key": "a", "kind": "chunk", "text": "a\0b\r\n\u202e"}).text == "a\0b\r\n\u202e"


@pytest.mark.parametrize("share", [-0.1, 1.1, "0.5", True, float("nan"), float("inf")])
def test_a_share_is_a_number_from_0_to_1(share: Any) -> None:
    assert refused_at(Artifact, {"key": "a", "kind": "chunk", "confidence": share}) == ["/confidence"]


@pytest.mark.parametrize("count", [-1, 1.5, 1.0, "1", True, 2**53])
def test_a_count_is_a_whole_number_that_javascript_can_hold(count: Any) -> None:
    assert refused_at(Artifact, {"key": "a", "kind": "chunk", "page": count}) == ["/page"]


@pytest.mark.parametrize(
    "moment",
    ["2026-11-02", "2026-11-02T14:10:00", 1793628600, "", "yesterday", True]
    + ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:00-14:00"],
)
def test_a_moment_has_a_time_zone_and_a_year_from_1_to_9999(moment: Any) -> None:
    assert refused_at(SourceEvent, {"event": "activated", "at": moment}) == ["/at"]


def test_two_spellings_of_one_moment_are_one_value() -> None:
    one, other = (
        validate(SourceEvent, {"event": "activated", "at": at})
        for at in ("2026-11-02T14:10:00Z", "2026-11-02T15:10:00+01:00")
    )
    assert one == other
    assert one.at == datetime(2026, 11, 2, 14, 10, tzinfo=UTC)


def test_an_unknown_field_is_refused_by_name() -> None:
    assert refused_at(Claim, {"key": "c1", "txet": "x"}) == ["/txet"]


def test_an_unknown_value_of_an_enumeration_is_refused() -> None:
    assert refused_at(Artifact, {"key": "a", "kind": "chunks"}) == ["/kind"]


def test_every_bad_field_is_named_at_once() -> None:
    found = refused_at(JudgeResult, {"claim": "", "evaluator": 1, "status": "done", "score": "high"})
    assert set(found) == {"/claim", "/evaluator", "/status", "/score"}


def test_a_record_is_frozen() -> None:
    claim = validate(Claim, {"key": "c1"})
    with pytest.raises(FrozenInstanceError):
        claim.key = "c2"


def test_what_stands_inside_a_citation_is_kept_as_it_came() -> None:
    for value in (None, 0, True, 1.5, "", [], {}, [[0]], {"a": None}, 2**70):
        found = validate(Answer, {"citations": [{"key": "x", "cited": value, "range": value, "unit": value}]})
        assert (found.citations[0].cited, found.citations[0].range) == (value, value)
