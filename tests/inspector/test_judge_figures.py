"""A judge that says yes or no, and one that gives numbers, against people."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import brier_score_loss, f1_score, precision_score, recall_score, roc_auc_score

from inspector.figures.judge_figures import binary, from_counts, lower_bound
from inspector.figures.reliability import reliability
from inspector.figures.scores import auroc, brier, roc
from inspector.figures.thresholds import GRID, judged_positive, sweep
from lineage.evidence.vocabulary import MetricStatus

SCORED = st.lists(
    st.tuples(st.booleans(), st.one_of(st.integers(0, 20).map(lambda step: step / 20), st.floats(0, 1))),
    min_size=2,
    max_size=60,
).map(lambda pairs: ([truth for truth, _ in pairs], [score for _, score in pairs]))


def test_counts_and_rates_of_a_judge() -> None:
    found = binary([True] * 5 + [False] * 5, [True, True, True, True, False, True, True, False, False, False])
    assert (found.tp, found.fp, found.fn, found.tn, found.n) == (4, 2, 1, 3, 10)
    assert (found.tpr.value, found.tnr.value, found.precision.value) == (0.8, 0.6, pytest.approx(2 / 3))
    assert (found.f1.value, found.accuracy.value, found.recall.value) == (pytest.approx(8 / 11), 0.7, 0.8)


def test_the_lower_bound_is_that_below_which_so_many_hits_are_rarer_than_one_in_twenty() -> None:
    # All of n hit: the bound p solves p^n = 0.05.
    assert lower_bound(22, 22) == pytest.approx(0.05 ** (1 / 22))
    assert lower_bound(0, 22) == 0.0
    for hits, n in ((1, 2), (21, 22), (67, 78), (500, 1_000)):
        assert stats.binom.sf(hits - 1, n, lower_bound(hits, n)) == pytest.approx(0.05)


def test_bounds_stand_with_their_rates_and_alone() -> None:
    found = from_counts(tp=22, fp=0, fn=0, tn=30)
    assert found.tpr_low.value == found.tpr.low == pytest.approx(0.05 ** (1 / 22)) and found.tpr.high is None
    assert found.tnr_low.value == found.tnr.low == pytest.approx(0.05 ** (1 / 30))
    assert found.recall.low is None


def test_a_class_without_items_has_no_rate_and_no_bound() -> None:
    found = from_counts(tp=0, fp=3, fn=0, tn=0)
    assert found.tpr.status is found.tpr_low.status is MetricStatus.UNDEFINED and "no item positive" in found.tpr.why
    assert (found.tnr.value, found.tnr_low.value, found.precision.value, found.f1.value) == (0.0, 0.0, 0.0, 0.0)
    nothing = from_counts(tp=0, fp=0, fn=0, tn=4)
    assert nothing.precision.value is None and "judge" in nothing.precision.why and nothing.f1.value is None
    assert binary([], []).accuracy.value is None


@given(SCORED)
def test_rates_are_those_of_scikit_learn(scored: tuple[list[bool], list[float]]) -> None:
    human, scores = scored
    judged = judged_positive(scores, 0.5)
    found = binary(human, judged)
    if found.precision.value is not None:
        assert found.precision.value == pytest.approx(precision_score(human, judged))
    if found.recall.value is not None:
        assert found.recall.value == pytest.approx(recall_score(human, judged))
    if found.f1.value is not None:
        assert found.f1.value == pytest.approx(f1_score(human, judged, zero_division=0))


@given(SCORED)
def test_auroc_is_how_often_a_positive_item_scores_higher(scored: tuple[list[bool], list[float]]) -> None:
    human, scores = scored
    so = [score for truth, score in zip(human, scores, strict=True) if truth]
    not_so = [score for truth, score in zip(human, scores, strict=True) if not truth]
    found = auroc(human, scores)
    if not so or not not_so:
        assert found.value is None and found.why and roc(human, scores) == ()
        return
    wins = sum((one > other) + (one == other) / 2 for one in so for other in not_so)
    assert found.value == pytest.approx(wins / len(so) / len(not_so))
    assert found.value == pytest.approx(roc_auc_score(human, scores))
    corners = roc(human, scores)
    assert corners[0][:2] == (0.0, 0.0) and corners[0].threshold is None and corners[-1][:2] == (1.0, 1.0)


@given(SCORED)
def test_brier_is_that_of_scikit_learn(scored: tuple[list[bool], list[float]]) -> None:
    assert brier(*scored).value == pytest.approx(brier_score_loss(*scored))


def test_scores_beyond_nought_and_one_are_no_probabilities() -> None:
    human, scores = [True, False], [1.5, -2.0]
    for one in (brier(human, scores), reliability(human, scores).ece):
        assert one.value is None and "0 and 1" in one.why
    assert sweep(human, scores).best is None and "0 and 1" in sweep(human, scores).why
    # How well they tell apart does not ask for probabilities.
    assert auroc(human, scores).value == 1.0


def test_no_scores_are_said_to_be_none() -> None:
    for one in (auroc([], []), brier([], []), reliability([], []).ece):
        assert one.value is None and "score" in one.why


def test_a_score_on_the_edge_of_two_bins_is_in_the_upper_one_and_1_in_the_last() -> None:
    scores = [step / 10 for step in range(11)]
    found = reliability([True] * 11, scores)
    assert [one.n for one in found.bins] == [1] * 9 + [2]
    assert (found.bins[-1].start, found.bins[-1].end, found.bins[-1].mean_score) == (0.9, 1.0, pytest.approx(0.95))


def test_the_calibration_error_is_the_gap_of_each_bin_weighted_by_its_items() -> None:
    # 0.2 and 0.2 with one of two positive: gap 0.3; 0.9 with one of one: gap 0.1.
    found = reliability([True, False, True], [0.2, 0.2, 0.9])
    assert found.ece.value == pytest.approx((2 * 0.3 + 1 * 0.1) / 3)
    low = found.bins[2]
    assert (low.n, low.positive, low.share.value, low.mean_score) == (2, 1, 0.5, pytest.approx(0.2))
    # Clopper-Pearson for one of two.
    assert (low.share.low, low.share.high) == (pytest.approx(0.012579, abs=1e-6), pytest.approx(0.987421, abs=1e-6))
    assert found.bins[0].share.value is None and found.bins[0].mean_score is None


@given(SCORED)
def test_every_threshold_has_the_figures_of_a_judge_that_calls_positive_what_is_above(
    scored: tuple[list[bool], list[float]],
) -> None:
    human, scores = scored
    found = sweep(human, scores)
    assert [point.threshold for point in found.points] == list(GRID)
    for point in found.points[::13]:
        alone = binary(human, judged_positive(scores, point.threshold))
        assert point[1:5] == alone[:4]
        assert (point.f1, point.accuracy) == (alone.f1, alone.accuracy)
        assert (point.tpr.value, point.tnr.value) == (alone.tpr.value, alone.tnr.value)


def test_the_best_threshold_is_the_first_with_the_largest_f1() -> None:
    # Above 0.3 and up to 0.59 both positive items and nothing else are called.
    found = sweep([True, True, False], [0.6, 0.7, 0.3])
    assert found.best is not None and found.best.threshold == 0.3 and found.best.f1.value == 1.0
    assert sweep([False, False], [0.1, 0.2]).best is None and sweep([False], [0.1]).why
