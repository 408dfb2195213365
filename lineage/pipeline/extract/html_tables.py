"""The grid of a table: which row and column each cell has, by the HTML standard's algorithm for forming a table."""

from __future__ import annotations

from typing import Literal, NamedTuple

from lineage.pipeline.layout import Cell
from lineage.text.span import Span

MOST_CELLS = 200_000
"""Of a whole page; the words of those beyond are in the text, but they are not listed."""
# As the standard limits them.
_WIDEST, _TALLEST = 1_000, 65_534
# Steps past cells of earlier rows that reach into this one, for a whole page.
_MOST_STEPS = 5_000_000


class _Reaching(NamedTuple):
    """A cell of an earlier row: its columns, and the first row that is free of it."""

    start: int
    end: int
    below: int


class Grids:
    """Counts the tables of a page, and stops to list cells where they are too many."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.unlisted = 0
        self.tables = 0
        self.steps = 0

    @property
    def is_full(self) -> bool:
        return len(self.cells) >= MOST_CELLS or self.steps >= _MOST_STEPS

    def begin(self, *, is_listed: bool) -> Grid:
        """The next table; one that only places things on the page (`role=presentation`) is not listed."""
        self.tables += is_listed
        return Grid(self, f"table {self.tables}", is_listed)


class Grid:
    """One table that is being read, row by row."""

    def __init__(self, grids: Grids, name: str, is_listed: bool) -> None:
        self._grids, self._name, self._is_listed = grids, name, is_listed
        self._row, self._column = -1, 0
        self._reaching: list[_Reaching] = []
        self.is_in_head = False
        self.has_cells_in_row = False

    def begin_group(self, *, is_head: bool) -> None:
        """No cell reaches beyond its group of rows."""
        self._reaching = []
        self.is_in_head = is_head

    def begin_row(self) -> None:
        self._row += 1
        self._column = 0
        self._reaching = [cell for cell in self._reaching if cell.below > self._row]
        self._grids.steps += len(self._reaching)
        self.has_cells_in_row = False

    def add(self, span: Span, *, is_header: bool, rows: str | None, columns: str | None) -> None:
        """A cell of this row; `rows` and `columns` are what the attributes rowspan and colspan say."""
        self.has_cells_in_row = True
        if not self._is_listed:
            return
        if self._grids.is_full:
            self._grids.unlisted += 1
            return
        width = _count(columns, _WIDEST) or 1
        height = _count(rows, _TALLEST)
        self._step_over()
        start = self._column
        role: Literal["header", "body"] = "header" if is_header or self.is_in_head else "body"
        self._grids.cells.append(Cell(span, self._name, max(self._row, 0), start, role, height or 1, width))
        if height != 1:
            # A height of 0 reaches to the end of the group.
            self._reaching.append(_Reaching(start, start + width, self._row + (height or _TALLEST)))
            self._reaching.sort()
        self._column = start + width

    def _step_over(self) -> None:
        """To the first column that no earlier row's cell takes; a wide cell may lie over one behind it."""
        for cell in self._reaching:
            if cell.start <= self._column < cell.end:
                self._column = cell.end
        self._grids.steps += len(self._reaching)


def _count(stated: str | None, most: int) -> int:
    """A number of rows or columns as the attribute states it, 1 where it states none."""
    digits = (stated or "").strip()
    digits = digits[: next((at for at, one in enumerate(digits) if one not in "0123456789"), len(digits))]
    return min(int(digits[:9]), most) if digits else 1
