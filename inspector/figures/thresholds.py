"""From which score on a judge's number is to count as yes: what each threshold would give. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from inspector.figures.figure import Figure, ratio
from inspector.figures.judge_figures import NO_ITEM, NO_NEGATIVE, NO_POSITIVE, f1_of
from inspector.figures.scores import why_no_probability

GRID = tuple(step / 100 for step in range(100))
RULE = "An item counts as positive where its score is above the threshold."


class ThresholdPoint(NamedTuple):
    threshold: float
    tp: int
    fp: int
    fn: int
    tn: int
    f1: Figure
    tpr: Figure
    tnr: Figure
    accuracy: Figure


class Sweep(NamedTuple):
    """`best` is the first point with the largest F1; without one, `why` says what is missing."""

    points: tuple[ThresholdPoint, ...]
    best: ThresholdPoint | None
    why: str = ""


def sweep(human: Sequence[bool], scores: Sequence[float]) -> Sweep:
    """Over the thresholds 0, 0.01 .. 0.99; scores that do not lie between 0 and 1 have no such grid."""
    if why := why_no_probability(scores):
        return Sweep((), None, why)
    truth, given = np.asarray(human, dtype=np.bool_), np.asarray(scores, dtype=np.float64)
    called = given > np.asarray(GRID)[:, np.newaxis]
    hits, calls = (called & truth).sum(axis=1).tolist(), called.sum(axis=1).tolist()
    so, n = int(truth.sum()), len(scores)
    points = tuple(
        _point(threshold, tp=tp, fp=all_called - tp, fn=so - tp, tn=n - so - (all_called - tp))
        for threshold, tp, all_called in zip(GRID, hits, calls, strict=True)
    )
    if not so:
        return Sweep(points, None, NO_POSITIVE)
    # Of equals, max gives the first.
    return Sweep(points, max(points, key=lambda point: point.f1.value or 0.0))


def judged_positive(scores: Sequence[float], threshold: float) -> list[bool]:
    return [score > threshold for score in scores]


def _point(threshold: float, *, tp: int, fp: int, fn: int, tn: int) -> ThresholdPoint:
    return ThresholdPoint(
        threshold,
        *(tp, fp, fn, tn),
        f1=f1_of(tp, fp, fn),
        tpr=ratio(tp, tp + fn, NO_POSITIVE),
        tnr=ratio(tn, tn + fp, NO_NEGATIVE),
        accuracy=ratio(tp + tn, tp + fp + fn + tn, NO_ITEM),
    )
