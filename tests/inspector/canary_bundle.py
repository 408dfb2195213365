"""An answer with words in every place of its source that can have some, each of them found nowhere else."""

from __future__ import annotations

from typing import Any

TITLE, SAFE_TITLE = "Qzvtitle of the harbour", "Qzvsafetitle"
ADDRESS, SAFE_ADDRESS = "https://qzvaddress.example/minutes", "https://qzvpublic.example/minutes"
QUOTE = "the qzvquote crane stands on the north quay"
TEXT = f"Qzvbefore it rained. It is said that {QUOTE} since March. Qzvafter that nobody came."
SUMMARY = "Qzvsummary: a crane stands somewhere."
SECTION, CELL = "Qzvsection of the minutes", "Qzvcell"
JUDGED, REASON = "Qzvinput for the judge", "The passage says qzvreason."
PROMPTED = f"Answer from these. {TEXT}"
NEXT = f"It rained no more. {QUOTE.capitalize()} since April. Nobody came."
OWN = "A crane stands by the water."
QUESTION = "Where does the crane stand?"
CANARY = "qzv"
"""Every word of the source has it, none of the answer's own."""
SOURCE, VERSION = "harbour", "1"


def canary_bundle() -> dict[str, Any]:
    """Quoted, summarised, packed, judged, exposed, retrieved; and a second claim on another source that stays."""
    start = TEXT.index(QUOTE)
    block = f"Boats leave at nine.\n{TEXT}"
    claims = {"c1": OWN, "c2": "A crane is somewhere.", "c3": "It may be by the quay.", "c4": "Boats leave at nine."}
    hits = [{"artifact": key, "path": "dense", "rank": rank, "payload": {"text": TEXT}} for rank, key in enumerate(
        ("minutes", "short", "boats"), start=1)]  # fmt: skip
    words_in_request = {"span": [19, len(PROMPTED)], "origin": "original", "artifact": "minutes"}
    answer = {
        "case": {"key": "crane", "question": QUESTION},
        "response_version": "1",
        "answered_at": "2026-11-02T10:00:00Z",
        "text": " ".join(claims.values()),
        "raw_payload": f'{{"text": "{QUOTE}"}}',
        "manifest": [
            {"label": "E1", "artifact": "minutes"},
            {"label": "E2", "artifact": "short"},
            {"label": "E3", "artifact": "block", "parts": [{"artifact": "boats"}, {"artifact": "minutes"}]},
            {"label": "E4", "artifact": "boats"},
        ],
        "claims": [{"key": key, "text": words} for key, words in claims.items()],
        "citations": [
            cited("x1", "c1", "E1", [start, start + len(QUOTE)], QUOTE),
            cited("x2", "c2", "E2", [0, len(SUMMARY)], SUMMARY),
            cited("x3", "c3", "E3", [21, len(block)], TEXT),
            cited("x4", "c4", "E4", [0, 20], "Boats leave at nine."),
            # Its words stand elsewhere, in the source that is taken away.
            cited("x5", "c3", "E4", [0, 20], QUOTE),
        ],
        "capture": {
            "request": {"text": PROMPTED, "ranges": [words_in_request]},
            "retrieval": [{"query": "crane", "hits": hits}],
        },
        "judge_results": [judged("c1", "x1"), judged("c2", None), judged("c3", "x3")],
        "sources": [
            {
                "key": SOURCE,
                "kind": "text",
                "versions": [
                    {"version": VERSION, "title": TITLE, "safe_title": SAFE_TITLE, "uri": ADDRESS}
                    | {"safe_uri": SAFE_ADDRESS, "raw_text": TEXT}
                ],
            },
            {"key": "timetable", "kind": "text", "versions": [{"version": "1", "title": "Boats"}]},
        ],
        "artifacts": [
            text("minutes", "canonical_extract", "original", TEXT, SOURCE) | {"section": SECTION, "cell": CELL},
            text("boats", "canonical_extract", "original", "Boats leave at nine.", "timetable"),
            text("short", "summary", "generated", SUMMARY, None),
            text("block", "merged_block", "derived", block, None),
        ],
        "transformations": [
            {"key": "summarise", "kind": "summarization", "mediation": "model", "model": "summariser"}
            | {"derivations": [{"input": "minutes", "output": "short"}]}
        ],
    }
    return {"schema": "evidence-inspector/1", "answers": [answer]}


def text(key: str, kind: str, origin: str, words: str, source: str | None) -> dict[str, Any]:
    of = {"source": source, "version": "1"} if source else {}
    return {"key": key, "kind": kind, "origin": origin, "text": words} | of


def cited(key: str, claim: str, entry: str, place: list[int], words: str) -> dict[str, Any]:
    about = {"key": key, "claim": claim, "marker": f"[{key}]", "cited": entry}
    return about | {"range": place, "unit": "code_point", "quoted_text": words}


def judged(claim: str, citation: str | None) -> dict[str, Any]:
    result = {"claim": claim, "evaluator": "judge", "scope": "cited_passage", "status": "completed", "score": 1}
    about = {"citation": citation} if citation else {}
    return result | about | {"input_text": JUDGED, "reason": REASON}
