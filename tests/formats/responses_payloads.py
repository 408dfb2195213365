"""Small OpenAI responses and their readings, in our own words."""

from __future__ import annotations

import json
from typing import Any

from lineage.evidence.bundle import Answer, Citation, Claim
from lineage.evidence.structure import find_faults
from lineage.formats import openai_responses

URL = "https://example.org/rules"
RULE = "Invoices are kept for ten years. Drafts are deleted after a month."


def url_citation(start: Any, end: Any, url: Any = URL, title: Any = "Rules") -> dict[str, Any]:
    fields = {"type": "url_citation", "start_index": start, "end_index": end, "url": url, "title": title}
    return {name: value for name, value in fields.items() if value is not None}


def file_citation(index: Any, file_id: Any = "file-1") -> dict[str, Any]:
    return {"type": "file_citation", "file_id": file_id, "filename": "rules.pdf", "index": index}


def output_text(text: Any, *annotations: Any) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": list(annotations)}


def message(*content: Any) -> dict[str, Any]:
    return {"type": "message", "id": "msg-1", "role": "assistant", "content": list(content)}


def result(text: str, file_id: str = "file-1", score: float = 0.5) -> dict[str, Any]:
    return {"file_id": file_id, "filename": "rules.pdf", "score": score, "text": text, "attributes": {}}


def file_search(*results: Any) -> dict[str, Any]:
    return {"type": "file_search_call", "id": "fs-1", "queries": ["invoices"], "results": list(results)}


def web_search(*urls: str) -> dict[str, Any]:
    sources = [{"type": "url", "url": url} for url in urls]
    return {"type": "web_search_call", "id": "ws-1", "action": {"type": "search", "query": "rules", "sources": sources}}


def response(*output: Any) -> dict[str, Any]:
    return {
        "object": "response",
        "id": "resp-1",
        "created_at": 1_700_000_000,
        "model": "a-model",
        "status": "completed",
        "temperature": 1.0,
        "output": list(output),
    }


def read_one(payload: Any) -> Answer:
    """The only answer of a payload; what it holds has no fault of ours."""
    (answer,) = openai_responses.read(payload, json.dumps(payload))
    assert find_faults(answer, {}, {}) == ()
    return answer


def words(answer: Answer, record: Claim | Citation) -> str | None:
    """The words at a record's place in the answer."""
    return record.place.slice(answer.text or "") if record.place is not None else None
