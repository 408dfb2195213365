"""Two raters against each other: their table of what one and the other said, and what follows from it. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.figures import coefficients as of_tables
from inspector.figures.coefficients import Array, alpha, divide, kappa, nominal, ordinal, squared
from inspector.figures.figure import Figure, figure_of, undefined
from inspector.figures.measures import OF_A_PAIR, Measure
from inspector.figures.order import Order
from inspector.figures.ratings import ABSENT, Ratings

MOST_PAIRS = 1_000
MOST_MEETINGS = 5_000_000
ONE_VALUE = "Only one value was ever said, so there is nothing to tell agreement from chance by."
SAME_NUMBER = "One of the two gave the same value throughout."
WHY_UNDEFINED: Mapping[Measure, str] = {Measure.PEARSON: SAME_NUMBER, Measure.SPEARMAN: SAME_NUMBER}


class PairAgreement(NamedTuple):
    """`confusion` counts items: a row is what `first` said, a column what `second` said, in the order of the values."""

    first: str
    second: str
    n: int
    figures: Mapping[Measure, Figure]
    confusion: tuple[tuple[int, ...], ...]


class Meetings(NamedTuple):
    """The tables of those pairs of raters that have the most items in common; the others are only counted."""

    pairs: NDArray[np.intp]
    tables: Array
    left_out: int


def pair_agreements(ratings: Ratings, order: Order) -> tuple[tuple[PairAgreement, ...], int]:
    """Every pair that has an item in common, in the order of the raters, and how many were left out."""
    met = meet(ratings.codes, len(ratings.values))
    measured = measure_pair(met.tables, order)
    pairs = tuple(
        PairAgreement(
            ratings.raters[first],
            ratings.raters[second],
            int(table.sum()),
            {one: pair_figure(one, measured[one][place], order) for one in OF_A_PAIR},
            tuple(tuple(int(count) for count in row) for row in table),
        )
        for place, ((first, second), table) in enumerate(zip(met.pairs.tolist(), met.tables, strict=True))
    )
    return pairs, met.left_out


def pair_figure(measure: Measure, value: float, order: Order) -> Figure:
    why = order.why_not(measure)
    return undefined(why) if why else figure_of(value, WHY_UNDEFINED.get(measure, ONE_VALUE))


def measure_pair(tables: Array, order: Order) -> dict[Measure, Array]:
    """By measure one number a table; no number where it is not defined or says nothing of such values."""
    totals = tables.sum(-1) + tables.sum(-2)
    both = tables + np.swapaxes(tables, -1, -2)
    n = tables.sum((-2, -1))
    observed = divide(np.trace(tables, axis1=-2, axis2=-1), n)
    equal, none = nominal(order.size), np.full(n.shape, np.nan)
    found = {
        Measure.PERCENT: observed,
        Measure.COHEN_KAPPA: kappa(tables, equal),
        Measure.WEIGHTED_KAPPA: kappa(tables, squared(order.steps)),
        Measure.ALPHA_NOMINAL: alpha(both, totals, equal),
        Measure.ALPHA_ORDINAL: alpha(both, totals, ordinal(totals)),
        Measure.AC1: of_tables.ac1(observed, divide(totals, 2.0 * n[..., np.newaxis])),
        Measure.SPEARMAN: of_tables.spearman(tables),
    }
    if order.numbers is not None:
        found[Measure.ALPHA_INTERVAL] = alpha(both, totals, squared(order.numbers))
        found[Measure.PEARSON] = of_tables.pearson(tables, order.numbers, order.numbers)
    return {one: none if order.why_not(one) else found[one] for one in OF_A_PAIR}


def meet(codes: NDArray[np.int16], n_values: int) -> Meetings:
    """From what was said of each unit to a table for each two raters, without asking every rater of every unit."""
    units, raters = np.nonzero(codes != ABSENT)
    said = codes[units, raters].astype(np.intp)
    n_raters, sizes = codes.shape[1], np.bincount(units, minlength=1)
    if int((sizes * (sizes - 1) // 2).sum()) > MOST_MEETINGS:
        return Meetings(np.empty((0, 2), np.intp), np.empty((0, n_values, n_values)), n_raters * (n_raters - 1) // 2)
    pair, cell = [np.empty(0, np.intp)], [np.empty(0, np.intp)]
    # Ratings stand by unit and rater: the second of a pair is a few places after the first, in the same unit.
    for step in range(1, int(sizes.max())):
        same = units[step:] == units[:-step]
        pair.append((raters[:-step] * n_raters + raters[step:])[same])
        cell.append((said[:-step] * n_values + said[step:])[same])
    keys, place, counts = np.unique(np.concatenate(pair), return_inverse=True, return_counts=True)
    kept = np.sort(np.argsort(-counts, kind="stable")[:MOST_PAIRS])
    new_place = np.full(len(keys), -1, np.intp)
    new_place[kept] = np.arange(len(kept))
    at, cells = new_place[place], np.concatenate(cell)
    bins = (at * n_values**2 + cells)[at >= 0]
    tables = np.bincount(bins, minlength=len(kept) * n_values**2).reshape(len(kept), n_values, n_values)
    pairs = np.stack(np.divmod(keys[kept], max(n_raters, 1)), axis=-1).astype(np.intp)
    return Meetings(pairs, tables.astype(np.float64), len(keys) - len(kept))
