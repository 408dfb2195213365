"""Raters taken together: majority, means, and how they go with a judge's numbers."""

from __future__ import annotations

import pytest
from scipy import stats

from inspector.figures.correlation import correlate
from inspector.figures.expected import majority, mean_by, unit_means
from inspector.figures.ratings import collect
from lineage.evidence.vocabulary import Scale

VOTES = [
    *(("equal", "a", "1"), ("equal", "b", "1"), ("equal", "c", "2")),
    *(("tie", "a", "1"), ("tie", "b", "2"), ("tie", "c", "3")),
    *(("differs", "a", "2"), ("differs", "b", "2")),
    ("not expected", "a", "1"),
]


def test_a_majority_is_the_expected_label_or_another_or_there_is_none() -> None:
    found = majority(collect(VOTES), {"equal": "1", "tie": "1", "differs": "1", "not rated": "1"})
    assert found == (1, 1, 1, 1)


def test_a_single_vote_is_a_majority() -> None:
    assert majority(collect([("x", "a", "1")]), {"x": "1"}) == (1, 0, 0, 0)
    assert majority(collect([]), {"x": "1"}) == (0, 0, 0, 0)


def test_the_mean_by_stratum_is_over_items_and_not_over_ratings() -> None:
    # In s the items' means are 1 and 3 (of 3, 3, 3): 2, where the mean of the four ratings would be 2.5.
    ratings = collect([("x", "a", "1"), *(("y", rater, "3") for rater in "abc"), ("z", "a", "2")], ("1", "2", "3"))
    found = mean_by({"x": "s", "y": "s", "z": "t", "nobody": "u"}, ratings)
    assert list(found) == ["s", "t", "u"]
    assert (found["s"].units, found["s"].mean.value, found["t"].mean.value) == (2, 2.0, 2.0)
    assert found["u"].mean.value is None and found["u"].mean.why


def test_words_have_no_mean() -> None:
    ratings = collect([("x", "a", "yes")])
    assert unit_means(ratings) is None
    assert "numbers" in mean_by({"x": "s"}, ratings)["s"].mean.why


def test_a_judge_is_compared_with_every_rating_and_with_the_mean_of_each_item() -> None:
    rows = [(1, "a", "1"), (1, "b", "2"), (2, "a", "4"), (2, "b", "4"), (3, "a", "2"), (3, "b", "3"), (4, "a", "1")]
    scores = {1: 0.1, 2: 0.9, 3: 0.3, 5: 0.5}
    found = correlate(scores, collect(rows, ("1", "2", "3", "4"), Scale.ORDINAL))
    assert (found.n_units, found.n_ratings) == (3, 6)
    each = ([0.1, 0.1, 0.9, 0.9, 0.3, 0.3], [1, 2, 4, 4, 2, 3])
    mean = ([0.1, 0.9, 0.3], [1.5, 4, 2.5])
    assert found.pearson.value == pytest.approx(stats.pearsonr(*each).statistic)
    assert found.spearman.value == pytest.approx(stats.spearmanr(*each).statistic)
    assert found.pearson_mean.value == pytest.approx(stats.pearsonr(*mean).statistic)
    assert found.spearman_mean.value == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("rows", "scores"),
    [
        ([(1, "a", "1"), (2, "a", "2")], {1: 0.5, 2: 0.5}),
        ([(1, "a", "1"), (2, "a", "1")], {1: 0.5, 2: 0.7}),
        ([(1, "a", "1")], {1: 0.5}),
        ([(1, "a", "1")], {}),
        ([], {}),
        ([(1, "a", "yes"), (2, "a", "no")], {1: 0.1, 2: 0.2}),
    ],
)
def test_what_cannot_rise_together_is_undefined_and_says_why(
    rows: list[tuple[int, str, str]], scores: dict[int, float]
) -> None:
    found = correlate(scores, collect(rows))
    assert all(figure.value is None and figure.why for figure in found[2:])
