"""The texts of an answer that one can point into, and the index of the one that an address names. Pure."""

from collections.abc import Iterable, Iterator
from urllib.parse import urlencode

from inspector.pages.answer_reading import AnswerReading
from inspector.pages.character_origin_view import TextGroup, TextLink
from lineage.evidence.bundle import Artifact
from lineage.evidence.character_origin import NoText, OriginIndex
from lineage.evidence.vocabulary import Origin

ANSWER, REQUEST = ":answer", ":request"
MOST_LISTED = 60
UNKNOWN = "This answer has no text of that name, or it is one that you may not read. Choose one of those listed."
HIDDEN_REQUEST = (
    "The request holds words of a source that you may not read, so it is not shown; "
    "ask the owner of the case for access."
)


def groups_of(reading: AnswerReading, wanted: str) -> tuple[TextGroup, ...]:
    """The answer and its request, what was given to the generator, and the texts on the way to the sources."""
    artifacts = {key: found for key in reading.dossier.artifacts if (found := _find_kept(reading, key))}
    given = [
        key for key in dict.fromkeys(e.artifact for e in reading.dossier.answer.manifest or ()) if key in artifacts
    ]
    made = [key for key in artifacts if key not in given and artifacts[key].origin is not Origin.ORIGINAL]
    ends = [key for key in artifacts if key not in given and artifacts[key].origin is Origin.ORIGINAL]
    groups = (
        TextGroup("Of the answer", tuple(_own_texts(reading, wanted))),
        _group(reading, "Given to the generator", [artifacts[key] for key in given], wanted),
        _group(reading, "Made on the way", [artifacts[key] for key in made], wanted),
        _group(reading, "Source texts", [artifacts[key] for key in ends], wanted),
    )
    return tuple(group for group in groups if group.texts)


def count_masked(reading: AnswerReading) -> int:
    """How many texts of the answer's evidence are not listed because the viewer may not read them."""
    return sum(reading.dossier.find_text(key) is not None for key in reading.masked)


def find_index(reading: AnswerReading, wanted: str) -> OriginIndex | str:
    """The index of the text that is wanted, or why there is none to show."""
    dossier = reading.dossier
    try:
        if wanted == ANSWER:
            return OriginIndex.of_answer(dossier, reading.inspection)
        if wanted == REQUEST:
            # Ranges may be missing or wrong, so that masked words could stand anywhere in it.
            return HIDDEN_REQUEST if reading.hides_any else OriginIndex.of_request(dossier)
        if reading.find_artifact(wanted) is None:
            return UNKNOWN
        return OriginIndex.of_artifact(dossier, wanted)
    except NoText as error:
        return f"There is nothing to point at: {error}."


def name_of(reading: AnswerReading, wanted: str) -> str:
    if wanted in (ANSWER, REQUEST):
        return "the answer" if wanted == ANSWER else "the assembled request"
    artifact = reading.find_artifact(wanted)
    return f"{artifact.kind.label} {artifact.key}" if artifact else ""


def first_text(reading: AnswerReading) -> str:
    """What is shown where the address names no text: the answer, else what comes first in the list."""
    if reading.dossier.answer.text is not None:
        return ANSWER
    links = (link for group in groups_of(reading, "") for link in group.texts)
    return next((link.key for link in links), ANSWER)


def query_of(wanted: str, at: int) -> str:
    return urlencode({"text": wanted, "at": at})


def _find_kept(reading: AnswerReading, key: str) -> Artifact | None:
    artifact = reading.find_artifact(key)
    return artifact if artifact is not None and artifact.text is not None else None


def _own_texts(reading: AnswerReading, wanted: str) -> Iterator[TextLink]:
    answer = reading.dossier.answer
    if answer.text is not None:
        yield TextLink("the answer", ANSWER, "", f"?{query_of(ANSWER, 0)}", wanted == ANSWER)
    if answer.capture.request is not None and answer.capture.request.text is not None:
        yield TextLink("the assembled request", REQUEST, "", f"?{query_of(REQUEST, 0)}", wanted == REQUEST)


def _group(reading: AnswerReading, heading: str, artifacts: Iterable[Artifact], wanted: str) -> TextGroup:
    every = [_link(reading, artifact, wanted) for artifact in artifacts]
    listed = [link for at, link in enumerate(every) if at < MOST_LISTED or link.is_here]
    return TextGroup(heading, tuple(listed), len(every) - len(listed))


def _link(reading: AnswerReading, artifact: Artifact, wanted: str) -> TextLink:
    entries = reading.dossier.answer.manifest or ()
    labels = ", ".join(entry.label for entry in entries if entry.artifact == artifact.key)
    url = f"?{query_of(artifact.key, 0)}"
    return TextLink(artifact.kind.label, artifact.key, labels, url, artifact.key == wanted)
