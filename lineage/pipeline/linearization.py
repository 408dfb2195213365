"""A row of a table as one line of text, of which each phrase comes from one cell (S3-39, M-18).

`Retention — Period in months: 24; Starts: Closure.` The first cell of a row names it; every other cell is said with
the header cells above it. A cell that reaches over several rows is said in each of them. Words of cells are kept as
they are, but for white space and for words that a line end divides; between them stand only signs.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from lineage.evidence.paths import SIGNS_OF_ROWS
from lineage.pipeline.layout import Cell
from lineage.text.normalization import NormalizationPolicy, Operation, normalize
from lineage.text.span import Span

BEHIND_NAME, BETWEEN_HEADERS, BEHIND_HEADER, BETWEEN_CELLS = SIGNS_OF_ROWS
END = "."
LONGEST_ROW = 4_000
"""Code points of the longest row that is written as text; a longer one is a page, not a row."""
MOST_HEADERS = 200_000
"""Columns that the header cells of one table cover, each cell counted for each of its columns."""
MOST_REACHING = 200_000
"""Rows below their own that the cells of one table reach into, each cell counted for each of them."""

# A row has no line ends. Who applies its map again takes a word that one divides for one word, so it is written as one.
_UNDIVIDED = NormalizationPolicy(
    "undivided", 1, (Operation.UNICODE_NFC, Operation.STRIP_SOFT_HYPHEN, Operation.DEHYPHENATE_LINEBREAK)
)
_HYPHENS = frozenset("-\u2010\u00ad")


class Phrase(NamedTuple):
    """Words of a row, and the cell whose words they are."""

    output: Span
    cell: Cell


class Row(NamedTuple):
    """`number` counts the rows of the table that are no header, from 1."""

    table: str
    number: int
    text: str
    phrases: tuple[Phrase, ...]


def linearize(text: str, cells: Iterable[Cell]) -> Iterator[Row]:
    """The rows of all tables that have words, table by table in the order of the text. Header rows are none.

    Rows that are far longer than LONGEST_ROW are left out; others that are longer may be.
    """
    tables: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        tables[cell.table].append(cell)
    for table, own in tables.items():
        yield from _rows_of(text, table, own)


def count_rows(text: str, cells: Iterable[Cell]) -> int:
    """How many rows have words and are no header."""
    roles: dict[tuple[str, int], set[str]] = defaultdict(set)
    worded: set[tuple[str, int]] = set()
    for cell in cells:
        roles[cell.table, cell.row].add(cell.role)
        if _has_words(text, cell):
            worded.add((cell.table, cell.row))
    return sum(roles[row] != {"header"} for row in worded)


def _rows_of(text: str, table: str, cells: Sequence[Cell]) -> Iterator[Row]:
    rows: dict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        rows[cell.row].append(cell)
    above, reaching = _find_headers(text, rows.values()), _find_reaching(text, rows)
    if above is None or reaching is None:
        return
    length = {column: sum(header.span.length + 2 for header in headers) for column, headers in above.items()}
    number = 0
    for place, own in sorted(rows.items()):
        if _is_header(own):
            continue
        number += 1
        said = [*reaching.get(place, ()), *own]
        # Of a row that is far too long not even the words are read: a page may nest such tables, or repeat a header.
        if sum(cell.span.length + length.get(cell.column, 0) for cell in said) > 4 * LONGEST_ROW:
            continue
        if any(_has_words(text, cell) for cell in own):
            worded = [cell for cell in sorted(said, key=lambda cell: cell.column) if _has_words(text, cell)]
            yield _row(text, table, number, worded, above)


def _find_headers(text: str, rows: Collection[Sequence[Cell]]) -> Mapping[int, Sequence[Cell]] | None:
    """By column, the header cells above it, the highest first; None where they cover more than a table can mean."""
    headers = [cell for own in rows if _is_header(own) for cell in own if _has_words(text, cell)]
    widest = max((cell.column for own in rows for cell in own), default=0) + 1
    if sum(min(cell.columns, widest) for cell in headers) > MOST_HEADERS:
        return None
    above: dict[int, list[Cell]] = defaultdict(list)
    for cell in sorted(headers, key=lambda cell: (cell.row, cell.column)):
        for column in range(cell.column, min(cell.column + cell.columns, widest)):
            above[column].append(cell)
    return above


def _find_reaching(text: str, rows: Mapping[int, Sequence[Cell]]) -> Mapping[int, Sequence[Cell]] | None:
    """By row, the cells of rows above that reach into it; None where they do so more often than a table can mean.

    A header reaches no further than the headers: below them it is said with every cell anyway.
    """
    places, reaching, count = sorted(rows), defaultdict[int, list[Cell]](list), 0
    for at, place in enumerate(places):
        tall = [] if _is_header(rows[place]) else [cell for cell in rows[place] if cell.rows > 1]
        for cell in tall:
            end = bisect_left(places, place + cell.rows)
            count += end - at - 1
            if count > MOST_REACHING:
                return None
            for below in places[at + 1 : end] if _has_words(text, cell) else ():
                reaching[below].append(cell)
    return reaching


def _has_words(text: str, cell: Cell) -> bool:
    return not cell.span.is_empty and not cell.span.slice(text).isspace()


def _is_header(row: Iterable[Cell]) -> bool:
    return all(cell.role == "header" for cell in row)


def _row(text: str, table: str, number: int, cells: Sequence[Cell], above: Mapping[int, Sequence[Cell]]) -> Row:
    written: list[str] = []
    phrases: list[Phrase] = []
    at = 0

    def write(words: str, cell: Cell | None = None) -> None:
        nonlocal at
        if cell is not None:
            phrases.append(Phrase(Span(at, at + len(words)), cell))
        written.append(words)
        at += len(words)

    name, rest = (cells[0], cells[1:]) if len(cells) > 1 else (None, cells)
    if name is not None:
        write(_words(text, name), name)
    for place, cell in enumerate(rest):
        write(BETWEEN_CELLS if place else BEHIND_NAME if name is not None else "")
        for level, header in enumerate(above.get(cell.column, ())):
            write(BETWEEN_HEADERS if level else "")
            write(_words(text, header), header)
        write(BEHIND_HEADER if above.get(cell.column) else "")
        write(_words(text, cell), cell)
    write(END)
    return Row(table, number, "".join(written), tuple(phrases))


def _words(text: str, cell: Cell) -> str:
    written = cell.span.slice(text)
    words = " ".join(written.split())
    if words == written or _HYPHENS.isdisjoint(written):
        return words
    # A cell of soft hyphens alone has no other words.
    return " ".join(normalize(written, _UNDIVIDED).text.split()) or words
