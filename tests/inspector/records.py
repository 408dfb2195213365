"""An answer whose texts are of every origin, some of them of a version that needs the label `board`."""

from __future__ import annotations

from typing import Any

POLICY = "Archived logs are kept for 24 months, except where a legal hold applies.\nCounsel approves each deletion."
MINUTES = "The reorganisation tanager closes the harbour office in March."
SUMMARY = "Summary: archived logs are kept for 24 months."
BOARD_CANARIES = ("tanager", "board-minutes", "Minutes of the board", "rev-board-9", "secretariat-of-the-board")


def artifact(key: str, kind: str, origin: str, text: str | None, source: str = "", version: str = "") -> dict[str, Any]:
    found = {"key": key, "kind": kind, "origin": origin, "text": text}
    return found | ({"source": source, "version": version} if source else {})


def records_bundle() -> dict[str, Any]:
    """Two sources, six texts: originals, a chunk with its map, a summary, and a block of a masked text."""
    logs = POLICY[:72]
    claim = "Archived logs are kept for 24 months."
    answer = {
        "case": {"key": "logs", "question": "How long are logs kept?"},
        "response_version": "1",
        "answered_at": "2026-10-10T12:00:00Z",
        "text": claim,
        "manifest": [
            {"label": "E1", "artifact": "chunk-1"},
            {"label": "E3", "artifact": "board-minutes-extract"},
            {"label": "E2", "artifact": "block-of-minutes", "parts": [{"artifact": "board-minutes-extract"}]},
        ],
        "claims": [{"key": "c1", "text": claim}],
        "citations": [
            {"key": "x1", "claim": "c1", "marker": "[1]", "cited": "E1", "range": [0, 13], "unit": "code_point"}
            | {"quoted_text": "Archived logs"},
            {"key": "x2", "claim": "c1", "marker": "[2]", "cited": "E2"},
            {"key": "x3", "claim": "c1", "marker": "[3]", "cited": "E3"},
        ],
        "capture": {
            "request": {"text": f"[E1] {logs}\n[E2] {MINUTES}\nHow long are logs kept?"},
            "aliases": [{"alias": "latest", "source": "policy", "version": "7", "resolved_at": "2026-10-10T11:59:00Z"}],
        },
        "sources": [
            {
                "key": "policy",
                "owner": "=HYPERLINK(1)",
                "versions": [
                    {"version": "7", "title": "Log policy", "uri": "https://policies.example/logs", "raw_text": POLICY}
                    | {"observed_at": "2026-02-01T08:00:00Z", "valid_from": "2026-01-01T00:00:00Z"},
                    {"version": "rev-board-9", "title": "Minutes of the board", "supersedes": "7", "labels": ["board"]}
                    | {"valid_from": "2026-11-05T00:00:00Z"},
                ],
            },
            {
                "key": "board-minutes",
                "owner": "secretariat-of-the-board",
                "versions": [{"version": "rev-board-9", "title": "Minutes of the board", "labels": ["board"]}],
            },
        ],
        "artifacts": [
            artifact("policy-extract", "canonical_extract", "original", POLICY, "policy", "7"),
            artifact("chunk-1", "chunk", "derived", logs, "policy", "7"),
            artifact("summary-1", "summary", "generated", SUMMARY),
            artifact("board-minutes-extract", "canonical_extract", "original", MINUTES, "board-minutes", "rev-board-9"),
            artifact("block-of-minutes", "merged_block", "derived", MINUTES),
            artifact("digest-of-board-minutes", "summary", "generated", "A tanager plan."),
        ],
        "transformations": [
            made("cut", "chunking", "policy-extract", "chunk-1", tool="splitter", tool_version="2")
            | {"mediation": "deterministic"},
            made("sum", "summarization", "policy-extract", "summary-1", model="@writer"),
            made("sum-2", "summarization", "board-minutes-extract", "digest-of-board-minutes", model="writer"),
        ],
    }
    answer["transformations"][0]["derivations"][0]["segments"] = [  # type: ignore[index]
        {"output": [0, 72], "input": [0, 72], "kind": "exact_copy"}
    ]
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def made(key: str, kind: str, source: str, output: str, **names: str) -> dict[str, Any]:
    edge = {"input": source, "output": output}
    return {"key": key, "kind": kind, "mediation": "model", "derivations": [edge], **names}
