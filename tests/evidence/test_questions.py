"""The three questions to a claim (S2-03) and the four of its reader to a citation (S4-04)."""

from __future__ import annotations

from typing import Any

from lineage.evidence.questions import NOT_CHECKED, Question, ReaderQuestions, questions_of_claim, questions_of_reader
from lineage.evidence.vocabulary import Outcome
from tests.evidence.answers import POLICY_TEXT, answer, cite, dossier_of, inspect_answer

JUDGED = {
    "claim": "c1",
    "citation": "x1",
    "evaluator": "r12",
    "status": "completed",
    "verdict": "supported",
    "score": 1,
}
SOURCE = {"key": "policies", "versions": [{"version": "7", "labels": ["internal"]}]}
ARTIFACT = {
    "key": "policy", "kind": "canonical_extract", "origin": "original", "text": POLICY_TEXT,
    "source": "policies", "version": "7",
}  # fmt: skip


def asked(*citations: Any, **more: Any) -> tuple[Question, ...]:
    value = answer(*citations, **more)
    return questions_of_claim(dossier_of(value), inspect_answer(value), "c1")


def outcomes(*citations: Any, **more: Any) -> list[Outcome]:
    return [question.outcome for question in asked(*citations, **more)]


def reader(**more: Any) -> ReaderQuestions:
    given = {"artifacts": [ARTIFACT], "sources": [SOURCE], **more}
    value = answer(cite(quoted_text="24 months"), **given)
    dossier, inspection = dossier_of(value), inspect_answer(value)
    return questions_of_reader(dossier, dossier.citations["x1"], inspection.resolutions[0])


def persona(*labels: str) -> dict[str, Any]:
    return {"key": "logs", "persona": {"name": "agent", "labels": list(labels)}}


def test_a_claim_that_a_judge_found_supported_passes_all_three() -> None:
    found = asked(cite(quoted_text="24 months"), judge_results=[JUDGED])
    assert [question.outcome for question in found] == [Outcome.PASS] * 3
    assert [question.basis for question in found] == ["code", "judge", "judge"]


def test_an_uncited_claim_that_needs_evidence_is_not_applicable_not_run_fail() -> None:
    assert outcomes() == [Outcome.NOT_APPLICABLE, Outcome.NOT_RUN, Outcome.FAIL]


def test_a_claim_that_needs_no_evidence_is_asked_nothing() -> None:
    claims = [{"key": "c1", "text": "Hello.", "requires_citation": False}]
    assert outcomes(claims=claims) == [Outcome.NOT_APPLICABLE] * 3


def test_nobody_has_judged_is_not_run_and_no_pass() -> None:
    assert outcomes(cite(quoted_text="24 months")) == [Outcome.PASS, Outcome.NOT_RUN, Outcome.NOT_RUN]


def test_an_unknown_id_fails_the_first_and_covers_nothing() -> None:
    assert outcomes(cite(cited="E9"))[::2] == [Outcome.FAIL, Outcome.FAIL]


def test_without_a_manifest_nobody_knows_what_the_answer_was_given() -> None:
    assert outcomes(cite(cited="policy"), manifest=None)[0] is Outcome.NOT_CAPTURED


def test_words_about_the_source_cover_nothing_whatever_a_judge_says() -> None:
    memo = {"key": "policy", "kind": "summary", "origin": "generated", "text": POLICY_TEXT}
    found = outcomes(cite(quoted_text="24 months"), artifacts=[memo], judge_results=[JUDGED])
    assert found == [Outcome.PASS, Outcome.UNCLEAR, Outcome.FAIL]


def test_four_answered_questions_make_a_citation_successful() -> None:
    found = reader(case=persona("internal"))
    assert [question.outcome for question in found.questions] == [Outcome.PASS] * 4
    assert found.is_successful


def test_access_that_nobody_checked_is_no_success() -> None:
    found = reader()
    assert (found.questions[3].outcome, found.questions[3].note) == (Outcome.NOT_CAPTURED, NOT_CHECKED)
    assert not found.is_successful


def test_a_recorded_check_decides_and_a_refusal_fails() -> None:
    check = {"phase": "at_response", "source": "policies"}
    allowed = reader(capture={"access_checks": [{**check, "outcome": "allowed"}]})
    refused = reader(capture={"access_checks": [{**check, "outcome": "permission_denied"}]})
    assert [found.questions[3].outcome for found in (allowed, refused)] == [Outcome.PASS, Outcome.FAIL]


def test_a_reader_without_the_label_may_not_see_it() -> None:
    assert reader(case=persona("public")).questions[3].outcome is Outcome.FAIL


def test_a_passage_of_no_known_source_answers_neither_the_first_nor_the_second() -> None:
    bare = {key: value for key, value in ARTIFACT.items() if key not in ("source", "version")}
    found = reader(artifacts=[bare], sources=[])
    assert [question.outcome for question in found.questions[:2]] == [Outcome.NOT_CAPTURED] * 2


def test_a_citation_that_leads_nowhere_answers_none() -> None:
    value = answer(cite(cited="E9"))
    dossier, inspection = dossier_of(value), inspect_answer(value)
    found = questions_of_reader(dossier, dossier.citations["x1"], inspection.resolutions[0])
    assert [question.question for question in found.questions[:2]] == ["Which source?", "Which revision of it?"]
    assert [question.outcome for question in found.questions] == [Outcome.FAIL] * 3 + [Outcome.NOT_RUN]
