"""A judge's numbers against people's: whether they rise together. Pure."""

import warnings
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from inspector.figures.expected import unit_means
from inspector.figures.figure import Figure, figure_of, undefined
from inspector.figures.order import NO_NUMBERS, order_of
from inspector.figures.ratings import ABSENT, Ratings

TOO_FEW = "It needs two items with both numbers."
CONSTANT = "One of the two is the same number throughout."


class Correlation(NamedTuple):
    """`pearson` and `spearman` are over every single rating of the units that have a score, `n_ratings` of them; the
    others over the mean rating of each of these `n_units`."""

    n_units: int
    n_ratings: int
    pearson: Figure
    spearman: Figure
    pearson_mean: Figure
    spearman_mean: Figure


def correlate(scores: Mapping[Hashable, float], ratings: Ratings) -> Correlation:
    """Units without a score, or without a rating, are left out. Scores are taken as they are, whatever their range."""
    means = unit_means(ratings)
    numbers = order_of(ratings.values, ratings.scale).numbers
    if means is None or numbers is None:
        none = undefined(NO_NUMBERS)
        return Correlation(0, 0, none, none, none, none)
    each = [
        (scores[unit], float(numbers[code]))
        for unit, row in zip(ratings.units, ratings.codes.tolist(), strict=True)
        if unit in scores
        for code in row
        if code != ABSENT
    ]
    of_units = [(scores[unit], mean) for unit, mean in means.items() if unit in scores]
    return Correlation(len(of_units), len(each), *correlations(each), *correlations(of_units))


def correlations(points: Sequence[tuple[float, float]]) -> tuple[Figure, Figure]:
    """Pearson's r and Spearman's rho."""
    # Loading it takes as long as drawing ten pages; only who asks for this figure waits.
    from scipy import stats

    if len(points) < 2:
        return undefined(TOO_FEW), undefined(TOO_FEW)
    first, second = zip(*points, strict=True)
    with warnings.catch_warnings():
        # It warns of what is constant and gives no number, which is said in words here.
        warnings.simplefilter("ignore")
        r, rho = stats.pearsonr(first, second).statistic, stats.spearmanr(first, second).statistic
    return figure_of(float(r), CONSTANT), figure_of(float(rho), CONSTANT)
