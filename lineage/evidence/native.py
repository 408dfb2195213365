"""The native bundle: one JSON object, or JSON Lines of records that name earlier ones by key or digest (DESIGN 7).

A bad answer leaves nothing of itself and does not stop the others; every problem has its JSON pointer.
"""

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lineage.evidence.bundle import (
    SCHEMA,
    Answer,
    Artifact,
    Content,
    JudgeResult,
    Source,
    Transformation,
    case_key,
    response_version,
)
from lineage.evidence.digests import digest_bytes, digest_text
from lineage.evidence.dossier import Dossier, SharedRecords
from lineage.evidence.reading import PayloadError, PayloadProblems, Problem, load_json, pointer, validate
from lineage.evidence.structure import artifact_faults, find_faults, source_faults, transformation_faults

KINDS: Mapping[str, type] = {
    "contents": Content,
    "sources": Source,
    "artifacts": Artifact,
    "transformations": Transformation,
    "judge_results": JudgeResult,
    "answers": Answer,
}
LINE_TYPES = {kind.removesuffix("s"): kind for kind in KINDS}


@dataclass(slots=True)
class Collected:
    """What was read so far. `answers` come with the line or pointer they were read at; shared records by key."""

    contents: dict[str, Content] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    artifacts: dict[str, Artifact] = field(default_factory=dict)
    transformations: dict[str, Transformation] = field(default_factory=dict)
    judge_results: list[JudgeResult] = field(default_factory=list)
    answers: list[tuple[str, Answer]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    # Made when the first dossier is asked for, which is when everything has been read.
    shared: SharedRecords | None = None
    judged_by_case: dict[str, list[JudgeResult]] | None = None

    def judged(self, answer: Answer) -> tuple[JudgeResult, ...]:
        """The judge results outside an answer that name it."""
        if self.judged_by_case is None:
            self.judged_by_case = {}
            for result in self.judge_results:
                self.judged_by_case.setdefault(result.case or "", []).append(result)
        version = response_version(answer)
        found = self.judged_by_case.get(case_key(answer.case), [])
        return tuple(result for result in found if result.response_version in (None, version))

    def dossier(self, answer: Answer) -> Dossier:
        """One of the answers with all that it rests on in this file."""
        if self.shared is None:
            records = self.sources.values(), self.artifacts.values(), self.transformations.values()
            self.shared = SharedRecords.of(*records)
        return Dossier.among(answer, self.shared, self.judged(answer))


def is_native(value: object) -> bool:
    """Whether a JSON value declares itself a native bundle, or holds one as a golden case."""
    if is_golden_case(value):
        return True
    return isinstance(value, dict) and (value.get("schema") == SCHEMA or "answers" in value)


def is_golden_case(value: object) -> bool:
    """Whether a JSON value is a golden case: a bundle beside what is expected of it (DESIGN 2)."""
    return isinstance(value, dict) and "expected" in value and isinstance(value.get("bundle"), dict)


def is_record(value: object) -> bool:
    """Whether a JSON value is one line of a native JSON Lines bundle."""
    return isinstance(value, dict) and isinstance(value.get("type"), str) and value["type"] in LINE_TYPES


def read_object(value: Mapping[str, Any], found: Collected | None = None) -> Collected:
    """A bundle in one JSON object."""
    found = found or Collected()
    if is_golden_case(value):
        value = value["bundle"]
    if value.get("schema", SCHEMA) != SCHEMA:
        found.problems.append(Problem("", "/schema", f"this version reads {SCHEMA}"))
        return found
    for key in value.keys() - KINDS.keys() - {"schema"}:
        found.problems.append(Problem("", pointer(key), "a bundle has no field of this name"))
    for name in KINDS:
        items = value.get(name, [])
        if not isinstance(items, list):
            found.problems.append(Problem("", pointer(name), "a list is expected here"))
            continue
        for index, item in enumerate(items):
            _add(found, name, item, pointer(name, index))
    return _refuse_unmatched(found)


def read_lines(lines: Iterable[bytes], found: Collected | None = None) -> Collected:
    """A bundle in JSON Lines: each line an object with `type`. Blank lines are passed over."""
    found = found or Collected()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = load_json(line)
        except PayloadError as error:
            found.problems.append(Problem(f"line {number}", error.pointer, error.message))
            continue
        if not is_record(value):
            allowed = ", ".join(LINE_TYPES)
            found.problems.append(Problem(f"line {number}", "/type", f"each line names its type: {allowed}"))
            continue
        name = LINE_TYPES[value.pop("type")]
        _add(found, name, value, "", f"line {number}")
    return _refuse_unmatched(found)


def _refuse_unmatched(found: Collected) -> Collected:
    """A judge result that belongs to no claim of this file would be lost without a word: it is a problem instead."""
    claims = {
        (case_key(answer.case), version, claim.key)
        for _, answer in found.answers
        for version in (response_version(answer), None)
        for claim in answer.claims
    }
    for result in found.judge_results:
        if (result.case, result.response_version, result.claim) not in claims:
            message = f"the judge result names claim {result.claim} of case {result.case}, which is not in this file"
            found.problems.append(Problem("judge results", "", message))
    return found


def _add(found: Collected, name: str, item: object, at: str, place: str = "") -> None:
    try:
        value: Any = validate(KINDS[name], item, at)
        _keep(found, value, at, place)
    except PayloadProblems as error:
        found.problems.extend(problem._replace(place=place) for problem in error.problems)
    except PayloadError as error:
        found.problems.append(Problem(place, error.pointer, error.message))


def _keep(found: Collected, value: Any, at: str, place: str) -> None:
    if isinstance(value, Content):
        _require_digest(value, at)
        found.contents[value.digest] = value
    elif isinstance(value, Answer):
        answer = replace(value, artifacts=tuple(with_text(artifact, found.contents) for artifact in value.artifacts))
        faults = find_faults(answer, found.sources, found.artifacts, at)
        if faults:
            raise PayloadProblems(faults)
        found.answers.append((place or at, answer))
    elif isinstance(value, JudgeResult):
        found.judge_results.append(value)
    else:
        _keep_shared(found, value, at)


def _keep_shared(found: Collected, value: Source | Artifact | Transformation, at: str) -> None:
    shelves: dict[type, dict[str, Any]] = {
        Source: found.sources,
        Artifact: found.artifacts,
        Transformation: found.transformations,
    }
    shelf = shelves[type(value)]
    if isinstance(value, Source):
        _require_none(source_faults(value, at))
    if isinstance(value, Artifact):
        value = with_text(value, found.contents)
        _require_none(artifact_faults(value, found.sources, at))
    if isinstance(value, Transformation):
        _require_none(
            (at + place.removeprefix("/transformations/0"), why)
            for place, why in transformation_faults((value,), found.artifacts)
        )
    known = shelf.get(value.key)
    if known is not None and known != value:
        raise PayloadError(f"{at}/key", f"{value.key} was given before with other content")
    shelf[value.key] = value


def _require_none(faults: Iterable[tuple[str, str]]) -> None:
    problems = tuple(Problem("", at, message) for at, message in faults)
    if problems:
        raise PayloadProblems(problems)


def with_text(artifact: Artifact, contents: Mapping[str, Content]) -> Artifact:
    """The artifact with the text that its digest names, where the bundle holds it."""
    if artifact.text is not None or artifact.digest is None or artifact.digest not in contents:
        return artifact
    return replace(artifact, text=contents[artifact.digest].text)


def _require_digest(content: Content, at: str) -> None:
    if (content.text is None) == (content.base64 is None):
        raise PayloadError(at, "a content has either text or base64")
    if content.text is not None:
        actual = digest_text(content.text)
    else:
        try:
            actual = digest_bytes(base64.b64decode(content.base64 or "", validate=True))
        except ValueError:
            raise PayloadError(f"{at}/base64", "this is not base64") from None
    if actual != content.digest:
        raise PayloadError(f"{at}/digest", f"the content's digest is {actual}")
