"""Figures of a judge: which items count, what yes and no are, and the published ones of WiCE, from its own files."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.calibrating.importing import import_label_set
from inspector.figures.figure import Figure
from inspector.judging.correlating import correlation_of
from inspector.judging.figures import NO_POSITIVE_LABEL, NO_THRESHOLD, Report, report, tune
from inspector.judging.importing import import_results
from inspector.judging.judged_items import read_judged
from inspector.judging.scoring import Scope
from inspector.labels.label_set import JudgeSaid
from inspector.labels.reading import read_label_set
from inspector.models.judging import JudgeBatch
from lineage.evidence.vocabulary import Exclusion, JudgeStatus, Scale
from tests.formats.samples import needs_samples, sample_bytes
from tests.inspector.judged import VALUES, Bench, labels, make_bench, scores

pytestmark = pytest.mark.django_db
YES = Scope(positive=("yes",))


def reported(bench: Bench, batch: JudgeBatch, scope: Scope = YES) -> Report:
    return report(read_judged(bench.iris, batch), scope, VALUES)


def value(figure: Figure) -> float:
    assert figure.value is not None, figure.why
    return figure.value


def test_labels_are_counted_against_those_that_people_expect() -> None:
    # 3 of 4 positive ones found, 1 of 2 negative ones: by hand.
    bench = make_bench(["yes", "yes", "yes", "yes", "no", "unclear"])
    batch, _ = bench.results(labels("yes", "yes", "yes", "no", "no", "yes"))
    found = reported(bench, batch)
    assert found.figures is not None and found.used == found.items == 6 and not found.excluded
    figures = found.figures
    assert (figures.tp, figures.fp, figures.fn, figures.tn) == (3, 1, 1, 1)
    assert (value(figures.tpr), value(figures.tnr)) == (0.75, 0.5)
    assert value(figures.f1) == 0.75 and value(figures.accuracy) == pytest.approx(4 / 6)
    assert found.confusion == {("yes", "yes"): 3, ("yes", "no"): 1, ("no", "no"): 1, ("unclear", "yes"): 1}
    assert found.scores is None


def test_what_does_not_count_is_counted_apart_with_its_reason() -> None:
    bench = make_bench(["yes", "yes", "no", None, "no", "no"])
    said = [
        JudgeSaid(item="i1", label="yes"),
        JudgeSaid(item="i2", label="sure"),
        JudgeSaid(item="i3", status=JudgeStatus.TIMEOUT),
        JudgeSaid(item="i4", label="yes"),
        JudgeSaid(item="i5", status=JudgeStatus.NOT_RUN),
    ]
    batch, _ = bench.results(said)
    found = reported(bench, batch)
    assert found.used == 1
    assert found.excluded == {Exclusion.NOT_SETTLED: 1, Exclusion.NOT_RUN: 2, Exclusion.JUDGE_ERROR: 2}


def test_a_label_without_a_number_does_not_count_where_a_threshold_is_asked_for() -> None:
    bench = make_bench(["yes", "no"])
    batch, _ = bench.results([JudgeSaid(item="i1", label="yes"), JudgeSaid(item="i2", label="no", score=0.5)])
    found = reported(bench, batch, YES.having(0.5))
    assert found.excluded == {Exclusion.NO_SCORE: 1}
    assert found.figures is not None and found.figures.tn == 1, "a score at the threshold is not above it"


def test_numbers_alone_say_neither_yes_nor_no_until_a_threshold_is_given() -> None:
    bench = make_bench()
    batch, _ = bench.results(scores(0.9, 0.4, 0.6, 0.1))
    assert reported(bench, batch).why_not == NO_THRESHOLD and reported(bench, batch).figures is None
    found = reported(bench, batch, YES.having(0.5))
    assert found.figures is not None
    assert (found.figures.tp, found.figures.fp, found.figures.fn, found.figures.tn) == (1, 1, 1, 1)


def test_a_field_without_a_positive_label_asks_for_one() -> None:
    bench = make_bench(positive=())
    batch, _ = bench.results(scores(0.9, 0.4, 0.6, 0.1))
    found = reported(bench, batch, Scope(positive=()))
    assert found.why_not == NO_POSITIVE_LABEL and found.scores is not None
    assert found.scores.auroc.value is None and found.scores.auroc.why == NO_POSITIVE_LABEL


def test_numbers_that_are_no_probabilities_have_no_brier_score_but_an_order() -> None:
    bench = make_bench()
    batch, _ = bench.results(scores(-2, 3, -4, 1))
    found = reported(bench, batch)
    assert found.scores is not None and found.scores.n == 4
    assert found.scores.brier.value is None and "between 0 and 1" in found.scores.brier.why
    assert value(found.scores.auroc) == 0.75


def test_a_class_without_items_has_no_rate() -> None:
    bench = make_bench(["yes", "yes"])
    batch, _ = bench.results(labels("yes", "yes"))
    found = reported(bench, batch)
    assert found.figures is not None and found.figures.tnr.value is None and found.figures.tnr.why
    assert value(found.figures.tpr) == 1.0


def test_only_the_first_attempt_counts_and_the_others_tell_how_stable_the_judge_is() -> None:
    bench = make_bench(["yes", "no", "no"])
    again = [JudgeSaid(item="i1", label="no", attempt=2), JudgeSaid(item="i2", label="no", attempt=2)]
    batch, _ = bench.results([*labels("yes", "no", "no"), *again])
    found = reported(bench, batch)
    assert found.figures is not None and (found.figures.tp, found.figures.tn) == (1, 2)
    assert (found.stability.items, found.stability.equal, found.stability.once) == (2, 1, 1)


def test_strata_are_told_apart() -> None:
    strata = [{"split": "dev"}, {"split": "dev"}, {"split": "test"}, {"split": "test"}]
    bench = make_bench(["yes", "no", "yes", "no"], strata=strata)
    batch, _ = bench.results(labels("yes", "no", "no", "yes"))
    parts = reported(bench, batch).strata
    assert [(one.name, one.value, one.figures.n, one.figures.accuracy.value) for one in parts] == [
        ("split", "dev", 2, 1.0),
        ("split", "test", 2, 0.0),
    ]
    test = reported(bench, batch, Scope(positive=("yes",), stratum=("split", "test")))
    assert (test.items, test.used) == (2, 2)


def test_numbers_are_held_against_every_rating_and_against_the_mean_of_an_item() -> None:
    ratings = {"a1": ["1", "2", "3"], "a2": ["2", "2", "5"]}
    bench = make_bench([None] * 3, ratings=ratings, values="12345", positive=(), scale=Scale.INTERVAL)
    batch, _ = bench.results(scores(10, 20, 30))
    found = correlation_of(batch, read_judged(bench.iris, batch), Scope(positive=()))
    assert found is not None and (found.n_units, found.n_ratings) == (3, 6)
    # Means 1.5, 2, 4 against 10, 20, 30: r = 25 / sqrt(200 * 3.5) by hand.
    assert value(found.pearson_mean) == pytest.approx(25 / 700**0.5)
    assert value(found.spearman_mean) == pytest.approx(1.0)


PUBLISHED = {
    "t5-3b-anli-wice": (0.778, 0.880, 0.54),
    "t5-3b-anli": (0.618, 0.740, 0.34),
    "gpt-4-0613": (0.610, 0.770, 0.5),
    "gpt-3.5-turbo-0613": (0.393, 0.320, 0.0),
}


@needs_samples
def test_the_published_figures_of_wice_come_out_of_its_own_files() -> None:
    bench = make_bench()
    names = ("claims_dev.jsonl", "judge_scores.jsonl")
    done = import_label_set(
        bench.pia, read_label_set({name: sample_bytes(f"datasets/wice/{name}") for name in names}, "wice")
    )
    batches = [one.batch for one in import_results(bench.pia, done.revision, done.judges)]
    assert {batch.configuration.evaluator.key for batch in batches} == set(PUBLISHED)
    for batch in batches:
        f1, accuracy, threshold = PUBLISHED[batch.configuration.evaluator.key]
        items = read_judged(bench.iris, batch)
        scope = Scope(positive=("supported",), threshold=threshold, stratum=("split", "test"))
        found: Any = report(items, scope, ["supported", "partially_supported", "not_supported"]).figures
        assert found.n == 100
        assert found.f1.value == pytest.approx(f1, abs=0.0005)
        assert found.accuracy.value == pytest.approx(accuracy, abs=0.0005)
        if batch.configuration.evaluator.key.startswith("t5"):
            best = tune(items, Scope(positive=("supported",)), ("split", "dev")).best
            assert best is not None and best.threshold == threshold
