"""Raters taken together: their majority against what is expected, and their mean by stratum. Pure."""

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import NamedTuple

import numpy as np

from inspector.figures.figure import Figure, computed, undefined
from inspector.figures.order import NO_NUMBERS, order_of
from inspector.figures.ratings import ABSENT, Ratings


class Majority(NamedTuple):
    """Of the units that are rated and have an expected label: the most frequent label is that, is another, or there is
    a `tie`. `left_out` units lack one of the two."""

    equal: int
    tie: int
    differs: int
    left_out: int


class Mean(NamedTuple):
    units: int
    mean: Figure


def majority(ratings: Ratings, expected: Mapping[Hashable, str]) -> Majority:
    """The plain majority of all votes in `ratings`: whoever wants an adjudicator's vote counted puts it in there."""
    equal = tie = differs = 0
    for unit, row in zip(ratings.units, ratings.codes.tolist(), strict=True):
        votes = Counter(code for code in row if code != ABSENT).most_common(2)
        if not votes or unit not in expected:
            continue
        if len(votes) == 2 and votes[0][1] == votes[1][1]:
            tie += 1
        elif ratings.values[votes[0][0]] == expected[unit]:
            equal += 1
        else:
            differs += 1
    return Majority(equal, tie, differs, len(ratings.units) - equal - tie - differs)


def mean_by(strata: Mapping[Hashable, str], ratings: Ratings) -> dict[str, Mean]:
    """By stratum the mean over its rated units of the unit's mean rating; strata in the order of their names."""
    means = unit_means(ratings)
    by_stratum: dict[str, list[float]] = {name: [] for name in sorted(set(strata.values()))}
    for unit, mean in (means or {}).items():
        if unit in strata:
            by_stratum[strata[unit]].append(mean)
    why = NO_NUMBERS if means is None else "No unit of it is rated."
    return {
        name: Mean(len(held), computed(float(np.mean(held))) if held else undefined(why))
        for name, held in by_stratum.items()
    }


def unit_means(ratings: Ratings) -> dict[Hashable, float] | None:
    """The mean rating of each unit that has one; None where the values are no numbers."""
    numbers = order_of(ratings.values, ratings.scale).numbers
    if numbers is None:
        return None
    said = ratings.codes != ABSENT
    sums = np.where(said, numbers[ratings.codes], 0.0).sum(axis=1) if len(numbers) else np.zeros(len(said))
    means = zip(ratings.units, sums.tolist(), said.sum(axis=1).tolist(), strict=True)
    return {unit: total / n for unit, total, n in means if n}
