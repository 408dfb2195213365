"""How far people agree on each single label: it against all the rest. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from inspector.figures.coefficients import Array, alpha, collapse, divide, kappa, nominal
from inspector.figures.figure import Figure, figure_of, undefined
from inspector.figures.measures import OF_A_LABEL, Measure
from inspector.figures.tally import Tally, coincidences, table_of_two, totals, why_not

NEVER_SAID = "Nobody said it of an item that another rated too."
ALWAYS_SAID = "Nobody said anything else, so there is nothing to tell agreement from chance by."


class LabelAgreement(NamedTuple):
    """`ratings` say it, of `units` units, among those that two or more rated."""

    value: str
    ratings: int
    units: int
    figures: Mapping[Measure, Figure]


def label_agreements(of: Tally, values: Sequence[str]) -> tuple[LabelAgreement, ...]:
    """One for each value of the field, said or not, in its order."""
    counts = of.counts[of.is_used]
    said, units = counts.sum(axis=0), (counts > 0).sum(axis=0)
    found, missing = measure_labels(of), why_not(of)
    everything = said.sum()
    agreements = []
    for place, value in enumerate(values):
        none = NEVER_SAID if not said[place] else ALWAYS_SAID if said[place] == everything else ""
        figures = {one: _figure(one, float(found[one][place]), none, missing) for one in OF_A_LABEL}
        agreements.append(LabelAgreement(value, int(said[place]), int(units[place]), figures))
    return tuple(agreements)


def measure_labels(of: Tally) -> dict[Measure, Array]:
    """By measure one number a value; no number where it is not defined."""
    once = np.ones((1, len(of.codes)))
    counts, sizes = of.counts[of.is_used], of.sizes[of.is_used][:, np.newaxis]
    rest = sizes - counts
    equal = (counts * (counts - 1.0) + rest * (rest - 1.0)) / (sizes * (sizes - 1.0))
    said = totals(of, once)[0]
    against_rest = np.stack([said, said.sum() - said], axis=-1)
    none = np.full(of.order.size, np.nan)
    return {
        Measure.POSITIVE_AGREEMENT: divide((counts * (counts - 1.0)).sum(0), (counts * (sizes - 1.0)).sum(0)),
        Measure.PERCENT: equal.mean(axis=0) if len(equal) else none,
        Measure.COHEN_KAPPA: kappa(collapse(table_of_two(of, once)[0]), nominal(2)) if len(of.raters) == 2 else none,
        Measure.ALPHA_NOMINAL: alpha(collapse(coincidences(of, once)[0]), against_rest, nominal(2)),
    }


def _figure(measure: Measure, value: float, none: str, missing: Mapping[Measure, str]) -> Figure:
    if measure in missing:
        return undefined(missing[measure])
    return figure_of(value, none or ALWAYS_SAID)
