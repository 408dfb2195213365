"""Figures of agreement against libraries that others wrote, for tables drawn at random."""

from __future__ import annotations

import warnings
from itertools import combinations

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from inspector.figures.agreement import agreement
from inspector.figures.figure import Figure
from inspector.figures.measures import Measure
from inspector.figures.ratings import ABSENT, Ratings
from lineage.evidence.vocabulary import Scale
from tests.inspector.ratings_drawn import drawn_ratings

TWO = st.just(2)


def agrees(figure: Figure, wanted: float) -> bool:
    """An oracle's "no number" is our "undefined"."""
    if not np.isfinite(wanted):
        return figure.value is None and bool(figure.why)
    return figure.value == pytest.approx(wanted, abs=1e-9)


def both(ratings: Ratings) -> tuple[np.ndarray, np.ndarray]:
    rows = ratings.codes[(ratings.codes != ABSENT).all(axis=1)]
    return rows[:, 0] + 1, rows[:, 1] + 1


@given(drawn_ratings(), st.sampled_from(["nominal", "ordinal", "interval"]))
def test_alpha_is_that_of_krippendorff(ratings: Ratings, level: str) -> None:
    table = np.where(ratings.codes == ABSENT, np.nan, ratings.codes + 1.0).T
    figure = agreement(ratings).figures[Measure(f"alpha_{level}")]
    used = ratings.codes[(ratings.codes != ABSENT).sum(axis=1) > 1]
    if len(np.unique(used[used != ABSENT])) < 2:
        assert figure.value is None and figure.why
    else:
        assert agrees(figure, krippendorff.alpha(table, level_of_measurement=level))


@given(drawn_ratings(raters=TWO))
def test_kappa_is_that_of_scikit_learn(ratings: Ratings) -> None:
    first, second = both(ratings)
    if not len(first):
        return
    found, labels = agreement(ratings).figures, list(range(1, len(ratings.values) + 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert agrees(found["cohen_kappa"], cohen_kappa_score(first, second, labels=labels))
        assert agrees(found["weighted_kappa"], cohen_kappa_score(first, second, labels=labels, weights="quadratic"))


@given(drawn_ratings(raters=TWO))
def test_correlations_of_two_raters_are_those_of_scipy(ratings: Ratings) -> None:
    first, second = both(ratings)
    if len(first) < 2:
        return
    found = agreement(ratings).figures
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert agrees(found["pearson"], stats.pearsonr(first, second).statistic)
        assert agrees(found["spearman"], stats.spearmanr(first, second).statistic)


@given(drawn_ratings(with_gaps=False, scale=Scale.NOMINAL))
def test_percent_is_the_mean_over_items_of_their_equal_pairs(ratings: Ratings) -> None:
    if len(ratings.raters) < 2:
        return
    shares = [np.mean([one == other for one, other in combinations(row, 2)]) for row in ratings.codes.tolist()]
    assert agrees(agreement(ratings).figures["percent"], float(np.mean(shares)))


@given(drawn_ratings())
def test_the_table_of_a_pair_counts_every_item_that_both_rated(ratings: Ratings) -> None:
    found = {(pair.first, pair.second): pair for pair in agreement(ratings).pairs}
    for one, other in combinations(range(len(ratings.raters)), 2):
        rows = ratings.codes[:, [one, other]]
        rows = rows[(rows != ABSENT).all(axis=1)]
        pair = found.get((ratings.raters[one], ratings.raters[other]))
        assert (pair.n if pair else 0) == len(rows)
        for place, counts in enumerate(pair.confusion if pair else ()):
            assert list(counts) == [
                int(((rows[:, 0] == place) & (rows[:, 1] == to)).sum()) for to in range(len(counts))
            ]
