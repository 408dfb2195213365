"""The published sets as they come in: every label is there, in its part, and nobody's was changed.

Figures of EXPECTED.json are computed here by other people's libraries, so that a label that went astray is seen without
our own figures.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import krippendorff
import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr
from sklearn.metrics import accuracy_score, cohen_kappa_score, f1_score, roc_auc_score

from inspector.labels.label_set import LabelSet
from inspector.labels.reading import read_label_set
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, RaterRole
from tests.formats.samples import needs_samples, sample, sample_rows
from tests.inspector.label_files import published

pytestmark = needs_samples

CLEAR, PARTIAL = CalibrationLabel.CLEAR_SUPPORT.value, CalibrationLabel.PARTIAL_SUPPORT.value
AGAINST, NOT_ENOUGH = CalibrationLabel.CLEAR_CONTRADICTION.value, CalibrationLabel.INSUFFICIENT_EVIDENCE.value


@cache
def read(name: str) -> LabelSet:
    return read_label_set(published(name))


@cache
def expected() -> Mapping[str, Any]:
    return sample("datasets/EXPECTED.json")  # type: ignore[no-any-return]


def near(name: str, *places: Any) -> Any:
    """A figure of EXPECTED.json within its tolerance."""
    figure = expected()[name]
    value = figure["recomputed"]
    for place in places:
        value = value[place]
    return pytest.approx(value, abs=figure["tolerance"], rel=0)


def said(label_set: LabelSet, field: str, *raters: str) -> list[tuple[str, ...]]:
    """What these raters said of each item of which all of them said something."""
    found = []
    for item in label_set.items:
        by_rater = {label.rater: label.value for label in item.labels if label.field == field}
        if all(rater in by_rater for rater in raters):
            found.append(tuple(by_rater[rater] for rater in raters))
    return found


def counted(label_set: LabelSet, field: str) -> Counter[str]:
    return Counter(item.expected[field] for item in label_set.items if field in item.expected)


def alpha(label_set: LabelSet, field: str, level: str) -> float:
    raters = sorted({label.rater for item in label_set.items for label in item.labels if label.field == field})
    table = np.full((len(raters), len(label_set.items)), np.nan)
    for column, item in enumerate(label_set.items):
        for label in item.labels:
            if label.field == field and label.role is RaterRole.RATER:
                table[raters.index(label.rater), column] = float(label.value)
    return float(krippendorff.alpha(reliability_data=table, level_of_measurement=level))


def test_incredible_ae_has_two_raters_and_a_third_who_adjudicates() -> None:
    label_set = read("incredible_ae")
    roles = Counter((label.rater, label.role.value) for item in label_set.items for label in item.labels)
    # The third is absent for 414 of 680.
    assert roles == {("a1", "rater"): 680, ("a2", "rater"): 680, ("a3", "adjudicator"): 266}
    first, second = zip(*said(label_set, "stance", "a1", "a2"), strict=True)
    assert cohen_kappa_score(first, second) == near("incredible_ae.a1_a2.cohen_kappa")
    assert counted(label_set, "stance") == expected()["incredible_ae.agreed_counts"]["recomputed"]
    assert {item.expected_by for item in label_set.items} == {ExpectedBy.PUBLISHED}
    assert alpha(label_set, "stance", "nominal") == near("incredible_ae.krippendorff_nominal_2")
    confidences = Counter(label.confidence for item in label_set.items for label in item.labels)
    assert set(confidences) == {1.0, 2.0, 3.0, 4.0, 5.0}
    altered = label_set.items[0].words
    assert altered is not None and altered.claim.startswith("little 𝐷orrit")
    assert altered.passages[0].text.startswith("little dorrit")


def test_pubmedqa_has_two_raters_and_the_final_answer() -> None:
    label_set = read("pubmedqa")
    assert counted(label_set, "answer") == expected()["pubmedqa.label_counts_500"]["recomputed"]
    final = [item.expected["answer"] for item in label_set.items]
    for rater, name in (("a2", "reasoning_required"), ("a1", "reasoning_free")):
        answers = [answer for (answer,) in said(label_set, "answer", rater)]
        assert accuracy_score(final, answers) == near(f"pubmedqa.{name}.accuracy")
        assert f1_score(final, answers, average="macro") == near(f"pubmedqa.{name}.macro_f1")
    words = label_set.items[0].words
    assert words is not None and words.passages[-1].name.startswith("CONCLUSION")


def test_wice_brings_the_judges_scores_for_both_splits_and_words_for_one() -> None:
    label_set = read("wice")
    splits = Counter((item.strata["split"], item.words is None) for item in label_set.items)
    assert splits == {("dev", False): 349, ("test", True): 100}
    dev = Counter(item.expected["label"] for item in label_set.items if item.strata["split"] == "dev")
    assert dev == expected()["wice.dev.label_counts"]["recomputed"]
    meant = Counter((item.expected["label"], item.expected["support"]) for item in label_set.items)
    assert set(meant) == {("supported", CLEAR), ("partially_supported", PARTIAL), ("not_supported", NOT_ENOUGH)}
    judges = {results.configuration.evaluator: results for results in label_set.judges}
    labels = {item.key: item for item in label_set.items}
    for judge, threshold in {
        "t5-3b-anli": 0.34,
        "t5-3b-anli-wice": 0.54,
        "gpt-3.5-turbo-0613": 0.0,
        "gpt-4-0613": 0.5,
    }.items():
        scored = [one for one in judges[judge].said if labels[one.item].strata["split"] == "test"]
        truth = [labels[one.item].expected["label"] == "supported" for one in scored]
        scores = [one.score for one in scored]
        positive = [score is not None and score > threshold for score in scores]
        assert 100 * f1_score(truth, positive) == near(f"wice.judge.{judge}.f1_x100")
        assert roc_auc_score(truth, scores) == near(f"wice.judge.{judge}.auroc")


def test_either_file_of_wice_is_a_set_and_a_contradiction_between_them_is_refused() -> None:
    claims, scores = published("wice").values()
    alone = read_label_set({"scores": scores})
    assert (len(alone.items), {item.words for item in alone.items}) == (200, {None})
    assert read_label_set({"claims": claims}).judges == ()
    first = json.loads(scores.split(b"\n")[0])
    first["human"] = "supported" if first["human"] != "supported" else "not_supported"
    with pytest.raises(ValueError, match="scores:1/human: the file of claims says something else"):
        read_label_set({"claims": claims, "scores": json.dumps(first).encode()})


@pytest.mark.parametrize("field", ["correctness", "completeness", "overall"])
def test_ragcheckers_judge_is_compared_with_every_label_of_two_raters(field: str) -> None:
    label_set = read("ragchecker")
    first, second = (np.array(column, float) for column in zip(*said(label_set, field, "a1", "a2"), strict=True))
    assert len(first) == 280
    assert 100 * pearsonr(first, second)[0] == near(f"ragchecker.{field}.a1_vs_a2.pearson_x100")
    assert alpha(label_set, field, "interval") == near(f"ragchecker.{field}.a1_a2.krippendorff_interval")
    (judge,) = (results for results in label_set.judges if results.field == field)
    scores = np.array([one.score for one in judge.said] * 2)
    everybody = np.concatenate([first, second])
    assert 100 * pearsonr(scores, everybody)[0] == near(f"ragchecker.{field}.judge_vs_human.pearson_x100")
    assert 100 * spearmanr(scores, everybody)[0] == near(f"ragchecker.{field}.judge_vs_human.spearman_x100")


def test_factcheck_bench_keeps_claims_and_passages_apart() -> None:
    label_set = read("factcheck_bench")
    assert Counter(item.strata["unit"] for item in label_set.items) == {"claim": 428, "passage": 2070}
    assert counted(label_set, "factual") == expected()["factcheck.shared.claims_factual"]["recomputed"]
    # Counted in the slice; the publisher's whole file has 696, 391, 161 and 2,057.
    stances = {"completely-support": 450, "partially-support": 246, "refute": 93, "irrelevant": 1281}
    assert counted(label_set, "stance") == stances
    assert counted(label_set, "support") == {CLEAR: 450, PARTIAL: 246, AGAINST: 93, NOT_ENOUGH: 1281}
    claim = next(item for item in label_set.items if item.key == "fcb-002/1/1")
    passage = next(item for item in label_set.items if item.key == "fcb-002/1/1/1")
    assert claim.words is not None and passage.words is not None
    assert claim.words.claim == passage.words.claim and claim.words.passages[0] == passage.words.passages[0]


@pytest.mark.parametrize("field", ["faithfulness", "appropriateness", "completeness"])
def test_mtrag_has_the_ratings_of_seven_people(field: str) -> None:
    label_set = read("mtrag")
    for level in ("nominal", "ordinal", "interval"):
        assert alpha(label_set, field, level) == near(f"mtrag_human.shared.{field}.krippendorff_{level}")
    for system in ("gpt-4o", "llama-3.1-405b-instruct", "reference"):
        of_system = [item for item in label_set.items if item.strata["system"] == system]
        means = [np.mean([float(one.value) for one in item.labels if one.field == field]) for item in of_system]
        published_mean = expected()[f"mtrag_human.shared.{field}.mean_by_system"]["recomputed"][system]
        assert round(float(np.mean(means)), 4) == published_mean


@pytest.mark.parametrize("judge", ["rl_f", "rb_llm", "rb_agg", "Bert-KPrec"])
def test_mtrags_automatic_scores_are_judges_of_faithfulness(judge: str) -> None:
    label_set = read("mtrag")
    (results,) = (one for one in label_set.judges if one.configuration.evaluator == judge)
    ratings = {
        item.key: np.mean([float(one.value) for one in item.labels if one.field == "faithfulness"])
        for item in label_set.items
    }
    pairs = [(one.score, ratings[one.item]) for one in results.said]
    found = spearmanr(*zip(*pairs, strict=True))[0]
    assert found == near(f"mtrag_human.shared.faithfulness_vs_{judge}.spearman")


def test_mtrag_shows_the_conversation_and_the_passages() -> None:
    tasks = {row["task_id"]: row for row in sample_rows("datasets/mtrag_human/tasks.jsonl")}
    for item in read("mtrag").items:
        task = tasks[item.key.rpartition(":")[0]]
        assert item.words is not None and item.words.question == task["turns"][-1]["text"]
        assert len(item.words.passages) == len(task["context_document_ids"])


def test_expertqa_tells_what_cites_nothing_from_what_does_not_carry() -> None:
    label_set = read("expertqa")
    assert len(label_set.items) == 1827
    # SOURCES.md and the files; 83 N/A and 6 that say nothing have no label.
    assert counted(label_set, "published_support") == {
        "Complete": 1064,
        "Incomplete": 301,
        "Missing": 292,
        "Partial": 81,
    }
    assert counted(label_set, "support") == {CLEAR: 1064, PARTIAL: 81, NOT_ENOUGH: 301}
    assert len({item.strata["annotator"] for item in label_set.items}) == 231
    missing = [item for item in label_set.items if item.expected.get("published_support") == "Missing"]
    assert {item.words.passages for item in missing if item.words is not None} == {()}


def test_scitab_has_each_claim_with_its_table() -> None:
    label_set = read("scitab")
    assert counted(label_set, "label") == expected()["scitab.label_counts"]["recomputed"]
    assert counted(label_set, "support") == {CLEAR: 457, NOT_ENOUGH: 356, AGAINST: 411}
    words = label_set.items[0].words
    assert words is not None and words.passages[0].name.startswith("Table 1: Performance of supervised learning")
    assert words.passages[0].text.count("\n") == 6 and "+BoW | " in words.passages[0].text


def test_fever_symmetric_turns_every_verdict_over_between_the_versions() -> None:
    label_set = read("fever_symmetric")
    assert counted(label_set, "label") == {"SUPPORTS": 354, "REFUTES": 354}
    by_key = {item.key: item.expected["label"] for item in label_set.items}
    for key, label in by_key.items():
        start, _, version = key.rpartition("/")
        assert by_key[f"{start}/{3 - int(version)}"] != label


def test_xsum_counts_the_votes_of_each_field() -> None:
    label_set = read("xsum")
    votes = Counter(item.strata["any_span_votes"] for item in label_set.items)
    # One of 1,925 has a vote without a list of spans; 499 have no votes on facts, nine have two.
    assert votes == {"3": 1924, "2": 1}
    assert Counter(item.strata["factual_votes"] for item in label_set.items) == {"3": 1417, "2": 9, "0": 499}
    for field, stratum in (("any_span", "any_span_votes"), ("factual", "factual_votes")):
        of_all = [item for item in label_set.items if item.strata[stratum] == "3"]
        said_yes = np.array([sum(one.value == "yes" for one in item.labels if one.field == field) for item in of_all])
        # Fleiss (1971) for two labels and three votes.
        observed = np.mean([(yes * (yes - 1) + (3 - yes) * (2 - yes)) / 6 for yes in said_yes])
        share = said_yes.sum() / (3 * len(of_all))
        chance = share**2 + (1 - share) ** 2
        assert (observed - chance) / (1 - chance) == near(f"xsum.shared.{field}.fleiss_kappa")
