"""Intervals by drawing items anew: the same for the same seed, by item, and honest where nothing is defined."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from inspector.figures.agreement import agreement
from inspector.figures.figure import Interval
from inspector.figures.intervals import PROCEDURE, bootstrap, interval, patterns
from inspector.figures.measures import OVERALL, Measure
from inspector.figures.ratings import collect
from lineage.evidence.vocabulary import Scale
from tests.inspector.ratings_drawn import ratings_of

SOME = ratings_of([[0, 0], [0, 0], [1, 1], [1, 0], [0, 1], [1, 1], [2, 2], [0, 0], [2, 1], [1, 1]], scale=Scale.ORDINAL)


def test_the_same_seed_gives_the_same_intervals_and_another_seed_others() -> None:
    assert bootstrap(SOME, 7, 300) == bootstrap(SOME, 7, 300)
    assert bootstrap(SOME, 7, 300)[Measure.AC1] != bootstrap(SOME, 8, 300)[Measure.AC1]


def test_how_many_are_drawn_at_once_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = bootstrap(SOME, 7, 250)
    monkeypatch.setattr("inspector.figures.intervals.AT_ONCE", 7)
    after = bootstrap(SOME, 7, 250)
    for one in OVERALL:
        assert after[one] == pytest.approx(before[one])


def test_the_worked_example_of_three_items() -> None:
    # Equal, equal, not equal. Of the 27 ways to draw three, one has no equal item (3.7 %) and eight all: 0 to 1.
    found = bootstrap(ratings_of([[0, 0], [1, 1], [0, 1]]), 1, 4_000)
    assert found[Measure.PERCENT] == Interval(0.0, 1.0, 4_000, 4_000)


def test_the_share_of_equal_items_is_drawn_from_a_binomial_distribution() -> None:
    found = bootstrap(ratings_of([[0, 0]] * 300 + [[0, 1]] * 100), 3, 8_000, figures=(Measure.PERCENT,))
    low, high = stats.binom(400, 0.75).ppf([0.025, 0.975]) / 400
    assert found[Measure.PERCENT].low == pytest.approx(low, abs=0.004)
    assert found[Measure.PERCENT].high == pytest.approx(high, abs=0.004)


def test_it_is_the_interval_of_drawing_items_one_by_one() -> None:
    rows, dice = SOME.codes, np.random.default_rng(5)
    drawn = [agreement(ratings_of(rows[dice.integers(0, 10, 10)].tolist())).figures for _ in range(1_500)]
    found = bootstrap(SOME, 11, 6_000)
    for one in (Measure.ALPHA_NOMINAL, Measure.COHEN_KAPPA, Measure.AC1):
        values = [figures[one].value for figures in drawn]
        low, high = np.quantile([value for value in values if value is not None], [0.025, 0.975])
        assert found[one].low == pytest.approx(low, abs=0.08) and found[one].high == pytest.approx(high, abs=0.04)


def test_resamples_in_which_a_figure_is_undefined_are_counted() -> None:
    # Three of four items say the same: in (3/4)^4 of the draws only one value is said.
    found = bootstrap(ratings_of([[0, 0], [0, 0], [0, 0], [1, 1]]), 2, 4_000)
    alpha = found[Measure.ALPHA_NOMINAL]
    assert alpha.left_out == pytest.approx(4_000 * 0.75**4, abs=150) and alpha.resamples == 4_000
    assert (alpha.low, alpha.high) == (1.0, 1.0)
    assert found[Measure.PERCENT].left_out == 0


def test_a_figure_that_is_undefined_has_no_interval() -> None:
    found = bootstrap(ratings_of([[0, 0], [0, 0]]), 1, 50)
    assert found[Measure.COHEN_KAPPA] == Interval(None, None, 0, 50)
    assert found[Measure.PEARSON] == Interval(None, None, 0, 50)
    for none in (collect([]), ratings_of([[-1, -1]]), collect((i, r, f"{i}{r}") for i in range(60) for r in "ab")):
        assert set(bootstrap(none, 1, 50).values()) == {Interval(None, None, 0, 50)}


def test_only_the_figures_that_are_asked_for_come_back() -> None:
    assert list(bootstrap(SOME, 1, 20, figures=(Measure.AC1, Measure.PERCENT))) == [Measure.AC1, Measure.PERCENT]


def test_it_tells_how_far_it_is() -> None:
    told: list[int] = []
    bootstrap(SOME, 1, 250, told.append)
    assert told == [100, 200, 250]


def test_every_interval_holds_the_figure_itself() -> None:
    found, figures = bootstrap(SOME, 4, 1_000), agreement(SOME).figures
    for one in OVERALL:
        value, ends = figures[one].value, found[one]
        if value is not None and ends.low is not None and ends.high is not None:
            assert ends.low <= value <= ends.high, one


def test_items_that_were_rated_alike_are_one_pattern() -> None:
    of, weights = patterns(ratings_of([[0, 0], [0, 0], [1, -1], [-1, -1], [0, 1]]))
    assert sorted(zip(of.codes.tolist(), weights.tolist(), strict=True)) == [([0, 0], 2), ([0, 1], 1), ([1, -1], 1)]


def test_ends_are_the_quantiles_of_what_is_defined() -> None:
    values = np.array([np.nan, *range(101)], dtype=np.float64)
    assert interval(values) == Interval(pytest.approx(2.5), pytest.approx(97.5), 101, 102)
    assert "95 %" in PROCEDURE
