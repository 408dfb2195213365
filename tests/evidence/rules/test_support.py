"""Qualifiers and contradictions: what the golden cases leave out (S3-11, S3-45, S3-63)."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.outcomes import Finding
from tests.evidence.answers import POLICY_TEXT, answer, cite, inspect_answer, passage, step

MEMO = "Logs are kept for 24 months."


def found(value: Any, code: str) -> list[Finding]:
    return [finding for finding in inspect_answer(value).findings if finding.rule == f"support/{code}"]


def summarized(memo: str, claim: str = "Logs go after 24 months.", source: str = POLICY_TEXT, **more: Any) -> Any:
    """The policy is normalized by code, summed up by a model, and the summary is trimmed by code into the block E1."""
    return answer(
        cite(),
        claims=[{"key": "c1", "text": claim}],
        manifest=[{"label": "E1", "artifact": "block"}],
        artifacts=[
            passage(source),
            passage(source, key="normalized", origin="derived"),
            passage(memo, key="memo", origin="generated", kind="summary"),
            passage(memo, key="block", origin="generated", kind="trimmed_block"),
        ],
        transformations=[
            step("normalize", "policy", "normalized", ([0, len(source)], [0, len(source)], "exact_copy")),
            step(
                "sum-up",
                "normalized",
                "memo",
                ([0, len(memo)], [0, len(source)], "paraphrased_summary"),
                mediation="model",
                kind="summarization",
            ),
            step("trim", "memo", "block", ([0, len(memo)], [0, len(memo)], "exact_copy")),
        ],
        **more,
    )


def test_the_first_step_whose_output_lacks_the_phrase_is_named() -> None:
    """S3-63: 80 characters with the qualifier at 46, dropped at summarization."""
    (finding,) = found(summarized(MEMO), "qualifier-dropped")
    assert (finding.claim, finding.citation, finding.detail) == ("c1", "x1", "except where")
    assert finding.evidence["transformation"] == "sum-up"
    assert finding.sentence.startswith("The source says “except where a legal hold applies”;")
    assert finding.sentence.endswith("It was dropped at summarization, by sum-up.")


@pytest.mark.parametrize("phrase", ["except where", "unless", "only if", "subject to", "not applicable when"])
def test_each_seeded_clause_is_looked_for(phrase: str) -> None:
    source = f"Logs are deleted after 24 months, {phrase.upper()} a legal hold is in force."
    (finding,) = found(summarized(MEMO, source=source), "qualifier-dropped")
    assert finding.detail == phrase.upper()


@pytest.mark.parametrize(
    ("memo", "claim"),
    [
        ("Logs are kept for 24 months, except  where a legal hold applies.", "Logs go after 24 months."),
        (MEMO, "Logs go after 24 months, Except where a legal hold applies."),
    ],
)
def test_a_qualifier_that_the_summary_or_the_claim_has_is_not_dropped(memo: str, claim: str) -> None:
    assert found(summarized(memo, claim), "qualifier-dropped") == []


def test_a_qualifier_that_stands_twice_in_the_source_is_one_finding() -> None:
    source = "Logs go unless held. Tickets go unless open."
    assert [finding.detail for finding in found(summarized(MEMO, source=source), "qualifier-dropped")] == ["unless"]


def test_summaries_without_a_map_and_originals_are_not_judged() -> None:
    value = summarized(MEMO)
    value["transformations"] = value["transformations"][2:]
    counts = inspect_answer(value).counts["support/qualifier-dropped"]
    assert counts == {"not_captured": 1}
    plain = inspect_answer(answer(cite(quoted_text="24 months")))
    assert plain.counts["support/qualifier-dropped"] == {"not_applicable": 1}


def conflicted(**more: Any) -> Any:
    hop = {"key": "h1", "ordinal": 1, "proposition": "?", "supports": ["policy"], "conflicts": ["other"]}
    return answer(capture={"hops": [hop | {"status": "conflicted"}]} | more)


@pytest.mark.parametrize(
    ("surfaced", "outcome"),
    [(True, {"pass": 1}), (False, {"fail": 1}), (None, {"not_captured": 1})],
)
def test_a_recorded_conflict_says_itself_whether_the_answer_tells_it(
    surfaced: bool | None, outcome: dict[str, int]
) -> None:
    conflict = {"first": "policy", "second": "other", "precedence": "the local rule", "surfaced": surfaced}
    inspection = inspect_answer(conflicted(conflicts=[conflict]))
    assert inspection.counts["support/contradiction-blurred"] == outcome


def test_a_conflicted_hop_of_which_nothing_else_is_recorded_is_blurred() -> None:
    """S3-45."""
    (finding,) = found(conflicted(), "contradiction-blurred")
    assert (finding.claim, finding.citation, finding.detail) == (None, None, "h1")
    assert "policy, other" in finding.sentence
    other = {"first": "third", "second": "fourth", "surfaced": True}
    assert [finding.detail for finding in found(conflicted(conflicts=[other]), "contradiction-blurred")] == ["h1"]


def test_without_conflicts_and_hops_nothing_was_recorded() -> None:
    assert inspect_answer(answer()).counts["support/contradiction-blurred"] == {"not_captured": 1}
    quiet = inspect_answer(answer(capture={"conflicts": []}))
    assert quiet.counts["support/contradiction-blurred"] == {"not_applicable": 1}
