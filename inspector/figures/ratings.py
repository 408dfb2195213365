"""Who said what of which unit: the table that every figure of agreement is computed from. Pure.

A unit is whatever several people label: an item, or one citation of it. What nobody said is absent, never a value.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lineage.evidence.vocabulary import Scale

ABSENT = -1


@dataclass(frozen=True, slots=True)
class Ratings:
    """`codes[u, r]` is the place in `values` of what rater r said of unit u, ABSENT where they said nothing.

    `values` are in the scale's order; `units` name the rows (ids, keys) and `raters` the columns.
    """

    codes: NDArray[np.int16]
    units: tuple[Hashable, ...]
    raters: tuple[str, ...]
    values: tuple[str, ...]
    scale: Scale = Scale.NOMINAL


def collect(
    rows: Iterable[tuple[Hashable, str, str]], values: Sequence[str] = (), scale: Scale = Scale.NOMINAL
) -> Ratings:
    """From (unit, rater, value) in any order; units and raters in the order of their first mention.

    `values` name the scale in its order; what is said besides is added behind them, in the order of first mention.
    Raises ValueError where one rater says two things of one unit.
    """
    places = {value: place for place, value in enumerate(values)}
    units: dict[Hashable, int] = {}
    raters: dict[str, int] = {}
    said: dict[tuple[int, int], int] = {}
    for unit, rater, value in rows:
        cell = units.setdefault(unit, len(units)), raters.setdefault(rater, len(raters))
        code = places.setdefault(value, len(places))
        if said.setdefault(cell, code) != code:
            raise ValueError(f"{rater} says two things of {unit}")
    codes = np.full((len(units), len(raters)), ABSENT, dtype=np.int16)
    if said:
        where = np.array(list(said), dtype=np.intp)
        codes[where[:, 0], where[:, 1]] = np.fromiter(said.values(), dtype=np.int16, count=len(said))
    return Ratings(codes, tuple(units), tuple(raters), tuple(places), scale)
