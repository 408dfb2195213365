"""InCrediblAE: does a text that was altered to deceive a classifier mean the same? Two people, a third on conflict.

The third saw that the two differ: an adjudicator, who enters no figure of agreement. With three different votes the
published label was decided by hand.
"""

from collections.abc import Iterator

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import find_number, require_text
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Passage, Words
from inspector.labels.publishers.rows import finish, read_files, require_label
from lineage.evidence.vocabulary import ExpectedBy, RaterRole, Scale
from lineage.formats.node import Node

STANCE = "stance"
RATERS = {"a1": RaterRole.RATER, "a2": RaterRole.RATER, "a3": RaterRole.ADJUDICATOR}
FIELDS = (Field(STANCE, Scale.NOMINAL, ("0", "1", "2"), ("0",)),)


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("pairs",))["pairs"]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Whether an altered text keeps the meaning (0), changes it (1), or makes no sense (2).",
            origin="GateNLP/CLEF2024_InCrediblAE_Manual_Evaluation_Dataset, CC0",
            fields=FIELDS,
            items=tuple(map(_read_item, rows)),
        ),
        rows,
    )


def _read_item(row: Node) -> LabelItem:
    return LabelItem(
        key=require_text(row, "item_id"),
        words=Words(claim=require_text(row, "altered"), passages=(Passage(require_text(row, "original"), "original"),)),
        labels=tuple(_read_votes(row)),
        expected={STANCE: require_label(row, "agreed")},
        expected_by=ExpectedBy.PUBLISHED,
    )


def _read_votes(row: Node) -> Iterator[Label]:
    for rater, role in RATERS.items():
        vote = row.find(rater)
        if vote is not None:
            yield Label(STANCE, rater, require_label(vote, STANCE), role, find_number(vote, "confidence"))


FORMAT = Format(
    name="incredible_ae",
    label="InCrediblAE",
    about="680 pairs of texts, two people each, a third where they differ, and the label that was published.",
    files="pairs.jsonl",
    reads=read,
    roles={"pairs": frozenset(("item_id", "original", "altered", "agreed"))},
)
