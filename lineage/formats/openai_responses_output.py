"""An OpenAI response, whole or streamed, as its texts with their annotations and the calls between (formats.md 4).

A stream ends with the whole response; of one that broke off the deltas are joined by item and content, and an
annotation comes before the text that it belongs to has ended. Offsets start anew in each text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from lineage.formats.node import Node, is_whole_number

ENDS = ("response.completed", "response.incomplete", "response.failed")


@dataclass(slots=True)
class OutputText:
    """One `output_text`. A refusal has the words with which the model refused, and no annotations."""

    text: str = ""
    annotations: list[Node] = field(default_factory=list)
    is_refusal: bool = False


@dataclass(frozen=True, slots=True)
class Response:
    """`head` holds id, model and usage; `output` a list of texts for each message, a node for each other item."""

    head: Node
    output: tuple[list[OutputText] | Node, ...]

    @property
    def calls(self) -> Iterator[Node]:
        return (item for item in self.output if isinstance(item, Node))

    @property
    def texts(self) -> Iterator[OutputText]:
        return (text for item in self.output if isinstance(item, list) for text in item)


@dataclass(slots=True)
class _Streamed:
    """An item of a stream: as it was announced or finished, and the texts that came for it."""

    item: Node | None = None
    is_done: bool = False
    texts: dict[int, OutputText] = field(default_factory=dict)


def is_response(value: object) -> bool:
    return isinstance(value, dict) and value.get("object") == "response" and isinstance(value.get("output"), list)


def is_stream(value: object) -> bool:
    return isinstance(value, list) and any(
        isinstance(event, dict) and str(event.get("type", "")).startswith("response.") for event in value[:20]
    )


def read_response(node: Node) -> Response:
    """A response that came whole. Raises PayloadError."""
    return Response(node, tuple(map(_read_item, node.find_items("output") or ())))


def join_events(events: Iterable[Node]) -> Response:
    """The response of a stream: as its last event has it, else what came. Raises PayloadError."""
    head = Node({})
    items: dict[str, _Streamed] = {}
    for event in events:
        kind = event.find_text("type") or ""
        response = event.find("response")
        if response is not None:
            if kind in ENDS and response.find_items("output"):
                return read_response(response)
            head = response
        elif kind in ("response.output_item.added", "response.output_item.done"):
            item = event.find("item")
            if item is not None:
                streamed = items.setdefault(item.find_text("id") or "", _Streamed())
                streamed.item, streamed.is_done = item, kind.endswith("done")
        elif kind.startswith(("response.output_text.", "response.refusal.")):
            streamed = items.setdefault(event.find_text("item_id") or "", _Streamed())
            _fill(streamed.texts.setdefault(_index(event), OutputText()), kind, event)
    return Response(head, tuple(map(_close, items.values())))


def _read_item(item: Node) -> list[OutputText] | Node:
    if item.find_text("type") != "message":
        return item
    texts = []
    for content in item.find_items("content") or ():
        match content.find_text("type"):
            case "output_text":
                annotations = list(content.find_items("annotations") or ())
                texts.append(OutputText(content.find_text("text") or "", annotations))
            case "refusal":
                texts.append(OutputText(content.find_text("refusal") or "", is_refusal=True))
            case _:
                pass
    return texts


def _close(streamed: _Streamed) -> list[OutputText] | Node:
    if streamed.item is not None and (streamed.is_done or not streamed.texts):
        return _read_item(streamed.item)
    return [streamed.texts[index] for index in sorted(streamed.texts)]


def _fill(text: OutputText, kind: str, event: Node) -> None:
    match kind:
        case "response.output_text.delta":
            text.text += event.find_text("delta") or ""
        case "response.refusal.delta":
            text.text += event.find_text("delta") or ""
            text.is_refusal = True
        case "response.output_text.annotation.added":
            annotation = event.find("annotation")
            if annotation is not None:
                text.annotations.append(annotation)
        case _:
            pass


def _index(event: Node) -> int:
    index = event.find("content_index")
    if index is None:
        return 0
    if not is_whole_number(index.value):
        raise index.refuse("the whole number of a content is expected here")
    return int(index.value)
