"""A plain table of labels, as somebody writes one in a spreadsheet, becomes a label set."""

from __future__ import annotations

import pytest

from inspector.labels.label_set import Field, Label, NotALabelSet, Passage
from inspector.labels.reading import read_label_set
from inspector.labels.table import read_table
from lineage.evidence.vocabulary import ExpectedBy, RaterRole, Scale

TABLE = """item,rater,value,role,claim,passage,passage_name,stratum:split
r-1,ada,supported,,Logs are kept.,Logs are kept for 24 months.,Policy,dev
r-1,ben,supported,,,Another passage.,,
r-2,ada,supported,,Backups are kept.,,,test
r-2,ben,not supported,,,,,
r-2,cleo,not supported,adjudicator,,,,
r-2,,not supported,expected,,,,
"""


def test_each_row_is_what_one_person_said_of_one_item() -> None:
    read = read_table(TABLE.encode(), "retention.csv")
    assert read.key == "retention"
    assert read.fields == (Field("label", Scale.NOMINAL, ("supported", "not supported")),)
    first, second = read.items
    assert first.labels == (Label("label", "ada", "supported"), Label("label", "ben", "supported"))
    assert first.words is not None and first.words.claim == "Logs are kept."
    assert first.words.passages == (Passage("Logs are kept for 24 months.", "Policy"), Passage("Another passage."))
    assert (first.strata, first.expected, first.expected_by) == ({"split": "dev"}, {}, None)
    assert [label.role for label in second.labels] == [RaterRole.RATER, RaterRole.RATER, RaterRole.ADJUDICATOR]
    assert (second.expected, second.expected_by) == ({"label": "not supported"}, ExpectedBy.PUBLISHED)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_is_known_by_its_columns_whatever_stands_between_them(delimiter: str) -> None:
    table = TABLE.replace(",", delimiter).replace("\n", "\r\n")
    read = read_label_set({"retention.csv": b"\xef\xbb\xbf" + table.encode()})
    assert read == read_table(TABLE.encode(), "retention.csv")


def test_fields_and_scales_are_columns_too_and_numbers_stand_in_their_order() -> None:
    table = "item,rater,field,value,scale\na,x,rank,2,ordinal\na,x,kind,good,\na,y,rank,-1,ordinal\nb,x,rank,10,\n"
    read = read_table(table.encode())
    assert read.fields == (
        Field("rank", Scale.ORDINAL, ("-1", "2", "10")),
        Field("kind", Scale.NOMINAL, ("good",)),
    )
    assert [item.words for item in read.items] == [None, None]


def test_a_row_without_a_value_brings_words_and_no_label() -> None:
    read = read_table(b"item,rater,value,claim\na,,,It is so.\na,ada,yes,\n")
    assert read.items[0].labels == (Label("label", "ada", "yes"),)


REFUSED = {
    "needed columns": ("item,value\na,yes\n", ":1: the first row names the columns; item, rater and value are needed"),
    "an unknown column": ("item,rater,value,colour\n", ":1: each column stands once and is one of"),
    "a column twice": ("item,rater,value,value\n", ":1: each column stands once"),
    "a cell too many": ("item,rater,value\na,ada,yes,no\n", ":2: 3 cells are expected, these are 4"),
    "another claim": (
        "item,rater,value,claim\na,ada,yes,It is.\na,ben,yes,It is not.\n",
        ":3: the claim is another one than in a row before it",
    ),
    "an unknown role": ("item,rater,value,role\na,ada,yes,boss\n", ":2: a role is rater, adjudicator or expected"),
    "an unknown scale": ("item,rater,value,scale\na,ada,yes,ratio\n", ": a scale is nominal, ordinal, interval"),
    "words with an order": ("item,rater,value,scale\na,ada,yes,ordinal\n", ": values with an order are numbers"),
    "two labels of one": (
        "item,rater,value\na,ada,yes\na,ada,no\n",
        ":3: 'ada' says something of 'label' of this item twice",
    ),
    "two expected labels": (
        "item,rater,value,role\na,,yes,expected\na,,no,expected\n",
        ":3: the label is another one than in a row before it",
    ),
    "no rater": ("item,rater,value\na,,yes\n", ":2: the name of a rater is empty"),
    "no item": ("item,rater,value\n,ada,yes\n", ":2: the key of an item is empty"),
    "nothing said": ("item,rater,value\na,ada,\n", ": a set labels at least one field"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_table_of_labels_is_refused_with_its_line(kind: str) -> None:
    text, message = REFUSED[kind]
    with pytest.raises(NotALabelSet, match=f"mine.csv{message}"):
        read_table(text.encode(), "mine.csv")


def test_labels_of_more_people_than_a_table_of_figures_can_hold_are_refused() -> None:
    rows = "".join(f"i{n},rater {n},yes\n" for n in range(1_001))
    with pytest.raises(NotALabelSet, match="at most 1,000 people"):
        read_label_set({"labels.csv": f"item,rater,value\n{rows}".encode()}, "table")
