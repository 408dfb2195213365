"""RAGChecker's meta evaluation: which of two answers is better, by two people (-2 to 2), and a judge's score of each.

Above nought the second answer is better. The judge's number is its score of the second less that of the first.
"""

from collections.abc import Sequence

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import read_number, require_node, require_text
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    Label,
    LabelItem,
    LabelSet,
    Passage,
    Words,
)
from inspector.labels.publishers.rows import finish, read_files, read_raters
from lineage.evidence.vocabulary import Scale
from lineage.formats.node import Node

RANKS = ("-2", "-1", "0", "1", "2")
NAMES = ("correctness", "completeness", "overall")
FIELDS = tuple(Field(name, Scale.INTERVAL, RANKS) for name in NAMES)
JUDGE = JudgeConfiguration(evaluator="ragchecker", parameters={"score": "model2 - model1"})


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("pairs",))["pairs"]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="Which of two answers to a question is better, and by how much.",
            origin="amazon-science/RAGChecker, Apache-2.0",
            fields=FIELDS,
            items=tuple(map(_read_item, rows)),
            judges=tuple(filter(lambda results: results.said, (_read_judge(name, rows) for name in NAMES))),
        ),
        rows,
    )


def _read_item(row: Node) -> LabelItem:
    first, second = (require_node(row, name) for name in ("model1", "model2"))
    reference = row.find_text("reference_answer")
    return LabelItem(
        key=require_text(row, "item_id"),
        words=Words(
            claim=f"Answer 1\n{require_text(first, 'answer')}\n\nAnswer 2\n{require_text(second, 'answer')}",
            passages=() if reference is None else (Passage(reference, "reference answer"),),
            question=row.find_text("query") or "",
        ),
        labels=tuple(_read_votes(row)),
        strata={
            "dataset": require_text(row, "dataset"),
            "system 1": require_text(first, "system"),
            "system 2": require_text(second, "system"),
        },
    )


def _read_votes(row: Node) -> list[Label]:
    votes = require_node(row, "human")
    return [label for name in NAMES if (said := votes.find(name)) for label in read_raters(name, said)]


def _read_judge(name: str, rows: Sequence[Node]) -> JudgeResults:
    said = []
    for row in rows:
        judge = row.find("judge")
        scores = None if judge is None else judge.find(name)
        if scores is not None:
            first, second = (read_number(require_node(scores, model)) for model in ("model1", "model2"))
            said.append(JudgeSaid(require_text(row, "item_id"), score=second - first))
    return JudgeResults(configuration=JUDGE, field=name, said=tuple(said))


FORMAT = Format(
    name="ragchecker",
    label="RAGChecker meta evaluation",
    about="280 pairs of answers compared by two people in three respects, and a judge's scores of both answers.",
    files="pairs.jsonl",
    reads=read,
    roles={"pairs": frozenset(("item_id", "query", "model1", "model2", "human"))},
)
