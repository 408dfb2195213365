"""What importers of published data sets share: files told apart by the fields of their rows, never by their names.

`read_files` and what stands in a row raise PayloadError with file, line and pointer.
"""

from collections.abc import Mapping, Sequence

from inspector.labels.checking import check
from inspector.labels.format import Files, Format
from inspector.labels.json_lines import file_name, number_text, read_number, read_rows, require_node
from inspector.labels.label_set import Field, Label, LabelSet
from lineage.evidence.reading import PayloadError
from lineage.evidence.vocabulary import CalibrationLabel, Scale
from lineage.formats.node import Node

SUPPORT = Field(
    "support",
    Scale.NOMINAL,
    tuple(label.value for label in CalibrationLabel),
    (CalibrationLabel.CLEAR_SUPPORT.value,),
)
"""The labels of this house (S2-31), for sets whose own labels mean such: sets can then be compared with each other."""

SupportOf = Mapping[str, CalibrationLabel]
Rows = Mapping[str, Sequence[Node]]


def read_files(form: Format, files: Files, required: Sequence[str]) -> Rows:
    """The rows of each role, in the order of the files. Raises PayloadError where a file is none, or one is missing."""
    rows: dict[str, list[Node]] = {role: [] for role in form.roles}
    for name, data in files.items():
        read = read_rows(name, data)
        first = next(read, None)
        role = None if first is None else form.find_role(frozenset(first.fields))
        if first is None or role is None:
            raise PayloadError(file_name(name), f"this is no file of {form.label}, which has: {form.files}")
        rows[role] += (first, *read)
    for role in required:
        if not rows[role]:
            raise PayloadError("", f"the file of {role} is missing; {form.label} has: {form.files}")
    return rows


def finish(label_set: LabelSet, rows: Sequence[Node]) -> LabelSet:
    """The set, checked; `rows` are where its items stand. Raises NotALabelSet."""
    return check(label_set, lambda number: rows[number].at, label_set.name)


def with_support(name: str, value: str, support_of: SupportOf) -> dict[str, str]:
    """The published label as what is expected, and what it means among the labels of this house, if anything."""
    meant = support_of.get(value)
    return {name: value} if meant is None else {name: value, SUPPORT.name: meant.value}


def read_label(node: Node) -> str:
    """A label as text: numbers without a decimal point where they are whole. Raises PayloadError."""
    if isinstance(node.value, bool):
        return str(node.value)
    return node.text() if isinstance(node.value, str) else number_text(read_number(node))


def require_label(row: Node, name: str) -> str:
    """Raises PayloadError where it is absent."""
    return read_label(require_node(row, name))


def read_raters(field: str, votes: Node) -> tuple[Label, ...]:
    """The label of each rater from an object {rater: label}; null is none. Raises PayloadError."""
    return tuple(
        Label(field, rater, read_label(Node(value, f"{votes.at}/{rater[:60]}")))
        for rater, value in votes.fields.items()
        if value is not None
    )
