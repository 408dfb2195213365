"""Whether a judge says the same again."""

from __future__ import annotations

import pytest

from inspector.figures.stability import Attempt, stability

SAID = {
    "same": [Attempt("yes", 0.9), Attempt("yes", 0.8), Attempt("yes", 0.6)],
    "not the same": [Attempt("yes", 0.5), Attempt("no", 0.4)],
    "failed once": [Attempt("no", 0.1), Attempt(None), Attempt("no", 0.1)],
    "asked once": [Attempt("no", 0.1)],
    "failed": [Attempt(None), Attempt(None)],
}


def test_items_with_the_same_label_every_time_are_counted_among_those_asked_twice() -> None:
    found = stability(SAID, ("yes", "no", "maybe"))
    assert (found.items, found.once, found.equal, found.failed) == (3, 1, 2, 3)
    assert found.share.value == pytest.approx(2 / 3)


def test_each_label_says_how_often_it_was_said_and_where_it_was_always_said() -> None:
    labels = {one.value: one[1:] for one in stability(SAID, ("yes", "no", "maybe")).labels}
    assert labels == {"yes": (4, 2, 1), "no": (3, 2, 1), "maybe": (0, 0, 0)}


def test_the_spread_of_an_item_is_its_largest_score_less_its_smallest() -> None:
    found = stability(SAID)
    assert found.mean_spread.value == pytest.approx((0.3 + 0.1 + 0.0) / 3)
    assert found.largest_spread.value == pytest.approx(0.3)


def test_scores_alone_are_the_same_only_where_they_are_equal() -> None:
    found = stability({1: [Attempt(None, 0.5), Attempt(None, 0.5)], 2: [Attempt(None, 0.5), Attempt(None, 0.6)]})
    assert (found.items, found.equal, found.labels) == (2, 1, ())


def test_what_was_never_repeated_says_so() -> None:
    found = stability({1: [Attempt("yes")]})
    assert all(one.value is None and one.why for one in (found.share, found.mean_spread, found.largest_spread))
