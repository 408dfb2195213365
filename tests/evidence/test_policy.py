"""A gate policy: a level for each rule, per risk tier (M-75)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy, dump_policy, level_of, policy_digest, read_policy
from lineage.evidence.reading import PayloadError, PayloadProblems
from lineage.evidence.rules.registry import RULES
from lineage.evidence.vocabulary import Level, RiskTier

BASE = {"name": "strict", "revision": 2}


def read(**more: Any) -> GatePolicy:
    return read_policy(json.dumps(BASE | more).encode())


def test_a_policy_comes_back_as_it_was_written() -> None:
    policy = read(levels={"freshness/superseded": "off"}, tiers={"high": {"lineage/span-ambiguity": "block"}})
    assert read_policy(dump_policy(policy)) == policy
    assert policy_digest(read_policy(dump_policy(policy))) == policy_digest(policy)
    assert policy.label == "strict@2"


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"levels": {"origin/no-such-rule": "block"}}, "/levels/origin~1no-such-rule"),
        ({"tiers": {"high": {"origin/no-such-rule": "block"}}}, "/tiers/high/origin~1no-such-rule"),
    ],
)
def test_a_rule_that_does_not_exist_is_named(change: Any, at: str) -> None:
    with pytest.raises(PayloadError) as caught:
        read(**change)
    assert caught.value.pointer == at


@pytest.mark.parametrize(
    "change",
    [
        {"levels": {"freshness/superseded": "fatal"}},
        {"downgrade": ["origin/quote-mismatch"]},
        {"downgrade": ["identity/unresolved-id"]},
        {"tiers": {"low": {}}},
        {"normalization": {"name": "n", "revision": 1, "operations": ["stemming"]}},
        {"owner": "ada"},
        {"revision": -1},
    ],
)
def test_a_policy_with_what_there_is_not_is_refused(change: Any) -> None:
    with pytest.raises(PayloadProblems):
        read(**change)


def test_the_tiers_level_is_taken_first_and_the_details_before_the_rules() -> None:
    code = "origin/generated-target"
    policy = read(
        levels={code: "block", f"{code}:reference": "warn"},
        tiers={"high": {code: "review"}},
    )
    assert level_of(policy, code, "quotation", None) is Level.BLOCK
    assert level_of(policy, code, "reference", None) is Level.WARN
    assert level_of(policy, code, "reference", RiskTier.STANDARD) is Level.WARN
    assert level_of(policy, code, "reference", RiskTier.HIGH) is Level.REVIEW


def test_a_rule_that_no_policy_names_keeps_its_own_level() -> None:
    assert {rule.code: level_of(read(), rule.code, "", None) for rule in RULES} == {r.code: r.level for r in RULES}


@pytest.mark.parametrize(
    ("code", "detail", "level"),
    [
        ("syntax/malformed-citation", "missing_id", "block"),
        ("identity/unresolved-id", "", "block"),
        ("identity/duplicate-source-ids", "E1", "block"),
        ("identity/orphan-citation", "", "block"),
        ("identity/renderer-mapping-changed", "1", "block"),
        ("identity/snapshot-mismatch", "", "block"),
        ("origin/generated-target", "quotation", "block"),
        ("origin/generated-target", "reference", "review"),
        ("origin/quote-mismatch", "", "block"),
        ("lineage/unresolved-range", "", "block"),
        ("lineage/span-ambiguity", "whole_passage", "warn"),
        ("lineage/span-ambiguity", "several_places", "review"),
        ("lineage/broken-mapping", "", "block"),
        ("lineage/derivative-only-support", "", "review"),
        ("lineage/points-to-unsupplied-text", "", "block"),
        ("coverage/required-citation-missing", "exemption_void", "block"),
        ("freshness/superseded", "since", "review"),
        ("evaluation/evaluation-wiring", "truncated", "review"),
        ("capture/footnote-map-missing", "", "warn"),
    ],
)
def test_the_default_policy_has_the_levels_that_were_decided(code: str, detail: str, level: str) -> None:
    assert level_of(DEFAULT_POLICY, code, detail, None) == level


def test_the_default_policy_downgrades_nothing() -> None:
    assert DEFAULT_POLICY.downgrade == ()
