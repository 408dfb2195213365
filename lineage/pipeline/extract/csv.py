"""Bytes of a CSV file -> its exact text, and the place of every field in it. Nothing is taken out: quotes stay (S3-39).

RFC 4180 with what is seen beside it: other delimiters, any line ends, quotes that are never closed. The library's
reader gives values without their places, so rows are cut here; the tests compare the values.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.text import extract_text
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Cell, Layout
from lineage.text.span import Span

TABLE = "table 1"
MOST_COLUMNS, MOST_CELLS = 16_384, 200_000
_SNIFFED = 8_192
_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_NUMBER = re.compile(r"\W*\d[\d\W]*")


class Dialect(NamedTuple):
    """How fields are told apart; `is_spaced` where blanks behind a delimiter belong to no field."""

    delimiter: str
    is_spaced: bool = False
    is_sure: bool = True


class Field(NamedTuple):
    """The place of a field in the text, its quotes outside; `is_open` where its closing quote is missing."""

    span: Span
    is_open: bool = False


class _Over(NamedTuple):
    what: str


def extract_csv(data: bytes, encoding: str = "") -> Extraction:
    """The text as it came, with a cell for each field. The first row is the header where it can be one."""
    found = extract_text(data, encoding)
    if found.state is not ExtractionState.READ:
        return found
    dialect = find_dialect(found.text)
    rows = _limited(read_rows(found.text, dialect))
    if isinstance(rows, _Over):
        reason = f"The table has more than {rows.what}. Bring it in parts, or as plain text."
        return replace(found, state=ExtractionState.LIMIT, text="", reason=reason, warnings=())
    has_header = is_header(found.text, rows)
    cells = tuple(_cells(rows, has_header))
    warnings = (*found.warnings, *_warnings(rows, dialect, has_header))
    return replace(found, layout=Layout(cells=cells), warnings=warnings)


def find_dialect(text: str) -> Dialect:
    """How the fields seem to be told apart, from the first lines: a guess unless only one way is possible."""
    sample = text[:_SNIFFED]
    if len(text) > _SNIFFED:
        sample = sample[: max(sample.rfind("\n"), sample.rfind("\r")) + 1] or sample
    present = [delimiter for delimiter in _DELIMITERS if delimiter in sample]
    try:
        found = csv.Sniffer().sniff(sample, delimiters="".join(_DELIMITERS))
    except csv.Error:
        return Dialect(present[0] if present else ",", is_sure=len(present) <= 1)
    return Dialect(found.delimiter, found.skipinitialspace, is_sure=present == [found.delimiter])


def read_rows(text: str, dialect: Dialect) -> Iterator[list[Field]]:
    """The fields of each row; lines without any character are no rows."""
    delimiter = re.escape(dialect.delimiter)
    blanks = " *+" if dialect.is_spaced else ""
    field = re.compile(
        rf'{blanks}(?:"(?P<inside>[^"]*+(?:""[^"]*+)*+)(?P<end>"?)(?P<rest>[^{delimiter}\r\n]*+)'
        rf"|(?P<bare>[^{delimiter}\r\n]*+))"
    )
    row: list[Field] = []
    at = 0
    while found := field.match(text, at):
        row.append(_field(found))
        at = found.end()
        if text.startswith(dialect.delimiter, at):
            at += 1
            continue
        if len(row) > 1 or row[0].span.length or '"' in found[0]:
            yield row
        if at >= len(text):
            return
        row = []
        at += 2 if text.startswith("\r\n", at) else 1


def _field(found: re.Match[str]) -> Field:
    if found["bare"] is not None:
        return Field(Span(*found.span("bare")))
    if found["rest"].strip():
        # Letters behind the closing quote belong to the field: its words are all of it, quotes included.
        return Field(Span(found.start("inside") - 1, found.end()))
    return Field(Span(*found.span("inside")), is_open=not found["end"])


def _limited(rows: Iterator[list[Field]]) -> list[list[Field]] | _Over:
    taken: list[list[Field]] = []
    count = 0
    for row in rows:
        count += len(row)
        if len(row) > MOST_COLUMNS:
            return _Over(f"{MOST_COLUMNS:,} columns")
        if count > MOST_CELLS:
            return _Over(f"{MOST_CELLS:,} fields")
        taken.append(row)
    return taken


def is_header(text: str, rows: Sequence[Sequence[Field]]) -> bool:
    """Whether the first row can name the columns: every field filled, none twice, none a number, and rows below it."""
    if len(rows) < 2:
        return False
    words = [field.span.slice(text).strip() for field in rows[0]]
    return all(words) and len(set(words)) == len(words) and not any(_NUMBER.fullmatch(word) for word in words)


def _cells(rows: Sequence[Sequence[Field]], has_header: bool) -> Iterator[Cell]:
    for number, row in enumerate(rows):
        role: Literal["header", "body"] = "header" if has_header and number == 0 else "body"
        for column, field in enumerate(row):
            yield Cell(field.span, TABLE, number, column, role)


def _warnings(rows: Sequence[Sequence[Field]], dialect: Dialect, has_header: bool) -> Iterator[str]:
    if not dialect.is_sure:
        yield f"Fields were told apart by a guess, at each {_DELIMITERS.get(dialect.delimiter, dialect.delimiter)}."
    if not rows:
        yield "There is no row in it."
        return
    yield (
        "The first row was taken as the names of the columns: it is filled, and no field of it is a number."
        if has_header
        else "No row was taken as the names of the columns: in the first one a field is empty, twice there or a number."
    )
    width = len(rows[0])
    if uneven := sum(len(row) != width for row in rows):
        yield f"Rows with another number of fields than the first one ({width:,}): {uneven:,}."
    if broken := next((field for row in rows for field in row if field.is_open), None):
        yield f"The quotation mark before character {broken.span.start + 1:,} is never closed: the rest is one field."
