"""How sure figures of agreement are: the same figures over items that are drawn anew, many times. Pure.

Items are drawn with replacement, as many as there are; people and values stay. Items that were rated alike are one
pattern, and how often each pattern is drawn follows a multinomial distribution: the same as drawing items one by one,
at a cost that does not grow with them.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

import numpy as np

from inspector.figures.coefficients import Array
from inspector.figures.figure import Interval
from inspector.figures.measures import OVERALL, Measure
from inspector.figures.order import MOST_VALUES
from inspector.figures.ratings import ABSENT, Ratings
from inspector.figures.tally import Tally, measure, tally

RESAMPLES = 2_000
LEVEL = 0.95
PROCEDURE = (
    "95 % percentile interval of the bootstrap by item: items are drawn with replacement, as many as have a rating, "
    "with all their ratings, from the seed that is stated; a resample in which the figure is undefined is left out and "
    "counted."
)
AT_ONCE = 100
CELLS_AT_ONCE = 4_000_000


def bootstrap(
    ratings: Ratings,
    seed: int,
    resamples: int = RESAMPLES,
    progress: Callable[[int], None] = lambda done: None,
    figures: Collection[Measure] = OVERALL,
) -> dict[Measure, Interval]:
    """An interval for each figure by the procedure stated above; the same for the same ratings, seed and resamples.

    `progress` is told how many resamples are done, after each batch of at most a hundred. A figure that says nothing of
    such ratings has an interval without ends.
    """
    found: dict[Measure, list[Array]] = {one: [] for one in figures}
    if len(ratings.values) > MOST_VALUES or not (ratings.codes != ABSENT).any():
        return dict.fromkeys(found, Interval(None, None, 0, resamples))
    of, weights = patterns(ratings)
    n_items = int(weights.sum())
    chances, dice = weights / n_items, np.random.default_rng(seed)
    at_once = max(1, min(AT_ONCE, CELLS_AT_ONCE // (len(weights) * of.order.size + of.order.size**2)))
    for done in range(0, resamples, at_once):
        size = min(at_once, resamples - done)
        batch = measure(of, dice.multinomial(n_items, chances, size=size).astype(np.float64))
        for one, values in found.items():
            values.append(batch[one])
        progress(done + size)
    return {one: interval(np.concatenate(values)) for one, values in found.items()}


def interval(values: Array) -> Interval:
    """The middle 95 % of the figure in its resamples, ends interpolated between neighbours."""
    defined = values[np.isfinite(values)]
    if not len(defined):
        return Interval(None, None, 0, len(values))
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]).tolist()
    return Interval(low, high, len(defined), len(values))


def patterns(ratings: Ratings) -> tuple[Tally, Array]:
    """Each way in which a unit was rated, once, and how many units were rated so. Unrated units are none."""
    every = tally(ratings)
    distinct, numbers = np.unique(every.codes, axis=0, return_counts=True)
    units = tuple(range(len(distinct)))
    return tally(replace(ratings, codes=distinct, units=units)), numbers.astype(np.float64)
