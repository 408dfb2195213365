import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract import csv as table
from lineage.pipeline.extract.csv import Dialect, extract_csv, find_dialect, read_rows

LOGS = 'Log,Kept,Note\r\n"Access, all",24,"said ""months"""\r\n\r\nAudit,84,\r\n'


def cells(text):
    found = extract_csv(text.encode())
    return [(cell.span.slice(found.text), cell.row, cell.column, cell.role) for cell in found.layout.cells]


def test_the_text_is_exact_and_each_field_has_its_place_inside_its_quotes():
    found = extract_csv(LOGS.encode())
    assert (found.state, found.text, found.encoding) == (ExtractionState.READ, LOGS, "utf-8")
    assert cells(LOGS) == [
        ("Log", 0, 0, "header"),
        ("Kept", 0, 1, "header"),
        ("Note", 0, 2, "header"),
        ("Access, all", 1, 0, "body"),
        ("24", 1, 1, "body"),
        ('said ""months""', 1, 2, "body"),
        ("Audit", 2, 0, "body"),
        ("84", 2, 1, "body"),
        ("", 2, 2, "body"),
    ]
    assert {cell.table for cell in found.layout.cells} == {"table 1"}


def test_a_byte_order_mark_is_in_no_field():
    found = extract_csv(b"\xef\xbb\xbfLog,Kept\nAudit,84\n")
    assert (found.encoding, found.layout.cells[0].span.slice(found.text)) == ("utf-8-sig", "Log")


@pytest.mark.parametrize(
    ("text", "delimiter", "is_sure"),
    [
        ("a,b\n1,2\n", ",", True),
        ("a;b\n1,5;2,5\n3,5;4,5\n", ";", False),
        ("a\tb\n1\t2\n", "\t", True),
        ("name\nAda\nBen\n", ",", True),
        ("id,text\n1,\"a; b; c\"\n2,\"d; e; f\"\n", ",", False),
        ("a|b\n1|2\n", "|", True),
    ],
)
def test_the_delimiter_is_found_and_a_guess_is_one(text, delimiter, is_sure):
    found = find_dialect(text)
    assert (found.delimiter, found.is_sure) == (delimiter, is_sure)
    said = [words for words in extract_csv(text.encode()).warnings if "by a guess" in words]
    assert bool(said) is not is_sure


def test_the_first_row_is_the_header_where_it_can_be_one_and_that_is_said():
    assert {role for *_, role in cells("24,7\nAda,84\n")} == {"body"}
    assert {role for *_, role in cells("Log,\nAudit,84\n")} == {"body"}
    assert {role for *_, role in cells("Log,Log\nAudit,84\n")} == {"body"}
    assert {role for *_, role in cells("Log,Kept\n")} == {"body"}
    assert cells("Log 1,Kept\nAudit,84\n")[0][3] == "header"
    assert any("names of the columns" in words for words in extract_csv(b"Log,Kept\nAudit,84\n").warnings)


def test_uneven_rows_and_a_quote_that_is_never_closed_are_said():
    found = extract_csv(b'Log,Kept\nAudit\nAccess,"24\nmonths,')
    assert [cell.span.slice(found.text) for cell in found.layout.cells][-1] == "24\nmonths,"
    assert any("another number of fields than the first one (2): 1" in words for words in found.warnings)
    assert any("before character 24 is never closed" in words for words in found.warnings)


def test_letters_behind_a_closing_quote_belong_to_the_field():
    assert [cell[0] for cell in cells('a,"b" c,d\n')] == ["a", '"b" c', "d"]


def test_a_file_of_line_ends_only_has_no_row():
    found = extract_csv(b"\n\r\n")
    assert (found.state, found.layout.cells) == (ExtractionState.READ, ())
    assert found.warnings == ("There is no row in it.",)


def test_more_columns_or_fields_than_are_read_are_a_limit(monkeypatch):
    monkeypatch.setattr(table, "MOST_COLUMNS", 3)
    monkeypatch.setattr(table, "MOST_CELLS", 5)
    wide, long = extract_csv(b"a,b,c,d\n"), extract_csv(b"a,b\n" * 3)
    assert [found.state for found in (wide, long)] == [ExtractionState.LIMIT] * 2
    assert "more than 3 columns" in wide.reason
    assert "more than 5 fields" in long.reason
    assert (wide.text, long.text) == ("", "")


def test_tricks_end():
    for text in ('"a' * 50_000, '""' * 50_000, '"' * 99_999, ',"a"' * 20_000, '"a",' * 4_000, "'a'," * 4_000):
        assert extract_csv(text.encode()).state in (ExtractionState.READ, ExtractionState.LIMIT)


fields = st.text(st.sampled_from('ab1 ,;"\n\r\'\t|é'), max_size=6)


@given(st.lists(st.lists(fields, min_size=1, max_size=4), max_size=5), st.sampled_from(",;\t|"))
def test_fields_are_those_that_the_library_reads(rows, delimiter):
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=delimiter).writerows(rows)
    text = written.getvalue()
    found = [[field.span.slice(text) for field in row] for row in read_rows(text, Dialect(delimiter))]
    assert [[words.replace('""', '"') for words in row] for row in found] == [row for row in rows if any(row) or row]


@given(st.text(st.sampled_from('ab,"\n\r '), max_size=40))
def test_of_any_characters_the_rows_are_those_that_the_library_reads(text):
    # The library ends a line at a lone carriage return only where it reads from a file.
    values = [row for row in csv.reader(io.StringIO(text, newline="")) if row]
    found = list(read_rows(text, Dialect(",")))
    assert [len(row) for row in found] == [len(row) for row in values]
    for row, expected in zip(found, values, strict=True):
        for field, value in zip(row, expected, strict=True):
            # Blanks behind a closing quote are kept by the library, and are no words here.
            words = field.span.slice(text)
            assert words.replace('"', "").rstrip(" ") == value.replace('"', "").rstrip(" ")
