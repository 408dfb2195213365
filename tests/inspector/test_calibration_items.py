"""The items of a revision: every number leads to just what it counts, fifty a page, and nothing that is still blind."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from inspector.labels.label_set import Field, Label, LabelItem
from inspector.pages.calibration_addresses import items_url
from lineage.evidence.vocabulary import Comparability, ExpectedBy, Scale
from tests.inspector.calibration_pages import browser, imported, keeper, keys_on, words_of
from tests.inspector.label_sets import FIELD, adjudicated, item, label_set

pytestmark = pytest.mark.django_db


def one_rater(number: int) -> LabelItem:
    return item(number, labels=(Label("answer", "a1", "maybe"),), expected={}, expected_by=None)


MIXED = (
    item(1),
    item(2, "no", "no"),
    adjudicated(3),
    item(4, "yes", "no"),
    one_rater(5),
    item(6, "maybe", "maybe", comparability=Comparability.NON_COMPARABLE, comparability_reason="no footnotes"),
    item(7, labels=(), expected={"answer": "no"}, strata={"split": "dev", "7": "it: is"}),
    item(8, "yes", "yes", expected={"answer": "no"}),
)


def asked(**filters: Any) -> list[str]:
    """Which of the items 1 to 8 are listed."""
    reader = keeper()
    revision = imported(reader, label_set(*MIXED))
    page = browser(reader).get(items_url(revision.public_id, **filters))
    assert page.status_code == 200
    return [key.removeprefix("item-") for key in keys_on(page)]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, "12345678"),
        ({"field": "answer"}, "12345678"),
        ({"field": "no such field"}, "12345678"),
        ({"value": "yes"}, "1348"),
        ({"rater": "a2"}, "123468"),
        ({"rater": "a2", "value": "no"}, "234"),
        ({"rater": "a3"}, "3"),
        ({"rater": "nobody"}, ""),
        ({"expected": "no"}, "2378"),
        ({"expected": "-"}, "5"),
        ({"rater": "a1", "value": "yes", "expected": "no"}, "38"),
        ({"agree": "agree"}, "1268"),
        ({"agree": "differ"}, "34"),
        ({"agree": "several"}, "123468"),
        ({"agree": "one"}, "5"),
        ({"agree": "none"}, "7"),
        ({"agree": "whatever"}, "12345678"),
        ({"majority": "equal"}, "1236"),
        ({"majority": "tie"}, "4"),
        ({"majority": "differs"}, "8"),
        ({"pair": "a1,a2"}, "123468"),
        ({"pair": "a1,a2", "first": "yes", "second": "no"}, "34"),
        ({"pair": "a1,a2", "agree": "agree"}, "1268"),
        ({"pair": "a1,nobody"}, ""),
        ({"stratum": "split:dev"}, "1357"),
        ({"stratum": "7:it: is"}, "7"),
        ({"stratum": "split"}, ""),
        ({"stratum": ("split:dev", "7:it: is")}, "7"),
        ({"stratum": ("split:dev", "split:test")}, ""),
        ({"ratings": "2"}, "123468"),
        ({"ratings": "1"}, "5"),
        ({"ratings": "0"}, "7"),
        ({"ratings": "-1"}, "12345678"),
        ({"comparable": "no"}, "6"),
        ({"comparable": "yes", "value": "maybe"}, "5"),
    ],
    ids=str,
)
def test_an_address_lists_just_the_items_that_it_asks_for(filters: dict[str, Any], expected: str) -> None:
    """An adjudicator is none of the raters: on item 3 these differ. Only a majority is one of all who spoke."""
    assert asked(**filters) == list(expected)


def test_names_of_fields_and_raters_may_be_anything_that_a_data_set_calls_them() -> None:
    field = Field('7 "is", it', Scale.NOMINAL, ("a:b", "c,d"))
    labels = (Label(field.name, "x,y", "a:b"), Label(field.name, "x", "c,d"))
    one = LabelItem(key="only", words=None, labels=labels, expected={field.name: "c,d"}, expected_by=ExpectedBy.AGREED)
    reader = keeper()
    revision = imported(reader, label_set(one, fields=(field,)))
    client = browser(reader)
    for filters, found in (
        ({"expected": "c,d"}, ["only"]),
        ({"pair": "x,y,x", "first": "a:b", "second": "c,d"}, ["only"]),
        ({"pair": "x,y,x", "first": "c,d"}, []),
    ):
        assert keys_on(client.get(items_url(revision.public_id, field=field.name, **filters))) == found


def test_a_field_of_digits_is_a_field() -> None:
    reader, field = keeper(), Field("1", Scale.NOMINAL, ("a", "b"))
    items = [LabelItem(key=key, words=None, expected={"1": key}, expected_by=ExpectedBy.PUBLISHED) for key in "ab"]
    revision = imported(reader, label_set(*items, fields=(field,)))
    assert keys_on(browser(reader).get(items_url(revision.public_id, field="1", expected="b"))) == ["b"]


def test_fifty_stand_on_a_page_and_the_next_one_goes_on_where_it_ended() -> None:
    reader = keeper()
    revision = imported(reader, label_set(*(item(number) for number in range(120))))
    client, address, seen = browser(reader), items_url(revision.public_id, value="yes"), []
    for expected in (50, 50, 20):
        page = client.get(address)
        assert len(keys_on(page)) == expected
        seen += keys_on(page)
        address = page.context["page"].next_url
    assert seen == [f"item-{number}" for number in range(120)]
    assert address == ""
    assert "120 of 120 items" in words_of(page)


@pytest.mark.parametrize("size", [3, 60])
def test_a_page_asks_for_no_more_statements_where_there_are_more_items(size: int) -> None:
    reader = keeper()
    revision = imported(reader, label_set(*(item(number) for number in range(size))))
    client = browser(reader)
    with CaptureQueriesContext(connection) as statements:
        client.get(items_url(revision.public_id, agree="agree", majority="equal", stratum="split:dev"))
    assert len(statements) <= 16


@pytest.mark.parametrize("after", ["nonsense", "0" * 32, "\0", "'"])
def test_a_place_that_is_none_is_no_error(after: str) -> None:
    reader = keeper()
    revision = imported(reader)
    page = browser(reader).get(items_url(revision.public_id, after=after))
    assert page.status_code == 200


def test_a_list_shows_the_words_who_said_what_and_where_that_is_not_what_is_expected() -> None:
    reader = keeper()
    revision = imported(reader, label_set(adjudicated(3), item(4, words=None)))
    said = words_of(browser(reader).get(items_url(revision.public_id)))
    assert "Statement 3. item-3" in said
    assert "a1 yes not as expected a2 no a3, adjudicator no expected: no adjudicated" in said
    assert "item-4 its words are not part of the data set" in said


def test_words_from_outside_are_no_markup() -> None:
    reader, sign = keeper(), "<b>&'\""
    field = FIELD._replace(values=(sign,))
    hostile: Any = LabelItem(
        key=sign, words=None, labels=(Label("answer", sign, sign),), expected={"answer": sign},
        expected_by=ExpectedBy.AGREED, strata={sign: sign},
    )  # fmt: skip
    revision = imported(reader, label_set(hostile, fields=(field,)))
    page = browser(reader).get(items_url(revision.public_id, rater=sign, value=sign, stratum=f"{sign}:{sign}"))
    assert "<b>&" not in page.content.decode()
    assert "1 of 1 item" in words_of(page)
