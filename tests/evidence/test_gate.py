"""From findings to a decision, and to an exit code (M-75..M-79, X-03)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from lineage.evidence.gate import decide, exit_code
from lineage.evidence.outcomes import Finding
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy
from lineage.evidence.vocabulary import Contract, Decision, Level, Outcome, Owner, Route
from tests.evidence.answers import answer, cite, inspect_answer, labelled, passage, step

LENIENT = GatePolicy(
    name="lenient", revision=1, downgrade=("lineage/derivative-only-support", "origin/generated-target")
)


def finding(level: Level, outcome: Outcome = Outcome.FAIL, rule: str = "origin/quote-mismatch", **more: Any) -> Finding:
    return Finding(
        rule=rule,
        contract=Contract(rule.partition("/")[0]),
        outcome=outcome,
        level=level,
        sentence="",
        owner=Owner.APPLICATION,
        route=Route.BLOCK,
        repair="",
        **more,
    )


@pytest.mark.parametrize(
    ("found", "decision"),
    [
        ([], "released"),
        ([finding(Level.WARN)], "released"),
        ([finding(Level.SHADOW)], "released"),
        ([finding(Level.REVIEW)], "hold_for_review"),
        ([finding(Level.BLOCK)], "blocked"),
        ([finding(Level.REVIEW), finding(Level.BLOCK)], "blocked"),
        ([finding(Level.BLOCK, Outcome.UNCLEAR)], "hold_for_review"),
        ([finding(Level.BLOCK, Outcome.ERROR)], "hold_for_review"),
        ([finding(Level.REVIEW, Outcome.UNCLEAR)], "hold_for_review"),
        ([finding(Level.WARN, Outcome.UNCLEAR)], "released"),
    ],
)
def test_the_worst_finding_decides_and_what_is_unclear_is_held(found: list[Finding], decision: str) -> None:
    for order in itertools.permutations(found):
        assert decide(order, DEFAULT_POLICY, True)[0] == decision


def test_what_was_not_assessed_is_no_pass_and_no_excuse() -> None:
    assert decide([], DEFAULT_POLICY, False)[0] is Decision.NOT_EVALUATED
    assert decide([finding(Level.WARN)], DEFAULT_POLICY, False)[0] is Decision.NOT_EVALUATED
    assert decide([finding(Level.BLOCK)], DEFAULT_POLICY, False)[0] is Decision.BLOCKED


DERIVATIVE = "lineage/derivative-only-support"


def test_a_policy_may_release_with_a_label_what_rests_on_derivatives_alone() -> None:
    found = [finding(Level.REVIEW, rule=DERIVATIVE, claim="c1"), finding(Level.REVIEW, rule=DERIVATIVE, claim="c2")]
    assert decide(found, LENIENT, True) == (Decision.RELEASED_WITH_DOWNGRADE, ("c1", "c2"))
    assert decide(found, DEFAULT_POLICY, True) == (Decision.HOLD_FOR_REVIEW, ())
    assert decide([*found, finding(Level.REVIEW)], LENIENT, True)[0] is Decision.HOLD_FOR_REVIEW


def test_a_false_quotation_is_never_downgraded() -> None:
    quoted = finding(Level.BLOCK, rule="origin/generated-target", detail="quotation", claim="c1")
    assert decide([quoted], LENIENT, True)[0] is Decision.BLOCKED
    assert decide([finding(Level.BLOCK)], LENIENT, True)[0] is Decision.BLOCKED


def summarized(**citation: Any) -> Any:
    return answer(
        cite(**citation),
        manifest=[{"label": "E1", "artifact": "summary"}],
        artifacts=[passage(), passage("Logs are kept.", "summary", "generated")],
        transformations=[step("sum up", "policy", "summary", mediation="model")],
    )


def test_a_claim_on_a_summary_alone_is_held_or_by_policy_released_with_its_label() -> None:
    assert inspect_answer(summarized()).decision is Decision.HOLD_FOR_REVIEW
    released = inspect_answer(summarized(), LENIENT)
    assert (released.decision, released.downgrades) == (Decision.RELEASED_WITH_DOWNGRADE, ("c1",))
    assert inspect_answer(summarized(quoted_text="Logs are kept."), LENIENT).decision is Decision.BLOCKED


@pytest.mark.parametrize(
    "value",
    [
        labelled({"availability": "withdrawn"}),
        labelled({"availability": "access_blocked"}),
        labelled({"availability": "deleted"}),
        labelled(text=None),
        labelled({"labels": ["staff"]}, case={"key": "k", "persona": {"name": "visitor"}}),
        labelled({"events": [{"event": "purged", "at": "2026-11-01T00:00:00Z"}]}),
        answer(claims=[], citations=[]),
    ],
)
def test_an_answer_whose_claim_has_only_unreadable_evidence_is_not_evaluated(value: Any) -> None:
    assert inspect_answer(value).decision is Decision.NOT_EVALUATED


@pytest.mark.parametrize(
    ("version", "decision"),
    [({"availability": "not_retained"}, Decision.RELEASED), ({"availability": "withdrawn"}, Decision.NOT_EVALUATED)],
)
def test_one_readable_citation_is_enough_to_evaluate_a_claim_unless_another_was_withheld(
    version: Any, decision: Decision
) -> None:
    value = labelled(version)
    value["artifacts"].append(passage(key="other"))
    value["manifest"].append({"label": "E2", "artifact": "other"})
    value["citations"].append(cite("x2", cited="E2", quoted_text="24 months"))
    assert inspect_answer(value).decision is decision


@pytest.mark.parametrize(
    ("decisions", "problems", "code"),
    [
        ([], 0, 0),
        (["released"], 0, 0),
        (["released", "released_with_downgrade"], 0, 0),
        (["released", "hold_for_review"], 0, 1),
        (["degraded"], 0, 1),
        (["blocked"], 0, 1),
        (["not_evaluated"], 0, 1),
        (["released"], 1, 2),
        (["blocked"], 3, 2),
        ([], 1, 2),
    ],
)
def test_of_several_exit_codes_the_highest_is_taken(decisions: list[str], problems: int, code: int) -> None:
    assert exit_code(map(Decision, decisions), problems) == code
