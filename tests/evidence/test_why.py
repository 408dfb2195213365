"""The five audit questions of one claim (S3-36)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from lineage.evidence.vocabulary import Freshness, ResolutionStatus
from lineage.evidence.why import Why, why_claim
from lineage.evidence.why_words import QUESTIONS, Reply, as_text, replies_of
from lineage.text.span import Span
from tests.evidence.answers import POLICY_TEXT, answer, cite, dossier_of, inspect_answer
from tests.golden import CASES, inspect_case, load_case

LOGS = "origin/archived-logs"


def why_of(case: str, claim: str, hidden: tuple[str, ...] = ()) -> Why:
    dossier, inspection = inspect_case(load_case(CASES / f"{case}.json"))
    return why_claim(dossier, inspection, claim, hidden)


def replies(why: Why) -> dict[str, Reply]:
    return dict(zip(("spans", "steps", "reworded", "models", "versions"), replies_of(why), strict=True))


def own(*citations: Any, **more: Any) -> Why:
    value = answer(*citations, **more)
    return why_claim(dossier_of(value), inspect_answer(value), "c1")


def test_the_demo_claim_has_five_answers_with_ids() -> None:
    why = why_of(LOGS, "c1")
    (span,) = why.spans
    # Requirements 8: the sentence of 80 characters with its qualifier, in the extract of version 7.
    assert (span.place.artifact, span.place.span, span.words) == (
        "retention-policy-7-extract",
        Span(1094, 1174),
        POLICY_TEXT,
    )
    assert [touch.transformation.key for touch in why.touches] == [
        "parse-retention-policy-7", "normalize-retention-policy-7", "cut-policy-7-s4.2", "summarize-support-memo",
        "pack-block-memo",
    ]  # fmt: skip
    assert why.is_reworded is True
    assert [found.artifact.key for found in why.reworded] == ["support-memo"]
    (model,) = why.models
    assert (model.model, model.model_version) == ("atlas-mini", "2026-02")
    assert model.prompt_digest == "sha256:d4ad24bb975e3497aafb4d30bb8da884b228a15a56417eb83b20bc6520367a6d"
    (version,) = why.versions
    assert (version.source, version.version, version.freshness) == ("retention-policy", "7", Freshness.CURRENT)
    assert version.ingested_at == datetime(2025, 3, 2, 4, 10, tzinfo=UTC)


def test_a_version_stands_as_it_did_when_the_answer_was_given_not_as_it_does_now() -> None:
    # Version 8 replaced it on 2026-10-01; the answer is of 2026-08-19 and was inspected on 2026-11-20.
    (version,) = why_of(LOGS, "c1").versions
    assert version.freshness is Freshness.CURRENT
    assert "2026-08-19 10:14 UTC" in replies(why_of(LOGS, "c1"))["versions"].lines[0].words


def test_words_that_only_code_touched_are_no_summary() -> None:
    why = why_of(LOGS, "c2")
    assert (why.is_reworded, why.models) == (False, ())
    assert [replies(why)[name].answer for name in ("reworded", "models")] == [
        "no", "none: no step on the way was a model's",
    ]  # fmt: skip


def test_a_prompt_that_nobody_recorded_is_said() -> None:
    (line,) = replies(why_of("lineage/summary-without-a-prompt-digest", "c1"))["models"].lines
    assert line.key == "summarize" and line.words.endswith("prompt not recorded")


def test_a_translation_counts_and_the_original_beside_it_is_named_for_each_citation() -> None:
    why = why_of("lineage/vineyard-harvest", "c1")
    assert [span.citation for span in why.spans] == ["x1", "x2"]
    assert [found.artifact.key for found in why.reworded] == ["harvest-7-a2-english"]


def test_a_claim_that_cites_nothing_has_nothing_to_tell_and_that_is_known() -> None:
    why = why_of(LOGS, "c4")
    assert (why.spans, why.touches, why.is_reworded) == ((), (), None)
    assert {reply.answer for reply in replies_of(why)} == {"nothing is cited, so there is nothing to tell"}


def test_an_unknown_id_leads_nowhere_and_four_answers_are_not_recorded() -> None:
    why = own(cite(cited="E9"))
    (nowhere,) = why.nowhere
    assert nowhere.status is ResolutionStatus.UNRESOLVED_ID
    assert [reply.answer for reply in replies_of(why)][1:] == ["not recorded"] * 4
    assert not any(reply.is_known for reply in replies_of(why))


def test_a_record_that_does_not_reach_back_to_a_source_says_neither_yes_nor_no() -> None:
    memo = {"key": "policy", "kind": "chunk", "origin": "derived", "text": POLICY_TEXT}
    why = own(cite(), artifacts=[memo])
    assert why.is_reworded is None
    assert replies(why)["reworded"].answer == "not recorded"


def test_a_moment_that_nobody_recorded_is_replaced_by_the_inspection_and_it_says_so() -> None:
    source = {"key": "policies", "versions": [{"version": "7"}]}
    artifact = {
        "key": "policy", "kind": "canonical_extract", "origin": "original", "text": POLICY_TEXT,
        "source": "policies", "version": "7",
    }  # fmt: skip
    why = own(cite(), artifacts=[artifact], sources=[source])
    (line,) = replies(why)["versions"].lines
    assert why.answered_at is None
    assert "time of ingestion not recorded" in line.words and "as of the inspection" in line.words


def test_a_text_that_was_not_kept_is_said_and_not_quoted() -> None:
    why = own(
        cite(range=[0, 8], unit="code_point"), artifacts=[{"key": "policy", "kind": "chunk", "origin": "original"}]
    )
    assert [span.words for span in why.spans] in ([], [None])
    assert "“" not in as_text(why)


def test_a_hidden_citation_leaves_no_word_behind() -> None:
    why = why_of(LOGS, "c3", hidden=("x3", "x4"))
    assert (why.spans, why.touches, why.hidden) == ((), (), ("x3", "x4"))
    assert "Leipzig" not in "".join(f"{line}" for reply in replies_of(why) for line in reply.lines)


def test_an_unknown_claim_is_an_error() -> None:
    with pytest.raises(KeyError):
        why_of(LOGS, "c9")


def test_the_text_has_the_five_questions_in_their_order() -> None:
    text = as_text(why_of(LOGS, "c1"))
    places = [text.index(f"{number} {question}") for number, question in enumerate(QUESTIONS, start=1)]
    assert places == sorted(places)
    assert "summarize-support-memo" in text and "sha256:d4ad24bb" in text


@pytest.mark.parametrize("case", ["identity/unknown-id", "lineage/chunk-without-a-map", "coverage/no-claims"])
def test_every_claim_of_a_thin_record_has_five_answers(case: str) -> None:
    dossier, inspection = inspect_case(load_case(CASES / f"{case}.json"))
    for claim in dossier.claims:
        assert len(replies_of(why_claim(dossier, inspection, claim))) == 5
