"""Rows as a CSV file."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.pages.csv_export import as_text, written


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"])
def test_a_cell_that_a_spreadsheet_takes_for_a_formula_begins_with_an_apostrophe(cell: str) -> None:
    assert as_text(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "plain", "a=1", "1-2", "'=1", '"=1"'])
def test_any_other_cell_stays_as_it_is(cell: str) -> None:
    assert as_text(cell) == cell


@given(st.lists(st.tuples(st.text(), st.text()), max_size=8))
def test_what_is_read_back_is_what_was_written_but_for_the_apostrophes(rows: list[tuple[str, str]]) -> None:
    file = "".join(written(("first", "second"), rows))
    found = list(csv.reader(io.StringIO(file, newline="")))
    assert found == [["first", "second"], *([as_text(a), as_text(b)] for a, b in rows)]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for row in found[1:] for cell in row)


def test_a_long_file_comes_in_parts_of_whole_lines() -> None:
    parts = list(written(("n",), ([str(number)] for number in range(1_000))))
    assert len(parts) > 1 and all(part.endswith("\r\n") for part in parts)
    assert "".join(parts).splitlines() == ["n", *(str(number) for number in range(1_000))]
