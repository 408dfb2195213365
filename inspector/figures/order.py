"""What may be done with the values of a field: whether they have an order, and which numbers they are. Pure."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inspector.figures.coefficients import Array
from inspector.figures.measures import Measure
from lineage.evidence.vocabulary import Scale

MOST_VALUES = 100
NO_ORDER = "The values of this field are categories: none is nearer to another than a third."
NO_NUMBERS = "Not all values of this field are numbers."
BY_RANK = (Measure.WEIGHTED_KAPPA, Measure.ALPHA_ORDINAL, Measure.SPEARMAN)
BY_NUMBER = (Measure.ALPHA_INTERVAL, Measure.PEARSON)


class Order(NamedTuple):
    """`numbers` are what the values stand for, None where one of them is no number."""

    scale: Scale
    size: int
    numbers: Array | None

    @property
    def ranks(self) -> Array:
        return np.arange(self.size, dtype=np.float64)

    @property
    def steps(self) -> Array:
        """By what a weighted kappa measures how far two values are apart."""
        return self.numbers if self.scale is Scale.INTERVAL and self.numbers is not None else self.ranks

    def why_not(self, measure: Measure) -> str:
        """Why the measure says nothing of such values; empty where it does."""
        if measure not in BY_RANK + BY_NUMBER:
            return ""
        if self.scale is Scale.NOMINAL:
            return NO_ORDER
        return NO_NUMBERS if measure in BY_NUMBER and self.numbers is None else ""


def order_of(values: Sequence[str], scale: Scale) -> Order:
    numbers = [number_of(value) for value in values]
    known = [number for number in numbers if number is not None]
    return Order(scale, len(values), np.array(known, dtype=np.float64) if len(known) == len(values) else None)


def number_of(value: str) -> float | None:
    """The number that a label is written as; None for words, and for what is no finite number."""
    try:
        number = float(value)
    except ValueError:
        return None
    # Squares of larger ones would be no numbers any more.
    return number if math.isfinite(number) and abs(number) < 1e100 else None
