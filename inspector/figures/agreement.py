"""How far people agree: over all, label by label, and two by two, with what was counted and what was not. Pure.

Only raters' labels belong in here; an adjudicator's, given where raters differed, would make them seem to agree.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inspector.figures.coefficients import Array
from inspector.figures.figure import Figure, figure_of, undefined
from inspector.figures.label_figures import LabelAgreement, label_agreements
from inspector.figures.measures import OVERALL, Measure
from inspector.figures.order import MOST_VALUES, order_of
from inspector.figures.pair_figures import ONE_VALUE, WHY_UNDEFINED, PairAgreement, pair_agreements
from inspector.figures.ratings import ABSENT, Ratings
from inspector.figures.tally import Tally, measure, tally, why_not
from lineage.evidence.vocabulary import Exclusion

TOO_MANY = f"More than {MOST_VALUES} different values were said: these are no categories that people could share."


@dataclass(frozen=True, slots=True)
class Agreement:
    """`used` units have two or more ratings, and `n_ratings` are those; the others are `excluded` with the reason.

    `sizes` says how many units have how many ratings, `raters` and `counts` how often each person rated and each value
    was said, all of them among the used. `figures` has every measure of `OVERALL`. Pairs beyond the thousand with the
    most items in common are only counted, in `pairs_left_out`.
    """

    units: int
    used: int
    excluded: Mapping[Exclusion, int]
    n_ratings: int
    sizes: Mapping[int, int]
    raters: Mapping[str, int]
    counts: Mapping[str, int]
    figures: Mapping[Measure, Figure]
    labels: tuple[LabelAgreement, ...] = ()
    pairs: tuple[PairAgreement, ...] = ()
    pairs_left_out: int = 0


def agreement(ratings: Ratings) -> Agreement:
    """Everything that can be said of these ratings; what is not defined says why, and is never nought or whole."""
    said = (ratings.codes != ABSENT).sum(axis=1)
    is_used = said > 1
    of = tally(ratings) if len(ratings.values) <= MOST_VALUES else None
    pairs, left_out = pair_agreements(ratings, order_of(ratings.values, ratings.scale)) if of else ((), 0)
    sizes, how_many = np.unique(said[is_used], return_counts=True)
    used = ratings.codes[is_used]
    counts = np.bincount(used[used != ABSENT], minlength=len(ratings.values))
    by_rater = (used != ABSENT).sum(axis=0)
    left = {Exclusion.ONE_RATER: int((said == 1).sum()), Exclusion.NO_VALUE: int((said == 0).sum())}
    return Agreement(
        units=len(ratings.units),
        used=int(is_used.sum()),
        excluded={why: number for why, number in left.items() if number},
        n_ratings=int(said[is_used].sum()),
        sizes=dict(zip(sizes.tolist(), how_many.tolist(), strict=True)),
        raters={name: count for name, count in zip(ratings.raters, by_rater.tolist(), strict=True) if count},
        counts=dict(zip(ratings.values, counts.tolist(), strict=True)),
        figures=overall(of) if of else dict.fromkeys(OVERALL, undefined(TOO_MANY)),
        labels=label_agreements(of, ratings.values) if of else (),
        pairs=pairs,
        pairs_left_out=left_out,
    )


def overall(of: Tally, weights: Array | None = None) -> dict[Measure, Figure]:
    """The figures alone, without labels and pairs. `weights` says how often each unit counts; none: once each."""
    every = np.ones(len(of.codes)) if weights is None else weights
    missing, found = why_not(of), measure(of, every[np.newaxis])
    return {
        one: undefined(missing[one])
        if one in missing
        else figure_of(float(found[one][0]), WHY_UNDEFINED.get(one, ONE_VALUE))
        for one in OVERALL
    }
