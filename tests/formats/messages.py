"""Small Anthropic exchanges and their readings, in our own words."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from lineage.evidence.bundle import Answer
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.structure import find_faults
from lineage.formats import anthropic

AS_OF = datetime(2026, 11, 2, tzinfo=UTC)
RULE = "Invoices are kept for ten years. Drafts are deleted after a month."


def text_document(text: str, title: str | None = "retention.txt") -> dict[str, Any]:
    return {"type": "document", "title": title, "source": {"type": "text", "media_type": "text/plain", "data": text}}


def block_document(*texts: str) -> dict[str, Any]:
    content = [{"type": "text", "text": text} for text in texts]
    return {"type": "document", "source": {"type": "content", "content": content}}


def char_location(start: Any, end: Any, quote: Any, index: Any = 0) -> dict[str, Any]:
    return {
        "type": "char_location",
        "document_index": index,
        "start_char_index": start,
        "end_char_index": end,
        "cited_text": quote,
    }


def block_location(start: int, end: int, quote: str) -> dict[str, Any]:
    return {
        "type": "content_block_location",
        "document_index": 0,
        "start_block_index": start,
        "end_block_index": end,
        "cited_text": quote,
    }


def text_block(text: str, *citations: Any) -> dict[str, Any]:
    return {"type": "text", "text": text, "citations": list(citations)}


def message(*content: Any) -> dict[str, Any]:
    return {"type": "message", "id": "msg_1", "model": "a-model", "stop_reason": "end_turn", "content": list(content)}


def exchange(given: list[Any], *content: Any) -> dict[str, Any]:
    question = {"type": "text", "text": "How long are invoices kept?"}
    request = {"model": "a-model", "messages": [{"role": "user", "content": [*given, question]}]}
    return {"request": request, "response": message(*content)}


def read_one(payload: Any) -> Answer:
    """The only answer of a payload; what it holds has no fault of ours."""
    (answer,) = anthropic.read(payload, json.dumps(payload))
    assert find_faults(answer, {}, {}) == ()
    return answer


def statuses(answer: Answer) -> list[tuple[str, str]]:
    """Status and detail of every citation, under the default policy."""
    found = inspect(Dossier.of(answer), DEFAULT_POLICY, AS_OF)
    return [(str(resolution.status), str(resolution.detail)) for resolution in found.resolutions]
