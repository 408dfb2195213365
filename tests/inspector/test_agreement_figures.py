"""What a page is told beside the figures of agreement: what is counted, what is not, and why there is no number."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.figures.agreement import agreement
from inspector.figures.figure import Interval, computed, undefined, with_interval
from inspector.figures.measures import OF_A_LABEL, OF_A_PAIR, OVERALL, Measure
from inspector.figures.narrowing import of_units, rated_times
from inspector.figures.order import number_of
from inspector.figures.pair_figures import MOST_PAIRS
from inspector.figures.ratings import Ratings, collect
from lineage.evidence.vocabulary import Exclusion, MetricStatus, Scale
from tests.inspector.ratings_drawn import ratings_of

WORDS = Ratings(np.array([[0, 1], [1, 1], [2, 2]], np.int16), ("a", "b", "c"), ("Ada", "Ben"), ("low", "mid", "high"))


def test_an_item_of_one_rating_and_one_of_none_are_excluded_each_for_its_reason() -> None:
    found = agreement(ratings_of([[0, 0], [0, -1], [-1, -1], [1, 0]]))
    assert (found.units, found.used, found.n_ratings) == (4, 2, 4)
    assert found.excluded == {Exclusion.ONE_RATER: 1, Exclusion.NO_VALUE: 1}
    assert found.counts == {"1": 3, "2": 1, "3": 0}
    assert found.sizes == {2: 2}


def test_an_adjudicated_figure_is_another_table_and_never_the_same() -> None:
    # Ten items, four of them equal; a third person sides with Ada wherever they differ.
    two = [(item, "Ada", "yes" if item % 2 else "no") for item in range(10)]
    two += [(item, "Ben", "yes" if item < 5 else "no") for item in range(10)]
    differ = [item for item in range(10) if (item % 2 == 1) != (item < 5)]
    three = [*two, *((item, "Cleo", "yes" if item % 2 else "no") for item in differ)]
    people, all_votes = agreement(collect(two)).figures, agreement(collect(three)).figures
    assert people["alpha_nominal"].value is not None and all_votes["alpha_nominal"].value is not None
    assert all_votes["alpha_nominal"].value > people["alpha_nominal"].value


def test_categories_have_no_rank_and_no_number() -> None:
    found = agreement(WORDS).figures
    for one in ("weighted_kappa", "alpha_ordinal", "alpha_interval", "pearson", "spearman"):
        assert found[one].status is MetricStatus.UNDEFINED and "categories" in found[one].why


def test_words_in_order_have_ranks_and_no_numbers() -> None:
    found = agreement(Ratings(WORDS.codes, WORDS.units, WORDS.raters, WORDS.values, Scale.ORDINAL)).figures
    assert all(found[one].value is not None for one in ("weighted_kappa", "alpha_ordinal", "spearman"))
    assert all("numbers" in found[one].why for one in ("alpha_interval", "pearson"))


@pytest.mark.parametrize("word", ["nan", "inf", "1e400", "", "three", "1e101"])
def test_what_is_no_finite_number_is_none(word: str) -> None:
    assert number_of(word) is None


def test_numbers_weigh_by_their_distance_and_ranks_by_their_place() -> None:
    # By rank 0 to 1 is as far as 1 to 10, by number it is not.
    said = [(item, "a", one) for item, one in enumerate(("0", "1", "0", "10"))]
    said += [(item, "b", one) for item, one in enumerate(("0", "1", "1", "10"))]
    by_rank = agreement(collect(said, ("0", "1", "10"), Scale.ORDINAL)).figures["weighted_kappa"].value
    by_number = agreement(collect(said, ("0", "1", "10"), Scale.INTERVAL)).figures["weighted_kappa"].value
    # a says 0 twice, 1 and 10 once, b 1 twice, 0 and 10 once: products by distance, each pair of unequal values.
    ranks = (2 * 2 * 1 + 2 * 1 * 4 + 1 * 1 * 1 + 1 * 1 * 1 + 1 * 1 * 4 + 1 * 2 * 1) / 16
    numbers = (2 * 2 * 1 + 2 * 1 * 100 + 1 * 1 * 1 + 1 * 1 * 81 + 1 * 1 * 100 + 1 * 2 * 81) / 16
    assert by_rank == pytest.approx(1 - 0.25 / ranks)
    assert by_number == pytest.approx(1 - 0.25 / numbers)


def test_three_raters_have_no_kappa_of_two_and_are_sent_to_their_pairs() -> None:
    found = agreement(ratings_of([[0, 0, 1], [1, 1, 1]]))
    assert "3" in found.figures["cohen_kappa"].why and "pair" in found.figures["cohen_kappa"].why
    assert [(pair.first, pair.second) for pair in found.pairs] == [("r1", "r2"), ("r1", "r3"), ("r2", "r3")]


def test_a_third_rater_who_shares_no_item_does_not_count_as_a_rater() -> None:
    found = agreement(ratings_of([[0, 0, -1], [1, 0, -1], [1, 1, -1], [-1, -1, 2]]))
    assert found.figures["cohen_kappa"].value == pytest.approx(0.4)
    assert found.raters == {"r1": 3, "r2": 3}


def test_fleiss_says_how_many_ratings_there_are_and_is_had_of_those_with_equally_many() -> None:
    ratings = ratings_of([[0, 0, 1], [1, 1, 1], [0, 0, -1]])
    assert "2 to 3" in agreement(ratings).figures["fleiss_kappa"].why
    narrowed = agreement(rated_times(ratings, 3))
    assert narrowed.used == 2
    # Equal pairs 1/3 and 1; two of six say 1: (2/3 - 5/9) / (4/9).
    assert narrowed.figures["fleiss_kappa"].value == pytest.approx(0.25)


def test_units_of_a_stratum_are_figured_alone() -> None:
    assert of_units(ratings_of([[0, 0], [0, 1], [1, 1]]), {0, 2}).units == (0, 2)


def test_specific_agreement_on_a_label_counts_the_pairs_in_which_it_is_said() -> None:
    # yes yes, yes no, no no, no no: of three ratings that say yes two are met by another: 2 * 1 / (2 * 1 + 1).
    labels = {one.value: one for one in agreement(ratings_of([[0, 0], [0, 1], [1, 1], [1, 1]])).labels}
    assert labels["1"].figures["positive_agreement"].value == pytest.approx(2 / 3)
    assert labels["2"].figures["positive_agreement"].value == pytest.approx(4 / 5)
    assert (labels["1"].ratings, labels["1"].units) == (3, 2)
    assert labels["3"].ratings == 0 and all(
        labels["3"].figures[one].value is None for one in ("positive_agreement", "alpha_nominal", "cohen_kappa")
    )


def test_what_has_more_values_than_categories_can_be_says_so() -> None:
    rows = [(item, rater, f"{item} {rater}") for item in range(60) for rater in "ab"]
    found = agreement(collect(rows))
    assert found.used == 60 and not found.pairs and not found.labels
    assert all(figure.value is None and "100" in figure.why for figure in found.figures.values())


def test_pairs_beyond_the_most_are_counted() -> None:
    # Fifty people of one item each with every other: 1,225 pairs.
    found = agreement(ratings_of([[0] * 50]))
    assert len(found.pairs) == MOST_PAIRS and found.pairs_left_out == 1_225 - MOST_PAIRS


def test_no_ratings_at_all_are_no_error() -> None:
    for ratings in (collect([]), ratings_of([]), collect([], ("yes", "no"), Scale.INTERVAL)):
        found = agreement(ratings)
        assert (found.units, found.used, found.pairs) == (0, 0, ())
        assert all(figure.value is None and figure.why for figure in found.figures.values())


def test_every_measure_is_there_and_says_what_it_means() -> None:
    found = agreement(ratings_of([[0, 0], [1, 0]]))
    assert tuple(found.figures) == OVERALL
    assert tuple(found.pairs[0].figures) == OF_A_PAIR and tuple(found.labels[0].figures) == OF_A_LABEL
    assert all(one.label and one.meaning for one in Measure)


def test_a_figure_takes_an_interval_only_where_it_has_a_value() -> None:
    interval = Interval(0.2, 0.8, 1_990, 2_000)
    assert with_interval(computed(0.5), interval)[3:] == (0.2, 0.8) and interval.left_out == 10
    assert with_interval(undefined("why"), interval) == undefined("why")
    assert with_interval(computed(0.5), None) == computed(0.5)


def test_where_people_meet_too_often_pairs_are_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.figures.pair_figures.MOST_MEETINGS", 5)
    found = agreement(ratings_of([[0, 0, 1], [1, 1, 1]]))
    assert (found.pairs, found.pairs_left_out) == ((), 3)
    assert found.figures["alpha_nominal"].value is not None
