"""From the ways in which items were rated, and how many were rated so, to ratings and to what was not counted. Pure.

A hundred thousand verdicts make a few dozen patterns: the database counts them, and everything else follows from them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from inspector.figures.narrowing import one_against_rest
from inspector.figures.ratings import ABSENT, Ratings
from lineage.evidence.digests import digest_json
from lineage.evidence.vocabulary import Exclusion, Scale

ORDER = tuple(Exclusion)


class Pattern(NamedTuple):
    """`number` items of which these raters `said` this, and whose other ratings are `left_out` for a reason each.

    `group` is what the items are divided by: the row of a queue or source; None where nothing was asked. `unit` is the
    row of the item where the pattern is that of one.
    """

    said: tuple[tuple[str, str], ...]
    left_out: tuple[tuple[str, Exclusion], ...] = ()
    number: int = 1
    group: int | None = None
    unit: int | None = None

    @property
    def why_not_used(self) -> Exclusion | None:
        """Why the item is in no pair of ratings; None where it is in one.

        What a left out rating would have been the second of is named before "only one rater".
        """
        if len(self.said) > 1:
            return None
        alone = Exclusion.ONE_RATER if self.said else Exclusion.NO_VALUE
        return min((reason for _, reason in self.left_out), key=ORDER.index, default=alone)


@dataclass(frozen=True, slots=True)
class Tabulated:
    """`ratings` are those that count, of items with any; `units` are all items that anybody was asked of.

    `excluded` has each item that is not used under one reason, `left_out` each rating that is not counted under its
    own. `marks` is a digest of all ratings: another one where anything is said otherwise now.
    """

    ratings: Ratings
    units: int
    excluded: Mapping[Exclusion, int]
    left_out: Mapping[Exclusion, int]
    marks: str


def of_raters(patterns: Iterable[Pattern], raters: Collection[str]) -> list[Pattern]:
    """What these people said alone, of items that any of them rated."""

    def kept(each: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple(one for one in each if one[0] in raters)

    found = [
        one._replace(said=kept(one.said), left_out=tuple(each for each in one.left_out if each[0] in raters))
        for one in patterns
    ]
    return [one for one in found if one.said or one.left_out]


def tabulate(
    patterns: Iterable[Pattern], values: Sequence[str], scale: Scale, *, label: str = "", ratings: int = 0
) -> Tabulated:
    """`label` turns every rating into that label or anything else; `ratings` looks at items with exactly so many."""
    every = [one for one in patterns if ratings in (0, len(one.said))]
    excluded: Counter[Exclusion] = Counter()
    left_out: Counter[Exclusion] = Counter()
    for one in every:
        for _, reason in one.left_out:
            left_out[reason] += one.number
        if one.why_not_used is not None:
            excluded[one.why_not_used] += one.number
    found = _ratings(every, values, scale)
    if label in found.values:
        found = one_against_rest(found, label)
    return Tabulated(
        ratings=found,
        units=sum(one.number for one in every),
        excluded=_in_order(excluded),
        left_out=_in_order(left_out),
        marks=_digest(every),
    )


def _ratings(patterns: Iterable[Pattern], values: Sequence[str], scale: Scale) -> Ratings:
    """Items that were rated alike stand side by side; without a row of their own they are named by their places."""
    rated = [one for one in patterns if one.said]
    raters = tuple(sorted({rater for one in rated for rater, _ in one.said}))
    # What is said and is no value of the field stands behind those that are.
    others = sorted({word for one in rated for _, word in one.said} - set(values))
    places = {value: place for place, value in enumerate((*values, *others))}
    columns = {rater: place for place, rater in enumerate(raters)}
    codes = np.full((len(rated), len(raters)), ABSENT, dtype=np.int16)
    for row, one in enumerate(rated):
        for rater, word in one.said:
            codes[row, columns[rater]] = places[word]
    repeated = np.repeat(codes, [one.number for one in rated], axis=0)
    units: Sequence[int | None] = range(len(repeated))
    if any(one.unit is not None for one in rated):
        units = [unit for one in rated for unit in ([one.unit] * one.number)]
    return Ratings(repeated, tuple(units), raters, tuple(places), scale)


def _in_order(counted: Counter[Exclusion]) -> dict[Exclusion, int]:
    return {reason: counted[reason] for reason in ORDER if counted[reason]}


def _digest(patterns: Iterable[Pattern]) -> str:
    """That of what was said of how many items, in whichever order it came and however it was divided."""
    same: Counter[tuple[tuple[str, str], ...]] = Counter()
    for one in patterns:
        same[tuple(sorted(one.said))] += one.number
    return digest_json([[[list(each) for each in said], number] for said, number in sorted(same.items())])
