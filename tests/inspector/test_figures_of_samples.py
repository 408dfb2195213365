"""Published figures, from the raw rows of the data sets that they were published of (EXPECTED.json)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.figures.agreement import agreement
from inspector.figures.confusion import against
from inspector.figures.correlation import correlate
from inspector.figures.expected import majority, mean_by
from inspector.figures.judge_figures import binary
from inspector.figures.narrowing import rated_times
from inspector.figures.ratings import Ratings, collect
from inspector.figures.reliability import reliability
from inspector.figures.scores import auroc, brier
from inspector.figures.thresholds import judged_positive, sweep
from lineage.evidence.vocabulary import Scale
from tests.formats.samples import needs_samples, sample, sample_rows

pytestmark = needs_samples
MEASURES = {"krippendorff": "alpha", "percent_agreement": "percent", "weighted_kappa_quadratic": "weighted_kappa"}


def expected(name: str) -> tuple[Any, float]:
    one = sample("datasets/EXPECTED.json")[name]
    return one["recomputed"], one["tolerance"]


def check(name: str, found: float | None) -> None:
    wanted, tolerance = expected(name)
    assert found == pytest.approx(wanted, abs=tolerance), name


def check_agreement(set_name: str, ratings: Ratings, *names: str) -> None:
    figures = agreement(ratings).figures
    for name in names:
        ours = name
        for theirs, word in MEASURES.items():
            ours = ours.replace(theirs, word)
        check(f"{set_name}.{name}", figures[ours.removesuffix("_2")].value)


def test_pubmedqa() -> None:
    rows = sample_rows("datasets/pubmedqa/items.jsonl")
    values = ("yes", "no", "maybe")
    ratings = collect(((row["pmid"], rater, row[rater]) for row in rows for rater in ("a1", "a2")), values)
    check_agreement("pubmedqa.a1_a2", ratings, "percent_agreement", "cohen_kappa", "krippendorff_nominal")
    for name, rater in (("reasoning_free", "a1"), ("reasoning_required", "a2")):
        found = against({row["pmid"]: row[rater] for row in rows}, {row["pmid"]: row["final"] for row in rows}, values)
        check(f"pubmedqa.{name}.accuracy", found.confusion.accuracy.value)
        check(f"pubmedqa.{name}.macro_f1", found.confusion.macro_f1.value)


def test_incredible_ae_without_and_apart_from_it_with_its_adjudicator() -> None:
    rows = sample_rows("datasets/incredible_ae/pairs.jsonl")

    def said_by(*raters: str) -> Ratings:
        said = ((row["item_id"], rater, str(row[rater]["stance"])) for row in rows for rater in raters if row[rater])
        return collect(said, ("0", "1", "2"))

    check_agreement("incredible_ae.a1_a2", said_by("a1", "a2"), "cohen_kappa", "percent_agreement")
    check_agreement("incredible_ae", said_by("a1", "a2"), "krippendorff_nominal_2")
    everyone = said_by("a1", "a2", "a3")
    check("incredible_ae.krippendorff_nominal_3_with_missing", agreement(everyone).figures["alpha_nominal"].value)
    wanted, _ = expected("incredible_ae.majority_vs_agreed")
    found = majority(everyone, {row["item_id"]: str(row["agreed"]) for row in rows})
    assert (found.equal, found.tie, found.differs) == (wanted["equal"], wanted["tie"], 0)


@pytest.mark.parametrize("field", ["correctness", "completeness", "overall"])
def test_ragchecker(field: str) -> None:
    rows = sample_rows("datasets/ragchecker_meta/pairs.jsonl")
    said = ((row["item_id"], rater, str(value)) for row in rows for rater, value in row["human"][field].items())
    ratings = collect(said, ("-2", "-1", "0", "1", "2"), Scale.ORDINAL)
    names = ("krippendorff_ordinal", "krippendorff_interval", "weighted_kappa_quadratic", "percent_agreement")
    check_agreement(f"ragchecker.{field}.a1_a2", ratings, *names)
    (pair,) = agreement(ratings).pairs
    judge = {row["item_id"]: row["judge"][field]["model2"] - row["judge"][field]["model1"] for row in rows}
    found = correlate(judge, ratings)
    assert found.n_ratings == 560
    for who, r, rho in (
        ("a1_vs_a2", pair.figures["pearson"], pair.figures["spearman"]),
        ("judge_vs_human", found.pearson, found.spearman),
    ):
        assert r.value is not None and rho.value is not None
        check(f"ragchecker.{field}.{who}.pearson_x100", 100 * r.value)
        check(f"ragchecker.{field}.{who}.spearman_x100", 100 * rho.value)


@pytest.mark.parametrize("field", ["faithfulness", "appropriateness", "completeness"])
def test_mtrag(field: str) -> None:
    rows = {(row["task_id"], row["system"]): row for row in sample_rows("datasets/mtrag_human/judgements.jsonl")}
    said = ((unit, rater, str(value)) for unit, row in rows.items() for rater, value in row["human"][field].items())
    ratings = collect(said, ("1", "2", "3", "4"), Scale.ORDINAL)
    name = f"mtrag_human.shared.{field}"
    check_agreement(name, ratings, "krippendorff_nominal", "krippendorff_ordinal", "krippendorff_interval")
    means, _ = expected(f"{name}.mean_by_system")
    found = mean_by({unit: unit[1] for unit in rows}, ratings)
    assert {system: round(mean.mean.value or 0.0, 4) for system, mean in found.items()} == means
    if field == "faithfulness":
        for judge in ("rl_f", "rb_llm", "rb_agg", "Bert-KPrec"):
            scores = {unit: row["automatic"][judge] for unit, row in rows.items()}
            check(f"{name}_vs_{judge}.spearman", correlate(scores, ratings).spearman_mean.value)


def any_span(of: dict[str, Any]) -> str | None:
    return None if of["spans"] is None else "yes" if of["spans"] else "no"


def factual(of: dict[str, Any]) -> str | None:
    return of["factual"]


@pytest.mark.parametrize("said", [any_span, factual], ids=lambda said: said.__name__)
def test_xsum(said: Callable[[dict[str, Any]], str | None]) -> None:
    rows = sample_rows("datasets/xsum_spans/items.jsonl")
    votes = ((row["item_id"], who, said(of)) for row in rows for who, of in row["annotators"].items())
    ratings = rated_times(collect((unit, who, vote) for unit, who, vote in votes if vote), 3)
    assert len(ratings.units) == {"any_span": 1924, "factual": 1417}[said.__name__]
    check_agreement(f"xsum.shared.{said.__name__}", ratings, "fleiss_kappa")
    if said is any_span:
        check_agreement("xsum.shared.any_span", ratings, "percent_agreement")


JUDGES = {"t5-3b-anli": 0.34, "t5-3b-anli-wice": 0.54, "gpt-3.5-turbo-0613": 0.0, "gpt-4-0613": 0.5}


@pytest.mark.parametrize("judge", JUDGES)
def test_wice(judge: str) -> None:
    rows = [row for row in sample_rows("datasets/wice/judge_scores.jsonl") if judge in row["judges"]]
    human, scores = {}, {}
    for split in ("dev", "test"):
        human[split] = [row["human"] == "supported" for row in rows if row["split"] == split]
        scores[split] = [row["judges"][judge] for row in rows if row["split"] == split]
    name, tested = f"wice.judge.{judge}", (human["test"], scores["test"])
    if scores["dev"]:
        best = sweep(human["dev"], scores["dev"]).best
        check(f"{name}.threshold_from_dev", best.threshold if best else None)
    found = binary(human["test"], judged_positive(scores["test"], JUDGES[judge]))
    assert found.f1.value is not None and found.accuracy.value is not None
    check(f"{name}.f1_x100", 100 * found.f1.value)
    check(f"{name}.accuracy_x100", 100 * found.accuracy.value)
    assert [found.precision.value, found.recall.value] == pytest.approx(expected(f"{name}.precision_recall")[0])
    check(f"{name}.auroc", auroc(*tested).value)
    check(f"{name}.brier", brier(*tested).value)
    check(f"{name}.ece_10_equal_width", reliability(*tested).ece.value)
