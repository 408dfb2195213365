"""The tables of a DOCX: cells parted by tabs, rows by line ends, and where each cell is in its grid (M-18)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.docx_names import attribute, child, is_on, number
from lineage.pipeline.extract.docx_tally import Tally, words_of
from lineage.pipeline.extract.docx_text import (
    BETWEEN_CELLS,
    BETWEEN_PARAGRAPHS,
    BETWEEN_ROWS,
    WITHIN_CELL,
    Growing,
    Mark,
)
from lineage.pipeline.layout import Cell
from lineage.text.span import Span

WIDEST = 1_000
FIRST_ROW = 0x20
"""The bit of `w:tblLook` by which a table's style sets its first row apart."""
Merge = Literal["", "restart", "continue"]


@dataclass(slots=True)
class Grid:
    """A table while it is read; rows and columns count from 0. `has_head`: its look sets the first row apart."""

    name: str
    has_head: bool
    row: int = -1
    column: int = 0
    is_head: bool = False
    is_begun: bool = False
    cells: list[Cell] = field(default_factory=list)
    open: dict[int, int] = field(default_factory=dict)
    """Of each column, the place in `cells` of the one that may go on in the next row."""

    def begin_row(self, skipped: int, is_head: bool) -> None:
        self.row += 1
        self.column, self.is_begun = min(skipped, WIDEST), False
        self.is_head = is_head or (self.has_head and self.row == 0)

    def add(self, span: Span, columns: int, merge: Merge, has_words: bool) -> None:
        """A cell that goes on from the row above makes that one longer; with words of its own it is one of its own."""
        above = self.open.get(self.column)
        if merge == "continue" and above is not None and not has_words:
            self.cells[above] = self.cells[above]._replace(rows=self.row - self.cells[above].row + 1)
        else:
            role: Literal["header", "body"] = "header" if self.is_head else "body"
            self.cells.append(Cell(span, self.name, self.row, self.column, role, 1, columns))
            self.open.pop(self.column, None)
            if merge == "restart":
                self.open[self.column] = len(self.cells) - 1
        self.column += columns

    def finish(self) -> list[Cell]:
        """Its cells; where every row is a head, none is."""
        if all(cell.role == "header" for cell in self.cells):
            return [cell._replace(role="body") for cell in self.cells]
        return self.cells


class Tables:
    """Elements of tables outside of any are taken as if they were not there: their words are read all the same."""

    def __init__(self, text: Growing, tally: Tally) -> None:
        self.cells: list[Cell] = []
        self._text = text
        self._tally = tally
        self._grids: list[Grid] = []
        self._count = 0
        self._open: list[Mark] = []
        self._inserted: list[Mark] = []

    def part(self) -> None:
        """What stands between two paragraphs here."""
        self._text.part(WITHIN_CELL if self._open else BETWEEN_PARAGRAPHS)

    def begin(self, table: Any) -> bool:
        self._count += 1
        self._text.settle()
        self._grids.append(Grid(f"table {self._count}", _has_head(child(table, "w:tblPr", "w:tblLook"))))
        return False

    def end(self, table: Any) -> None:
        self.cells += self._grids.pop().finish()
        self.part()

    def begin_row(self, row: Any) -> bool:
        """Whether it is passed over: struck out, or not shown."""
        if not self._grids:
            return False
        properties = child(row, "w:trPr")
        if self._is_passed(row, properties, "w:del"):
            return True
        grid = self._grids[-1]
        grid.begin_row(number(child(properties, "w:gridBefore")), bool(is_on(child(properties, "w:tblHeader"))))
        if grid.row:
            self._text.part_at_once(BETWEEN_ROWS)
        if child(properties, "w:ins") is not None:
            self._inserted.append(self._text.mark())
        return False

    def end_row(self, row: Any) -> None:
        if self._grids and child(row, "w:trPr", "w:ins") is not None:
            self._tally.add(SkippedKind.INSERTED, self._text.since(self._inserted.pop()))

    def begin_cell(self, cell: Any) -> bool:
        """Whether it is passed over."""
        if not self._grids:
            return False
        grid, properties = self._grids[-1], child(cell, "w:tcPr")
        if self._is_passed(cell, properties, "w:cellDel"):
            grid.column += _columns(properties)
            return True
        if grid.is_begun:
            self._text.part_at_once(BETWEEN_CELLS)
        grid.is_begun = True
        self._open.append(self._text.mark())
        return False

    def end_cell(self, cell: Any) -> None:
        if not self._grids:
            return
        properties, mark = child(cell, "w:tcPr"), self._open.pop()
        self._text.part("")
        words = self._text.since(mark)
        self._grids[-1].add(self._text.span_since(mark), _columns(properties), _merge(properties), bool(words))
        if child(properties, "w:cellIns") is not None:
            self._tally.add(SkippedKind.INSERTED, words)

    def _is_passed(self, element: Any, properties: Any, deleted: str) -> bool:
        if child(properties, deleted) is not None:
            self._tally.add(SkippedKind.DELETED, words_of(element))
            return True
        if is_on(child(properties, "w:hidden")):
            self._tally.add(SkippedKind.HIDDEN, words_of(element))
            return True
        return False


def _has_head(look: Any) -> bool:
    """By name in newer files, by a bit in older ones."""
    if look is None:
        return False
    if named := attribute(look, "firstRow"):
        return named in ("1", "true", "on")
    try:
        return bool(int(attribute(look, "val") or "0", 16) & FIRST_ROW)
    except ValueError:
        return False


def _columns(properties: Any) -> int:
    return max(1, min(number(child(properties, "w:gridSpan"), 1), WIDEST))


def _merge(properties: Any) -> Merge:
    """An element without a value goes on."""
    merge = child(properties, "w:vMerge")
    if merge is None:
        return ""
    return "restart" if attribute(merge, "val") == "restart" else "continue"
