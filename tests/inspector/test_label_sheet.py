"""Label sets as CSV: no cell is a formula, what goes out comes back byte for byte, and says the same as JSON Lines."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given

from inspector.labels.cells import MOST_CELLS, from_cell, read_lines, to_cell
from inspector.labels.jsonl import read_jsonl, write_jsonl
from inspector.labels.label_set import LabelSet, NotALabelSet
from inspector.labels.sheet import write_csv
from inspector.labels.sheet_reading import read_csv
from tests.inspector.label_files import PROSE, joined, label_sets, varied

EXPORT = joined(write_csv(varied()))
COLUMNS = "record,item,field,rater,role,value,confidence,name,text\r\n"
HEAD = (
    COLUMNS
    + "schema,,,,,,,,evidence-inspector-labels/1\r\nset,,,,,,,key,mine\r\n"
    + "field,,support,,,nominal,,,\r\nvalue,,support,,positive,yes,,,\r\nvalue,,support,,,no,,,\r\n"
)


@given(label_sets())
def test_what_is_exported_comes_back_byte_for_byte(label_set: LabelSet) -> None:
    exported = joined(write_csv(label_set))
    read = read_csv(exported)
    assert joined(write_csv(read)) == exported
    assert joined(write_jsonl(read)) == joined(write_jsonl(label_set))


def test_both_forms_hold_the_same() -> None:
    assert read_csv(EXPORT) == read_jsonl(joined(write_jsonl(varied())))


@given(PROSE)
def test_every_text_survives_its_cell(text: str) -> None:
    assert from_cell(to_cell(text)) == text


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert to_cell(text) == f"'{text}"
    # A text that looks protected already is told apart from one that is.
    assert to_cell(f"'{text}") == f"''{text}" and from_cell(f"''{text}") == f"'{text}"


def test_an_apostrophe_before_a_letter_is_left_alone() -> None:
    assert to_cell("'tis") == "'tis" == from_cell("'tis")


def test_no_cell_of_an_export_begins_as_a_formula_does() -> None:
    rows = list(csv.reader(io.StringIO(EXPORT.decode(), newline="")))
    assert {len(row) for row in rows} == {9}
    assert [cell for row in rows for cell in row if cell.startswith(tuple("=+-@\t\r\n"))] == []


def test_a_changed_bit_anywhere_is_refused() -> None:
    for place in range(len(EXPORT)):
        for bit in (0, 5):
            changed = bytearray(EXPORT)
            changed[place] ^= 1 << bit
            with pytest.raises(NotALabelSet):
                read_csv(bytes(changed))


def test_a_file_that_was_cut_anywhere_is_refused() -> None:
    for end in range(len(EXPORT)):
        with pytest.raises(NotALabelSet):
            read_csv(EXPORT[:end])


def in_quotes(rows: list[list[str]]) -> bytes:
    written = io.StringIO(newline="")
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows(rows)
    return written.getvalue().encode()


def test_an_export_that_a_spreadsheet_wrote_anew_says_so_with_the_line() -> None:
    rows = list(csv.reader(io.StringIO(EXPORT.decode(), newline="")))
    with pytest.raises(NotALabelSet, match="labels.csv:1: an export writes this line otherwise"):
        read_csv(in_quotes(rows))
    # Without counts and digests it is as good as written by hand.
    unsealed = [row for row in rows if row[0] not in ("count", "digest", "header_digest")]
    assert read_csv(in_quotes(unsealed)) == read_csv(EXPORT)


REFUSED = {
    "nothing": ("", ":1: the first row names the columns"),
    "other columns": ("item,rater\r\n", ":1: the first row names the columns"),
    "no item": (HEAD, ": there is no item in it"),
    "too few cells": (HEAD + "item,one\r\n", ":7: 9 cells are expected, these are 2"),
    "an open quote": (HEAD + 'item,"one,,,,,,,\r\n', ":7: a quote is opened and not closed"),
    "a stray quote": (HEAD + 'item,o"ne,,,,,,,\r\n', ":7: a cell with a quote in it stands in quotes"),
    "endless cells": (HEAD + "," * MOST_CELLS + "\r\n", ":7: a row has at most 1,000 cells"),
    "words before their item": (HEAD + "claim,one,,,,,,,words\r\n", ":7: a row 'claim' cannot stand here"),
    "words of another item": (
        HEAD + "item,one,,,,,,,\r\nclaim,two,,,,,,,words\r\n",
        ":8: the rows of an item stand behind its row",
    ),
    "a passage before its claim": (HEAD + "item,one,,,,,,,\r\npassage,one,,,,,,,words\r\n", ":8: the claim stands"),
    "two claims": (HEAD + "item,one,,,,,,,\r\n" + "claim,one,,,,,,,words\r\n" * 2, ":9: the claim of an item is given"),
    "an unknown record": (HEAD + "item,one,,,,,,,\r\nverdict,one,,,,,,,\r\n", ":8: 'verdict' is no record of an item"),
    "two strata of a name": (HEAD + "item,one,,,,,,,\r\n" + "stratum,one,,,,a,,b,\r\n" * 2, ":9: 'b' is given twice"),
    "a confidence in words": (
        HEAD + "item,one,,,,,,,\r\nlabel,one,support,ada,,yes,high,,\r\n",
        ":8: a confidence is a number",
    ),
    "a confidence without end": (
        HEAD + "item,one,,,,,,,\r\nlabel,one,support,ada,,yes,1e999,,\r\n",
        ":7/labels/0/confidence: this number is too large",
    ),
    "an unknown value": (
        HEAD + "item,one,,,,,,,\r\nlabel,one,support,ada,,maybe,,,\r\n",
        ":7: 'maybe' is no value of 'support'",
    ),
    "a count in words": (HEAD + "count,,,,,many,,items,\r\nitem,one,,,,,,,\r\n", ":7: a count is a whole number"),
    "a value of no field": (HEAD + "value,,other,,,x,,,\r\n", ":7: a row 'value' cannot stand here"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_label_set_is_refused_with_its_line(kind: str) -> None:
    text, message = REFUSED[kind]
    with pytest.raises(NotALabelSet, match=f"labels.csv{message}"):
        read_csv(text.encode())


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(NotALabelSet, match="labels.csv: byte 0 is not UTF-8"):
        read_csv(b"\xff\xfe")


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    lines = list(read_lines(b'a,"b\r\nc"\r\n\r\nd,e\n', "x.csv"))
    assert [(line.number, line.cells) for line in lines] == [(1, ("a", "b\r\nc")), (4, ("d", "e"))]
