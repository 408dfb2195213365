"""From ways in which items were rated to ratings, and to what is not counted."""

from inspector.agreeing.measuring import measure, measure_again, measure_briefly
from inspector.agreeing.patterns import Pattern, of_raters, tabulate
from inspector.figures.measures import Measure
from inspector.figures.ratings import ABSENT
from lineage.evidence.vocabulary import Exclusion, Scale

VALUES = ("yes", "no")
ALIKE = Pattern((("a", "yes"), ("b", "yes")), number=6)
APART = Pattern((("a", "yes"), ("b", "no")), number=3)
ALONE = Pattern((("a", "no"),), number=2)
STALE = Pattern((("a", "no"),), (("b", Exclusion.STALE),), number=4)
NOTHING = Pattern((), (("a", Exclusion.NO_VALUE),))
EVERY = (ALIKE, APART, ALONE, STALE, NOTHING)


def test_each_item_is_used_or_left_out_for_one_reason() -> None:
    found = tabulate(EVERY, VALUES, Scale.NOMINAL)
    used = int(((found.ratings.codes != ABSENT).sum(axis=1) > 1).sum())
    assert found.units == 16
    assert found.excluded == {Exclusion.ONE_RATER: 2, Exclusion.STALE: 4, Exclusion.NO_VALUE: 1}
    assert used == 9 and found.units == used + sum(found.excluded.values())


def test_each_rating_that_is_not_counted_is_counted_under_its_own_reason() -> None:
    both = Pattern((("c", "yes"), ("d", "yes")), (("a", Exclusion.STALE), ("b", Exclusion.PUT_ASIDE)), number=2)
    found = tabulate((*EVERY, both), VALUES, Scale.NOMINAL)
    assert found.left_out == {Exclusion.NO_VALUE: 1, Exclusion.STALE: 6, Exclusion.PUT_ASIDE: 2}
    assert Exclusion.PUT_ASIDE not in found.excluded, "the item has two ratings that count"


def test_an_item_with_a_left_out_rating_is_not_called_rated_once() -> None:
    assert STALE.why_not_used is Exclusion.STALE and ALONE.why_not_used is Exclusion.ONE_RATER
    assert NOTHING.why_not_used is Exclusion.NO_VALUE and ALIKE.why_not_used is None


def test_ratings_have_as_many_rows_as_there_are_items_with_any() -> None:
    ratings = tabulate(EVERY, VALUES, Scale.NOMINAL).ratings
    assert ratings.raters == ("a", "b") and ratings.values == VALUES
    assert ratings.codes[:6].tolist() == [[0, 0]] * 6 and ratings.codes[6:9].tolist() == [[0, 1]] * 3
    assert ratings.codes[9:].tolist() == [[1, ABSENT]] * 6


def test_what_is_no_value_of_the_field_stands_behind_those_that_are() -> None:
    said = Pattern((("a", "perhaps"), ("b", "no")))
    assert tabulate([said], VALUES, Scale.NOMINAL).ratings.values == ("yes", "no", "perhaps")


def test_a_pair_is_what_these_two_said_of_items_that_either_rated() -> None:
    three = Pattern((("a", "yes"), ("b", "no"), ("c", "no")), number=5)
    assert of_raters([three, ALONE], ("b", "c")) == [Pattern((("b", "no"), ("c", "no")), number=5)]


def test_the_mark_changes_with_what_is_said_and_with_nothing_else() -> None:
    mark = tabulate(EVERY, VALUES, Scale.NOMINAL).marks
    divided = [ALIKE._replace(number=2, group=1), ALIKE._replace(number=4, group=2), *EVERY[:0:-1]]
    assert tabulate(divided, VALUES, Scale.NOMINAL).marks == mark
    changed = [ALIKE._replace(number=5), APART._replace(number=4), *EVERY[2:]]
    assert tabulate(changed, VALUES, Scale.NOMINAL).marks != mark


def test_items_with_another_number_of_ratings_are_not_looked_at() -> None:
    found = tabulate(EVERY, VALUES, Scale.NOMINAL, ratings=2)
    assert found.units == 9 and not found.excluded


def test_a_label_is_held_against_all_others() -> None:
    said = [Pattern((("a", "x"), ("b", "y"))), Pattern((("a", "y"), ("b", "z")))]
    found = tabulate(said, "xyz", Scale.NOMINAL, label="x")
    assert found.ratings.codes.tolist() == [[0, 1], [1, 1]]


def test_counting_each_way_once_gives_what_counting_each_item_gives() -> None:
    whole = measure(EVERY, VALUES, Scale.NOMINAL).agreement.figures
    brief = measure_briefly(EVERY, VALUES, Scale.NOMINAL)
    assert whole.keys() == brief.keys()
    for one in whole:
        assert whole[one].status == brief[one].status
        assert whole[one].value is None or abs((whole[one].value or 0) - (brief[one].value or 0)) < 1e-12


def test_nine_pairs_of_which_three_differ_agree_as_computed_by_hand() -> None:
    """Observed 6/9; of 18 ratings 15 are yes and 3 no, so alpha = 1 - 17 * 6 / (2 * 15 * 3)."""
    figures = measure((ALIKE, APART), VALUES, Scale.NOMINAL).agreement.figures
    percent, alpha = figures[Measure.PERCENT].value, figures[Measure.ALPHA_NOMINAL].value
    assert percent is not None and abs(percent - 6 / 9) < 1e-12
    assert alpha is not None and abs(alpha - (1 - 17 * 6 / 90)) < 1e-12


def test_the_same_ratings_are_measured_once_and_others_are_not_mistaken_for_them() -> None:
    first = measure_again(EVERY, VALUES, Scale.NOMINAL)
    assert measure_again(tuple(EVERY), VALUES, Scale.NOMINAL) is first
    assert measure_again(EVERY[:2], VALUES, Scale.NOMINAL).agreement.used == 9
    assert measure_again(EVERY[1:], VALUES, Scale.NOMINAL).agreement.used == 3
