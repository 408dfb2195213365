"""A judge that gives a number: how well it tells what is so from what is not, and how far it is off. Pure.

`human` says item by item whether people called it positive, `scores` what number the judge gave it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from inspector.figures.figure import Figure, computed, undefined

ONE_CLASS = "All items are of one kind, so there is nothing to tell apart."
NO_PROBABILITY = "The scores do not lie between 0 and 1, so they are no probabilities."
NO_SCORE = "No item has a score of the judge."


class RocPoint(NamedTuple):
    """How the judge would do if it called positive what scores `threshold` or more; no threshold at the start."""

    fpr: float
    tpr: float
    threshold: float | None


def auroc(human: Sequence[bool], scores: Sequence[float]) -> Figure:
    """How often a positive item scores higher than a negative one, ties counting half."""
    if len(set(human)) < 2:
        return undefined(ONE_CLASS if human else NO_SCORE)
    # Loading it takes as long as drawing ten pages; only who asks for this figure waits.
    from sklearn.metrics import roc_auc_score

    return computed(float(roc_auc_score(list(human), list(scores))))


def roc(human: Sequence[bool], scores: Sequence[float]) -> tuple[RocPoint, ...]:
    """The corners of the curve from (0, 0) to (1, 1); none where there is only one kind of items."""
    if len(set(human)) < 2:
        return ()
    from sklearn.metrics import roc_curve

    fpr, tpr, thresholds = roc_curve(list(human), list(scores))
    corners = zip(fpr.tolist(), tpr.tolist(), [None, *thresholds.tolist()[1:]], strict=True)
    return tuple(RocPoint(*corner) for corner in corners)


def brier(human: Sequence[bool], scores: Sequence[float]) -> Figure:
    """Mean squared distance between the score, taken as a probability, and what people said (Brier 1950); 0 is best."""
    if why := why_no_probability(scores):
        return undefined(why)
    return computed(sum((score - truth) ** 2 for truth, score in zip(human, scores, strict=True)) / len(scores))


def why_no_probability(scores: Sequence[float]) -> str:
    """Empty where the scores can be taken as probabilities."""
    if not scores:
        return NO_SCORE
    return "" if all(0 <= score <= 1 for score in scores) else NO_PROBABILITY
