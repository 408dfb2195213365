"""A label set -> CSV, for who works with a spreadsheet: each row says one thing, named in its first cell.

`record` is schema, set, limit, count, digest, header_digest, field and value, then for each item `item`, its words
(claim, question, context, requirement, passage), stratum, label and expected; what does not concern a row is empty.
Counts and digests are those of the JSON Lines, so the two can be compared (`inspector.labels.sheet_reading` reads it).
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from inspector.labels.cells import write_lines
from inspector.labels.header import header_values
from inspector.labels.label_set import LabelSet
from inspector.labels.lines import AROUND, item_values

COLUMNS = ("record", "item", "field", "rater", "role", "value", "confidence", "name", "text")
POSITIVE = "positive"


def write_csv(label_set: LabelSet) -> Iterator[bytes]:
    """The file in stretches of some hundred lines."""
    rows = chain(
        _head(header_values(label_set)),
        chain.from_iterable(_item(item_values(item)) for item in label_set.items),
    )
    return write_lines(chain((COLUMNS,), rows))


def _head(header: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    yield _row("schema", text=header["schema"])
    for name, text in header["set"].items():
        yield _row("set", name=name, text=text)
    for limit in header["limits"]:
        yield _row("limit", name=limit)
    for name, number in header["counts"].items():
        yield _row("count", name=name, value=str(number))
    for name in ("digest", "header_digest"):
        yield _row(name, text=header[name])
    for field in header["fields"]:
        yield _row("field", field=field["name"], value=field["scale"])
        for value in field["values"]:
            role = POSITIVE if value in field["positive"] else ""
            yield _row("value", field=field["name"], value=value, role=role)


def _item(item: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    key, words = item["key"], item["words"]
    yield _row(
        "item",
        item=key,
        name=item.get("claim", ""),
        role=item.get("expected_by", ""),
        value=item.get("comparability", ""),
        text=item.get("comparability_reason", ""),
    )
    if words is not None:
        yield _row("claim", item=key, text=words["claim"])
        for name in AROUND:
            if name in words:
                yield _row(name, item=key, text=words[name])
        for passage in words.get("passages", ()):
            yield _row("passage", item=key, name=passage.get("name", ""), text=passage["text"])
    for name, value in sorted(item.get("strata", {}).items()):
        yield _row("stratum", item=key, name=name, value=value)
    for label in item.get("labels", ()):
        confidence = repr(label["confidence"]) if "confidence" in label else ""
        said = {name: label.get(name, "") for name in ("field", "rater", "role", "value")}
        yield _row("label", item=key, confidence=confidence, **said)
    for field, value in sorted(item.get("expected", {}).items()):
        yield _row("expected", item=key, field=field, value=value)


def _row(record: str, **cells: str) -> tuple[str, ...]:
    return (record, *(cells.get(column, "") for column in COLUMNS[1:]))
