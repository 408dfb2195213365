"""Gemini and Vertex answers with grounding: one answer for each candidate (formats.md 6).

A supported segment is a claim, drawn by the producer, and cites every chunk that its support names. A whole sentence
without any supported segment in it is a claim without citation, its border inferred. What `citationMetadata` says is
about recitation: kept as a note, and no evidence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from lineage.evidence.bundle import Answer, Case, Citation, Claim
from lineage.evidence.capture import Annotation, Capture, RetrievalRun
from lineage.evidence.digests import digest_text
from lineage.evidence.vocabulary import AnswerOutcome, GenerationMode
from lineage.evidence.wire import Metadata
from lineage.formats.exchange import unwrap
from lineage.formats.gemini_chunks import Supply, chunk_label, gather
from lineage.formats.gemini_response import (
    Response,
    is_response,
    is_stream,
    join_events,
    read_response,
    split_candidates,
)
from lineage.formats.gemini_segments import Frames, Placed, make_claim, place_segments, read_segment
from lineage.formats.node import Node, is_whole_number
from lineage.formats.parts import read_parts
from lineage.formats.sentences import find_uncited, split_sentences

NAME = "gemini"
WITHHELD = ("SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "SPII")
NOTES = ("usageMetadata", "promptFeedback")
OWN_NOTES = ("finishReason", "citationMetadata", "urlContextMetadata")


class Support(NamedTuple):
    """A support as it was written, with its segment at its place and the claim that it makes."""

    node: Node
    placed: Placed
    claim: Claim | None
    key: str


def matches(payload: object) -> bool:
    """A response, or the events of one, bare or in an exchange."""
    if not isinstance(payload, (dict, list)):
        return False
    exchange = unwrap(payload)
    if exchange.events is not None:
        return is_stream(exchange.events.value)
    return exchange.response is not None and is_response(exchange.response.value)


def split(payload: object) -> tuple[Node, ...]:
    """Every candidate is an answer. Raises PayloadError."""
    return split_candidates(payload) if matches(payload) else (Node(payload),)


def read(payload: object, raw: str) -> tuple[Answer, ...]:
    """The answers of an exchange, response or stream. Raises PayloadError."""
    return read_parts(split(payload), read_part, raw)


def read_part(part: Node, raw: str) -> Answer:
    """The answer of one candidate. Raises PayloadError."""
    if not matches(part.value):
        raise part.refuse("a response with candidates, or the events of a streamed one, is expected here")
    exchange = unwrap(part.value)
    response = join_events(exchange.events.items) if exchange.events else read_response(exchange.response or part)
    text, identity = response.text, response.find_identity()
    chunks = response.find_grounding("groundingChunks")
    supply = gather(chunks, identity or digest_text(raw))
    supports = _supports(response, text)
    model = response.find_model()
    return Answer(
        case=Case(question=_find_question(exchange.request)),
        response_version=identity,
        producer=model or "",
        format=NAME,
        answered_at=_find_moment(response.find("createTime")),
        text=text,
        raw_payload=raw,
        generation=GenerationMode.NATIVE,
        outcome=_outcome(response),
        manifest=supply.manifest() if chunks else None,
        claims=_claims(supports, text),
        citations=tuple(citation for support in supports for citation in _cite(support, supply)),
        capture=Capture(
            retrieval=_retrieval(response),
            annotations=tuple(map(_annotate, supports)) or None,
            configuration=_configuration(exchange.request, model),
            extra=_notes(response),
        ),
        sources=supply.shelf.sources,
        artifacts=supply.shelf.artifacts,
    )


def _supports(response: Response, text: str) -> tuple[Support, ...]:
    nodes = response.find_grounding("groundingSupports")
    placed = place_segments([read_segment(node) for node in nodes], Frames.of(response.texts))
    keys = [f"support-{number}" for number in range(len(nodes))]
    return tuple(
        Support(node, place, make_claim(key, place, text), key)
        for node, place, key in zip(nodes, placed, keys, strict=True)
    )


def _claims(supports: Sequence[Support], text: str) -> tuple[Claim, ...]:
    supported = [support.claim for support in supports if support.claim is not None]
    cited = sorted(claim.place for claim in supported if claim.place is not None)
    inferred = (
        Claim(key=f"sentence-{number}", place=sentence, boundary="inferred")
        for number, sentence in enumerate(find_uncited(text, split_sentences(text), cited))
    )
    return tuple(sorted((*supported, *inferred), key=lambda claim: (claim.place is None, claim.place or ())))


def _cite(support: Support, supply: Supply) -> Iterator[Citation]:
    """A citation for every chunk that a support names. Anything may be wrong with a number; it is kept."""
    fields = support.node.value if isinstance(support.node.value, dict) else {}
    numbers, scores = fields.get("groundingChunkIndices"), fields.get("confidenceScores")
    cited = numbers if isinstance(numbers, list) else [numbers]
    scored = scores if isinstance(scores, list) and len(scores) == len(cited) else [None] * len(cited)
    for place, (number, score) in enumerate(zip(cited, scored, strict=True)):
        label = chunk_label(number) if is_whole_number(number) else number
        passage = supply.passages.get(label) if isinstance(label, str) else None
        yield Citation(
            key=f"{support.key}-chunk-{place}",
            claim=support.claim.key if support.claim else None,
            place=support.placed.span,
            cited=label,
            artifact=passage.artifact.key if passage else None,
            convention=support.placed.convention,
            granularity="passage",
            raw={"groundingChunkIndex": number, "confidenceScore": score},
        )


def _annotate(support: Support) -> Annotation:
    """The support as it came, and how its segment was read."""
    return Annotation(
        place=support.placed.span, raw={"given": support.node.value, "convention": support.placed.convention}
    )


def _find_question(request: Node | None) -> str | None:
    """The words of the last content of the user that has any; a function's response is none."""
    question = None
    for content in (request.find_items("contents") if request else None) or ():
        if content.find_text("role") in (None, "user"):
            texts = [part.find_text("text") for part in content.find_items("parts") or ()]
            question = "\n".join(text for text in texts if text) or question
    return question


def _outcome(response: Response) -> AnswerOutcome:
    reason, feedback = response.find_own("finishReason"), response.find("promptFeedback")
    withheld = (reason is not None and reason.value in WITHHELD) or (
        not response.candidates and feedback is not None and feedback.find("blockReason") is not None
    )
    return AnswerOutcome.ABSTAINED if withheld else AnswerOutcome.ANSWERED


def _retrieval(response: Response) -> tuple[RetrievalRun, ...] | None:
    """The queries that the model wrote. Which pages each of them found is not said."""
    queries = tuple(
        node.text() for name in ("webSearchQueries", "retrievalQueries") for node in response.find_grounding(name)
    )
    return (RetrievalRun(rewrites=queries),) if queries else None


def _configuration(request: Node | None, model: str | None) -> Metadata | None:
    """What the request asked for beside its contents, and the model that answered."""
    asked = {name: value for name, value in request.fields.items() if name != "contents"} if request else {}
    return {**asked, **({"model": model} if model else {})} or None


def _notes(response: Response) -> Metadata | None:
    found = {
        **{name: response.find(name) for name in NOTES},
        **{name: response.find_own(name) for name in OWN_NOTES},
    }
    return {name: node.value for name, node in found.items() if node} or None


def _find_moment(node: Node | None) -> datetime | None:
    """A time with its zone; one that is written otherwise stays in the raw payload."""
    try:
        found = datetime.fromisoformat(node.text()) if node else None
    except ValueError:
        return None
    return found if found is None or found.tzinfo else None
