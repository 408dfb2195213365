"""FEVER-Symmetric: two claims against two versions of one sentence; the small edit turns each verdict over.

Every claim stands against every version, four items a group. The version is a stratum: a judge that does not read the
evidence is right in one of them and wrong in the other.
"""

from collections.abc import Iterator, Sequence

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import require_node, require_text
from inspector.labels.label_set import Field, LabelItem, LabelSet, Passage, Words
from inspector.labels.publishers.rows import SUPPORT, SupportOf, finish, read_files, require_label, with_support
from lineage.evidence.vocabulary import CalibrationLabel, ExpectedBy, Scale
from lineage.formats.node import Node, is_whole_number

LABEL = "label"
FIELDS = (Field(LABEL, Scale.NOMINAL, ("SUPPORTS", "REFUTES"), ("SUPPORTS",)), SUPPORT)
SUPPORT_OF: SupportOf = {
    "SUPPORTS": CalibrationLabel.CLEAR_SUPPORT,
    "REFUTES": CalibrationLabel.CLEAR_CONTRADICTION,
}


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("groups",))["groups"]
    found = [(item, row) for row in rows for item in _read_group(row)]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether a sentence supports a claim or refutes it, before and after a small edit.",
            origin="TalSchuster/FeverSymmetric, CC BY-SA 3.0",
            fields=FIELDS,
            items=tuple(item for item, _ in found),
        ),
        [row for _, row in found],
    )


def _read_group(row: Node) -> Iterator[LabelItem]:
    """Keys count claims and versions from 1."""
    claims = [node.text() for node in require_node(row, "claims").items]
    versions = [node.text() for node in require_node(row, "evidence_versions").items]
    for label in require_node(row, "labels").items:
        claim, version = _find_place(label, "claim", claims), _find_place(label, "evidence", versions)
        yield LabelItem(
            key=f"{require_text(row, 'group_id')}/{claim + 1}/{version + 1}",
            words=Words(claim=claims[claim], passages=(Passage(versions[version], f"version {version + 1}"),)),
            expected=with_support(LABEL, require_label(label, LABEL), SUPPORT_OF),
            expected_by=ExpectedBy.PUBLISHED,
            strata={"version": str(version + 1)},
        )


def _find_place(label: Node, name: str, texts: Sequence[str]) -> int:
    node = require_node(label, name)
    if not is_whole_number(node.value) or not 0 <= node.value < len(texts):
        raise node.refuse(f"the place of a text is expected here, from 0 to {len(texts) - 1}")
    return node.value


FORMAT = Format(
    name="fever_symmetric",
    label="FEVER-Symmetric",
    about="177 groups of two claims and two versions of a sentence, 708 labels.",
    files="groups_dev.jsonl",
    reads=read,
    roles={"groups": frozenset(("group_id", "claims", "evidence_versions", "labels"))},
)
