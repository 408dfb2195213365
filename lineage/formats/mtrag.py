"""Tasks of the MTRAG benchmark: answers of several systems over given passages, with people's ratings.

One object {"tasks": [...], "documents": [...], "judgements": [...]}, or tasks alone, also as JSON Lines; then a passage
without words is *not retained*. Names of the publisher's own files are read too: `input`, `targets`, `contexts`,
`predictions`, `evaluations`. Ratings and automatic scores rate an answer as a whole and stay in its capture: they are
no verdict on a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from lineage.evidence.bundle import Answer, Case, ManifestEntry
from lineage.evidence.capture import Capture
from lineage.evidence.reading import PayloadError
from lineage.evidence.vocabulary import ArtifactKind, Attachment, Origin, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.claim_records import find_extra, require_key
from lineage.formats.marked_prose import read_marked_prose
from lineage.formats.node import Node, is_key
from lineage.formats.parts import read_parts
from lineage.formats.passages import Shelf, describe_version, make_passage

NAME = "mtrag"
REFERENCE = "reference"

TURNS = ("turns", "input")
SYSTEM = ("system", "model_id")
ANSWER = ("answer", "model_response")
JUDGEMENTS = ("judgements", "evaluations")
SCORES = ("human", "automatic", "annotations")
OF_TASK = (*TURNS, "targets", "predictions", "reference_answer", "contexts", "context_document_ids", "task_id")


@dataclass(frozen=True, slots=True)
class Task(Node):
    """A task with the answer of one system to it; `value` is both as JSON."""

    task: Node = Node({})
    documents: Mapping[str, Node] | None = None
    system: str = REFERENCE
    answer: Node | None = None
    scores: Metadata | None = None


@dataclass(frozen=True, slots=True)
class Refused(Node):
    """A row that cannot be read, which stops no other."""

    error: PayloadError | None = None


def matches(payload: object) -> bool:
    """A task, a list of tasks, or an object that holds tasks."""
    if isinstance(payload, list):
        return any(map(is_task, payload[:20]))
    if not isinstance(payload, dict):
        return False
    tasks = payload.get("tasks")
    return is_task(payload) or (isinstance(tasks, list) and any(map(is_task, tasks[:20])))


def is_task(value: object) -> bool:
    if not isinstance(value, dict) or "task_id" not in value:
        return False
    return any(isinstance(value.get(name), list) for name in TURNS)


def split(payload: object) -> tuple[Node, ...]:
    """Every judged answer of a task; of a task without any its predictions, else its reference. Raises PayloadError."""
    if not matches(payload):
        return (Node(payload),)
    node = Node(payload)
    if isinstance(payload, list) or is_task(payload):
        rows = tuple(node.items) if isinstance(payload, list) else (node,)
        return tuple(part for row in rows for part in _attempt(row, partial(_of_task, row, None)))
    documents = {key: row for row in node.find_items("documents") or () if (key := _name(row, "document_id"))}
    tasks = {_name(row, "task_id"): row for row in node.find_items("tasks") or ()}
    judgements = node.find_items(*JUDGEMENTS) or ()
    judged = {_name(row, "task_id") for row in judgements}
    return (
        *(part for row in judgements for part in _attempt(row, partial(_of_judgement, row, tasks, documents))),
        *(
            part
            for key, row in tasks.items()
            if key not in judged
            for part in _attempt(row, partial(_of_task, row, documents))
        ),
    )


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """An answer for every task and system. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one system to one task. Raises PayloadError."""
    if isinstance(part, Refused) and part.error is not None:
        raise part.error
    if not isinstance(part, Task) or not is_task(part.task.value):
        raise part.refuse("a task with task_id and turns is expected here, or an answer to a task of this file")
    task, shelf = part.task, Shelf()
    key = require_key(task, "task_id")
    question, before = _read_turns(task)
    manifest = tuple(_supply(part, shelf))
    text = part.answer.text() if part.answer else None
    prose = read_marked_prose(text, None) if text else None
    version = f"{key}:{part.system}"
    return Answer(
        case=Case(key=key, question=question),
        response_version=version if is_key(version) else None,
        producer=part.system,
        format=NAME,
        text=text,
        raw_payload=raw,
        attachment=Attachment.UNKNOWN,
        manifest=manifest,
        claims=prose.claims if prose else (),
        citations=prose.citations if prose else (),
        capture=Capture(extra=_extra(part, before)),
        sources=shelf.sources,
        artifacts=shelf.artifacts,
    )


def _of_task(row: Node, documents: Mapping[str, Node] | None) -> Iterator[Node]:
    if not is_task(row.value):
        yield row
        return
    predictions = row.find_items("predictions") or ()
    for number, prediction in enumerate(predictions):
        system = f"prediction {number + 1}" if number else "prediction"
        yield Task(row.value, row.at, row, documents, system, _find_field(prediction, "text"))
    if not predictions:
        yield Task(row.value, row.at, row, documents, REFERENCE, _find_reference(row))


def _attempt(row: Node, read_row: Callable[[], Iterator[Node]]) -> tuple[Node, ...]:
    try:
        return tuple(read_row())
    except PayloadError as error:
        return (Refused(row.value, row.at, error),)


def _of_judgement(row: Node, tasks: Mapping[str, Node], documents: Mapping[str, Node]) -> Iterator[Node]:
    task = tasks.get(_name(row, "task_id"))
    if task is None or not is_task(task.value):
        yield row
        return
    named = {key: documents[key].value for key in _context_ids(task) if key in documents}
    yield Task(
        {"task": task.value, "documents": list(named.values()), "judgement": row.value},
        row.at,
        task,
        documents,
        row.find_words(*SYSTEM) or "",
        row.find(*ANSWER),
        {name: row.fields[name] for name in SCORES if name in row.fields} or None,
    )


def _find_reference(task: Node) -> Node | None:
    target = next(iter(task.find_items("targets") or ()), None)
    return _find_field(target, "text") if target else task.find("reference_answer")


def _find_field(node: Node, name: str) -> Node | None:
    return node.find(name) if isinstance(node.value, dict) else node


def _read_turns(task: Node) -> tuple[str | None, list[str]]:
    """The last turn as the question, and the turns before it, each behind its speaker."""
    turns = task.find_items(*TURNS) or ()
    said = [(turn.find_text("speaker") or "", turn.find_text("text") or "") for turn in turns]
    return said[-1][1] if said else None, [f"{speaker}: {words}" for speaker, words in said[:-1]]


def _supply(part: Task, shelf: Shelf) -> Iterator[ManifestEntry]:
    """The passages that the task gave, in order, under their ids; whoever wrote them, they are the corpus's words."""
    inline = {_name(row, "document_id"): row for row in part.task.find_items("contexts") or ()}
    for position, key in enumerate(_context_ids(part.task)):
        row = inline.get(key) or (part.documents or {}).get(key)
        text = row.find_text("text") if row else None
        version = describe_version(title=row.find_words("title") if row else None)
        passage = make_passage(
            key,
            SourceKind.OTHER,
            version,
            ArtifactKind.CHUNK,
            text,
            origin=Origin.UNRESOLVED if text is None else Origin.ORIGINAL,
        )
        yield ManifestEntry(label=key, artifact=shelf.put(passage), position=position)


def _context_ids(task: Node) -> tuple[str, ...]:
    listed = task.find_items("context_document_ids")
    if listed is None:
        return tuple(require_key(row, "document_id") for row in task.find_items("contexts") or ())
    for item in listed:
        if not is_key(item.text()):
            raise item.refuse("this id can be no name")
    return tuple(item.text() for item in listed)


def _extra(part: Task, before: list[str]) -> Metadata | None:
    extra: Metadata = dict(find_extra(part.task, OF_TASK) or {})
    if before:
        extra["turns_before"] = list(before)
    return {**extra, **(part.scores or {})} or None


def _name(row: Node, name: str) -> str:
    """An id without complaint: what has none is refused where it is read."""
    value = row.value.get(name) if isinstance(row.value, dict) else None
    return value if isinstance(value, str) else ""
