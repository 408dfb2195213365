"""What must hold of figures of agreement, whoever says what."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.figures.agreement import agreement
from inspector.figures.figure import Figure
from inspector.figures.measures import OVERALL, Measure
from inspector.figures.narrowing import of_pair, one_against_rest
from inspector.figures.ratings import ABSENT, Ratings
from inspector.figures.tally import measure, tally
from lineage.evidence.vocabulary import Exclusion, MetricStatus, Scale
from tests.inspector.ratings_drawn import drawn_ratings

NOMINAL = [one for one in OVERALL if one in ("percent", "cohen_kappa", "fleiss_kappa", "alpha_nominal", "ac1")]


def same(one: Figure, other: Figure) -> bool:
    if one.value is None or other.value is None:
        return one.value is other.value
    return one.value == pytest.approx(other.value, abs=1e-9)


@given(drawn_ratings(), st.randoms(use_true_random=False))
def test_the_order_of_items_and_raters_changes_nothing(ratings: Ratings, chance: Random) -> None:
    rows, columns = list(range(len(ratings.units))), list(range(len(ratings.raters)))
    chance.shuffle(rows)
    chance.shuffle(columns)
    other = replace(
        ratings,
        codes=ratings.codes[rows][:, columns],
        units=tuple(ratings.units[row] for row in rows),
        raters=tuple(ratings.raters[column] for column in columns),
    )
    before, after = agreement(ratings), agreement(other)
    assert all(same(before.figures[one], after.figures[one]) for one in OVERALL)
    assert (before.used, before.excluded, before.counts) == (after.used, after.excluded, after.counts)


@given(drawn_ratings(scale=Scale.NOMINAL), st.randoms(use_true_random=False))
def test_what_categories_are_called_changes_nothing(ratings: Ratings, chance: Random) -> None:
    places = list(range(len(ratings.values)))
    chance.shuffle(places)
    # The last place is for ABSENT, which is -1.
    renamed = replace(ratings, codes=np.array([*places, ABSENT], dtype=np.int16)[ratings.codes])
    before, after = agreement(ratings).figures, agreement(renamed).figures
    assert all(same(before[one], after[one]) for one in NOMINAL)


@given(drawn_ratings(), st.data())
def test_an_item_that_counts_twice_is_the_same_as_two_items(ratings: Ratings, data: st.DataObject) -> None:
    n = len(ratings.units)
    times = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    repeated = replace(
        ratings, codes=np.repeat(ratings.codes, times, axis=0), units=tuple(range(int(times.sum())))
    )
    of = tally(ratings)
    rated = (ratings.codes != ABSENT).any(axis=1)
    weighted = measure(of, times[rated][np.newaxis, :].astype(float))
    found = agreement(repeated).figures
    for one in OVERALL:
        value, figure = float(weighted[one][0]), found[one]
        # Who rates, and how often an item is rated, is asked of all that there is and not of those drawn.
        if figure.value is not None and np.isfinite(value):
            assert value == pytest.approx(figure.value, abs=1e-9), one


@given(drawn_ratings())
def test_no_figure_is_whole_or_nought_where_it_is_undefined(ratings: Ratings) -> None:
    found = agreement(ratings)
    every = [*found.figures.values(), *(one for pair in found.pairs for one in pair.figures.values())]
    every += [one for label in found.labels for one in label.figures.values()]
    for figure in every:
        if figure.status is MetricStatus.COMPUTED:
            assert figure.value is not None and np.isfinite(figure.value) and figure.value <= 1 + 1e-9
        else:
            assert figure.value is None and figure.why


@given(drawn_ratings())
def test_items_that_are_used_and_excluded_add_up(ratings: Ratings) -> None:
    found = agreement(ratings)
    assert found.used + sum(found.excluded.values()) == found.units == len(ratings.units)
    assert set(found.excluded) <= {Exclusion.ONE_RATER, Exclusion.NO_VALUE}
    assert sum(found.counts.values()) == sum(found.raters.values()) == found.n_ratings
    assert found.n_ratings == sum(size * units for size, units in found.sizes.items())


@given(drawn_ratings(scale=Scale.NOMINAL))
def test_a_label_has_the_figures_of_it_against_the_rest(ratings: Ratings) -> None:
    for label in agreement(ratings).labels:
        alone = agreement(one_against_rest(ratings, label.value)).figures
        for one in (Measure.PERCENT, Measure.COHEN_KAPPA, Measure.ALPHA_NOMINAL):
            assert same(label.figures[one], alone[one]), one


@given(drawn_ratings())
def test_a_pair_has_the_figures_of_what_these_two_said(ratings: Ratings) -> None:
    for pair in agreement(ratings).pairs:
        alone = agreement(of_pair(ratings, pair.first, pair.second)).figures
        assert all(same(figure, alone[one]) for one, figure in pair.figures.items())
