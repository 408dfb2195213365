"""Ragas rows: question, answer, contexts, under their old and new names; and annotated metric runs (formats.md 10).

Contexts are plain strings: sources without identity, named by their digest, and nobody said who wrote them, so that
their origin is not recorded. They are numbered from 1 in their order; that `[n]` means the n-th is a convention of this
importer. An answer without markers gives claims without citations: that evidence is missing is for the coverage rule
to say. An annotated metric run judged the response as a whole: there the response is the one claim.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lineage.evidence.bundle import Answer, Case, Claim, JudgeResult, ManifestEntry
from lineage.evidence.capture import Capture
from lineage.evidence.digests import digest_json, digest_text
from lineage.evidence.reading import pointer
from lineage.evidence.vocabulary import ArtifactKind, JudgeScope, JudgeStatus, JudgeVerdict, SourceKind
from lineage.evidence.wire import Json, Metadata
from lineage.formats.marked_prose import MarkedProse, read_marked_prose
from lineage.formats.node import Node
from lineage.formats.parts import read_parts
from lineage.formats.passages import Shelf, describe_version, make_passage
from lineage.text.span import Span

NAME = "ragas"
MARKER_CONTRACT = "positional, counted from 1 (convention of the importer, not declared by the producer)"

QUESTION = ("user_input", "question")
RESPONSE = ("response", "answer")
CONTEXTS = ("retrieved_contexts", "contexts")
WHOLE_RESPONSE = "response"
_LOOKED_AT = 20


@dataclass(frozen=True, slots=True)
class MetricRuns(Node):
    """All runs over one sample, each with the name of its metric; `value` is them as JSON."""

    runs: tuple[tuple[str, Node], ...] = ()


def matches(payload: object) -> bool:
    """A row, a list of rows, an object with `samples`, or metrics with their annotated runs, also as a response."""
    rows = _find_rows(payload)
    if rows is not None:
        return any(is_row(row.value) for row in rows[:_LOOKED_AT])
    return _find_metrics(payload) is not None


def is_row(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return "user_input" in value or ("question" in value and not value.keys().isdisjoint((*CONTEXTS, *RESPONSE)))


def split(payload: object) -> tuple[Node, ...]:
    """The rows, or the samples that metrics ran over."""
    rows = _find_rows(payload)
    if rows is not None:
        return rows
    metrics = _find_metrics(payload)
    return tuple(_group_runs(metrics)) if metrics is not None else (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """An answer for every row or sample. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one row, or of all metric runs over one sample. Raises PayloadError."""
    if isinstance(part, MetricRuns):
        sample = part.runs[0][1].find("metric_input") or part
        return _read_sample(sample, raw, tuple(_judge(part.runs)))
    return _read_sample(part, raw, None)


def _read_sample(node: Node, raw: str, judged: tuple[JudgeResult, ...] | None) -> Answer:
    if not is_row(node.value):
        raise node.refuse("a row with user_input or question is expected here")
    text, contexts = node.find_text(*RESPONSE), node.find_items(*CONTEXTS)
    shelf = Shelf()
    keys = None if contexts is None else {str(n): _put(shelf, item.text()) for n, item in enumerate(contexts, start=1)}
    whole = Claim(key=WHOLE_RESPONSE, place=Span(0, len(text))) if judged is not None and text else None
    prose = read_marked_prose(text, keys, whole) if text else MarkedProse((), ())
    return Answer(
        case=Case(question=_read_question(node)),
        format=NAME,
        text=text,
        raw_payload=raw,
        manifest=None if keys is None else _manifest(keys),
        claims=prose.claims,
        citations=prose.citations,
        judge_results=(judged or ()) if whole else (),
        capture=Capture(marker_contract=None if keys is None else MARKER_CONTRACT, extra=_find_extra(node)),
        sources=shelf.sources,
        artifacts=shelf.artifacts,
    )


def _read_question(node: Node) -> str | None:
    found = node.find(*QUESTION)
    if found is not None and isinstance(found.value, list):
        raise found.refuse("this is a sample of several turns; only rows of one question and one answer are read")
    return node.find_text(*QUESTION)


def _put(shelf: Shelf, text: str) -> str:
    version = describe_version(media_type="text/plain", raw_text=text)
    return shelf.put(make_passage(digest_text(text), SourceKind.TEXT, version, ArtifactKind.CHUNK, text))


def _manifest(keys: Mapping[str, str]) -> tuple[ManifestEntry, ...]:
    entries = enumerate(keys.items())
    return tuple(ManifestEntry(label=label, artifact=key, position=position) for position, (label, key) in entries)


def _find_extra(node: Node) -> Metadata | None:
    known = (*QUESTION, *RESPONSE, *CONTEXTS)
    return {name: value for name, value in node.fields.items() if name not in known} or None


def _find_rows(payload: object) -> tuple[Node, ...] | None:
    if isinstance(payload, list):
        return tuple(Node(payload).items)
    if not isinstance(payload, dict):
        return None
    if isinstance(payload.get("samples"), list):
        return Node(payload).find_items("samples")
    return (Node(payload),) if is_row(payload) else None


def _find_metrics(payload: object) -> Node | None:
    """The object of metric name -> runs; a run has `metric_input` and `metric_output`."""
    if not isinstance(payload, dict):
        return None
    node = Node(payload)
    candidates = (candidate for candidate in (node, node.find("response")) if candidate is not None)
    return next((candidate for candidate in candidates if _hold_runs(candidate.value)), None)


def _hold_runs(value: object) -> bool:
    return isinstance(value, dict) and any(map(_are_runs, value.values()))


def _are_runs(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(run, dict) and "metric_input" in run for run in value)


def _group_runs(metrics: Node) -> Iterator[MetricRuns]:
    """One group for each sample: two metrics over one response are two opinions of one answer."""
    groups: dict[str, list[tuple[str, Node]]] = {}
    for name in metrics.fields:
        runs = Node(metrics.fields[name], metrics.at + pointer(name))
        for run in runs.items if _are_runs(runs.value) else ():
            sample = run.value.get("metric_input") if isinstance(run.value, dict) else run.value
            groups.setdefault(digest_json(sample), []).append((name, run))
    for group in groups.values():
        value: dict[str, list[Json]] = {}
        for name, run in group:
            value.setdefault(name, []).append(run.value)
        yield MetricRuns(value, group[0][1].at, tuple(group))


def _judge(runs: Iterable[tuple[str, Node]]) -> Iterator[JudgeResult]:
    attempts: dict[str, int] = {}
    for metric, run in runs:
        attempts[metric] = attempts.get(metric, 0) + 1
        yield _read_run(metric, run, attempts[metric])


def _read_run(metric: str, run: Node, attempt: int) -> JudgeResult:
    """What a metric said. A 1 or 0 is kept as the score: what a metric's 1 means, the payload does not say."""
    output = run.fields.get("metric_output")
    shown, said = _find_prompt(run)
    return JudgeResult(
        claim=WHOLE_RESPONSE,
        evaluator=metric,
        attempt=attempt,
        scope=JudgeScope.WHOLE_CONTEXT if shown.get("retrieved_contexts") else JudgeScope.UNDECLARED,
        claim_text=_find_text(shown, "response"),
        status=_status(output, said),
        score=_read_score(output),
        verdict=JudgeVerdict.OTHER if said.get("verdict") is not None else None,
        reason=_find_text(said, "reason") or "",
        raw=run.value,
    )


def _read_score(output: object) -> float | None:
    """The number of an output; true, a label, or a whole number that no float holds is none."""
    if isinstance(output, bool) or not isinstance(output, (int, float)):
        return None
    return float(output) if abs(output) <= sys.float_info.max else None


def _status(output: Any, said: Mapping[str, Any]) -> JudgeStatus:
    """No output is not 0: the run failed where the evaluator had answered, else nothing was run."""
    if output is not None:
        return JudgeStatus.COMPLETED
    return JudgeStatus.ERROR if said else JudgeStatus.NOT_RUN


def _find_prompt(run: Node) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Input and output of the only prompt; where a metric asked several, none of them is its reason."""
    prompts = run.find("prompts")
    asked = list(prompts.fields.values()) if prompts else []
    if len(asked) != 1 or not isinstance(asked[0], dict):
        return {}, {}
    shown, said = asked[0].get("prompt_input"), asked[0].get("prompt_output")
    return shown if isinstance(shown, dict) else {}, said if isinstance(said, dict) else {}


def _find_text(fields: Mapping[str, Any], name: str) -> str | None:
    value = fields.get(name)
    return value if isinstance(value, str) else None
