"""An answer of which everything was recorded, with a closed source in every place where one can be named."""

from __future__ import annotations

from typing import Any

OPEN = "The ferry leaves at nine. Dogs travel free of charge. Bicycles cost two crowns."
CLOSED = "The tanager dossier moves the ferry to the north quay in March."
SUMMARY = "Summary: tanager moves the quay."
QUESTION = "Does a dog pay on the ferry?"
INSTRUCTION = "Answer from the passages and cite each.\n"
HEADING = "[E1] Timetable: "
QUERY = "dogs on the ferry"
BY_THE_WAY = "An aside that nobody marked. "


def full_bundle(*, closed: bool = False) -> dict[str, Any]:
    """`closed` adds a labelled source, a summary of it, and names both wherever a capture can name anything."""
    artifacts = [artifact("timetable", "canonical_extract", "original", OPEN, "ferry", "3")]
    sources = [source("ferry", "3", "Timetable of the ferry")]
    capture = full_capture()
    manifest: list[dict[str, Any]] = [{"label": "E1", "artifact": "timetable", "position": 0, "supplied": [0, 54]}]
    footnotes = [{"number": "1", "target": "E1"}]
    citations = [cited("x1", "c1", "E1", [26, 53], "Dogs travel free of charge.")]
    claims = [{"key": "c1", "text": "Dogs travel free of charge.", "place": [0, 27], "kind": "quotation"}]
    transformations: list[dict[str, Any]] = []
    text, raw = (
        "Dogs travel free of charge. [1]",
        '{"text": "Dogs travel free of charge. [1]", "ids": ["E1"], "weight": 1.50}',
    )
    if closed:
        sources.append(source("closed-dossier.docx", "rev-board-9", "Minutes of the closed board", ["board"]))
        artifacts += [
            artifact(
                "extract-closed-dossier", "canonical_extract", "original", CLOSED, "closed-dossier.docx", "rev-board-9"
            )
            | {"section": "closed session heading", "cell": "cell-of-the-board"},
            artifact("brief-of-the-board", "summary", "generated", SUMMARY, None, None),
        ]
        # Only retrieval names it, it is of no version, and what it was made from is closed.
        artifacts.append(artifact("whisper-of-the-board", "summary", "generated", "Tanager soon.", None, None))
        manifest.append({"label": "E-closed", "artifact": "brief-of-the-board", "position": 1})
        footnotes.append({"number": "2", "target": "E-closed"})
        transformations.append(
            {
                "key": "summarise",
                "kind": "summarization",
                "mediation": "model",
                "model": "summariser",
                "derivations": [
                    {"input": "extract-closed-dossier", "output": "brief-of-the-board"},
                    {"input": "extract-closed-dossier", "output": "whisper-of-the-board"},
                ],
            }
        )
        citations.append(cited("x2", "c2", "E-closed", [9, 16], "tanager"))
        claims.append({"key": "c2", "text": "The quay changes."})
        close(capture)
        raw = f'{{"text": "{CLOSED}"}}'
    answer = {
        "case": {"key": "ferry", "question": QUESTION, "persona": {"name": "traveller"}},
        "response_version": "1",
        "producer": "desk",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": text,
        "rendered": f"{text} Have a good trip.",
        "raw_payload": raw,
        "attachment": "post_hoc_similarity",
        "generation": "portable",
        "manifest": manifest,
        "footnotes": footnotes,
        "claims": claims,
        "citations": citations,
        "capture": capture,
        "sources": sources,
        "artifacts": artifacts,
        "transformations": transformations,
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def full_capture() -> dict[str, Any]:
    request = INSTRUCTION + HEADING + OPEN + "\n" + BY_THE_WAY + QUESTION
    at_open = len(INSTRUCTION) + len(HEADING)
    at_question = len(request) - len(QUESTION)
    return {
        "retrieval": [
            {
                "query": QUERY,
                "rewrites": ["fare for dogs"],
                "started_at": "2026-11-02T09:59:00Z",
                "filters": {"language": ["en"]},
                "thresholds": {"score": 0.4},
                "versions": {"embedding": "embed-3"},
                "fusion": "reciprocal rank",
                "hits": [hit("timetable", "dense", 7), hit("timetable", "sparse", 2)],
                "rerank": {"handed": ["timetable"], "returned": ["timetable"]},
                "candidates": [
                    {
                        "artifact": "timetable",
                        "layer": "evidence_rerank",
                        "fused_rank": 1,
                        "rerank_score": 0.8,
                        "final_rank": 1,
                        "penalty": 0.2,
                        "penalty_reason": "ocr .71",
                        "covers": ["fare"],
                        "index_class": "chunk",
                    }
                ],
                "aids": [{"artifact": "imagined", "kind": "hypothetical_document", "aggregation": "mean_embedding"}],
                "uncovered_subclaims": ["what a cat pays"],
            }
        ],
        "request": {
            "text": request,
            "ranges": [
                {"span": [0, len(INSTRUCTION)], "origin": "instruction", "author": "desk-prompt/17"},
                {"span": [len(INSTRUCTION), at_open], "origin": "label", "block": "E1"},
                {"span": [at_open, at_open + len(OPEN)], "origin": "original", "artifact": "timetable", "block": "E1"},
                {"span": [at_question, len(request)], "origin": "user_query"},
            ],
        },
        "views": [
            {
                "kind": "embedding",
                "artifact": "timetable",
                "text": f"Summary: fares\n{OPEN}",
                "basis": "captured_request",
            },
            {"kind": "language_model", "artifact": "timetable", "text": OPEN, "basis": "configuration_claim"},
            {"kind": "returned_fields", "artifact": "timetable", "text": '{"title": "Timetable"}'},
        ],
        "cards": [{"number": "1", "target": "E1", "page": 1, "position": 1}],
        "hops": [
            {
                "key": "h1",
                "ordinal": 1,
                "proposition": "Dogs are not charged.",
                "status": "supported",
                "supports": ["timetable"],
                "used_by": ["c1"],
                "notes": "as the timetable has it",
            }
        ],
        "conflicts": [{"first": "timetable", "second": "timetable", "precedence": "the newer one", "surfaced": True}],
        "access_checks": [{"phase": "response_time", "outcome": "allowed", "source": "ferry", "version": "3"}],
        "aliases": [{"alias": "latest", "source": "ferry", "version": "3", "resolved_at": "2026-11-02T09:59:00Z"}],
        "corpus": [{"source": "ferry", "version": "3"}],
        "reference": {"gold": ["timetable"]},
        "timings": [{"stage": "generation", "milliseconds": 1200, "tokens": 80, "cost": 0.002}],
        "configuration": {"model": "desk-large", "revision": "b41c7e2", "lockfile": "sha256:ab"},
        "cache": {"hit": False},
        "packed_at": "2026-11-02T10:00:00Z",
    }


def close(capture: dict[str, Any]) -> None:
    """Names the closed source, its text and its summary in every part of a capture."""
    run = capture["retrieval"][0]
    for key, path in (("extract-closed-dossier", "dense"), ("brief-of-the-board", "summary")):
        run["hits"].append(hit(key, path, 1) | {"payload": {"title": "Minutes of the closed board", "words": CLOSED}})
        run["candidates"].append(
            {"artifact": key, "matched_via": "brief-of-the-board", "excluded_reason": f"like {key}", "covers": ["quay"]}
        )
    run["hits"].append(hit("whisper-of-the-board", "summary", 2))
    run["candidates"].append({"artifact": "whisper-of-the-board", "final_rank": 9})
    run["rewrites"].append("when does the tanager move")
    run["uncovered_subclaims"].append("why the tanager moves")
    run["filters"]["source"] = "closed-dossier.docx"
    run["rerank"] = {
        "handed": ["timetable", "extract-closed-dossier"],
        "returned": ["extract-closed-dossier", "timetable"],
    }
    run["deduplicated"] = {"extract-closed-dossier": "brief-of-the-board"}
    run["aids"].append({"artifact": "brief-of-the-board", "kind": "summary"})
    request = capture["request"]
    start = len(request["text"])
    request["text"] += f"\n[E-closed] Minutes of the closed board: {SUMMARY} {CLOSED}"
    at = request["text"].index(SUMMARY)
    request["ranges"] += [
        {"span": [start + 1, at], "origin": "label", "block": "E-closed"},
        {"span": [at, at + len(SUMMARY)], "origin": "generated", "artifact": "brief-of-the-board"},
    ]
    capture["views"].append({"kind": "embedding", "artifact": "extract-closed-dossier", "text": CLOSED})
    capture["cards"].append({"number": "2", "target": "E-closed", "digest": "sha256:" + "ab" * 32})
    capture["hops"].append(
        {
            "key": "h2",
            "ordinal": 2,
            "proposition": "The tanager leaves from the north.",
            "supports": ["extract-closed-dossier"],
            "notes": "tanager it is",
        }
    )
    capture["hops"].append({"key": "h3", "ordinal": 3, "proposition": "So the tanager is moved.", "supports": ["h2"]})
    capture["hops"].append({"key": "h4", "ordinal": 4, "proposition": "A tanager, from nowhere."})
    capture["conflicts"].append(
        {"first": "timetable", "second": "extract-closed-dossier", "precedence": "tanager first", "surfaced": False}
    )
    capture["access_checks"].append(
        {
            "phase": "response_time",
            "outcome": "denied",
            "source": "closed-dossier.docx",
            "version": "rev-board-9",
            "detail": "tanager is closed",
        }
    )
    capture["aliases"].append({"alias": "newest tanager", "source": "closed-dossier.docx", "version": "rev-board-9"})
    capture["corpus"].append({"source": "closed-dossier.docx", "version": "rev-board-9"})
    capture["reference"] |= {"forbidden": ["extract-closed-dossier"], "acceptable": ["brief-of-the-board"]}
    capture["configuration"]["boost"] = ["extract-closed-dossier"]
    capture["cache"]["key"] = "closed-dossier.docx@rev-board-9"


CANARIES = (
    "tanager",
    "closed-dossier.docx",
    "Minutes of the closed board",
    "https://board.example/closed-dossier.docx",
    "office-of-closed-dossier.docx",
    "rev-board-9",
    "closed session heading",
    "cell-of-the-board",
    "extract-closed-dossier",
    "brief-of-the-board",
    "whisper-of-the-board",
    "E-closed",
    "ab" * 32,
)


def hit(key: str, path: str, rank: int) -> dict[str, Any]:
    return {"artifact": key, "path": path, "rank": rank, "score": 0.5, "point_id": f"{key}-{path}"}


def artifact(key: str, kind: str, origin: str, text: str, source: str | None, version: str | None) -> dict[str, Any]:
    found = {"key": key, "kind": kind, "origin": origin, "text": text, "language": "en"}
    return found if source is None else found | {"source": source, "version": version}


def source(key: str, version: str, title: str, labels: list[str] | None = None) -> dict[str, Any]:
    about = {"version": version, "title": title, "uri": f"https://board.example/{key}", "labels": labels or []}
    return {"key": key, "kind": "text", "owner": f"office-of-{key}", "versions": [about]}


def cited(key: str, claim: str, label: str, place: list[int], words: str) -> dict[str, Any]:
    found = {"key": key, "claim": claim, "marker": f"[{key[1:]}]", "cited": label, "quoted_text": words}
    return found | {"range": place, "unit": "code_point", "view": "packed_block"}
