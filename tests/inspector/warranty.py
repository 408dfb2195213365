"""An answer that was given one chunk of a long original: what its claim says stands elsewhere in it."""

from __future__ import annotations

from typing import Any

from inspector.readers import as_reader
from lineage.access import Reader
from lineage.models import rows

HEAD = "The warranty covers the motor. Parts that wear out are not covered. "
FILLER = "Nothing is promised here. " * 42
# The assertion of S0-44: at 1204 of the extract, outside of the chunk.
EXTRACT = (HEAD + FILLER).ljust(1172) + "The warranty of the motor lasts 24 months. It ends on 24\r\nmonths\x00."
CHUNK = HEAD.rstrip()
CLAIM = "The motor is under warranty for 24 months."
AT = 1204


def warranty_bundle(case: str = "motor", kind: str = "text", **version: Any) -> dict[str, Any]:
    segment = {"output": [0, len(CHUNK)], "input": [0, len(CHUNK)], "kind": "exact_copy"}
    about = {"source": f"{case}-terms", "version": "1"}
    return {
        "schema": "evidence-inspector/1",
        "answers": [
            {
                "case": {"key": case, "question": "How long is the warranty?"},
                "response_version": "1",
                "answered_at": "2026-11-02T10:00:00Z",
                "text": CLAIM,
                "manifest": [{"label": "E1", "artifact": f"{case}-chunk"}],
                "claims": [{"key": "c1", "text": CLAIM, "kind": "paraphrase"}],
                "citations": [
                    {
                        "key": "x1",
                        "claim": "c1",
                        "marker": "[1]",
                        "cited": "E1",
                        "range": [0, len("The warranty covers the motor.")],
                        "unit": "code_point",
                    }
                ],
                "sources": [
                    {
                        "key": f"{case}-terms",
                        "kind": kind,
                        "versions": [{"version": "1", "title": "Terms of the motor", **version}],
                    }
                ],
                "artifacts": [
                    {
                        "key": f"{case}-extract",
                        "kind": "canonical_extract",
                        "origin": "original",
                        "text": EXTRACT,
                        **about,
                    },
                    {"key": f"{case}-chunk", "kind": "chunk", "origin": "derived", "text": CHUNK, **about},
                ],
                "transformations": [
                    {
                        "key": f"{case}-cut",
                        "kind": "chunking",
                        "mediation": "deterministic",
                        "derivations": [
                            {"input": f"{case}-extract", "output": f"{case}-chunk", "segments": [segment]}
                        ],
                    }
                ],
            }
        ],
    }


def reader_named(tenant: rows.Tenant, member: Any) -> Reader:
    return as_reader(member.memberships.select_related("tenant").get(tenant=tenant))


def claim_of(tenant: rows.Tenant, case: str = "motor") -> Any:
    return rows.Claim.objects.get(tenant=tenant, answer__case__key=case, key="c1")


def stretch(start: int, end: int, **values: Any) -> dict[str, Any]:
    """A stretch of the extract as a form sends it."""
    return {"artifact": "motor-extract", "start": start, "end": end, "words": EXTRACT[start:end]} | values
