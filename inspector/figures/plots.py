"""Pictures of a judge under test: the reliability curve, the threshold sweep, the ROC curve. Pure.

Each is a value that a template draws as it is; the same numbers stand in a table beside it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from inspector.figures.frames import FIFTHS, SQUARE, Frame, Line, Mark, Tick, short
from inspector.figures.reliability import Bin
from inspector.figures.scores import RocPoint
from inspector.figures.thresholds import ThresholdPoint

SWEPT = (("f1", "F1"), ("tpr", "sensitivity"), ("tnr", "specificity"), ("accuracy", "accuracy"))


class Plot(NamedTuple):
    """`guides` are lines to read by, not data: what perfect would be, or the threshold in use."""

    frame: Frame
    x_name: str
    y_name: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]
    guides: tuple[Line, ...]


def reliability_plot(bins: Sequence[Bin], frame: Frame = SQUARE) -> Plot:
    """A mark a bin that has items, larger the more it has; on the diagonal the score means what it says."""
    most = max((one.n for one in bins), default=0)
    held = [(one, one.mean_score, one.share.value) for one in bins]
    drawn = [(one, mean, share) for one, mean, share in held if mean is not None and share is not None]
    marks = [frame.mark(mean, one.share, _told(one), 2.0 + 4.0 * (one.n / most) ** 0.5) for one, mean, _ in drawn]
    curve = Line("curve", "share of positive items by mean score", frame.path([(x, y) for _, x, y in drawn]))
    perfect = Line("diagonal", "where scores mean what they say", frame.path([(0.0, 0.0), (1.0, 1.0)]))
    return _plot(frame, "mean score", "share of positive items", (curve,), marks, (perfect,))


def sweep_plot(points: Sequence[ThresholdPoint], threshold: float | None = None, frame: Frame = SQUARE) -> Plot:
    """A line a rate over the thresholds, and an upright one where the threshold in use is."""
    lines = []
    for name, words in SWEPT:
        rates = [(one.threshold, getattr(one, name).value) for one in points]
        lines.append(Line(name, words, frame.path([(x, y) for x, y in rates if y is not None])))
    in_use = () if threshold is None else (_upright(frame, threshold),)
    return _plot(frame, "threshold", "rate", tuple(lines), (), in_use)


def roc_plot(corners: Sequence[RocPoint], frame: Frame = SQUARE) -> Plot:
    """The curve over all thresholds; on the diagonal a judge tells nothing apart."""
    curve = Line("curve", "all thresholds", frame.path([(one.fpr, one.tpr) for one in corners]))
    chance = Line("diagonal", "what tells nothing apart", frame.path([(0.0, 0.0), (1.0, 1.0)]))
    return _plot(frame, "false positive rate", "true positive rate", (curve,), (), (chance,))


def _plot(
    frame: Frame,
    x_name: str,
    y_name: str,
    lines: tuple[Line, ...],
    marks: Sequence[Mark | None],
    guides: tuple[Line, ...],
) -> Plot:
    return Plot(
        frame,
        x_name,
        y_name,
        frame.x_ticks(FIFTHS),
        frame.y_ticks(FIFTHS),
        tuple(line for line in lines if line.path),
        tuple(mark for mark in marks if mark is not None),
        guides,
    )


def _upright(frame: Frame, threshold: float) -> Line:
    path = frame.path([(threshold, frame.y_from), (threshold, frame.y_to)])
    return Line("threshold", f"threshold {short(threshold)}", path)


def _told(one: Bin) -> str:
    items = "item" if one.n == 1 else "items"
    return f"score {short(one.start)} to {short(one.end)}: {one.positive} of {one.n} {items} positive"
