"""How a file says that nothing of it was changed: counts, a digest of its lines, a digest of its header. Pure.

Who writes a file by hand may leave all three out; what is there must be right.
"""

from collections.abc import Mapping
from typing import Any

from inspector.labels.json_lines import file_name
from inspector.labels.label_set import NotALabelSet
from lineage.evidence.digests import canonical_json, digest_bytes, digest_json, find_digest
from lineage.evidence.reading import BYTE_ORDER_MARK
from lineage.formats.node import Node, is_whole_number

OWN = "header_digest"
LARGEST_COUNT = 10**9


def sealed(values: Mapping[str, Any]) -> dict[str, Any]:
    """A header with the digest of itself."""
    return {**values, OWN: digest_json(values)}


def check_seal(row: Node) -> None:
    """Raises PayloadError where a header has another digest than it says."""
    own = find_seal(row, OWN)
    if own is not None and digest_json({name: value for name, value in row.fields.items() if name != OWN}) != own:
        raise row.refuse("this header has another digest than it says: it was changed")


def find_seal(row: Node, name: str) -> str | None:
    """A digest that a header states. Raises PayloadError where it is written otherwise."""
    found = row.find(name)
    if found is None:
        return None
    if not isinstance(found.value, str) or find_digest(found.value) != found.value:
        raise found.refuse("a digest is sha256: and 64 hexadecimal digits in lower case")
    return found.value


def find_counts(row: Node) -> dict[str, int] | None:
    """The counts that a header states. Raises PayloadError where they are none."""
    counts = row.find("counts")
    if counts is None:
        return None
    for name, value in counts.fields.items():
        if not is_whole_number(value) or not 0 <= value <= LARGEST_COUNT:
            raise counts.refuse(f"{name[:60]!r}: a count is a whole number")
    return dict(counts.fields)


def compare_counts(said: Mapping[str, int] | None, counted: Mapping[str, int], at: str) -> None:
    """Raises NotALabelSet where there is more or less than a header says."""
    for name, number in (said or {}).items():
        if name not in counted:
            raise NotALabelSet(f"{at}/counts: {name[:60]!r} is not counted here")
        if counted[name] != number:
            raise NotALabelSet(f"{at}/counts/{name}: it says {number:,}, there are {counted[name]:,}")


def compare_bytes(header: Node, data: bytes, name: str) -> None:
    """Raises NotALabelSet where the bytes of JSON Lines are not those that their header speaks of."""
    head, _, lines = data.removeprefix(BYTE_ORDER_MARK).partition(b"\n")
    if OWN in header.fields and canonical_json(header.value) != head:
        raise NotALabelSet(f"{header.at}: this line is written otherwise than an export writes it: it was changed")
    digest = find_seal(header, "digest")
    if digest is not None and digest_bytes(lines) != digest:
        last = lines.count(b"\n") + 1
        raise NotALabelSet(
            f"{header.at}/digest: {file_name(name)}:2 to {last} have another digest: one of them was changed or cut"
        )
