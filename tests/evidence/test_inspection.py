"""Resolve, check, decide: everything the machine can say, and nothing that depends on a clock (DESIGN 2)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.policy import GatePolicy
from lineage.evidence.vocabulary import Decision, Level, RiskTier
from tests.evidence.answers import NOW, answer, cite, dossier_of, inspect_answer, labelled, passage

UNKNOWN = "identity/unresolved-id"


def levels(**given: Level) -> dict[str, Level]:
    return {code.replace("__", "/").replace("_", "-"): level for code, level in given.items()}


def test_an_inspection_names_policy_moment_engine_and_dossier() -> None:
    value = answer(cite(quoted_text="24 months"))
    found = inspect_answer(value)
    assert (found.policy, found.as_of, found.engine) == ("default@1", NOW, "1")
    assert found.dossier_digest == compute_digest(dossier_of(value))


def test_every_citation_has_exactly_one_resolution_in_the_answers_order() -> None:
    found = inspect_answer(answer(cite("b"), cite("a", cited="E9"), cite("c", claim=None)))
    assert [resolution.citation for resolution in found.resolutions] == ["b", "a", "c"]


def test_every_claim_is_inspected_also_one_that_cites_nothing() -> None:
    found = inspect_answer(answer(claims=[{"key": "c2", "text": "x"}, {"key": "c1", "text": "y"}]))
    assert [claim.claim for claim in found.claims] == ["c2", "c1"]


@pytest.mark.parametrize(
    ("level", "decision"),
    [
        (Level.BLOCK, Decision.BLOCKED),
        (Level.REVIEW, Decision.HOLD_FOR_REVIEW),
        (Level.WARN, Decision.RELEASED),
        (Level.SHADOW, Decision.RELEASED),
        (Level.OFF, Decision.RELEASED),
    ],
)
def test_what_a_failing_rule_does_is_the_policys_alone(level: Level, decision: Decision) -> None:
    found = inspect_answer(answer(cite(cited="E9")), GatePolicy(name="p", revision=1, levels={UNKNOWN: level}))
    assert found.decision is decision
    assert [f.level for f in found.findings] == ([] if level is Level.OFF else [level])
    assert found.resolutions[0].status == "unresolved_id"


def test_a_rule_that_is_off_is_counted_nowhere() -> None:
    found = inspect_answer(answer(cite()), GatePolicy(name="p", revision=1, levels={UNKNOWN: Level.OFF}))
    assert UNKNOWN not in found.counts


def test_the_tier_of_the_case_selects_the_levels() -> None:
    policy = GatePolicy(
        name="p", revision=1, levels={UNKNOWN: Level.WARN}, tiers={RiskTier.HIGH: {UNKNOWN: Level.BLOCK}}
    )
    value = answer(cite(cited="E9"))
    assert inspect_answer(value, policy).decision is Decision.RELEASED
    high = value | {"case": {"key": "logs", "risk_tier": "high"}}
    assert inspect_answer(high, policy).decision is Decision.BLOCKED


def test_the_policys_normalization_is_that_under_which_words_are_compared() -> None:
    value = answer(cite(range=[35, 44], quoted_text="24  months"))
    exact = {"name": "exact", "revision": 1, "operations": []}
    assert inspect_answer(value).resolutions[0].status == "normalized_match"
    strict = GatePolicy(name="p", revision=1, normalization=exact)  # type: ignore[arg-type]
    assert inspect_answer(value, strict).resolutions[0].status == "quote_mismatch"


def test_every_outcome_is_counted_and_what_was_not_recorded_is_not_a_pass() -> None:
    counts = inspect_answer(answer(cite(quoted_text="24 months"), cite("x2", cited="E9"))).counts
    assert counts[UNKNOWN] == {"fail": 1, "pass": 1}
    assert counts["freshness/superseded"] == {"not_captured": 1, "not_run": 1}
    assert counts["evaluation/evaluation-wiring"] == {"not_captured": 1}
    assert counts["identity/renderer-mapping-changed"] == {"not_captured": 1}


def test_a_later_moment_may_find_what_an_earlier_one_could_not_know() -> None:
    value = labelled(answered_at="2026-05-01T00:00:00Z")
    value["sources"][0]["versions"].append({"version": "2", "supersedes": "1", "valid_from": "2026-06-01T00:00:00Z"})
    may, july = (datetime(2026, month, 2, tzinfo=UTC) for month in (5, 7))
    assert inspect_answer(value, as_of=may).decision is Decision.RELEASED
    later = inspect_answer(value, as_of=july)
    assert (later.decision, later.findings[0].detail) == (Decision.HOLD_FOR_REVIEW, "since")


def test_identical_files_without_any_identity_of_their_own_give_identical_inspections() -> None:
    value = answer(cite(range=[0, 8], quoted_text="Archived"), artifacts=[passage()])
    assert inspect_answer(value) == inspect_answer(value)
