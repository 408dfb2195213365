"""PubMedQA: a question of medicine against an abstract, answered by two people, and the answer that was published.

One of them (a1) read the conclusion of the abstract, the other (a2) did not. The published answer rests on both.
"""

from collections.abc import Iterator

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import require_text
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, Passage, Words
from inspector.labels.publishers.rows import finish, read_files, require_label
from lineage.evidence.vocabulary import ExpectedBy, Scale
from lineage.formats.node import Node

ANSWER = "answer"
RATERS = ("a1", "a2")
FIELDS = (Field(ANSWER, Scale.NOMINAL, ("yes", "no", "maybe"), ("yes",)),)
CONCLUSION = "CONCLUSION (a1 read it, a2 did not)"


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("questions",))["questions"]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="What an abstract answers to a question: yes, no, or maybe.",
            origin="pubmedqa/pubmedqa, MIT",
            fields=FIELDS,
            items=tuple(map(_read_item, rows)),
        ),
        rows,
    )


def _read_item(row: Node) -> LabelItem:
    question = require_text(row, "question")
    return LabelItem(
        key=require_text(row, "pmid"),
        words=Words(claim=question, passages=tuple(_read_passages(row))),
        labels=tuple(Label(ANSWER, rater, require_label(row, rater)) for rater in RATERS if row.find(rater)),
        expected={ANSWER: require_label(row, "final")},
        expected_by=ExpectedBy.PUBLISHED,
    )


def _read_passages(row: Node) -> Iterator[Passage]:
    for section in row.find_items("sections") or ():
        yield Passage(require_text(section, "text"), section.find_text("label") or "")
    conclusion = row.find_text("conclusion")
    if conclusion is not None:
        yield Passage(conclusion, CONCLUSION)


FORMAT = Format(
    name="pubmedqa",
    label="PubMedQA",
    about="500 questions with an abstract each, answered by two people, and the answer that was published.",
    files="items.jsonl",
    reads=read,
    roles={"questions": frozenset(("pmid", "question", "final"))},
)
