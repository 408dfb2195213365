"""A row of a table as text: every phrase leads to its cell (S3-39; requirements 8 give the numbers of the example)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.bundle import Source
from lineage.evidence.vocabulary import ArtifactKind, Origin, ResolutionStatus, SourceKind, TransformationKind
from lineage.pipeline import linearization, row_steps
from lineage.pipeline.layout import Cell, Layout, Page
from lineage.pipeline.linearization import count_rows, linearize
from lineage.pipeline.run import SHIPPED, Built, build
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from tests.evidence.answers import answer, cite, resolve_one
from tests.pipeline.readings import grid, read_text
from tests.pipeline.test_run import shared

SCHEDULE = Source(key="policy", kind=SourceKind.CSV)
EXAMPLE = [["Class", "Retention in months", ""], ["Telephony", "24", "except where a court orders a hold"]]


def built_of(rows: list[list[str]], **more: int) -> Built:
    text, cells = grid(rows, **more)
    return build(SCHEDULE, "3", read_text(text, layout=Layout(cells=cells)), SHIPPED)


def texts(rows: list[list[str]], **more: int) -> list[str]:
    return [row.text for row in linearize(*grid(rows, **more))]


def test_the_row_of_the_requirement_has_its_phrases_where_it_says():
    text, cells = grid(EXAMPLE)
    (row,) = linearize(text, cells)
    assert row.text == "Telephony — Retention in months: 24; except where a court orders a hold."
    assert (len(row.text), len(row.text.encode())) == (72, 74)
    assert [(phrase.output, phrase.cell.row, phrase.cell.column, phrase.cell.role) for phrase in row.phrases] == [
        (Span(0, 9), 1, 0, "body"),
        (Span(12, 31), 0, 1, "header"),
        (Span(33, 35), 1, 1, "body"),
        (Span(37, 71), 1, 2, "body"),
    ]


def test_a_row_is_an_artifact_with_a_map_to_its_cells():
    built = built_of(EXAMPLE)
    (row,) = [artifact for artifact in built.artifacts if artifact.kind is ArtifactKind.TABLE_LINEARIZATION]
    assert (row.origin, row.cell, row.metadata["table"]) == (Origin.DERIVED, "row 1", "Table 1")
    assert row.metadata["phrases"] == [
        [0, 9, 1, 0, "body"],
        [12, 31, 0, 1, "header"],
        [33, 35, 1, 1, "body"],
        [37, 71, 1, 2, "body"],
    ]
    (made,) = [made for made in built.transformations if made.kind is TransformationKind.TABLE_LINEARIZATION]
    (edge,) = made.derivations
    extract = next(artifact for artifact in built.artifacts if artifact.key == built.extract_key)
    assert (edge.input, edge.output) == (extract.key, row.key)
    kept = [segment for segment in edge.segments or () if segment.kind is SegmentKind.TABLE_TO_TEXT]
    assert [(segment.input.slice(extract.text), segment.weight) for segment in kept] == [
        ("Telephony", 1.0),
        ("Retention in months", 1.0),
        ("24", 1.0),
        ("except where a court orders a hold", 1.0),
    ]
    assert {s.output.slice(row.text) for s in edge.segments or () if s not in kept} == {" — ", ": ", "; ", "."}


@pytest.mark.parametrize("cited", [(0, 72), (33, 35), (12, 35)])
def test_a_cited_row_leads_to_the_cells_of_the_extract(cited):
    built = built_of(EXAMPLE)
    row = next(artifact for artifact in built.artifacts if artifact.kind is ArtifactKind.TABLE_LINEARIZATION)
    found = resolve_one(
        answer(
            cite(range=list(cited), quoted_text=row.text[slice(*cited)]),
            manifest=[{"label": "E1", "artifact": row.key}],
            artifacts=[],
        ),
        **shared(built),
    )
    assert (found.status, found.origin) == (ResolutionStatus.QUOTE_MATCH, Origin.DERIVED)
    extract = next(artifact for artifact in built.artifacts if artifact.key == built.extract_key)
    words = ["Telephony", "Retention in months", "24", "except where a court orders a hold"]
    expected = {(0, 72): words, (33, 35): ["24"], (12, 35): words[1:3]}
    assert [place.span.slice(extract.text) for place in found.primary] == expected[cited]


def test_words_that_no_cell_gave_are_no_way_to_the_source():
    built = shared(built_of(EXAMPLE))
    segments = built["transformations"][-1]["derivations"][0]["segments"]
    # S3-39: the mapping of [37, 71) is missing.
    built["transformations"][-1]["derivations"][0]["segments"] = [s for s in segments if s["output"][0] != 37]
    row = built["artifacts"][-1]
    found = resolve_one(
        answer(
            cite(range=[33, 71], quoted_text=row["text"][33:71]),
            manifest=[{"label": "E1", "artifact": row["key"]}],
            artifacts=[],
        ),
        **built,
    )
    assert found.status is ResolutionStatus.BROKEN_MAPPING
    assert "except where a court orders a hold" in found.detail


def test_a_cell_is_said_with_all_headers_above_it_and_empty_cells_are_left_out():
    rows = [["Region", "2025", "2026"], ["", "Paid", "Paid"], ["North", "1", ""], ["", "", ""], ["", "", "3"]]
    assert texts(rows, headers=2) == ["North — 2025, Paid: 1.", "2026, Paid: 3."]


def test_a_header_over_several_columns_is_said_with_each_of_them():
    text = "Year\tPaid\nNorth\t1\t2\n"
    cells = (
        Cell(Span(0, 4), "t", 0, 0, "header"),
        Cell(Span(5, 9), "t", 0, 1, "header", columns=2),
        Cell(Span(10, 15), "t", 1, 0, "header"),
        Cell(Span(16, 17), "t", 1, 1, "body"),
        Cell(Span(18, 19), "t", 1, 2, "body"),
    )
    assert [row.text for row in linearize(text, cells)] == ["North — Paid: 1; Paid: 2."]


def test_a_cell_over_several_rows_is_said_in_each_of_them(monkeypatch):
    text = "Country\tRule\tDays\nFrance\tRefund\t14\nExchange\t30\nSpain\tRefund\t7\n"
    words = iter(("Country", "Rule", "Days", "France", "Refund", "14", "Exchange", "30", "Spain", "Refund", "7"))
    at = 0

    def cell(row: int, column: int, role: str = "body", **more: int) -> Cell:
        nonlocal at
        word = next(words)
        at = text.index(word, at)
        return Cell(Span(at, at + len(word)), "t", row, column, role, **more)

    # A header that is said to reach into the body reaches no further than the headers.
    cells = [cell(0, 0, "header"), cell(0, 1, "header"), cell(0, 2, "header", rows=9)]
    cells += [cell(1, 0, rows=2), cell(1, 1), cell(1, 2), cell(2, 1), cell(2, 2), cell(3, 0), cell(3, 1), cell(3, 2)]
    assert [row.text for row in linearize(text, cells)] == [
        "France — Rule: Refund; Days: 14.",
        "France — Rule: Exchange; Days: 30.",
        "Spain — Rule: Refund; Days: 7.",
    ]
    built = build(SCHEDULE, "3", read_text(text, layout=Layout(cells=tuple(cells))), SHIPPED)
    rows = [a for a in built.artifacts if a.kind is ArtifactKind.TABLE_LINEARIZATION]
    assert rows[1].metadata["phrases"][0] == [0, 6, 1, 0, "body"]
    monkeypatch.setattr(linearization, "MOST_REACHING", 0)
    assert list(linearize(text, cells)) == []


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("R\u00fcck-\nzahlung", "R\u00fcckzahlung"),
        ("caf\u0065\u0301-\nbar", "caf\u00e9bar"),
        ("re\u00ad\nfund", "refund"),
        ("\u00ad\n", "\u00ad"),
        ("non \u2010 \n paid", "non \u2010 paid"),
        ("Anglo-\nSaxon", "Anglo- Saxon"),
        ("well-known \n rule", "well-known rule"),
    ],
)
def test_a_word_that_a_line_end_divides_is_one_word_and_its_map_holds(cell, said):
    text = f"Name\tWord\nx\t{cell}\n"
    spans = (Span(0, 4), Span(5, 9), Span(10, 11), Span(12, 12 + len(cell)))
    roles = ((0, 0, "header"), (0, 1, "header"), (1, 0, "body"), (1, 1, "body"))
    cells = tuple(Cell(span, "t", *role) for span, role in zip(spans, roles, strict=True))
    built = build(SCHEDULE, "3", read_text(text, layout=Layout(cells=cells)), SHIPPED)
    rows = [a.text for a in built.artifacts if a.kind is ArtifactKind.TABLE_LINEARIZATION]
    assert rows == [f"x \u2014 Word: {said}."]


def test_a_table_without_headers_and_one_of_one_column():
    assert texts([["a", "b", "c"]], headers=0) == ["a — b; c."]
    assert texts([["Name"], ["Ada"]]) == ["Name: Ada."]
    assert texts([["Name"], ["Ada", "2"]]) == ["Ada — 2."]


def test_rows_are_numbered_in_each_table_and_stand_on_their_page():
    one, first = grid([["A", "B"], ["1", "2"], ["3", "4"]], "One")
    two, second = grid([["C", "D"], ["5", "6"]], "Two")
    moved = tuple(cell._replace(span=cell.span.shift(len(one))) for cell in second)
    pages = (Page(1, Span(0, len(one)), 10, 10), Page(2, Span(len(one), len(one + two)), 10, 10))
    read = read_text(one + two, layout=Layout(cells=first + moved, pages=pages))
    rows = [a for a in build(SCHEDULE, "3", read, SHIPPED).artifacts if a.kind is ArtifactKind.TABLE_LINEARIZATION]
    assert [(row.key.rpartition("/tables@1/")[2], row.cell, row.page, row.text) for row in rows] == [
        ("0001/00001", "row 1", 1, "1 — B: 2."),
        ("0001/00002", "row 2", 1, "3 — B: 4."),
        ("0002/00001", "row 1", 2, "5 — D: 6."),
    ]


def test_rows_that_are_pages_and_rows_beyond_the_bound_are_left_out_and_the_bounds_are_said(monkeypatch):
    monkeypatch.setattr(row_steps, "MOST_ROWS", 2)
    monkeypatch.setattr(row_steps, "LONGEST_ROW", 20)
    built = built_of([["A", "B"], ["x" * 30, "1"], ["y", "2"], ["z", "3"], ["w", "4"]])
    rows = [artifact.text for artifact in built.artifacts if artifact.kind is ArtifactKind.TABLE_LINEARIZATION]
    assert rows == ["y — B: 2.", "z — B: 3."]
    assert built.transformations[-1].parameters == {
        "tables": 1,
        "rows": 2,
        "left_out": 2,
        "most_rows": 2,
        "longest_row": 20,
    }


def test_rows_and_headers_that_no_table_means_are_left_out_without_being_read(monkeypatch):
    text = "x" * 100_000
    whole = Span(0, len(text))
    long_header = (Cell(whole, "t", 0, 0, "header"), *(Cell(Span(0, 1), "t", n, 0, "body") for n in range(1, 20_000)))
    nested = tuple(Cell(whole, f"t{n}", 0, 0, "body") for n in range(20_000))
    assert list(linearize(text, long_header)) == list(linearize(text, nested)) == []
    monkeypatch.setattr(linearization, "MOST_HEADERS", 10)
    wide = [Cell(Span(0, 1), "t", n, 0, "header", columns=1_000_000) for n in range(3)]
    body = [Cell(Span(0, 1), "t", 3, column, "body") for column in range(4)]
    assert list(linearize(text, [*wide, *body])) == []
    assert [row.text for row in linearize(text, [*wide[:2], *body[:2]])] == ["x — x, x: x."]
    assert count_rows(text, [*wide, *body]) == 1


words = st.text(st.sampled_from("aB é—:;.\n\t "), max_size=6)


@given(st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=4), st.integers(0, 2))
def test_every_phrase_is_the_words_of_its_cell_and_between_phrases_stand_only_signs(rows, headers):
    rows = [[cell.replace("\n", " ").replace("\t", " ") for cell in row] for row in rows]
    text, cells = grid(rows, headers=headers)
    assert len(list(linearize(text, cells))) == count_rows(text, cells)
    for row in linearize(text, cells):
        at = 0
        for phrase in row.phrases:
            assert phrase.output.slice(row.text) == " ".join(phrase.cell.span.slice(text).split())
            assert row.text[at : phrase.output.start] in ("", " — ", ", ", ": ", "; ")
            at = phrase.output.end
        assert row.text[at:] == "."
