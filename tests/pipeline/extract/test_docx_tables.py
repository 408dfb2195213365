"""Tables of a DOCX: cells parted by tabs, rows by line ends, each cell where it stands in its grid."""

from __future__ import annotations

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.docx import extract_docx
from lineage.pipeline.extraction import Extraction
from tests.pipeline.extract.word_files import cell, paragraph, row, table, word_file

HEAD = '<w:tblLook w:firstRow="1"/>'


def read(body: str) -> Extraction:
    extraction = extract_docx(word_file(body))
    assert extraction.state is ExtractionState.READ, extraction.reason
    return extraction


def cells(extraction: Extraction) -> list[tuple[object, ...]]:
    """The words of each, its table, row, column and role, and over how many rows and columns it goes."""
    return [(one.span.slice(extraction.text), *one[1:]) for one in extraction.layout.cells]


def test_cells_are_parted_by_tabs_and_rows_by_line_ends_also_where_they_are_empty():
    extraction = read(paragraph("before") + table(row("a", "", "c"), row("", "e", "")) + paragraph("behind"))
    assert extraction.text == "before\n\na\t\tc\n\te\t\n\nbehind"
    assert cells(extraction) == [
        ("a", "table 1", 0, 0, "body", 1, 1),
        ("", "table 1", 0, 1, "body", 1, 1),
        ("c", "table 1", 0, 2, "body", 1, 1),
        ("", "table 1", 1, 0, "body", 1, 1),
        ("e", "table 1", 1, 1, "body", 1, 1),
        ("", "table 1", 1, 2, "body", 1, 1),
    ]


def test_the_first_row_is_a_head_where_the_look_sets_it_apart_or_a_row_says_so():
    for head in (
        table(row("h"), row("b"), properties=HEAD),
        table(row("h"), row("b"), properties='<w:tblLook w:val="04A0"/>'),
        table(row("h", properties="<w:tblHeader/>"), row("b")),
    ):
        assert [one.role for one in read(head).layout.cells] == ["header", "body"]
    for plain in (
        table(row("h"), properties=HEAD),
        table(row("h"), row("b"), properties='<w:tblLook w:val="0480"/>'),
        table(row("h", properties='<w:tblHeader w:val="0"/>'), row("b")),
    ):
        assert {one.role for one in read(plain).layout.cells} == {"body"}


def test_cells_over_several_columns_and_rows_know_how_many():
    wide = cell("wide", properties='<w:gridSpan w:val="2"/>')
    tall = cell("tall", properties='<w:vMerge w:val="restart"/>')
    on = cell("", properties="<w:vMerge/>")
    extraction = read(table(row(wide, "c"), row(tall, "b1", "c1"), row(on, "b2", "c2"), row(on, "b3", "c3")))
    assert cells(extraction)[:4] == [
        ("wide", "table 1", 0, 0, "body", 1, 2),
        ("c", "table 1", 0, 2, "body", 1, 1),
        ("tall", "table 1", 1, 0, "body", 3, 1),
        ("b1", "table 1", 1, 1, "body", 1, 1),
    ]
    assert [one[0] for one in cells(extraction)] == ["wide", "c", "tall", "b1", "c1", "b2", "c2", "b3", "c3"]


def test_words_in_a_cell_that_goes_on_are_a_cell_of_their_own():
    tall = cell("tall", properties='<w:vMerge w:val="restart"/>')
    extraction = read(table(row(tall), row(cell("more", properties="<w:vMerge/>"))))
    assert [(one[0], one[5]) for one in cells(extraction)] == [("tall", 1), ("more", 1)]


def test_a_row_that_begins_further_right_has_its_cells_there():
    extraction = read(table(row("a", "b"), row("c", properties='<w:gridBefore w:val="1"/>')))
    assert [(one[0], one[2], one[3]) for one in cells(extraction)] == [("a", 0, 0), ("b", 0, 1), ("c", 1, 1)]


def test_a_table_in_a_cell_is_one_of_its_own_and_part_of_that_cell():
    inner = table(row("x", "y"))
    extraction = read(table(row(cell("a", "b", inner, "c"), "d")))
    assert extraction.text == "a\nb\nx\ty\nc\td"
    assert [one[:4] for one in cells(extraction)] == [
        ("a\nb\nx\ty\nc", "table 1", 0, 0),
        ("x", "table 2", 0, 0),
        ("y", "table 2", 0, 1),
        ("d", "table 1", 0, 1),
    ]


def test_rows_put_in_are_in_the_text_and_rows_struck_out_or_hidden_are_not():
    extraction = read(
        table(
            row("kept"),
            row("put in", properties='<w:ins w:id="1"/>'),
            row("struck out", properties='<w:del w:id="2"/>'),
            row("hidden", properties="<w:hidden/>"),
            row(cell("no", properties='<w:cellDel w:id="3"/>'), cell("new", properties='<w:cellIns w:id="4"/>')),
        )
    )
    assert extraction.text == "kept\nput in\nnew"
    assert cells(extraction)[-1][:4] == ("new", "table 1", 2, 1)
    assert [(one.kind, one.count, one.sample) for one in extraction.skipped] == [
        (SkippedKind.HIDDEN, 1, "hidden"),
        (SkippedKind.DELETED, 2, "struck out"),
        (SkippedKind.INSERTED, 2, "put in"),
    ]


def test_parts_of_tables_outside_of_any_are_read_for_their_words():
    assert read(row("a", "b")).text.split() == ["a", "b"]
    assert read(cell("a")).layout.cells == ()


def test_numbers_beyond_reason_are_not_believed():
    wide = '<w:gridSpan w:val="{}"/>'
    for number in ("999999999999999999999", "-1", "x", "0"):
        assert read(table(row(cell("a", properties=wide.format(number))))).layout.cells[0].columns == 1
    assert read(table(row(cell("a", properties=wide.format(65_535))))).layout.cells[0].columns == 1_000
