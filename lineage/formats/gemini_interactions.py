"""Answers of the Gemini Interactions API: `steps[].content[]` with annotations (formats.md 6).

A `url_citation` or `file_citation` covers the statement that it supports, in UTF-8 bytes of its own text item, end
exclusive. No words are named beside the numbers, so nothing could prove another unit: where one range of a text cuts a
character or leaves it, none of that text is placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from lineage.evidence.bundle import Answer, Case, Citation, Claim
from lineage.evidence.capture import Annotation, Capture, RetrievalRun
from lineage.evidence.locating import UNFITTING
from lineage.evidence.vocabulary import ArtifactKind, GenerationMode, SourceKind
from lineage.formats.answer_ranges import Ruler, choose_convention, convention_name, read_offsets
from lineage.formats.exchange import unwrap
from lineage.formats.node import Node
from lineage.formats.parts import read_parts
from lineage.formats.passages import Passage, Shelf, describe_version, make_passage, source_key
from lineage.formats.sentences import find_uncited, split_sentences
from lineage.text.span import Span
from lineage.text.units import Convention, Unit

NAME = "gemini-interactions"
DOCUMENTED = Convention(Unit.BYTE_UTF8, end_inclusive=False)
FILE_NAMES = ("document_uri", "file_name", "source")
NOTES = ("status", "usage", "service_tier")


class Cited(NamedTuple):
    """An annotation as it came, its place in the answer, and what it names; None where it names nothing."""

    raw: Any
    place: Span | None
    convention: str
    passage: Passage | None


def matches(payload: object) -> bool:
    """An interaction, bare or in an exchange."""
    if not isinstance(payload, dict):
        return False
    response = unwrap(payload).response
    return response is not None and _is_interaction(response.value)


def split(payload: object) -> tuple[Node, ...]:
    """An interaction is one answer."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one interaction. Raises PayloadError."""
    if not matches(part.value):
        raise part.refuse("an interaction with steps is expected here")
    exchange = unwrap(part.value)
    response = exchange.response or part
    steps = response.find_items("steps") or ()
    items = tuple(_text_items(steps))
    text = "".join(words for words, _ in items)
    shelf, cited = Shelf(), tuple(_read_items(items))
    for each in cited:
        if each.passage is not None:
            shelf.put(each.passage)
    supported = _claims(cited)
    model = response.find_words("model")
    return Answer(
        case=Case(question=_find_question(exchange.request)),
        response_version=response.find_key("id"),
        producer=model or "",
        format=NAME,
        answered_at=_find_moment(response.find("created")),
        text=text,
        raw_payload=raw,
        generation=GenerationMode.NATIVE,
        claims=_with_uncited(supported, text),
        citations=tuple(_cite(cited, {claim.place: claim.key for claim in supported})),
        capture=Capture(
            retrieval=_retrieval(steps),
            annotations=tuple(Annotation(place=each.place, raw=each.raw) for each in cited) or None,
            configuration={"model": model} if model else None,
            extra={name: response.fields[name] for name in NOTES if name in response.fields} or None,
        ),
        sources=shelf.sources,
        artifacts=shelf.artifacts,
    )


def _is_interaction(value: object) -> bool:
    return isinstance(value, dict) and value.get("object") == "interaction" and isinstance(value.get("steps"), list)


def _text_items(steps: Sequence[Node]) -> Iterator[tuple[str, tuple[Node, ...]]]:
    """The words of the model, item by item, with their annotations. Thoughts and calls are no answer."""
    for step in steps:
        if step.find_text("type") != "model_output":
            continue
        for item in step.find_items("content") or ():
            if item.find_text("type") in (None, "text"):
                yield item.find_text("text") or "", item.find_items("annotations") or ()


def _read_items(items: Sequence[tuple[str, tuple[Node, ...]]]) -> Iterator[Cited]:
    at = 0
    for text, nodes in items:
        ruler = Ruler(text)
        fields = [node.value if isinstance(node.value, dict) else {} for node in nodes]
        offsets = [read_offsets(each.get("start_index", 0), each.get("end_index")) for each in fields]
        finders = [partial(ruler.find_place, each) for each in offsets if each is not None]
        convention = choose_convention((DOCUMENTED,), finders)
        for node, ends in zip(nodes, offsets, strict=True):
            place = ruler.find_place(ends, convention) if ends and convention else None
            said = convention_name(convention) if place and convention else UNFITTING if ends else ""
            yield Cited(node.value, place.shift(at) if place else None, said, _read_source(node))
        at += len(text)


def _read_source(node: Node) -> Passage | None:
    """A page or file known by its name; what was read of it the interaction does not say."""
    if not isinstance(node.value, dict):
        return None
    is_page = node.find_text("type") == "url_citation"
    name = node.find_words("url") if is_page else node.find_words(*FILE_NAMES)
    if not name:
        return None
    version = describe_version(title=node.find_words("title"), uri=name)
    kind = SourceKind.WEB_PAGE if is_page else SourceKind.OTHER
    return make_passage(source_key(name, name), kind, version, ArtifactKind.CHUNK, None)


def _claims(cited: Sequence[Cited]) -> tuple[Claim, ...]:
    """Every supported statement once, whoever of several annotations drew it."""
    places = sorted({each.place for each in cited if each.place is not None})
    return tuple(Claim(key=f"statement-{number}", place=place) for number, place in enumerate(places, start=1))


def _with_uncited(supported: Sequence[Claim], text: str) -> tuple[Claim, ...]:
    places = [claim.place for claim in supported if claim.place is not None]
    inferred = (
        Claim(key=f"sentence-{number}", place=sentence, boundary="inferred")
        for number, sentence in enumerate(find_uncited(text, split_sentences(text), places), start=1)
    )
    return tuple(sorted((*supported, *inferred), key=lambda claim: claim.place or Span(0, 0)))


def _cite(cited: Sequence[Cited], claims: dict[Span | None, str]) -> Iterator[Citation]:
    for number, each in enumerate(cited, start=1):
        name = each.passage.source.versions[0].uri if each.passage else None
        yield Citation(
            key=f"annotation-{number}",
            claim=claims.get(each.place) if each.place else None,
            place=each.place,
            cited=name,
            url=name if each.passage and each.passage.source.kind is SourceKind.WEB_PAGE else None,
            artifact=each.passage.artifact.key if each.passage else None,
            convention=each.convention,
            granularity="document",
            raw=each.raw,
        )


def _find_question(request: Node | None) -> str | None:
    """The text of the request's input; of a list the texts that stand in it directly."""
    given = request.find("input") if request else None
    if given is None or isinstance(given.value, str):
        return given.text() if given else None
    if not isinstance(given.value, list):
        return None
    texts = [item.find_text("text") for item in given.items if isinstance(item.value, dict)]
    return "\n".join(text for text in texts if text) or None


def _retrieval(steps: Sequence[Node]) -> tuple[RetrievalRun, ...] | None:
    """The queries that the model wrote. Which pages each of them found is not said."""
    queries = [
        query.text()
        for step in steps
        if step.find_text("type") in ("google_search_call", "file_search_call") and (asked := step.find("arguments"))
        for query in asked.find_items("queries") or ()
    ]
    return (RetrievalRun(rewrites=tuple(queries)),) if queries else None


def _find_moment(node: Node | None) -> datetime | None:
    """A time with its zone; one that is written otherwise stays in the raw payload."""
    try:
        found = datetime.fromisoformat(node.text()) if node else None
    except ValueError:
        return None
    return found if found is None or found.tzinfo else None
