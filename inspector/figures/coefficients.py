"""Coefficients of agreement over tables of counts, for one table or for many at once. Pure.

Values are the last axis, or the last two of a table; whatever stands before are tables of their own: pairs of raters,
or resamples. Each function gives one number a table, and no number (NaN) where it is not defined. Counts are whole
numbers kept as floats, so that "nothing to divide by" is an exact nought.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def divide(part: Array, whole: Array) -> Array:
    shape = np.broadcast_shapes(np.shape(part), np.shape(whole))
    out: Array = np.divide(part, whole, out=np.full(shape, np.nan), where=np.asarray(whole) != 0)
    return out


def nominal(n_values: int) -> Array:
    """Distances between values that are equal or not."""
    return 1.0 - np.eye(n_values)


def squared(numbers: Array) -> Array:
    """Distances between values that are numbers, or between their ranks."""
    between: Array = (numbers[..., :, np.newaxis] - numbers[..., np.newaxis, :]) ** 2
    return between


def ordinal(totals: Array) -> Array:
    """Krippendorff's distances between ranks: how many of the ratings, `totals` by value, lie from one to the other,
    both ends counted half; squared."""
    return squared(np.cumsum(totals, axis=-1) - totals / 2)


def kappa(table: Array, distances: Array) -> Array:
    """Cohen's weighted kappa; with nominal distances it is the unweighted one. Rows are one rater, columns the other.

    Not defined where both said one and the same value of everything.
    """
    expected = table.sum(-1)[..., :, np.newaxis] * table.sum(-2)[..., np.newaxis, :]
    n = table.sum((-2, -1))
    return 1.0 - divide(n * (table * distances).sum((-2, -1)), (expected * distances).sum((-2, -1)))


def alpha(coincidences: Array, totals: Array, distances: Array) -> Array:
    """Krippendorff's alpha from pairs of ratings within an item, each weighted by 1 / (ratings of the item - 1).

    Not defined where only one value was said.
    """
    expected = totals[..., :, np.newaxis] * totals[..., np.newaxis, :]
    observed = (coincidences * distances).sum((-2, -1))
    return 1.0 - divide((totals.sum(-1) - 1.0) * observed, (expected * distances).sum((-2, -1)))


def fleiss(observed: Array, totals: Array) -> Array:
    """Fleiss' kappa; not defined where only one value was said."""
    n = totals.sum(-1)
    chance = divide((totals**2).sum(-1), n**2)
    return _beyond_chance(observed, np.where(_several(totals), chance, np.nan))


def ac1(observed: Array, shares: Array) -> Array:
    """Gwet's AC1 from the mean share of each value in an item; not defined where only one value was said.

    The number of values is that of the scale, whether each was said or not.
    """
    n_values = shares.shape[-1]
    chance = (shares * (1.0 - shares)).sum(-1) / max(n_values - 1, 1)
    return _beyond_chance(observed, np.where(_several(shares), chance, np.nan))


def pearson(table: Array, rows: Array, columns: Array) -> Array:
    """Pearson's r of two raters from their table; `rows` and `columns` are the numbers that the values stand for.

    Not defined where one of the two said a single value of everything.
    """
    by_row, by_column, n = table.sum(-1), table.sum(-2), table.sum((-2, -1))
    x = rows - divide((by_row * rows).sum(-1), n)[..., np.newaxis]
    y = columns - divide((by_column * columns).sum(-1), n)[..., np.newaxis]
    together = (table * x[..., :, np.newaxis] * y[..., np.newaxis, :]).sum((-2, -1))
    spread = np.sqrt((by_row * x**2).sum(-1)) * np.sqrt((by_column * y**2).sum(-1))
    # Not by the spread being nought: rounding may leave a trace of it where there is none.
    vary = _several(by_row) & _several(by_column)
    return np.where(vary, np.clip(divide(together, spread), -1.0, 1.0), np.nan)


def spearman(table: Array) -> Array:
    """Spearman's rho of two raters from their table of values in order; equal values share the mean of their ranks."""
    return pearson(table, _middle_ranks(table.sum(-1)), _middle_ranks(table.sum(-2)))


def collapse(table: Array) -> Array:
    """For each value a table of two by two: the value against the rest."""
    n_values = table.shape[-1]
    both = np.diagonal(table, axis1=-2, axis2=-1)
    # Without the diagonal and not by taking away: what agrees fully leaves exact noughts.
    beside = table * nominal(n_values)
    first, second = beside.sum(-1), beside.sum(-2)
    neither = table.sum((-2, -1))[..., np.newaxis] - both - first - second
    return np.stack([np.stack([both, first], axis=-1), np.stack([second, neither], axis=-1)], axis=-2)


def _middle_ranks(totals: Array) -> Array:
    ranks: Array = np.cumsum(totals, axis=-1) - (totals - 1.0) / 2.0
    return ranks


def _several(totals: Array) -> NDArray[np.bool_]:
    several: NDArray[np.bool_] = np.count_nonzero(totals > 0, axis=-1) > 1
    return several


def _beyond_chance(observed: Array, chance: Array) -> Array:
    return divide(observed - chance, 1.0 - chance)
