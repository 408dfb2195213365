"""SciTab: claims of scientific papers against a table. A table is written out row by row, its marks as published."""

from collections.abc import Mapping

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import require_node, require_text
from inspector.labels.label_set import Field, LabelItem, LabelSet, Passage, Words
from inspector.labels.publishers.rows import SUPPORT, SupportOf, finish, read_files, require_label, with_support
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, Scale
from lineage.formats.node import Node

LABEL = "label"
FIELDS = (Field(LABEL, Scale.NOMINAL, ("supports", "refutes", "not enough info"), ("supports",)), SUPPORT)
SUPPORT_OF: SupportOf = {
    "supports": CalibrationLabel.CLEAR_SUPPORT,
    "refutes": CalibrationLabel.CLEAR_CONTRADICTION,
    "not enough info": CalibrationLabel.INSUFFICIENT_EVIDENCE,
}


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("claims", "tables"))
    tables = {require_text(row, "table_id"): row for row in rows["tables"]}
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether a table of a paper supports a claim or refutes it.",
            origin="XinyuanLu00/SciTab, MIT",
            fields=FIELDS,
            items=tuple(_read_item(row, tables) for row in rows["claims"]),
        ),
        rows["claims"],
    )


def _read_item(row: Node, tables: Mapping[str, Node]) -> LabelItem:
    name = require_node(row, "table_id")
    table = tables.get(name.text())
    if table is None:
        raise name.refuse("the file of tables has no such table")
    return LabelItem(
        key=require_text(row, "id"),
        words=Words(
            claim=require_text(row, "claim"),
            passages=(Passage(_write_out(table), table.find_text("caption") or ""),),
            context=table.find_text("paper") or "",
        ),
        expected=with_support(LABEL, require_label(row, LABEL), SUPPORT_OF),
        expected_by=ExpectedBy.PUBLISHED,
    )


def _write_out(table: Node) -> str:
    rows = (require_node(table, "columns"), *require_node(table, "rows").items)
    return "\n".join(" | ".join(cell.text() for cell in row.items) for row in rows)


FORMAT = Format(
    name="scitab",
    label="SciTab",
    about="1,224 claims against 213 tables of papers, each supported, refuted, or neither.",
    files="claims.jsonl and tables.jsonl",
    reads=read,
    roles={
        "claims": frozenset(("id", "table_id", "claim", "label")),
        "tables": frozenset(("table_id", "caption", "columns", "rows")),
    },
)
