"""A number that is shown, or the reason why there is none: never a nought or a pass in its stead (M-81). Pure."""

import math
from typing import NamedTuple

from lineage.evidence.vocabulary import MetricStatus


class Figure(NamedTuple):
    """`value` is None unless `status` is COMPUTED; `why` then says in words what is missing.

    `low` and `high` are the ends of its interval, one alone where the interval is one-sided, both None where none was
    computed.
    """

    value: float | None
    status: MetricStatus
    why: str = ""
    low: float | None = None
    high: float | None = None


class Interval(NamedTuple):
    """Where a figure lies in the middle 95 % of `resamples`; in those beyond `n_defined` it is undefined and left out.

    Both ends are None where it is defined in no resample.
    """

    low: float | None
    high: float | None
    n_defined: int
    resamples: int

    @property
    def left_out(self) -> int:
        return self.resamples - self.n_defined


def computed(value: float, *, low: float | None = None, high: float | None = None) -> Figure:
    return Figure(float(value), MetricStatus.COMPUTED, "", low, high)


def undefined(why: str) -> Figure:
    return Figure(None, MetricStatus.UNDEFINED, why)


def not_measured(why: str) -> Figure:
    return Figure(None, MetricStatus.NOT_MEASURED, why)


def figure_of(value: float, why: str) -> Figure:
    """`value` as a figure; undefined for the reason given where it is no number."""
    return computed(value) if math.isfinite(value) else undefined(why)


def ratio(part: float, whole: float, why: str) -> Figure:
    """Undefined for the reason given where there is nothing to divide by."""
    return computed(part / whole) if whole else undefined(why)


def with_interval(figure: Figure, interval: Interval | None) -> Figure:
    """The figure with the ends of its interval; a figure that is undefined gets none."""
    if interval is None or figure.value is None:
        return figure
    return figure._replace(low=interval.low, high=interval.high)
