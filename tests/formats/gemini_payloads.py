"""Small Gemini responses and their readings, in our own words."""

from __future__ import annotations

import json
from typing import Any

from lineage.evidence.bundle import Answer
from lineage.evidence.structure import find_faults
from lineage.formats import gemini

RULE = "Invoices are kept for ten years. Drafts are deleted after a month."
PASSAGE = {"retrievedContext": {"title": "rules.txt", "fileSearchStore": "stores/office", "text": RULE}}
PAGE = {"web": {"uri": "https://example.org/redirect/1", "title": "example.org"}}


def segment(start: Any, end: Any, text: Any, part: Any = None) -> dict[str, Any]:
    fields = {"startIndex": start, "endIndex": end, "text": text, "partIndex": part}
    return {name: value for name, value in fields.items() if value is not None}


def support(named: Any, *chunks: Any, scores: Any = None) -> dict[str, Any]:
    made = {"segment": named, "groundingChunkIndices": list(chunks)}
    return made if scores is None else {**made, "confidenceScores": scores}


def grounding(supports: list[Any], chunks: list[Any]) -> dict[str, Any]:
    return {"groundingSupports": supports, "groundingChunks": chunks, "webSearchQueries": ["invoices kept"]}


def candidate(*parts: Any, grounded: Any = None, index: Any = None, reason: Any = "STOP") -> dict[str, Any]:
    written = [{"text": part} if isinstance(part, str) else part for part in parts]
    made: dict[str, Any] = {"content": {"role": "model", "parts": written}}
    fields = {"groundingMetadata": grounded, "index": index, "finishReason": reason}
    return {**made, **{name: value for name, value in fields.items() if value is not None}}


def response(*candidates: Any) -> dict[str, Any]:
    return {"candidates": list(candidates), "modelVersion": "a-model", "responseId": "r-1"}


def exchange(*candidates: Any) -> dict[str, Any]:
    contents = [{"role": "user", "parts": [{"text": "How long are invoices kept?"}]}]
    return {"request": {"contents": contents, "tools": [{"fileSearch": {}}]}, "response": response(*candidates)}


def read_all(payload: Any) -> tuple[Answer, ...]:
    """The answers of a payload; what they hold has no fault of ours."""
    answers = gemini.read(payload, json.dumps(payload))
    assert [find_faults(answer, {}, {}) for answer in answers] == [()] * len(answers)
    return answers


def read_one(payload: Any) -> Answer:
    (answer,) = read_all(payload)
    return answer
