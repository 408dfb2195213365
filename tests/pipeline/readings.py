"""What was read of a source, as the parsers hand it on."""

from __future__ import annotations

from collections.abc import Sequence

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Cell, Layout, Page, Section
from lineage.text.span import Span

A4 = 5953, 8419


def read_text(text: str, encoding: str = "utf-8", layout: Layout | None = None, tool: str = "made") -> Extraction:
    return Extraction(
        state=ExtractionState.READ,
        bytes_in=len(text.encode()),
        tool=tool,
        tool_version="1",
        text=text,
        encoding=encoding,
        layout=layout or Layout(),
    )


def paged(pages: Sequence[str]) -> tuple[str, tuple[Page, ...]]:
    """The text of all pages, and where each stands."""
    found: list[Page] = []
    at = 0
    for number, page in enumerate(pages, start=1):
        found.append(Page(number, Span(at, at + len(page)), *A4))
        at += len(page)
    return "".join(pages), tuple(found)


def read_pages(pages: Sequence[str], *headings: tuple[str, int]) -> Extraction:
    """A reading of pages; a heading is a line of them, and its level."""
    text, found = paged(pages)
    sections = [Section(Span(text.index(title), text.index(title) + len(title)), title, n) for title, n in headings]
    return read_text(text, "", Layout(pages=found, sections=tuple(sections)), tool="pages")


def grid(rows: Sequence[Sequence[str]], table: str = "Table 1", headers: int = 1) -> tuple[str, tuple[Cell, ...]]:
    """A table as lines with a tab between cells, and its cells; the first rows are headers."""
    cells: list[Cell] = []
    lines: list[str] = []
    at = 0
    for number, row in enumerate(rows):
        for column, words in enumerate(row):
            role = "header" if number < headers else "body"
            cells.append(Cell(Span(at, at + len(words)), table, number, column, role))  # type: ignore[arg-type]
            at += len(words) + 1
        lines.append("\t".join(row))
    return "\n".join(lines) + "\n", tuple(cells)
