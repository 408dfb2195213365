"""Whether a judge's number means what it says: of what it scores 0.8, are eight of ten so? Pure."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inspector.figures.coefficients import Array
from inspector.figures.figure import Figure, computed, undefined
from inspector.figures.scores import why_no_probability

BINS = 10


class Bin(NamedTuple):
    """Items whose score is at least `start` and below `end`; the last holds 1 as well.

    `share` is that of positive items, with an interval (Clopper-Pearson, 95 %, two-sided). Empty bins have no mean.
    """

    start: float
    end: float
    n: int
    positive: int
    mean_score: float | None
    share: Figure


class Reliability(NamedTuple):
    """`ece` is how far share and mean score are apart, averaged over items. No bins where it is not defined."""

    ece: Figure
    bins: tuple[Bin, ...]


def reliability(human: Sequence[bool], scores: Sequence[float]) -> Reliability:
    """Over ten bins of equal width: the expected calibration error (Naeini 2015) of scores taken as probabilities."""
    if why := why_no_probability(scores):
        return Reliability(undefined(why), ())
    given, truth = np.asarray(scores, dtype=np.float64), np.asarray(human, dtype=np.bool_)
    # By comparison with the edges themselves: 0.7 * 10 would be above 7.
    places = np.searchsorted(np.arange(1, BINS) / BINS, given, side="right")
    bins = tuple(_bin(place, given[places == place], int(truth[places == place].sum())) for place in range(BINS))
    gaps = [one.n * abs(one.positive / one.n - one.mean_score) for one in bins if one.mean_score is not None]
    return Reliability(computed(sum(gaps) / len(scores)), bins)


def _bin(place: int, scores: Array, positive: int) -> Bin:
    start, end, n = place / BINS, (place + 1) / BINS, len(scores)
    if not n:
        return Bin(start, end, 0, 0, None, undefined("No item scores so."))
    # Loading it takes as long as drawing ten pages; only who asks for this figure waits.
    from scipy import stats

    ends = stats.binomtest(positive, n).proportion_ci(0.95, "exact")
    share = computed(positive / n, low=float(ends.low), high=float(ends.high))
    return Bin(start, end, n, positive, float(scores.mean()), share)
