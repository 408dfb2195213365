"""Labels against those that are expected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score

from inspector.figures.confusion import against, confusion
from lineage.evidence.vocabulary import MetricStatus

VALUES = ("yes", "no", "maybe")
LABELS = st.lists(st.tuples(st.sampled_from(VALUES), st.sampled_from(VALUES)), min_size=1, max_size=40)


@given(LABELS)
def test_table_accuracy_and_macro_f1_are_those_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    expected, said = zip(*pairs, strict=True)
    found = confusion(expected, said, VALUES)
    assert [list(row) for row in found.table] == confusion_matrix(expected, said, labels=VALUES).tolist()
    assert found.accuracy.value == pytest.approx(accuracy_score(expected, said))
    assert found.macro_f1.value == pytest.approx(f1_score(expected, said, average="macro", zero_division=0))


def test_each_label_has_its_own_precision_and_recall() -> None:
    found = confusion(["yes", "yes", "yes", "no"], ["yes", "no", "no", "no"], VALUES)
    yes, no, maybe = found.labels
    assert (yes.expected, yes.said, yes.right) == (3, 1, 1)
    assert (yes.precision.value, yes.recall.value, yes.f1.value) == pytest.approx((1.0, 1 / 3, 1 / 2))
    assert (no.precision.value, no.recall.value, no.f1.value) == pytest.approx((1 / 3, 1.0, 1 / 2))
    assert all(one.status is MetricStatus.UNDEFINED and one.why for one in (maybe.precision, maybe.recall, maybe.f1))
    assert found.macro_f1.value == pytest.approx(1 / 2)


def test_a_label_that_is_no_value_of_the_field_is_counted_behind_them() -> None:
    found = confusion(["yes"], ["perhaps"], VALUES)
    assert found.values == (*VALUES, "perhaps") and found.table[0][3] == 1


def test_nothing_to_compare_is_undefined() -> None:
    found = confusion([], [], VALUES)
    assert found.n == 0 and found.accuracy.value is None and found.macro_f1.value is None and found.macro_f1.why


def test_units_that_lack_one_of_the_labels_are_counted_apart() -> None:
    found = against({1: "yes", 2: "no", 3: "no"}, {2: "no", 3: "yes", 4: "no", 5: "no"}, VALUES)
    assert (found.confusion.n, found.confusion.right, found.not_expected, found.not_said) == (2, 1, 1, 2)
