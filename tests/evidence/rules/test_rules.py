"""What every rule has, and the cases that the golden ones leave out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from lineage.evidence.rules.registry import BY_CODE, RULES, find_rule
from lineage.evidence.vocabulary import Level
from tests.evidence.answers import answer, cite, inspect_answer, passage


def found(value: Any, code: str) -> list[tuple[str, str | None, str | None, str]]:
    return [(str(f.outcome), f.claim, f.citation, f.detail) for f in inspect_answer(value).findings if f.rule == code]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_has_a_stable_code_one_sentence_a_repair_and_its_requirements(rule: Any) -> None:
    assert re.fullmatch(r"[a-z]+/[a-z]+(-[a-z]+)*", rule.code)
    assert rule.contract == rule.code.partition("/")[0]
    for sentence in (rule.meaning, rule.repair):
        assert sentence.endswith(".") and sentence[0].isupper() and "\n" not in sentence
    assert rule.level is not Level.OFF
    assert all(re.fullmatch(r"(S[0-4]|M|X)-\d{2,3}", requirement) for requirement in rule.requirements)
    assert rule.requirements


def test_codes_are_unique_and_an_unknown_one_is_none() -> None:
    assert len(BY_CODE) == len(RULES)
    assert find_rule("origin/quote-mismatch") is BY_CODE["origin/quote-mismatch"]
    assert find_rule("origin/") is None and find_rule("") is None


def test_every_finding_names_a_sentence_an_owner_a_route_and_a_repair() -> None:
    value = answer(cite("a", cited="E9"), cite("b", claim=None), cite("c", range=[0, 999]), cite("d", cited=[]))
    for finding in inspect_answer(value).findings:
        assert finding.sentence.endswith(".") and finding.repair == BY_CODE[finding.rule].repair
        assert (finding.owner, finding.route) == (BY_CODE[finding.rule].owner, BY_CODE[finding.rule].route)


def test_the_reference_audit_of_the_register() -> None:
    """S2-15, S2-16: an exempt claim with an unknown id still fails, an exempt one without citations does not."""
    exempt = {"requires_citation": False}
    value = answer(
        cite("x1", claim="greeting", cited="zzz"),
        claims=[{"key": "greeting", **exempt}, {"key": "hint", **exempt}, {"key": "bare"}, {"key": "fine"}],
        manifest=[{"label": "E1", "artifact": "policy"}, {"label": "E1", "artifact": "policy"}],
    )
    value["citations"].append(cite("x2", claim="fine", quoted_text="24 months"))
    assert found(value, "identity/unresolved-id") == [("fail", "greeting", "x1", "")]
    assert found(value, "coverage/required-citation-missing") == [("fail", "bare", None, "")]
    assert found(value, "identity/duplicate-source-ids") == [("fail", None, None, "E1")]


def test_ids_of_the_supplied_set_alone_are_known_and_others_name_what_was_offered() -> None:
    """S4-02: E7 with a manifest of E1..E5."""
    manifest = [{"label": f"E{n}", "artifact": "policy"} for n in range(1, 6)]
    findings = inspect_answer(answer(cite(cited="E7"), manifest=manifest)).findings
    (finding,) = (found for found in findings if found.rule == "identity/unresolved-id")
    assert "E1, E2, E3, E4, E5" in finding.sentence


def test_a_fault_in_two_citations_is_two_findings_in_the_answers_order() -> None:
    value = answer(cite("b", cited="E9"), cite("a", cited="E8"))
    assert [key for _, _, key, _ in found(value, "identity/unresolved-id")] == ["b", "a"]


def test_words_with_other_marks_are_shown_in_the_sentence_and_long_ones_are_cut() -> None:
    words = "24 months\n\n" + "word " * 200
    (finding,) = inspect_answer(answer(cite(quoted_text=words), artifacts=[passage()])).findings
    assert finding.rule == "origin/quote-mismatch"
    assert len(finding.sentence) < 500 and "\n" not in finding.sentence
