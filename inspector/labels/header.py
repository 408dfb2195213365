"""The header of an export: what it is, how much it holds, how to tell that nothing was changed, what it proves not.

`digest` is that of the lines behind it, `header_digest` that of the header without itself (`inspector.labels.seals`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from inspector.labels.counting import count, digest_labels
from inspector.labels.json_lines import find_texts, only, require_node
from inspector.labels.label_set import Field, LabelItem, LabelSet
from inspector.labels.lines import SET, field_values, read_field, set_values
from inspector.labels.seals import check_seal, compare_counts, find_counts, find_seal, sealed
from lineage.formats.node import Node

SCHEMA = "evidence-inspector-labels/1"
LIMITS = ("not_truth", "not_poisoning", "not_causal", "not_authentication", "not_access")
"""What neither labels nor digests prove (M-71): who wrote a file, that a source is right, that anybody may read it."""

_NAMES = frozenset(("schema", "set", "fields", "counts", "digest", "header_digest", "limits"))


class Header(NamedTuple):
    """What a header promises of the lines behind it; None where it says nothing."""

    set: Mapping[str, str]
    fields: tuple[Field, ...]
    counts: Mapping[str, int] | None
    digest: str | None


def header_values(label_set: LabelSet) -> dict[str, Any]:
    """The header of an export of a set, whatever the form of the export."""
    values: dict[str, Any] = {
        "schema": SCHEMA,
        "set": set_values(label_set),
        "fields": [field_values(field) for field in label_set.fields],
        "counts": count(label_set),
        "digest": digest_labels(label_set),
        "limits": list(LIMITS),
    }
    return sealed(values)


def read_header(row: Node) -> Header:
    """Raises PayloadError where it is none, or was changed."""
    if row.value.get("schema") != SCHEMA:
        raise row.refuse(f"the first line says the schema, which is {SCHEMA} here")
    only(row, _NAMES)
    check_seal(row)
    for limit in row.find_items("limits") or ():
        limit.text()
    described = require_node(row, "set")
    only(described, frozenset(SET))
    return Header(
        find_texts(row, "set"),
        tuple(read_field(field) for field in require_node(row, "fields").items),
        find_counts(row),
        find_seal(row, "digest"),
    )


def make_set(header: Header, items: Iterable[LabelItem]) -> LabelSet:
    """The set of a header and the items behind it."""
    described = header.set
    return LabelSet(
        key=described.get("key", ""),
        name=described.get("name", ""),
        purpose=described.get("purpose", ""),
        origin=described.get("origin", ""),
        fields=header.fields,
        items=tuple(items),
    )


def keep_promise(header: Header, label_set: LabelSet, at: str) -> LabelSet:
    """The set itself. Raises NotALabelSet where it holds more or less than its header says."""
    compare_counts(header.counts, count(label_set), at)
    return label_set
