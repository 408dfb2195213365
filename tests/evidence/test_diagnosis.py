"""One plain sentence, a diagnosis, its owner and five badges for each claim (M-50, S2-43)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.outcomes import ClaimInspection
from tests.evidence.answers import POLICY_TEXT, answer, cite, inspect_answer, labelled, passage, step

JUDGED = {"claim": "c1", "evaluator": "judge", "status": "completed"}


def claim_of(value: Any) -> ClaimInspection:
    (found,) = inspect_answer(value).claims
    return found


def badges(value: Any) -> dict[str, str]:
    return {str(badge.contract): str(badge.outcome) for badge in claim_of(value).badges}


def test_a_claim_has_five_badges_which_are_never_merged() -> None:
    assert list(badges(answer(cite(quoted_text="24 months")))) == [
        "syntax",
        "identity",
        "support",
        "coverage",
        "standing",
    ]


def test_a_true_quotation_is_healthy_and_nobody_has_judged_what_it_carries() -> None:
    found = claim_of(answer(cite(quoted_text="24 months")))
    assert (str(found.diagnosis), found.owner, found.repair) == ("healthy", None, "")
    assert badges(answer(cite(quoted_text="24 months"))) == {
        "syntax": "pass",
        "identity": "pass",
        "support": "not_run",
        "coverage": "pass",
        "standing": "not_captured",
    }


@pytest.mark.parametrize(
    ("value", "diagnosis", "owner"),
    [
        (answer(cite(cited="E9")), "wrong_mapping", "application"),
        (answer(cite(cited=5)), "wrong_mapping", "application"),
        (answer(cite(digest="0" * 64)), "wrong_mapping", "ingestion"),
        (answer(cite(range=[0, 999])), "wrong_mapping", "application"),
        (answer(cite(range=[0, 8], quoted_text="Live logs")), "wrong_mapping", "application"),
        (answer(), "genuine_unsupported", "application"),
        (answer(cite()), "cannot_determine", None),
        (labelled(text=None), "cannot_determine", None),
    ],
)
def test_a_near_miss_is_named_with_whom_it_belongs_to(value: Any, diagnosis: str, owner: str | None) -> None:
    found = claim_of(value)
    assert (str(found.diagnosis), found.owner and str(found.owner)) == (diagnosis, owner)
    assert found.sentence.endswith(".")


def test_an_unknown_id_leaves_support_not_run() -> None:
    found = badges(answer(cite(cited="E9"), judge_results=[JUDGED | {"verdict": "supported"}]))
    assert (found["identity"], found["support"]) == ("fail", "not_run")


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [("supported", "pass"), ("unsupported", "fail"), ("contradicted", "fail"), ("partially_supported", "unclear")],
)
def test_the_judges_last_word_is_the_badge_of_support_and_no_other(verdict: str, outcome: str) -> None:
    results = [JUDGED | {"verdict": "supported"}, JUDGED | {"verdict": verdict, "attempt": 2}]
    found = badges(answer(cite(quoted_text="24 months"), judge_results=results))
    assert (found["support"], found["syntax"], found["identity"], found["coverage"]) == (
        outcome,
        "pass",
        "pass",
        "pass",
    )


def test_the_judge_is_heard_only_where_the_deterministic_rules_are_silent() -> None:
    against = [JUDGED | {"verdict": "contradicted"}]
    alone = claim_of(answer(cite(quoted_text="24 months"), judge_results=against))
    assert str(alone.diagnosis) == "genuine_unsupported"
    broken = claim_of(answer(cite(cited="E9"), judge_results=against))
    assert str(broken.diagnosis) == "wrong_mapping"


def test_turning_the_judge_off_changes_no_finding() -> None:
    """S2-17."""
    for citation in (cite(quoted_text="24 months"), cite(cited="E9"), cite(range=[0, 999])):
        with_judge = inspect_answer(answer(citation, judge_results=[JUDGED | {"verdict": "supported"}]))
        without = inspect_answer(answer(citation))
        assert (with_judge.findings, with_judge.decision) == (without.findings, without.decision)


MISSED = {
    "retrieval": [{"hits": [{"artifact": "policy", "rank": 1}]}],
    "reference": {"gold": ["exception"]},
}


@pytest.mark.parametrize(
    ("value", "diagnosis"),
    [
        (answer(capture=MISSED), "retrieval_miss"),
        (
            answer(cite(quoted_text="24 months"), judge_results=[JUDGED | {"verdict": "unsupported"}], capture=MISSED),
            "retrieval_miss",
        ),
        (answer(cite(quoted_text="24 months"), capture=MISSED), "healthy"),
        (answer(cite(cited="E9"), capture=MISSED), "wrong_mapping"),
        (answer(capture=MISSED | {"reference": {"gold": ["policy"]}}), "genuine_unsupported"),
        (answer(capture=MISSED | {"reference": None}), "genuine_unsupported"),
    ],
)
def test_a_claim_without_support_is_a_retrieval_miss_where_its_evidence_was_never_retrieved(
    value: Any, diagnosis: str
) -> None:
    """S2-36: recall comes first; a sterner citation prompt would only make more refusals."""
    found = claim_of(value)
    assert str(found.diagnosis) == diagnosis
    if diagnosis == "retrieval_miss":
        assert (found.owner, found.first_divergence) == ("retrieval", "retrieval")
        assert found.sentence.endswith("was never retrieved.") and "exception" not in found.sentence


def test_that_a_translation_stands_alone_is_no_fault_of_its_identity() -> None:
    value = answer(
        cite(),
        manifest=[{"label": "E1", "artifact": "english"}],
        artifacts=[passage(), passage("Logs.", "english", "generated", kind="translation")],
        transformations=[step("translate", "policy", "english", ([0, 5], [0, 80], "translated"), mediation="model")],
    )
    assert "lineage/translation-without-original" in {finding.rule for finding in inspect_answer(value).findings}
    assert badges(value)["identity"] == "pass"


def test_a_summary_that_dropped_the_qualifier_of_its_original_is_told_so() -> None:
    summary = "Logs are kept for 24 months."
    value = answer(
        cite(quoted_text=summary),
        manifest=[{"label": "E1", "artifact": "summary"}],
        artifacts=[passage(), passage(summary, "summary", "generated", kind="summary")],
        transformations=[
            step("sum up", "policy", "summary", ([0, 28], [0, 80], "paraphrased_summary"), mediation="model")
        ],
    )
    assert "except where a legal hold applies" in claim_of(value).sentence
    assert "except where a legal hold applies" in POLICY_TEXT


def test_a_withdrawn_source_fails_the_standing_of_its_claim() -> None:
    assert badges(labelled({"availability": "withdrawn"}))["standing"] == "fail"
    assert badges(labelled({"availability": "withdrawn"}))["syntax"] == "pass"


def test_a_claim_that_needs_nothing_and_cites_nothing_is_not_applicable_everywhere() -> None:
    greeting = {"key": "c1", "text": "Hello!", "requires_citation": False}
    assert set(badges(answer(claims=[greeting])).values()) == {"not_applicable"}
