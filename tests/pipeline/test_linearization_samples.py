"""Real tables through the real parsers: every phrase of a row leads to its cell (bar 4; samples/SOURCES.md)."""

from __future__ import annotations

import csv
import html
import io
from typing import Any

import pytest

from lineage.evidence.bundle import Source
from lineage.evidence.vocabulary import ExtractionState, SourceKind, TransformationKind
from lineage.pipeline.extract.reading import extract
from lineage.pipeline.run import SHIPPED, Built, build
from lineage.text.segments import SegmentKind
from tests.formats.samples import needs_samples, sample_rows

pytestmark = needs_samples


def as_csv(table: Any) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerows([table["columns"], *table["rows"]])
    return written.getvalue()


def as_html(table: Any) -> str:
    def row(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(row(cells, "td") for cells in table["rows"])
    head = f"<caption>{html.escape(table['caption'])}</caption><thead>{row(table['columns'], 'th')}</thead>"
    return f"<!doctype html><meta charset=utf-8><title>Table</title><table>{head}<tbody>{body}</tbody></table>"


@pytest.mark.parametrize(("kind", "write"), [(SourceKind.CSV, as_csv), (SourceKind.HTML, as_html)])
def test_every_phrase_of_the_rows_of_real_tables_maps_to_its_cells(kind, write):
    tables = sample_rows("datasets/scitab/tables.jsonl")
    with_headers = 0
    for table in tables:
        read = extract(write(table).encode(), kind)
        assert read.state is ExtractionState.READ
        has_header = any(cell.role == "header" for cell in read.layout.cells)
        with_headers += has_header
        # Names of columns that are empty, numbers or twice there may be a row like any other, where nothing says more.
        none = [""] * len(table["columns"])
        columns, rows = (table["columns"], table["rows"]) if has_header else (none, [table["columns"], *table["rows"]])
        require_all_phrases_mapped(build(Source(key="t", kind=kind), "1", read, SHIPPED), columns, rows)
    assert (len(tables), with_headers) == (213, 213) if kind is SourceKind.HTML else with_headers > 190


def require_all_phrases_mapped(built: Built, columns: list[str], rows: list[list[str]]) -> None:
    """Each cell of each row is said once, with its header, and each phrase comes from a cell with these words."""
    by_key = {artifact.key: artifact.text or "" for artifact in built.artifacts}
    made = next(made for made in built.transformations if made.kind is TransformationKind.TABLE_LINEARIZATION)
    wanted = [row for row in rows if any(cell.split() for cell in row)]
    for edge, row in zip(made.derivations, wanted, strict=True):
        text, source = by_key[edge.output], by_key[edge.input]
        phrases = [s for s in edge.segments or () if s.kind is SegmentKind.TABLE_TO_TEXT]
        said = [phrase.output.slice(text).split() for phrase in phrases]
        assert [phrase.input.slice(source).split() for phrase in phrases] == said
        pairs = [(header.split(), cell.split()) for header, cell in zip(columns, row, strict=True) if cell.split()]
        headers = [header for header, _ in pairs[len(pairs) > 1 :] if header]
        assert sorted(said) == sorted([*headers, *(cell for _, cell in pairs)])
