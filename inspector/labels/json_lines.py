"""JSON Lines -> values with their places, so that whatever is wrong is named by file and line. Pure.

Lines end with `\\n` and nothing else: a text may hold what other line ends are made of.
"""

import math
import re
from collections.abc import Iterator, Mapping
from typing import TypeVar

from inspector.labels.limits import LONGEST_LINE, MAXIMUM_BYTES, MAXIMUM_ITEMS
from lineage.evidence.reading import BYTE_ORDER_MARK, PayloadError, load_json
from lineage.evidence.terms.term import Term
from lineage.formats.node import Node

T = TypeVar("T", bound=Term)

LARGEST_WHOLE_NUMBER = 2**53
LONGEST_FILE_NAME = 100
# One by one: millions of empty lines fill no memory.
_LINE = re.compile(rb"[^\n]++")


def read_rows(name: str, data: bytes) -> Iterator[Node]:
    """The object of each line that is not blank; its pointer begins with `name:line`. Raises PayloadError."""
    if len(data) > MAXIMUM_BYTES:
        raise PayloadError(file_name(name), f"a file of at most {MAXIMUM_BYTES // 2**20} MiB can be read")
    data = data.removeprefix(BYTE_ORDER_MARK)
    count, number, at = 0, 1, 0
    for found in _LINE.finditer(data):
        number, at, line = number + data.count(b"\n", at, found.start()), found.start(), found[0]
        if not line.isspace():
            count += 1
            # A header stands before the items.
            if count > MAXIMUM_ITEMS + 1:
                raise PayloadError(file_name(name), f"a file of at most {MAXIMUM_ITEMS:,} lines can be read")
            yield read_row(name, number, line)


def read_row(name: str, number: int, line: bytes) -> Node:
    """The object of one line. Raises PayloadError."""
    at = f"{file_name(name)}:{number}"
    if len(line) > LONGEST_LINE:
        raise PayloadError(at, f"a line of at most {LONGEST_LINE // 2**20} MiB can be read")
    try:
        row = Node(load_json(line), at)
    except PayloadError as error:
        # The line is named already; the parser knows of no other.
        raise PayloadError(at + error.pointer, error.message.replace(" at line 1 column ", " at column ")) from None
    if not isinstance(row.value, dict):
        raise row.refuse("each line is a JSON object")
    return row


def file_name(name: str) -> str:
    """A name as it may stand in a message."""
    printable = "".join(letter if letter.isprintable() else "�" for letter in name[:LONGEST_FILE_NAME])
    return printable or "the file"


def require_text(row: Node, name: str) -> str:
    """Raises PayloadError where there is none."""
    found = row.find_text(name)
    if found is None:
        raise row.refuse(f"{name} is missing")
    return found


def require_node(row: Node, name: str) -> Node:
    """Raises PayloadError where it is absent or null."""
    found = row.find(name)
    if found is None:
        raise row.refuse(f"{name} is missing")
    return found


def read_number(node: Node) -> float:
    """A finite number; whole ones only where a float holds them exactly. Raises PayloadError."""
    value = node.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise node.refuse("a number is expected here")
    if abs(value) > LARGEST_WHOLE_NUMBER if isinstance(value, int) else not math.isfinite(value):
        raise node.refuse("this number is too large")
    return plain(value)


def plain(number: float) -> float:
    """As a float; minus nought is nought, so that equal numbers are written alike."""
    return float(number) + 0.0


def find_number(row: Node, name: str) -> float | None:
    """Raises PayloadError where it is something else."""
    found = row.find(name)
    return None if found is None else read_number(found)


def number_text(number: float) -> str:
    """A number as a label: whole ones without a decimal point."""
    return str(int(number)) if number.is_integer() else repr(number)


def find_term(row: Node, name: str, terms: type[T], absent: T) -> T:
    """A value of a vocabulary. Raises PayloadError where it is none."""
    found = row.find(name)
    if found is None:
        return absent
    if not isinstance(found.value, str) or found.value not in {term.value for term in terms}:
        raise found.refuse(f"one of {', '.join(term.value for term in terms)} is expected here")
    return terms(found.value)


def find_texts(row: Node, name: str) -> Mapping[str, str]:
    """An object of texts, empty where it is absent. Raises PayloadError."""
    found = row.find(name)
    if found is None:
        return {}
    return {key: Node(value, f"{found.at}/{key[:60]}").text() for key, value in found.fields.items()}


def only(row: Node, names: frozenset[str]) -> Node:
    """The row itself. Raises PayloadError where it has a field that nobody reads: it would be lost in silence."""
    for name in row.fields:
        if name not in names:
            raise row.refuse(f"{name[:60]!r} is none of the fields that are read: {', '.join(sorted(names))}")
    return row
