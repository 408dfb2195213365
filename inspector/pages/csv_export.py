"""Rows as a CSV file (RFC 4180), written while they are read; no cell of it is a formula to a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from django.http import StreamingHttpResponse

# A spreadsheet takes a cell that begins so for a formula; with an apostrophe before it, for a text (OWASP).
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
LINES_AT_ONCE = 200


def csv_response(name: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> StreamingHttpResponse:
    """A download in UTF-8 with a header row. `name` is of our own words, in ASCII, without an ending."""
    response = StreamingHttpResponse(written(header, rows), content_type="text/csv; charset=utf-8; header=present")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def written(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The file in stretches of some hundred lines."""
    lines: list[str] = []
    writer = csv.writer(_Lines(lines))
    writer.writerow(header)
    for row in rows:
        writer.writerow([as_text(cell) for cell in row])
        if len(lines) >= LINES_AT_ONCE:
            yield "".join(lines)
            lines.clear()
    yield "".join(lines)


def as_text(cell: str) -> str:
    """The cell, an apostrophe before it where a spreadsheet would calculate it."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell


class _Lines:
    """What `csv.writer` writes to."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, line: str) -> None:
        self._lines.append(line)
