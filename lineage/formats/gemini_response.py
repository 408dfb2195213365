"""A Gemini or Vertex response, whole or streamed, as one candidate with its parts (formats.md 6).

A stream repeats the shape of a response: its parts follow each other, and the grounding comes with the last event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lineage.evidence.digests import canonical_json
from lineage.evidence.reading import PayloadError
from lineage.formats.exchange import unwrap
from lineage.formats.node import Node, is_whole_number

MAXIMUM_CANDIDATES = 64
_SIGNS = ("content", "finishReason", "groundingMetadata", "citationMetadata")


@dataclass(frozen=True, slots=True)
class Response:
    """`bodies` are the response, or the events of it; `candidates` are those of them that belong to this answer.

    `texts` has one item for each part: its words, or None for thoughts, calls and whatever else is no answer.
    """

    bodies: tuple[Node, ...]
    candidates: tuple[Node, ...]
    texts: tuple[str | None, ...]

    @property
    def text(self) -> str:
        return "".join(text or "" for text in self.texts)

    def find(self, name: str) -> Node | None:
        """A field of the response, as the last event says it."""
        return _find_last(self.bodies, name)

    def find_own(self, name: str) -> Node | None:
        """A field of the candidate, as the last event says it."""
        return _find_last(self.candidates, name)

    def find_identity(self) -> str | None:
        """The id of the response; of several candidates each has its number behind it."""
        name = self.bodies[0].find_key("responseId") if self.bodies else None
        number = self.candidates[0].find("index") if self.candidates else None
        return f"{name}/{number.value}" if name and number and is_whole_number(number.value) and number.value else name

    def find_model(self) -> str | None:
        return next(filter(None, (body.find_words("modelVersion") for body in reversed(self.bodies))), None)

    def find_grounding(self, name: str) -> tuple[Node, ...]:
        """A list of the grounding. Raises PayloadError where a later event drops what an earlier one listed."""
        found: tuple[Node, ...] = ()
        for candidate in self.candidates:
            grounding = candidate.find("groundingMetadata")
            items = grounding.find_items(name) if grounding else None
            if not items:
                continue
            if found and not {_as_text(item) for item in found} <= {_as_text(item) for item in items}:
                raise items[0].refuse(f"{name} stand in several events, and this one does not repeat the earlier ones")
            found = items
        return found


def is_response(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("promptFeedback"), dict):
        return True
    candidates = value.get("candidates")
    return isinstance(candidates, list) and any(isinstance(c, dict) and any(s in c for s in _SIGNS) for c in candidates)


def is_stream(value: object) -> bool:
    return isinstance(value, list) and any(is_response(event) for event in value[:20])


def is_first_event(value: object) -> bool:
    """Whether this is the beginning of a stream: nothing in it has come to its end."""
    if not isinstance(value, dict) or not is_response(value):
        return False
    candidates = value.get("candidates") or []
    return not any(isinstance(candidate, dict) and candidate.get("finishReason") for candidate in candidates)


def split_candidates(payload: object) -> tuple[Node, ...]:
    """One payload for each candidate: the same one, where the places of the others are empty. Raises PayloadError."""
    exchange = unwrap(payload)
    if exchange.events is not None:
        bodies = [event for event in exchange.events.value if isinstance(event, dict)]
    else:
        bodies = [exchange.response.value] if exchange.response and isinstance(exchange.response.value, dict) else []
    numbers = sorted({number for body in bodies for number in _numbers(body)})
    if len(numbers) < 2:
        return (Node(payload),)
    if len(numbers) > MAXIMUM_CANDIDATES:
        raise PayloadError("", f"{len(numbers)} candidates are more than the {MAXIMUM_CANDIDATES} that can be read")
    return tuple(Node(_keep(payload, number)) for number in numbers)


def read_response(node: Node) -> Response:
    """A response that came whole. Raises PayloadError."""
    return _join((node,))


def join_events(events: Iterable[Node]) -> Response:
    """The response of a stream; one that broke off gives what came. Raises PayloadError."""
    bodies = tuple(events)
    names = [name for name in (body.find("responseId") for body in bodies) if name]
    for name in names:
        if name.value != names[0].value:
            raise name.refuse("this event belongs to another response than the first one")
    return _join(bodies)


def _join(bodies: tuple[Node, ...]) -> Response:
    candidates = tuple(
        candidate for body in bodies for candidate in body.find_items("candidates") or () if candidate.value is not None
    )
    return Response(bodies, candidates, tuple(text for candidate in candidates for text in _texts(candidate)))


def _texts(candidate: Node) -> Iterator[str | None]:
    content = candidate.find("content")
    for part in (content.find_items("parts") if content else None) or ():
        thought = part.find("thought")
        yield None if thought and thought.value is True else part.find_text("text")


def _numbers(body: Mapping[str, Any]) -> Iterator[int]:
    candidates = body.get("candidates")
    for place, candidate in enumerate(candidates if isinstance(candidates, list) else ()):
        if isinstance(candidate, dict):
            yield _number(candidate, place)


def _number(candidate: Mapping[str, Any], place: int) -> int:
    """A candidate's own index, else its place in the list."""
    index = candidate.get("index")
    return index if is_whole_number(index) and index >= 0 else place


def _keep(payload: Any, number: int) -> Any:
    if isinstance(payload, list):
        return [_keep_in(event, number) for event in payload]
    if isinstance(payload.get("response"), dict):
        return {**payload, "response": _keep_in(payload["response"], number)}
    if isinstance(payload.get("events"), list):
        return {**payload, "events": [_keep_in(event, number) for event in payload["events"]]}
    return _keep_in(payload, number)


def _keep_in(body: Any, number: int) -> Any:
    if not isinstance(body, dict) or not isinstance(body.get("candidates"), list):
        return body
    return {
        **body,
        "candidates": [
            # A candidate without an index keeps its place as its number.
            {"index": place, **candidate}
            if isinstance(candidate, dict) and _number(candidate, place) == number
            else None
            for place, candidate in enumerate(body["candidates"])
        ],
    }


def _find_last(nodes: tuple[Node, ...], name: str) -> Node | None:
    return next((found for node in reversed(nodes) for found in [node.find(name)] if found), None)


def _as_text(node: Node) -> str:
    return canonical_json(node.value).decode()
