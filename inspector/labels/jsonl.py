"""A label set <-> JSON Lines: a header, then a line for each item. What was exported comes back byte for byte.

What judges said is no part of it: who labels a set must not find it beside the items (`inspector.labels.judge_file`).
"""

from collections.abc import Iterator
from itertools import chain

from inspector.labels.checking import check
from inspector.labels.header import header_values, keep_promise, make_set, read_header
from inspector.labels.json_lines import file_name, read_rows
from inspector.labels.label_set import LabelItem, LabelSet, NotALabelSet
from inspector.labels.lines import item_line, read_item
from inspector.labels.seals import compare_bytes
from lineage.evidence.digests import canonical_json
from lineage.evidence.reading import PayloadError


def write_jsonl(label_set: LabelSet) -> Iterator[bytes]:
    """The lines of an export, each with its line break."""
    head = canonical_json(header_values(label_set)) + b"\n"
    return chain((head,), (item_line(item) for item in label_set.items))


def read_jsonl(data: bytes, name: str = "labels.jsonl") -> LabelSet:
    """The inverse. Raises NotALabelSet with the place of whatever is wrong, changed or missing."""
    try:
        return _read(data, name)
    except PayloadError as error:
        raise NotALabelSet(str(error)) from None


def _read(data: bytes, name: str) -> LabelSet:
    rows = read_rows(name, data)
    first = next(rows, None)
    if first is None:
        raise NotALabelSet(f"{file_name(name)}: there is nothing in it")
    header = read_header(first)
    places: list[str] = []
    items: list[LabelItem] = []
    for row in rows:
        places.append(row.at)
        items.append(read_item(row))
    label_set = check(keep_promise(header, make_set(header, items), first.at), places.__getitem__, first.at)
    compare_bytes(first, data, name)
    return label_set
