"""Answers of a desk assistant about the house rules of a tool library, forty short claims in all: what Lena labels.

They are made from the labelled rules, so that the imported labels are labels of claims of this house.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

LABELLED = Path(__file__).with_name("labelled.json")
TOPICS = (
    "What may I borrow, and when is the workshop open?",
    "What about deposits, the saw course and delays?",
    "Who may be a member, and what does it cost?",
    "What is at the desk, and what else is lent?",
)
EACH = 10
SOURCE, EXTRACT, TITLE = "tool-library-desk", "tool-library-desk-extract", "House rules at the desk (fictional)"


def read_labelled() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(LABELLED.read_text())
    return found


def address_of(number: int) -> str:
    """The claim that the rule of this number is, as a label set names it."""
    return f"{case_of(number // EACH)}#c{number % EACH + 1}"


def case_of(topic: int) -> str:
    return f"{SOURCE}-{topic + 1}"


def read_desk() -> dict[str, Any]:
    """The bundle, as golden cases are written."""
    rules = read_labelled()
    passages = tuple(dict.fromkeys(rule["passage"] for rule in rules))
    text = "House rules at the desk\n\n" + "\n\n".join(passages)
    version = {"version": "2", "title": TITLE, "labels": ["internal"]}
    source = {"key": SOURCE, "kind": "text", "owner": "Tool library", "language": "en", "versions": [version]}
    artifact = {"key": EXTRACT, "kind": "canonical_extract", "origin": "original", "source": SOURCE, "version": "2"}
    answers = [_answer(topic, rules[topic * EACH : (topic + 1) * EACH], text) for topic in range(len(TOPICS))]
    bundle = {
        "schema": "evidence-inspector/1",
        "sources": [source | {"authority": "authoritative"}],
        "artifacts": [artifact | {"language": "en", "text": text}],
        "answers": answers,
    }
    return {"bundle": bundle, "as_of": "2026-11-20T09:00:00Z"}


def _answer(topic: int, rules: Sequence[dict[str, Any]], text: str) -> dict[str, Any]:
    return {
        "case": {"key": case_of(topic), "question": TOPICS[topic], "persona": {"name": "desk", "labels": ["internal"]}},
        "response_version": "1",
        "answered_at": f"2026-11-19T09:0{topic}:00Z",
        "text": " ".join(rule["claim"] for rule in rules),
        "manifest": [{"label": "E1", "artifact": EXTRACT}],
        "claims": list(_claims(rules)),
        "citations": [_citation(number, rule["passage"], text) for number, rule in enumerate(rules, start=1)],
    }


def _claims(rules: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    start = 0
    for number, rule in enumerate(rules, start=1):
        end = start + len(rule["claim"])
        yield {"key": f"c{number}", "text": rule["claim"], "place": [start, end], "kind": "paraphrase"}
        start = end + 1


def _citation(number: int, passage: str, text: str) -> dict[str, Any]:
    start = text.index(passage)
    place = {"range": [start, start + len(passage)], "unit": "code_point", "quoted_text": passage}
    return {"key": f"x{number}", "claim": f"c{number}", "marker": f"[{number}]", "cited": "E1"} | place
