"""Ratings cut down to a question of their own: two raters, one label against the rest, some of the units. Pure.

What comes out are ratings again, so that every figure and every interval can be had of it.
"""

from collections.abc import Collection, Hashable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from inspector.figures.ratings import ABSENT, Ratings
from lineage.evidence.vocabulary import Scale

REST = "all others"


def of_pair(ratings: Ratings, first: str, second: str) -> Ratings:
    """What these two said, of the units that both rated. Raises ValueError where one of them is no rater here."""
    columns = [ratings.raters.index(first), ratings.raters.index(second)]
    codes = ratings.codes[:, columns]
    return _keep(replace(ratings, codes=codes, raters=(first, second)), (codes != ABSENT).all(axis=1))


def one_against_rest(ratings: Ratings, value: str) -> Ratings:
    """Each rating says either the value or something else. Raises ValueError where it is no value here."""
    place = ratings.values.index(value)
    codes = np.where(ratings.codes == ABSENT, ABSENT, (ratings.codes != place).astype(np.int16)).astype(np.int16)
    return replace(ratings, codes=codes, values=(value, REST), scale=Scale.NOMINAL)


def rated_times(ratings: Ratings, times: int) -> Ratings:
    """The units that have exactly so many ratings, as Fleiss' kappa needs them."""
    return _keep(ratings, (ratings.codes != ABSENT).sum(axis=1) == times)


def of_units(ratings: Ratings, units: Collection[Hashable]) -> Ratings:
    """The units that are named: a stratum, a source."""
    return _keep(ratings, np.fromiter((unit in units for unit in ratings.units), np.bool_, len(ratings.units)))


def _keep(ratings: Ratings, kept: NDArray[np.bool_]) -> Ratings:
    units = tuple(unit for unit, is_kept in zip(ratings.units, kept.tolist(), strict=True) if is_kept)
    return replace(ratings, codes=ratings.codes[kept], units=units)
