"""Names and recorded values as a viewer may see them: a masked one is a count, never a name. Pure."""

import json
from collections.abc import Iterable, Mapping

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.answer_region import Fact, Listed, Passage
from lineage.evidence.bundle import Artifact

MASKED_NAME = "a passage that you may not read"
MASKED_PASSAGE = Passage(is_masked=True)
LONGEST_VALUE = 400


def passage_of(reading: AnswerReading, key: str) -> Passage:
    """The passage of an artifact key, a manifest label or a source key, whichever the producer wrote."""
    if reading.mask.hides(key):
        return MASKED_PASSAGE
    artifact = reading.dossier.artifacts.get(key)
    entries = reading.dossier.entries.get(key, ())
    if artifact is None and entries:
        return passage_of(reading, entries[0].artifact)
    if artifact is None:
        return Passage(key=key, is_known=key in reading.dossier.sources)
    return Passage(
        key=key,
        label=reading.labels.get(key, ""),
        title=title_of(reading, artifact),
        origin=artifact.origin.value,
        url=reading.version_urls.get((artifact.source or "", artifact.version or ""), ""),
    )


def title_of(reading: AnswerReading, artifact: Artifact) -> str:
    version = reading.dossier.find_version(artifact)
    if version is None or reading.mask.hides_version(artifact.source, artifact.version):
        return ""
    return version.safe_title or version.title or artifact.source or ""


def passages_of(reading: AnswerReading, keys: Iterable[str]) -> tuple[Passage, ...]:
    return tuple(passage_of(reading, key) for key in keys)


def fact(reading: AnswerReading, name: str, value: object) -> Fact:
    """A recorded value in one line; masked where it names what the viewer may not read, or was made from it."""
    if value is None or value == "":
        return Fact(name, None)
    words = value if isinstance(value, str) else compact(value)
    if reading.mask.speaks_of(words):
        return Fact(name, None, is_masked=True)
    return Fact(name, words if len(words) <= LONGEST_VALUE else f"{words[:LONGEST_VALUE]}…")


def facts_of(reading: AnswerReading, values: Mapping[str, object] | None) -> tuple[Fact, ...]:
    """The members of a recorded object; none where it was not recorded."""
    found = []
    for name, value in (values or {}).items():
        shown = "a setting" if reading.mask.speaks_of(name) else name
        found.append(fact(reading, shown, compact(value)))
    return tuple(found)


def compact(value: object) -> str:
    """A JSON value as a reader writes it: texts without quotation marks, lists with commas."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(compact(one) for one in value)
    if isinstance(value, Mapping):
        return "; ".join(f"{name} {compact(one)}" for name, one in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


def written(reading: AnswerReading, words: str | None, *, made: bool = False) -> Fact:
    """Words from outside; `made` ones may have been written from any passage, so with a masked one they are hidden."""
    if words is None:
        return Fact("", None)
    hidden = (made and reading.hides_any) or reading.mask.speaks_of(words)
    return Fact("", None if hidden else words, is_masked=hidden)


def listed_of(reading: AnswerReading, shown: int, total: int, part: str) -> Listed:
    """With the address that opens the whole list of a part."""
    return Listed(shown, total, f"{reading.url}?{part}=all#{part}")
