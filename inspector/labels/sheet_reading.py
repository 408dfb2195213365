"""CSV -> a label set: the rows of the header and of each item, put together as a line of the JSON Lines says them."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any

from inspector.labels.cells import Line, read_lines
from inspector.labels.checking import check
from inspector.labels.counting import digest_labels
from inspector.labels.header import keep_promise, make_set, read_header
from inspector.labels.json_lines import file_name
from inspector.labels.label_set import LabelSet, NotALabelSet
from inspector.labels.limits import MAXIMUM_ITEMS
from inspector.labels.lines import AROUND, read_item
from inspector.labels.seals import OWN
from inspector.labels.sheet import COLUMNS, POSITIVE, write_csv
from lineage.evidence.reading import BYTE_ORDER_MARK, PayloadError
from lineage.formats.node import Node

_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,3})?", re.ASCII)

Cells = Mapping[str, str]


def read_csv(data: bytes, name: str = "labels.csv") -> LabelSet:
    """What `write_csv` wrote, or who kept to it. Raises NotALabelSet with the line of whatever is wrong or missing."""
    try:
        label_set, is_sealed = _read(read_lines(data, name), file_name(name))
    except PayloadError as error:
        raise NotALabelSet(str(error)) from None
    if is_sealed:
        _compare(data, b"".join(write_csv(label_set)), file_name(name))
    return label_set


def _read(lines: Iterator[Line], name: str) -> tuple[LabelSet, bool]:
    """The set, and whether its header says that it is an export as it was written."""
    first = next(lines, None)
    if first is None or first.cells != COLUMNS:
        raise NotALabelSet(f"{name}:1: the first row names the columns: {', '.join(COLUMNS)}")
    head: dict[str, Any] = {"fields": [], "set": {}}
    items: list[dict[str, Any]] = []
    places: list[str] = []
    for line in lines:
        at = f"{name}:{line.number}"
        cells = _cells(line, at)
        if cells["record"] == "item":
            if len(items) >= MAXIMUM_ITEMS:
                raise NotALabelSet(f"{at}: a set holds at most {MAXIMUM_ITEMS:,} items")
            places.append(at)
            items.append(_begin(cells))
        elif not items:
            _add_to_head(head, cells, at)
        elif cells["item"] != items[-1]["key"]:
            raise NotALabelSet(f"{at}: the rows of an item stand behind its row of record item, and together")
        else:
            _add_to_item(items[-1], cells, at)
    header = read_header(Node(head, f"{name}:2"))
    read = (read_item(Node(item, at)) for item, at in zip(items, places, strict=True))
    label_set = check(keep_promise(header, make_set(header, read), name), places.__getitem__, name)
    if header.digest is not None and digest_labels(label_set) != header.digest:
        raise NotALabelSet(f"{name}: its items have another digest than it says: one of them was changed or cut")
    return label_set, OWN in head


def _compare(data: bytes, written: bytes, name: str) -> None:
    """Raises NotALabelSet where an export has other bytes than it had: its cells can be the same all the same."""
    found = data.removeprefix(BYTE_ORDER_MARK)
    if found != written:
        places = range(min(len(found), len(written)) + 1)
        # The first place up to which they differ, less one: the length of what they begin with alike.
        alike = bisect_left(places, True, key=lambda end: found[:end] != written[:end]) - 1
        number = found.count(b"\n", 0, alike) + 1
        raise NotALabelSet(f"{name}:{number}: an export writes this line otherwise: it was changed or cut")


def _cells(line: Line, at: str) -> Cells:
    if len(line.cells) != len(COLUMNS):
        raise NotALabelSet(f"{at}: {len(COLUMNS)} cells are expected, these are {len(line.cells)}: was the file cut?")
    return dict(zip(COLUMNS, line.cells, strict=True))


def _add_to_head(head: dict[str, Any], cells: Cells, at: str) -> None:
    record, name, text, field = (cells[column] for column in ("record", "name", "text", "field"))
    if record in ("schema", "digest", "header_digest"):
        _put(head, record, text, at)
    elif record == "set":
        _put(head["set"], name, text, at)
    elif record == "limit":
        head.setdefault("limits", []).append(name)
    elif record == "count":
        if not _WHOLE.fullmatch(cells["value"]):
            raise NotALabelSet(f"{at}: a count is a whole number")
        _put(head.setdefault("counts", {}), name, int(cells["value"]), at)
    elif record == "field":
        head["fields"].append({"name": field, "scale": cells["value"], "values": [], "positive": []})
    elif record == "value" and head["fields"] and head["fields"][-1]["name"] == field:
        head["fields"][-1]["values"].append(cells["value"])
        if cells["role"] == POSITIVE:
            head["fields"][-1]["positive"].append(cells["value"])
        elif cells["role"]:
            raise NotALabelSet(f"{at}: the role of a value is {POSITIVE}, or empty")
    else:
        raise NotALabelSet(f"{at}: a row {record[:60]!r} cannot stand here, before the first item")


def _begin(cells: Cells) -> dict[str, Any]:
    given = {
        "claim": cells["name"],
        "expected_by": cells["role"],
        "comparability": cells["value"],
        "comparability_reason": cells["text"],
    }
    return {"key": cells["item"], "words": None} | {name: value for name, value in given.items() if value}


def _add_to_item(item: dict[str, Any], cells: Cells, at: str) -> None:
    record, name, value, text = (cells[column] for column in ("record", "name", "value", "text"))
    if record == "claim":
        if item["words"] is not None:
            raise NotALabelSet(f"{at}: the claim of an item is given once")
        item["words"] = {"claim": text}
    elif record in (*AROUND, "passage") and item["words"] is None:
        raise NotALabelSet(f"{at}: the claim stands before the other words of an item")
    elif record in AROUND:
        _put(item["words"], record, text, at)
    elif record == "passage":
        item["words"].setdefault("passages", []).append({"text": text, "name": name})
    elif record == "stratum":
        _put(item.setdefault("strata", {}), name, value, at)
    elif record == "expected":
        _put(item.setdefault("expected", {}), cells["field"], value, at)
    elif record == "label":
        item.setdefault("labels", []).append(_label(cells, at))
    else:
        raise NotALabelSet(f"{at}: {record[:60]!r} is no record of an item")


def _label(cells: Cells, at: str) -> dict[str, Any]:
    label: dict[str, Any] = {name: cells[name] for name in ("field", "rater", "value")}
    if cells["role"]:
        label["role"] = cells["role"]
    if cells["confidence"]:
        if not _DECIMAL.fullmatch(cells["confidence"]):
            raise NotALabelSet(f"{at}: a confidence is a number")
        label["confidence"] = float(cells["confidence"])
    return label


def _put(values: dict[str, Any], name: str, value: Any, at: str) -> None:
    if name in values:
        raise NotALabelSet(f"{at}: {name[:60]!r} is given twice")
    values[name] = value
