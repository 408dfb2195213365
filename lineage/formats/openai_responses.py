"""OpenAI Responses with file search and web search; xAI answers have the same shape (formats.md 4).

An annotation says where a marker stands and what it cites. Which statement it supports is not said: the text before
it, back to the last marker or the border of the sentence, is our inference. Ranges address the answer, never a source.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from lineage.evidence.bundle import Answer, Case
from lineage.evidence.capture import Capture
from lineage.evidence.vocabulary import AnswerOutcome, GenerationMode
from lineage.evidence.wire import Metadata
from lineage.formats.exchange import unwrap
from lineage.formats.node import Node, is_whole_number
from lineage.formats.openai_responses_output import (
    Response,
    is_response,
    is_stream,
    join_events,
    read_response,
)
from lineage.formats.openai_responses_sources import Supply
from lineage.formats.openai_responses_texts import annotate, cite, draw_claims, place_texts
from lineage.formats.parts import read_parts

NAME = "openai-responses"
ASKED = ("instructions", "tools", "tool_choice", "temperature", "top_p", "max_output_tokens", "reasoning")
NOTES = ("usage", "status", "incomplete_details", "error", "previous_response_id")
EARLIER = ("previous_response_id", "conversation")
END_OF_TIME = 253_402_300_800


def matches(payload: object) -> bool:
    """A response, or the events of one, bare or in an exchange."""
    if not isinstance(payload, (dict, list)):
        return False
    exchange = unwrap(payload)
    if exchange.events is not None:
        return is_stream(exchange.events.value)
    return exchange.response is not None and is_response(exchange.response.value)


def split(payload: object) -> tuple[Node, ...]:
    """An exchange holds one answer."""
    return (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answer of an exchange, response or stream. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one exchange. Raises PayloadError."""
    if not matches(part.value):
        raise part.refuse("a response with its output, or the events of a streamed one, is expected here")
    exchange = unwrap(part.value)
    response = join_events(exchange.events.items) if exchange.events else read_response(exchange.response or part)
    supply = Supply(is_closed=response.head.find(*EARLIER) is None)
    placed = tuple(place_texts(response.texts))
    for item in placed:
        for anchored in item.anchored:
            supply.add_title(anchored.annotation)
    for call in response.calls:
        supply.add_call(call)
    citations = tuple(citation for item in placed for citation in cite(item, supply))
    return Answer(
        case=Case(question=_find_question(exchange.request)),
        response_version=response.head.find_key("id"),
        producer=response.head.find_words("model") or "",
        format=NAME,
        answered_at=_find_moment(response.head.find("created_at")),
        text="".join(item.text for item in placed),
        raw_payload=raw,
        generation=GenerationMode.NATIVE,
        outcome=_outcome(response),
        manifest=supply.manifest(),
        footnotes=supply.footnotes(),
        claims=tuple(claim for item in placed for claim in draw_claims(item)),
        citations=citations,
        capture=Capture(
            retrieval=tuple(supply.runs) or None,
            annotations=tuple(annotate(item, anchored) for item in placed for anchored in item.anchored) or None,
            configuration=_configuration(exchange.request, response.head),
            extra=_keep(response.head, NOTES) or None,
        ),
        sources=supply.shelf.sources,
        artifacts=supply.shelf.artifacts,
    )


def _find_question(request: Node | None) -> str | None:
    """The words of the last message of the user."""
    given = request.find("input") if request else None
    if given is None or isinstance(given.value, str):
        return given.text() if given else None
    question = None
    for message in given.items:
        if message.find_text("role") == "user":
            question = _words(message.find("content")) or question
    return question


def _words(content: Node | None) -> str | None:
    if content is None or isinstance(content.value, str):
        return content.text() if content else None
    return "\n".join(filter(None, (part.find_text("text") for part in content.items))) or None


def _outcome(response: Response) -> AnswerOutcome:
    texts = list(response.texts)
    refused = bool(texts) and all(text.is_refusal for text in texts)
    return AnswerOutcome.ABSTAINED if refused else AnswerOutcome.ANSWERED


def _configuration(request: Node | None, head: Node) -> Metadata | None:
    """What the request asked for beside its input; without it, what the response repeats of it."""
    asked = (
        {name: value for name, value in request.fields.items() if name != "input"} if request else _keep(head, ASKED)
    )
    model = head.find_text("model")
    return {**asked, **({"model": model} if model else {})} or None


def _keep(head: Node, names: Sequence[str]) -> Metadata:
    return {name: node.value for name in names for node in [head.find(name)] if node}


def _find_moment(node: Node | None) -> datetime | None:
    """Seconds since 1970; a time that is written otherwise stays in the raw payload."""
    seconds = node.value if node else None
    if not is_whole_number(seconds) or not 0 <= seconds < END_OF_TIME:
        return None
    return datetime.fromtimestamp(seconds, UTC)
