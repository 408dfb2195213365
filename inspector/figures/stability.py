"""Whether a judge says the same when it is asked again: over repeated attempts on the same items. Pure."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from inspector.figures.figure import Figure, computed, ratio, undefined

NOT_REPEATED = "No item was judged twice."


class Attempt(NamedTuple):
    """What one attempt came to; neither of the two where it failed."""

    label: str | None
    score: float | None = None


class LabelStability(NamedTuple):
    """`attempts` said the label, on `items` items; on `always` of them every attempt did."""

    value: str
    attempts: int
    items: int
    always: int


class Stability(NamedTuple):
    """Over the `items` with two or more attempts that came to something; `once` are those with a single one.

    `equal` of them got the same label every time (the same score, where there is no label). `mean_spread` is the mean
    over items of the largest score less the smallest, `largest_spread` the largest of these. `failed` attempts came to
    nothing and are only counted.
    """

    items: int
    once: int
    equal: int
    share: Figure
    labels: tuple[LabelStability, ...]
    mean_spread: Figure
    largest_spread: Figure
    failed: int


def stability(attempts: Mapping[Hashable, Sequence[Attempt]], values: Sequence[str] = ()) -> Stability:
    """From item by item the attempts in any order; labels stand in the order of `values`, others behind them."""
    every = {item: [one for one in tried if _came(one)] for item, tried in attempts.items()}
    repeated = [tried for tried in every.values() if len(tried) > 1]
    equal = sum(len({one if one.label is None else one.label for one in tried}) == 1 for tried in repeated)
    scores = [[one.score for one in tried if one.score is not None] for tried in repeated]
    spreads = [max(given) - min(given) for given in scores if len(given) > 1]
    no_spread = undefined("No item was scored twice.")
    return Stability(
        items=len(repeated),
        once=sum(len(tried) == 1 for tried in every.values()),
        equal=equal,
        share=ratio(equal, len(repeated), NOT_REPEATED),
        labels=_labels(repeated, values),
        mean_spread=computed(sum(spreads) / len(spreads)) if spreads else no_spread,
        largest_spread=computed(max(spreads)) if spreads else no_spread,
        failed=sum(not _came(one) for tried in attempts.values() for one in tried),
    )


def _came(attempt: Attempt) -> bool:
    return attempt.label is not None or attempt.score is not None


def _labels(repeated: Iterable[Sequence[Attempt]], values: Sequence[str]) -> tuple[LabelStability, ...]:
    said: Counter[str] = Counter(dict.fromkeys(values, 0))
    items: Counter[str] = Counter()
    always: Counter[str] = Counter()
    for tried in repeated:
        labels = Counter(one.label for one in tried if one.label is not None)
        said.update(labels)
        items.update(labels.keys())
        always.update(label for label, count in labels.items() if count == len(tried))
    return tuple(LabelStability(value, said[value], items[value], always[value]) for value in said)
