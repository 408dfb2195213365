"""An Anthropic message, whole or streamed, as blocks that keep their place in the payload (formats.md 5).

In a stream a `content_block_start` opens a block, `citations_delta` (one citation each) and `text_delta` fill it, all
joined by `index`. Other deltas (tool input, thinking) carry no words of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from lineage.formats.node import Node, is_whole_number


@dataclass(slots=True)
class Block:
    """A content block. `text` is None for what is no text: tool calls, search results, thinking."""

    node: Node
    text: str | None = None
    citations: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Message:
    """`head` holds id, model and usage; `tail` the stop reason, which a stream tells at its end."""

    head: Node
    tail: Node
    blocks: tuple[Block, ...]


def is_message(value: object) -> bool:
    return isinstance(value, dict) and value.get("type") == "message" and isinstance(value.get("content"), list)


def is_message_stream(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(e, dict) and e.get("type") == "message_start" for e in value[:20])


def read_message(node: Node) -> Message:
    """A message that came whole. Raises PayloadError."""
    return Message(node, node, tuple(_open(block) for block in node.find_items("content") or ()))


def join_events(events: Iterable[Node]) -> Message:
    """The message of a stream; one that broke off gives what came. Raises PayloadError."""
    head = tail = Node({})
    blocks: dict[int, Block] = {}
    for event in events:
        match event.find_text("type"):
            case "message_start":
                head = event.find("message") or head
            case "content_block_start":
                blocks[_index(event)] = _open(event.find("content_block") or Node({"type": "text"}, event.at))
            case "content_block_delta":
                _fill(blocks.setdefault(_index(event), Block(event)), event.find("delta"))
            case "message_delta":
                tail = event.find("delta") or tail
            case _:
                pass
    return Message(head, tail, tuple(blocks[index] for index in sorted(blocks)))


def _open(node: Node) -> Block:
    if node.find_text("type") != "text":
        return Block(node)
    return Block(node, node.find_text("text") or "", list(node.find_items("citations") or ()))


def _fill(block: Block, delta: Node | None) -> None:
    if delta is None:
        return
    kind = delta.find_text("type")
    if kind == "text_delta":
        block.text = (block.text or "") + (delta.find_text("text") or "")
    elif kind == "citations_delta":
        block.citations.append(delta.find("citation") or delta)


def _index(event: Node) -> int:
    index = event.find("index")
    if index is None or not is_whole_number(index.value):
        raise (index or event).refuse("the whole number of a content block is expected here")
    return int(index.value)
