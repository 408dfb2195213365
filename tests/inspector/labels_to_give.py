"""Answers whose claims are labelled in a few keys: paraphrases, each of two passages."""

from __future__ import annotations

from typing import Any

SAID = "The depot at pier {n} opens at {n} o'clock and closes when the last lorry has left."
RULE = "Pier {n}: the depot opens at {n} o'clock. It closes once the last lorry has left the yard."


def two_citations(case: str, claims: int = 3, kind: str = "paraphrase") -> dict[str, Any]:
    """One answer; each claim cites two stretches of one source, the opening and the closing."""
    rules = [RULE.format(n=number) for number in range(1, claims + 1)]
    text = "\n\n".join(rules)
    said = [SAID.format(n=number) for number in range(1, claims + 1)]
    answer = {
        "case": {"key": case, "question": f"When are the depots open? ({case})"},
        "response_version": "1",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": " ".join(said),
        "manifest": [{"label": "E1", "artifact": f"{case}-rules"}],
        "claims": [{"key": f"c{n}", "text": words, "kind": kind} for n, words in enumerate(said, start=1)],
        "citations": [
            citation(n, part, text, words) for n, rule in enumerate(rules, 1) for part, words in enumerate(halves(rule))
        ],
        "sources": [{"key": f"{case}-source", "kind": "text", "versions": [{"version": "1", "title": "Depots"}]}],
        "artifacts": [
            {
                "key": f"{case}-rules",
                "kind": "canonical_extract",
                "origin": "original",
                "source": f"{case}-source",
                "version": "1",
                "language": "en",
                "text": text,
            }
        ],
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def halves(rule: str) -> tuple[str, str]:
    at = rule.index(". ") + 1
    return rule[:at], rule[at + 1 :]


def citation(number: int, part: int, text: str, words: str) -> dict[str, Any]:
    """The closing is said in the same words everywhere: it is the one behind the opening of its own pier."""
    at = text.index(words, text.index(f"Pier {number}:"))
    return {
        "key": f"x{number}-{part + 1}",
        "claim": f"c{number}",
        "marker": f"[{2 * number - 1 + part}]",
        "cited": "E1",
        "range": [at, at + len(words)],
        "unit": "code_point",
    }
