"""The records of an answer without the words of an erased source: what stays is the answer's own. Pure."""

from collections.abc import Collection
from typing import Any, NamedTuple

from lineage.evidence import vocabulary
from lineage.evidence.bundle import Answer, JudgeResult
from lineage.evidence.reading import PayloadProblems, validate
from lineage.evidence.striking import STRUCK, Traces, strike_json

Path = tuple[Any, ...]

# Fields that say nothing where they are empty: struck out, they are as if nobody had recorded them.
ABSENT = frozenset({"quoted_text", "text", "input_text", "query", "notes", "missing_basis", "raw", "url"})
KEYS = frozenset(
    {"key", "artifact", "source", "version", "label", "claim", "citation", "alias", "target", "number", "case"}
    | {"response_version", "evaluator", "digest", "input_digest", "configuration_digest", "prompt_digest"}
)
"""Ids and digests outlive what they name (S0-87)."""
JUDGED = ("input_text", "reason", "raw")
QUOTED = ("quoted_text", "raw", "selectors")
MOST_REPAIRS = 20
OURS = frozenset(
    member.value
    for terms in vars(vocabulary).values()
    if isinstance(terms, type) and issubclass(terms, vocabulary.Term)
    for member in terms
)
TAKEN = "\0taken out"
"""Stands for a text that was struck out until it is clear what may stand in its place; no text of ours is it."""


class Citing(NamedTuple):
    """Which citations of an answer rest on the erased source, and the claims that they are of; by key."""

    citations: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()


def strike_record(record: dict[str, Any], traces: Traces, citing: Citing) -> dict[str, Any]:
    """`Answer.record` without quotes of the source, what judges were given of it, and every text that holds its words.

    Words of claims and the marks of citations are the answer's own. What remains can be read as an answer.
    """
    answer: dict[str, Any] = strike_json(record["answer"], _striker(traces), _is_kept_of_answer)
    for citation in answer.get("citations", ()):
        if citation.get("key") in citing.citations:
            _take_out(citation, QUOTED)
    for result in answer.get("judge_results", ()):
        _strike_judged(result, citing)
    return record | {"answer": repair(Answer, _without_taken(answer))}


def strike_judgement(result: dict[str, Any], traces: Traces, citing: Citing) -> dict[str, Any]:
    """A judge's result that came apart from its answer."""
    struck: dict[str, Any] = strike_json(result, _striker(traces), _is_kept_of_judge)
    _strike_judged(struck, citing)
    return repair(JudgeResult, _without_taken(struck))


def strike_any(value: Any, traces: Traces) -> Any:
    """Any other JSON of ours: reports, relocations, parameters."""
    return strike_json(value, lambda text: "" if _holds(traces, text) else text, _is_key)


def repair(kind: type[Any], value: dict[str, Any]) -> dict[str, Any]:
    """The value as its type can be read: where an empty text is none that is allowed, a mark stands instead."""
    for _ in range(MOST_REPAIRS):
        try:
            validate(kind, value)
        except PayloadProblems as found:
            if not any(_mark(value, problem.pointer) for problem in found.problems):
                return value
        else:
            return value
    return value


def _striker(traces: Traces) -> Any:
    return lambda text: TAKEN if _holds(traces, text) else text


def _holds(traces: Traces, text: str) -> bool:
    """A word of ours, such as `original`, tells nothing of a source that is called so."""
    return text not in OURS and traces.are_in(text)


def _is_key(path: Path) -> bool:
    return next((part for part in reversed(path) if isinstance(part, str)), "") in KEYS


def _is_kept_of_answer(path: Path) -> bool:
    """Ids; and in the answer's own part its claims' words, marks and question."""
    if path[:1] == ("case",) or _is_key(path):
        return True
    own = len(path) > 2 and path[0] == "claims" and path[2] in ("text", "notes")
    marker = len(path) > 2 and path[0] == "citations" and path[2] == "marker"
    return own or marker or (path[:1] == ("judge_results",) and path[-1] == "claim_text")


def _is_kept_of_judge(path: Path) -> bool:
    return _is_key(path) or path[-1:] == ("claim_text",)


def _strike_judged(result: dict[str, Any], citing: Citing) -> None:
    if result.get("citation") in citing.citations or result.get("claim") in citing.claims:
        _take_out(result, JUDGED)


def _take_out(value: dict[str, Any], names: Collection[str]) -> None:
    for name in names:
        value.pop(name, None)


def _without_taken(value: Any) -> Any:
    """Without fields that were struck out and may be absent; elsewhere an empty text."""
    if isinstance(value, list):
        return [_without_taken(item) for item in value]
    if isinstance(value, dict):
        return {
            name: _without_taken(item) for name, item in value.items() if item != TAKEN or name not in ABSENT
        }
    return "" if value == TAKEN else value


def _mark(value: Any, pointer: str) -> bool:
    """Puts a mark where the empty text at a pointer is refused; whether there was one."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    for part in parts[:-1]:
        value = _step(value, part)
    if not parts or _step(value, parts[-1]) != "":
        return False
    if isinstance(value, list):
        value[int(parts[-1])] = STRUCK
    else:
        value[parts[-1]] = STRUCK
    return True


def _step(value: Any, part: str) -> Any:
    if isinstance(value, list):
        return value[int(part)] if part.isdigit() and int(part) < len(value) else None
    return value.get(part) if isinstance(value, dict) else None
