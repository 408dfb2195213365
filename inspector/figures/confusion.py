"""Labels against those they are compared with: one rater, or a judge, against what is expected. Pure."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from inspector.figures.figure import Figure, ratio

NO_ITEM = "There is no item with both labels."


class LabelScore(NamedTuple):
    """One label against the rest: `expected` items should have it, `said` do, `right` are both."""

    value: str
    expected: int
    said: int
    right: int
    precision: Figure
    recall: Figure
    f1: Figure


class Confusion(NamedTuple):
    """`table` counts items: a row is the expected label, a column the one that was said, in the order of `values`.

    `macro_f1` is the mean of the F1 of those labels that were expected or said at all, each counting the same.
    """

    values: tuple[str, ...]
    table: tuple[tuple[int, ...], ...]
    n: int
    right: int
    accuracy: Figure
    macro_f1: Figure
    labels: tuple[LabelScore, ...]


class Against(NamedTuple):
    """`not_expected` units have a label but none to compare it with, `not_said` the other way round."""

    confusion: Confusion
    not_expected: int
    not_said: int


def confusion(expected: Sequence[str], said: Sequence[str], values: Sequence[str] = ()) -> Confusion:
    """Of labels item by item. What is no value of the field is added behind them, in the order of first mention."""
    every = tuple(dict.fromkeys((*values, *expected, *said)))
    places = {value: place for place, value in enumerate(every)}
    table = np.zeros((len(every), len(every)), dtype=np.int64)
    rows = np.fromiter((places[value] for value in expected), np.intp, len(expected))
    columns = np.fromiter((places[value] for value in said), np.intp, len(said))
    np.add.at(table, (rows, columns), 1)
    right = np.diagonal(table).tolist()
    scores = tuple(
        _score(value, wanted, told, hit)
        for value, wanted, told, hit in zip(
            every, table.sum(axis=1).tolist(), table.sum(axis=0).tolist(), right, strict=True
        )
    )
    known = [one.f1.value for one in scores if one.f1.value is not None]
    return Confusion(
        values=every,
        table=tuple(tuple(row) for row in table.tolist()),
        n=len(expected),
        right=sum(right),
        accuracy=ratio(sum(right), len(expected), NO_ITEM),
        macro_f1=ratio(sum(known), len(known), NO_ITEM),
        labels=scores,
    )


def against(
    said: Mapping[Hashable, str], expected: Mapping[Hashable, str], values: Sequence[str] = ()
) -> Against:
    """What one person said, unit by unit, against what is expected of the same units."""
    both = [unit for unit in said if unit in expected]
    compared = confusion([expected[unit] for unit in both], [said[unit] for unit in both], values)
    return Against(compared, len(said) - len(both), len(expected) - len(both))


def _score(value: str, expected: int, said: int, right: int) -> LabelScore:
    return LabelScore(
        value,
        expected,
        said,
        right,
        ratio(right, said, "It was never said."),
        ratio(right, expected, "It is expected nowhere."),
        ratio(2 * right, expected + said, "It is neither expected nor said anywhere."),
    )
