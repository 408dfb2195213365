"""How often each value was said of each unit, and the figures that follow from it, for one weighting or many. Pure.

A weighting says how often each unit counts: once each for the figure itself, as often as it was drawn for a resample.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.figures.coefficients import Array, ac1, alpha, divide, fleiss, nominal, ordinal, squared
from inspector.figures.measures import OVERALL, Measure
from inspector.figures.order import Order, order_of
from inspector.figures.pair_figures import measure_pair
from inspector.figures.ratings import ABSENT, Ratings

OF_TWO = (Measure.COHEN_KAPPA, Measure.WEIGHTED_KAPPA, Measure.PEARSON, Measure.SPEARMAN)


@dataclass(frozen=True, slots=True)
class Tally:
    """The units that were rated at all. `counts[u, v]` is how often value v was said of unit u, `sizes[u]` how many
    rated it; `raters` are the columns of `codes` of all who rated a unit that another rated too.
    """

    codes: NDArray[np.int16]
    counts: Array
    sizes: Array
    raters: tuple[int, ...]
    order: Order

    @property
    def is_used(self) -> NDArray[np.bool_]:
        used: NDArray[np.bool_] = self.sizes > 1
        return used


def tally(ratings: Ratings) -> Tally:
    rated = (ratings.codes != ABSENT).any(axis=1)
    codes = ratings.codes[rated]
    n_values = len(ratings.values)
    units, raters = np.nonzero(codes != ABSENT)
    cells = units * n_values + codes[units, raters]
    counts = np.bincount(cells, minlength=len(codes) * n_values).reshape(len(codes), n_values).astype(np.float64)
    sizes = counts.sum(axis=1)
    able = np.flatnonzero((codes[sizes > 1] != ABSENT).any(axis=0))
    return Tally(codes, counts, sizes, tuple(able.tolist()), order_of(ratings.values, ratings.scale))


def coincidences(of: Tally, weights: Array) -> Array:
    """Pairs of ratings within a unit by the two values, each weighted by 1 / (ratings of the unit - 1)."""
    counts = of.counts[of.is_used]
    weighted = weights[:, of.is_used] / (of.sizes[of.is_used] - 1.0)
    together: Array = np.matmul(counts.T * weighted[:, np.newaxis, :], counts)
    places = np.arange(of.order.size)
    together[:, places, places] -= weighted @ counts
    return together


def totals(of: Tally, weights: Array) -> Array:
    """How often each value was said of a unit that two or more rated."""
    said: Array = weights[:, of.is_used] @ of.counts[of.is_used]
    return said


def observed(of: Tally, weights: Array) -> Array:
    """Of a unit's pairs of ratings the share that are equal, averaged over the units with any."""
    counts, sizes = of.counts[of.is_used], of.sizes[of.is_used]
    equal = (counts * (counts - 1.0)).sum(axis=1) / (sizes * (sizes - 1.0))
    return divide(weights[:, of.is_used] @ equal, weights[:, of.is_used].sum(axis=1))


def table_of_two(of: Tally, weights: Array) -> Array:
    """What the two raters said, one against the other."""
    first, second = of.raters
    both = (of.codes[:, first] != ABSENT) & (of.codes[:, second] != ABSENT)
    cells = of.codes[both, first].astype(np.intp) * of.order.size + of.codes[both, second]
    table = np.zeros((of.order.size**2, len(weights)))
    np.add.at(table, cells, weights[:, both].T)
    return table.T.reshape(len(weights), of.order.size, of.order.size)


def measure(of: Tally, weights: Array) -> dict[Measure, Array]:
    """By measure one number a weighting (a row of `weights`); no number where it is not defined."""
    pairs, said, equal = coincidences(of, weights), totals(of, weights), observed(of, weights)
    everyone = divide(weights @ (of.counts / of.sizes[:, np.newaxis]), weights.sum(axis=1)[:, np.newaxis])
    found = {
        Measure.PERCENT: equal,
        Measure.FLEISS_KAPPA: fleiss(equal, said),
        Measure.ALPHA_NOMINAL: alpha(pairs, said, nominal(of.order.size)),
        Measure.ALPHA_ORDINAL: alpha(pairs, said, ordinal(said)),
        Measure.AC1: ac1(equal, everyone),
    }
    if of.order.numbers is not None:
        found[Measure.ALPHA_INTERVAL] = alpha(pairs, said, squared(of.order.numbers))
    if len(of.raters) == 2:
        two = measure_pair(table_of_two(of, weights), of.order)
        found.update({one: two[one] for one in OF_TWO})
    missing = why_not(of)
    none = np.full(len(weights), np.nan)
    return {one: none if missing.get(one) else found[one] for one in OVERALL}


def why_not(of: Tally) -> Mapping[Measure, str]:
    """By measure why it says nothing of such ratings, whatever they are; absent where it does."""
    if not of.is_used.any():
        return dict.fromkeys(OVERALL, "No item has two ratings.")
    reasons = {one: why for one in OVERALL if (why := of.order.why_not(one))}
    if len(of.raters) != 2:
        many = f"It compares exactly two raters, and here are {len(of.raters)}: it stands with each pair."
        reasons.update({one: many for one in OF_TWO if one not in reasons})
    sizes = np.unique(of.sizes[of.is_used]).astype(int).tolist()
    if len(sizes) > 1:
        reasons[Measure.FLEISS_KAPPA] = (
            f"It needs equally many ratings of each item; here are items with {sizes[0]} to {sizes[-1]}."
        )
    return reasons
