"""A judge that says yes or no, against people: how often it is right of what is so, and of what is not so. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from inspector.figures.figure import Figure, computed, ratio, undefined

CONFIDENCE = 0.95
BOUND = "One-sided 95 % lower bound (Clopper and Pearson 1934): the true rate is below it in at most one of 20 tests."
NO_POSITIVE = "People called no item positive."
NO_NEGATIVE = "People called no item negative."
NEVER_CALLED = "The judge called no item positive."
NO_ITEM = "There is no item that both people and the judge have a word on."


class JudgeFigures(NamedTuple):
    """Counts of items by what people and the judge said: true positives, false positives, false and true negatives.

    `tpr` (the same as recall) and `tnr` carry their lower bound in `low`, and no upper one.
    """

    tp: int
    fp: int
    fn: int
    tn: int
    tpr: Figure
    tnr: Figure
    precision: Figure
    recall: Figure
    f1: Figure
    accuracy: Figure

    @property
    def n(self) -> int:
        return self.tp + self.fp + self.fn + self.tn

    @property
    def tpr_low(self) -> Figure:
        return bound_of(self.tpr)

    @property
    def tnr_low(self) -> Figure:
        return bound_of(self.tnr)


def binary(human: Sequence[bool], judged: Sequence[bool]) -> JudgeFigures:
    """From item by item whether people, and whether the judge, called it positive."""
    pairs = list(zip(human, judged, strict=True))
    return from_counts(
        tp=sum(truth and said for truth, said in pairs),
        fp=sum(said and not truth for truth, said in pairs),
        fn=sum(truth and not said for truth, said in pairs),
        tn=sum(not truth and not said for truth, said in pairs),
    )


def from_counts(*, tp: int, fp: int, fn: int, tn: int) -> JudgeFigures:
    tpr = _rate(tp, tp + fn, NO_POSITIVE)
    return JudgeFigures(
        tp=tp,
        fp=fp,
        fn=fn,
        tn=tn,
        tpr=tpr,
        tnr=_rate(tn, tn + fp, NO_NEGATIVE),
        precision=ratio(tp, tp + fp, NEVER_CALLED),
        recall=tpr._replace(low=None),
        f1=f1_of(tp, fp, fn),
        accuracy=ratio(tp + tn, tp + fp + fn + tn, NO_ITEM),
    )


def f1_of(tp: int, fp: int, fn: int) -> Figure:
    return ratio(2 * tp, 2 * tp + fp + fn, "Neither people nor the judge called an item positive.")


def lower_bound(hits: int, n: int) -> float:
    """Below which the rate lies with at most 5 % risk, if `hits` of `n` independent items are hit. `n` is above 0."""
    # Loading it takes as long as drawing ten pages; only who asks for this figure waits.
    from scipy import stats

    test = stats.binomtest(hits, n, alternative="greater")
    return float(test.proportion_ci(CONFIDENCE, "exact").low)


def bound_of(rate: Figure) -> Figure:
    """The lower bound as a figure of its own."""
    return rate if rate.low is None else computed(rate.low)


def _rate(hits: int, n: int, why: str) -> Figure:
    return computed(hits / n, low=lower_bound(hits, n)) if n else undefined(why)
