"""MTRAG: answers of three systems in conversations, rated by two or three of seven people, and automatic scores.

Ranks stay as they were given (1 to 4, and how often an answer wins): they are ordered, and no words of ours mean them.
The automatic scores are taken as judges of faithfulness.
"""

from collections.abc import Mapping, Sequence

from inspector.labels.format import Files, Format
from inspector.labels.json_lines import read_number, require_node, require_text
from inspector.labels.label_set import (
    Field,
    JudgeConfiguration,
    JudgeResults,
    JudgeSaid,
    LabelItem,
    LabelSet,
    Passage,
    Words,
)
from inspector.labels.publishers.rows import finish, read_files, read_raters
from lineage.evidence.vocabulary import Scale
from lineage.formats.node import Node

FAITHFULNESS = "faithfulness"
RANKED = (FAITHFULNESS, "appropriateness", "completeness", "naturalness")
WIN_RATE = "win-rate"
FIELDS = (
    *(Field(name, Scale.ORDINAL, ("1", "2", "3", "4")) for name in RANKED),
    Field(WIN_RATE, Scale.ORDINAL, ("0", "50", "100")),
)
OF_TASK = ("collection", "answerability")


def read(files: Files) -> LabelSet:
    """Raises NotALabelSet or PayloadError."""
    rows = read_files(FORMAT, files, ("judgements", "tasks", "documents"))
    tasks = {require_text(row, "task_id"): row for row in rows["tasks"]}
    documents = {require_text(row, "document_id"): row for row in rows["documents"]}
    judgements = rows["judgements"]
    return finish(
        LabelSet(
            key=FORMAT.name,
            name=FORMAT.label,
            purpose="How faithful, appropriate, complete and natural an answer is.",
            origin="IBM/mt-rag-benchmark, Apache-2.0",
            fields=FIELDS,
            items=tuple(_read_item(row, _task_of(row, tasks), documents) for row in judgements),
            judges=_read_judges(judgements),
        ),
        judgements,
    )


def _task_of(row: Node, tasks: Mapping[str, Node]) -> Node:
    name = require_node(row, "task_id")
    task = tasks.get(name.text())
    if task is None:
        raise name.refuse("the file of tasks has no such task")
    return task


def _key(row: Node) -> str:
    return f"{require_text(row, 'task_id')}:{require_text(row, 'system')}"


def _read_item(row: Node, task: Node, documents: Mapping[str, Node]) -> LabelItem:
    turns = [
        (turn.find_text("speaker") or "", require_text(turn, "text")) for turn in require_node(task, "turns").items
    ]
    votes = require_node(row, "human")
    named = (node.text() for node in task.find_items("context_document_ids") or ())
    words = Words(
        claim=require_text(row, "answer"),
        passages=tuple(_read_passage(documents[name], name) for name in named if name in documents),
        question=turns[-1][1] if turns else "",
        context="\n".join(f"{speaker}: {text}" for speaker, text in turns[:-1]),
    )
    return LabelItem(
        key=_key(row),
        words=words,
        labels=tuple(
            label
            for name in (*RANKED, WIN_RATE)
            if (said := votes.find(name)) is not None
            for label in read_raters(name, said)
        ),
        strata={"system": require_text(row, "system")}
        | {name: text for name in OF_TASK if (text := task.find_text(name))},
    )


def _read_passage(document: Node, name: str) -> Passage:
    return Passage(require_text(document, "text"), document.find_text("title") or name)


def _read_judges(rows: Sequence[Node]) -> tuple[JudgeResults, ...]:
    said: dict[str, list[JudgeSaid]] = {}
    for row in rows:
        scores = row.find("automatic")
        for judge, score in ({} if scores is None else scores.fields).items():
            if score is not None:
                number = read_number(Node(score, f"{row.at}/automatic/{judge[:60]}"))
                said.setdefault(judge, []).append(JudgeSaid(_key(row), score=number))
    return tuple(
        JudgeResults(configuration=JudgeConfiguration(evaluator=judge), field=FAITHFULNESS, said=tuple(results))
        for judge, results in said.items()
    )


FORMAT = Format(
    name="mtrag",
    label="MTRAG, human evaluation",
    about="306 answers of three systems, each rated by two or three people in five respects, and automatic scores.",
    files="tasks.jsonl, documents.jsonl and judgements.jsonl",
    reads=read,
    roles={
        "judgements": frozenset(("task_id", "system", "answer", "human")),
        "tasks": frozenset(("task_id", "turns")),
        "documents": frozenset(("document_id", "text")),
    },
)
