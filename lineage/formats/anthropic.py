"""Anthropic Messages with citations (formats.md 5): one answer from an exchange, a message, or a stream of events.

A text block that has citations is a claim, drawn by the producer. Between such blocks stand fragments (" and ", ".")
that state nothing by themselves; a whole sentence without any cited block in it is a claim without citation, its
border inferred. Without the request, documents that are cited have no text: not retained, and no manifest is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from lineage.evidence.bundle import Answer, Case, Citation, Claim
from lineage.evidence.capture import Capture
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import AnswerOutcome, ArtifactKind, GenerationMode, SourceKind
from lineage.evidence.wire import Metadata
from lineage.formats.anthropic_evidence import Supply, gather, request_blocks
from lineage.formats.anthropic_locations import Location, fit_conventions, make_citation, read_location
from lineage.formats.anthropic_message import (
    Block,
    Message,
    is_message,
    is_message_stream,
    join_events,
    read_message,
)
from lineage.formats.exchange import unwrap
from lineage.formats.node import Node
from lineage.formats.parts import read_parts
from lineage.formats.passages import describe_version, make_passage, source_key
from lineage.formats.sentences import find_uncited, split_sentences
from lineage.text.span import Span, cover

NAME = "anthropic"


class Placed(NamedTuple):
    """A text block at its range in the answer."""

    block: Block
    span: Span
    number: int


def matches(payload: object) -> bool:
    """A message, or the events of one, bare or in an exchange."""
    if not isinstance(payload, (dict, list)):
        return False
    exchange = unwrap(payload)
    if exchange.events is not None:
        return is_message_stream(exchange.events.value)
    return exchange.response is not None and is_message(exchange.response.value)


def split(payload: object) -> tuple[Node, ...]:
    """An exchange holds one answer."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer of an exchange, message or stream. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one exchange. Raises PayloadError."""
    if not matches(part.value):
        raise part.refuse("a message with content blocks, or the events of a streamed one, is expected here")
    exchange = unwrap(part.value)
    message = join_events(exchange.events.items) if exchange.events else read_message(exchange.response or part)
    given = tuple(request_blocks(exchange.request)) if exchange.request else ()
    supply = gather((*given, *(block.node for block in message.blocks)))
    placed = tuple(_place(message))
    text = "".join(item.block.text or "" for item in placed)
    identity = message.head.find_key("id")
    if exchange.request is None:
        _add_cited_documents(supply, placed, identity or digest_text(raw))
    return Answer(
        case=Case(question=_find_question(exchange.request)),
        response_version=identity,
        producer=message.head.find_words("model") or "",
        format=NAME,
        text=text,
        raw_payload=raw,
        generation=GenerationMode.NATIVE,
        outcome=_outcome(message),
        manifest=supply.manifest() if exchange.request is not None else None,
        claims=_claims(placed, text),
        citations=tuple(_citations(placed, supply)),
        capture=Capture(configuration=_configuration(exchange.request, message), extra=_usage(message)),
        sources=supply.shelf.sources,
        artifacts=supply.shelf.artifacts,
    )


def _place(message: Message) -> Iterator[Placed]:
    at = 0
    for number, block in enumerate(message.blocks):
        if block.text is not None:
            yield Placed(block, Span(at, at + len(block.text)), number)
            at += len(block.text)


def _claims(placed: tuple[Placed, ...], text: str) -> tuple[Claim, ...]:
    cited = [item for item in placed if _is_claim(item)]
    claims = [Claim(key=_claim_key(item), place=item.span) for item in cited]
    sentences = (sentence for run in _runs(placed) for sentence in _split_within(text, run))
    for number, sentence in enumerate(find_uncited(text, sentences, [item.span for item in cited])):
        claims.append(Claim(key=f"sentence-{number}", place=sentence, boundary="inferred"))
    return tuple(sorted(claims, key=lambda claim: claim.place or Span(0, 0)))


def _runs(placed: tuple[Placed, ...]) -> Iterator[Span]:
    """Stretches of text blocks with nothing between; a tool's call ends the sentence before it."""
    for _, run in groupby(enumerate(placed), key=lambda pair: pair[1].number - pair[0]):
        yield cover(item.span for _, item in run)


def _split_within(text: str, run: Span) -> Iterator[Span]:
    return (sentence.shift(run.start) for sentence in split_sentences(run.slice(text)))


def _citations(placed: tuple[Placed, ...], supply: Supply) -> Iterator[Citation]:
    located: list[tuple[str, str | None, Location]] = []
    for item in placed:
        claim = _claim_key(item) if _is_claim(item) else None
        for number, node in enumerate(item.block.citations):
            key = f"block-{item.number}-citation-{number}"
            located.append((key, claim, read_location(node, supply.passages)))
    fitted = fit_conventions(location for _, _, location in located)
    for key, claim, location in located:
        yield make_citation(key, claim, location, fitted)


def _is_claim(item: Placed) -> bool:
    return bool(item.block.citations) and not item.span.is_empty


def _claim_key(item: Placed) -> str:
    return f"block-{item.number}"


def _add_cited_documents(supply: Supply, placed: tuple[Placed, ...], scope: str) -> None:
    """Passages for what is cited by a number that only the request explains: nobody kept their text."""
    for item in placed:
        for node in item.block.citations:
            location = read_location(node, supply.passages)
            if location.shape is None or location.passage is not None or not isinstance(location.cited, str):
                continue
            title = _find_title(location.raw)
            key = source_key(title, f"{scope}/{location.cited}")
            version = describe_version(title=title)
            passage = make_passage(key, SourceKind.OTHER, version, ArtifactKind.CANONICAL_EXTRACT, None)
            supply.passages[location.cited] = passage
            supply.shelf.put(passage)


def _find_title(raw: Mapping[str, object]) -> str | None:
    title = next((raw[name] for name in ("document_title", "source", "title") if raw.get(name)), None)
    return title if isinstance(title, str) and "\0" not in title and len(title) <= 500 else None


def _find_question(request: Node | None) -> str | None:
    """The words of the last message of the user that has any of its own; a tool's result is none."""
    question = None
    for message in (request.find_items("messages") if request else None) or ():
        if message.find_text("role") == "user":
            question = _own_words(message.find("content")) or question
    return question


def _own_words(content: Node | None) -> str | None:
    if content is None or isinstance(content.value, str):
        return content.text() if content else None
    texts = [block.find_text("text") or "" for block in content.items if block.find_text("type") == "text"]
    return "\n".join(texts) or None


def _outcome(message: Message) -> AnswerOutcome:
    refused = message.tail.find_text("stop_reason") == "refusal"
    return AnswerOutcome.ABSTAINED if refused else AnswerOutcome.ANSWERED


def _configuration(request: Node | None, message: Message) -> Metadata | None:
    """What the request asked for beside its messages, and the model that answered."""
    asked = {name: value for name, value in request.fields.items() if name != "messages"} if request else {}
    model = message.head.find_text("model")
    return {**asked, **({"model": model} if model else {})} or None


def _usage(message: Message) -> Metadata | None:
    kept = {name: node.value for name in ("usage", "stop_reason") for node in [_find_last(message, name)] if node}
    return kept or None


def _find_last(message: Message, name: str) -> Node | None:
    return message.tail.find(name) or message.head.find(name)
