"""A source of many rules, answers that quote them, and the version that follows: what runs of the faults work on."""

from __future__ import annotations

from typing import Any

FIRST_TEXT = [f"Rule {n}: a refund of kind {n} is paid within {n + 3} days of the request." for n in range(1, 61)]


def old_text() -> str:
    return " ".join(FIRST_TEXT)


def new_text() -> str:
    """Every rule moved by a new preamble; of every tenth the number of days is another, every twelfth is gone."""
    kept = [
        sentence.replace(f"within {n + 3} days", f"within {n + 90} days") if n % 10 == 0 else sentence
        for n, sentence in enumerate(FIRST_TEXT, start=1)
        if n % 12 != 0
    ]
    return "These rules hold from today on. " + " ".join(kept)


def answer(case: str, source: str, claims: int) -> dict[str, Any]:
    """One answer; each claim quotes one rule."""
    sentences = FIRST_TEXT[:claims]
    text = " ".join(sentences)
    return {
        "case": {"key": case, "question": f"When is a refund paid? ({case})"},
        "response_version": "1",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": text,
        "manifest": [{"label": "E1", "artifact": f"{source}-rules"}],
        "claims": [
            {"key": f"c{number}", "text": words, "kind": "quotation"} for number, words in enumerate(sentences, start=1)
        ],
        "citations": [
            {
                "key": f"x{number}",
                "claim": f"c{number}",
                "marker": f"[{number}]",
                "cited": "E1",
                "range": [text.index(words), text.index(words) + len(words)],
                "unit": "code_point",
                "quoted_text": words,
            }
            for number, words in enumerate(sentences, start=1)
        ],
        "sources": [{"key": source, "kind": "text", "versions": [{"version": "1", "title": f"Rules of {source}"}]}],
        "artifacts": [
            {
                "key": f"{source}-rules",
                "kind": "canonical_extract",
                "origin": "original",
                "source": source,
                "version": "1",
                "language": "en",
                "text": old_text(),
            }
        ],
    }


def bundle(source: str, answers: int, claims: int) -> dict[str, Any]:
    """`answers` answers of `claims` citations each, all of one text."""
    return {
        "schema": "evidence-inspector/1",
        "answers": [answer(f"{source}-{number}", source, claims) for number in range(answers)],
    }
