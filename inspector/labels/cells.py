"""A cell of a CSV file <-> its text: no cell is a formula to a spreadsheet, and every text comes back (OWASP). Pure.

Read strictly (RFC 4180): the library's reader has one limit for the length of a cell in the whole process, and guesses
what a stray quote means.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import StringIO
from typing import NamedTuple

from inspector.labels.json_lines import file_name
from inspector.labels.label_set import NotALabelSet
from inspector.labels.limits import MAXIMUM_BYTES
from lineage.evidence.reading import BYTE_ORDER_MARK

# A spreadsheet takes a cell that begins so for a formula. An apostrophe before it makes it a text; a text that begins
# with such an apostrophe of its own gets another, so that taking one away is always right.
_FORMULA = re.compile("'*+[=+\\-@\t\r\n＝＋－＠]")
_PROTECTED = re.compile("'++[=+\\-@\t\r\n＝＋－＠]")
LINES_AT_ONCE = 200
MOST_CELLS = 1_000
COMMA = ","


class Line(NamedTuple):
    """The texts of a row, and the line of the file at which it begins."""

    number: int
    cells: tuple[str, ...]


def to_cell(text: str) -> str:
    """The text as it stands in the file."""
    return f"'{text}" if _FORMULA.match(text) else text


def from_cell(cell: str) -> str:
    """The inverse."""
    return cell[1:] if _PROTECTED.match(cell) else cell


def write_lines(rows: Iterable[Sequence[str]]) -> Iterator[bytes]:
    """RFC 4180 in UTF-8, some hundred lines at once."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer)
    for number, row in enumerate(rows, start=1):
        writer.writerow([to_cell(cell) for cell in row])
        if number % LINES_AT_ONCE == 0:
            yield buffer.getvalue().encode()
            buffer.seek(0)
            buffer.truncate()
    if written := buffer.getvalue():
        yield written.encode()


def read_lines(data: bytes, name: str, delimiter: str = COMMA) -> Iterator[Line]:
    """The rows with their texts, blank ones passed over. Raises NotALabelSet where something is no cell."""
    if len(data) > MAXIMUM_BYTES:
        raise NotALabelSet(f"{file_name(name)}: a file of at most {MAXIMUM_BYTES // 2**20} MiB can be read")
    try:
        text = data.removeprefix(BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError as error:
        raise NotALabelSet(f"{file_name(name)}: byte {error.start} is not UTF-8") from None
    number, at, cells = 1, 0, list[str]()
    begins = 1
    while at < len(text) or cells:
        found = _cell(delimiter).match(text, at)
        if found is None or len(cells) >= MOST_CELLS:
            raise NotALabelSet(f"{file_name(name)}:{number}: {_complaint(text, at, found)}")
        quoted, bare, end = found.groups()
        cells.append(bare if quoted is None else quoted.replace('""', '"'))
        number, at = number + found[0].count("\n"), found.end()
        if end != delimiter:
            if cells != [""]:
                yield Line(begins, tuple(map(from_cell, cells)))
            cells, begins = [], number


@cache
def _cell(delimiter: str) -> re.Pattern[str]:
    """A cell and what ends it; lines without any character are no rows."""
    bare = f'[^"{re.escape(delimiter)}\r\n]*+'
    return re.compile(f'(?:"((?:[^"]++|"")*+)"|({bare}))({re.escape(delimiter)}|[\r\n]++|\\Z)')


def _complaint(text: str, at: int, found: re.Match[str] | None) -> str:
    if found is not None:
        return f"a row has at most {MOST_CELLS:,} cells"
    if text.startswith('"', at):
        return "a quote is opened and not closed at the end of the cell: was the file cut?"
    return 'a cell with a quote in it stands in quotes, and each quote in it twice: "say ""yes"""'
