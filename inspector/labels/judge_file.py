"""What a judge said of a label set <-> JSON Lines: a header with what it was set to, then a line for each answer.

Apart from the labels on purpose: nobody who labels finds it in an export. Labels are the judge's own words; `labels`
of the header says which label of the field each of them means.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from inspector.labels.json_lines import (
    file_name,
    find_number,
    find_term,
    find_texts,
    number_text,
    only,
    plain,
    read_number,
    read_rows,
    require_node,
    require_text,
)
from inspector.labels.judge_checking import check_judge, check_meanings, check_said
from inspector.labels.label_set import JudgeConfiguration, JudgeResults, JudgeSaid, NotALabelSet
from inspector.labels.limits import shown
from inspector.labels.seals import check_seal, compare_bytes, compare_counts, find_counts, sealed
from lineage.evidence.digests import canonical_json, digest_parts
from lineage.evidence.reading import PayloadError
from lineage.evidence.vocabulary import JudgeStatus
from lineage.formats.node import Node, is_whole_number

JUDGE_SCHEMA = "evidence-inspector-judge/1"
NO_LABELS: Mapping[str, str] = MappingProxyType({})
WORDS = ("evaluator", "model", "prompt", "rubric", "parser_version")
_HEADER = frozenset(("schema", "configuration", "field", "labels", "counts", "digest", "header_digest"))
_LINE = frozenset(("item", "attempt", "status", "label", "score", "raw", "message"))


class JudgeFile(NamedTuple):
    """What was said, in the judge's own words, and what these mean; empty where they are the field's own values."""

    results: JudgeResults
    labels: Mapping[str, str]


def read_judge_file(data: bytes, name: str = "judge.jsonl") -> JudgeFile:
    """Raises NotALabelSet with the place of whatever is wrong, changed or missing."""
    try:
        return _read(data, name)
    except PayloadError as error:
        raise NotALabelSet(str(error)) from None


def write_judge_file(results: JudgeResults, labels: Mapping[str, str] = NO_LABELS) -> Iterator[bytes]:
    """The lines, each with its line break."""
    asked = results.configuration
    configuration = {word: value for word in WORDS if (value := getattr(asked, word))}
    if asked.parameters:
        configuration["parameters"] = dict(asked.parameters)
    header = {
        "schema": JUDGE_SCHEMA,
        "configuration": configuration,
        "field": results.field,
        "labels": dict(labels),
        "counts": {"results": len(results.said)},
        "digest": digest_parts(map(_line, results.said)),
    }
    return chain((canonical_json(sealed(header)) + b"\n",), map(_line, results.said))


def _read(data: bytes, name: str) -> JudgeFile:
    rows = read_rows(name, data)
    first = next(rows, None)
    if first is None:
        raise NotALabelSet(f"{file_name(name)}: there is nothing in it")
    if first.fields.get("schema") != JUDGE_SCHEMA:
        raise first.refuse(f"the first line says the schema, which is {JUDGE_SCHEMA} here")
    only(first, _HEADER)
    check_seal(first)
    configuration = _read_configuration(require_node(first, "configuration"))
    said: dict[tuple[str, int], JudgeSaid] = {}
    for row in rows:
        one = _read_said(row)
        if said.setdefault((one.item, one.attempt), one) is not one:
            raise row.refuse(f"attempt {one.attempt} on the item {shown(one.item)} is given twice")
    if not said:
        raise first.refuse("there is no result behind it")
    field = require_text(first, "field")
    results = JudgeResults(configuration=configuration, field=field, said=tuple(said.values()))
    compare_counts(find_counts(first), {"results": len(said)}, first.at)
    compare_bytes(first, data, name)
    try:
        return JudgeFile(check_judge(results), check_meanings(find_texts(first, "labels")))
    except NotALabelSet as error:
        raise NotALabelSet(f"{file_name(name)}: {error}") from None


def _read_configuration(row: Node) -> JudgeConfiguration:
    only(row, frozenset((*WORDS, "parameters")))
    parameters = row.find("parameters")
    return JudgeConfiguration(
        evaluator=require_text(row, "evaluator"),
        model=row.find_text("model") or "",
        prompt=row.find_text("prompt") or "",
        rubric=row.find_text("rubric") or "",
        parser_version=row.find_text("parser_version") or "",
        parameters={} if parameters is None else _read_parameters(parameters),
    )


def _read_parameters(row: Node) -> dict[str, str | int | float | bool]:
    parameters: dict[str, str | int | float | bool] = {}
    for name, value in row.fields.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            read_number(Node(value, row.at))
        elif not isinstance(value, (str, bool)):
            raise row.refuse(f"{name[:60]!r}: a parameter is a text, a number, or true or false")
        parameters[name] = value
    return parameters


def _read_said(row: Node) -> JudgeSaid:
    only(row, _LINE)
    attempt = row.find("attempt")
    if attempt is not None and not is_whole_number(attempt.value):
        raise attempt.refuse("a whole number is expected here")
    said = JudgeSaid(
        item=require_text(row, "item"),
        status=find_term(row, "status", JudgeStatus, JudgeStatus.COMPLETED),
        label=_find_label(row),
        score=find_number(row, "score"),
        attempt=1 if attempt is None else attempt.value,
        raw=row.find_text("raw") or "",
        message=row.find_text("message") or "",
    )
    try:
        check_said(said)
    except NotALabelSet as error:
        raise row.refuse(str(error)) from None
    return said


def _find_label(row: Node) -> str | None:
    """The judge's word; a number is written as a label writes it."""
    found = row.find("label")
    if found is None:
        return None
    return found.text() if isinstance(found.value, str) else number_text(read_number(found))


def _line(said: JudgeSaid) -> bytes:
    values: dict[str, Any] = {"item": said.item}
    if said.attempt != 1:
        values["attempt"] = said.attempt
    if said.status is not JudgeStatus.COMPLETED:
        values["status"] = said.status.value
    if said.score is not None:
        values["score"] = plain(said.score)
    if said.label is not None:
        values["label"] = said.label
    words = {name: word for name in ("raw", "message") if (word := getattr(said, name))}
    return canonical_json(values | words) + b"\n"
