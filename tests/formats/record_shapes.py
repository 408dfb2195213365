"""The four record shapes, as an application would write them."""

from __future__ import annotations

import json
from typing import Any

from lineage.evidence.bundle import Answer
from lineage.evidence.structure import find_faults
from lineage.formats.registry import read_payload

# Requirements 8: the source has 41 bytes, the aid 57.
SOURCE = "The inspection interval is not specified."
SOURCE_DIGEST = "dd4de6ad830cf900b5229227b50f1582c79f4144b343df67ca70275085ede5eb"
AID = "The inspection interval is 73 days, effective 2031-04-17."
AID_DIGEST = "792e558a2c926adf2b03a083ad066f552726fa1f5b5c1d4a4c46e4bd1602150e"
REF = {"id": "src-v1", "digest": SOURCE_DIGEST, "range": [0, 41], "text": SOURCE}

LEDGER: dict[str, Any] = {
    "fixture": {
        "version": "fixture-v1",
        "query": "What is the inspection interval?",
        "expected": {"interval": "unknown", "date": "unknown"},
        "permitted_derivations": [],
        "unanswerable": True,
    },
    "ledger": {
        "src-v1": {"kind": "original", "bytes": SOURCE},
        "aid-v1": {"kind": "generated", "bytes": AID, "parent": "src-v1"},
    },
    "refs": [
        REF,
        {**REF, "text": AID},
        {"id": "aid-v1", "text": AID},
        {**REF, "digest": "0" * 64},
        {**REF, "range": [0, 99]},
        {**REF, "id": "missing"},
    ],
}

REFUND = "Standard purchases may be returned within 30 days."
DAMAGE = "Damaged items must be reported within 48 hours."
CLAIMS: dict[str, Any] = {
    "question": "How long may I return things?",
    "sources": [
        {"source_id": "refund-2025", "document_version": "2025", "text": REFUND},
        {"source_id": "damaged-2025", "document_version": "2025", "text": DAMAGE},
    ],
    "claims": [
        {"claim_id": "c1", "text": "You have 30 days.", "citation_ids": ["refund-2025"]},
        {"claim_id": "c2", "text": "Report damage in 14 days.", "citation_ids": ["damaged-2024"]},
        {"claim_id": "c3", "text": "Shipping is free.", "citation_ids": []},
        {"claim_id": "c4", "text": "Happy to help!", "citation_ids": [], "requires_citation": False},
    ],
}

MEMO = "Archived support logs are kept for 24 months, except where a legal hold applies."
TABLES: dict[str, Any] = {
    "SourceRecord": [
        {
            "source_id": "memo",
            "version_id": "v3",
            "origin_uri": "https://intranet.example/memo",
            "checksum": None,
            "metadata": {"title": "Retention memo (fictional)"},
        }
    ],
    "Artifact": [
        {
            "artifact_id": "memo-extract",
            "artifact_type": "canonical_extract",
            "source_id": "memo",
            "version_id": "v3",
            "parent_artifact_id": None,
            "text": MEMO,
            "language": "en",
            "metadata": {},
        },
        {
            "artifact_id": "memo-chunk",
            "artifact_type": "chunk",
            "source_id": "memo",
            "version_id": "v3",
            "parent_artifact_id": "memo-extract",
            "text": MEMO[:44],
            "language": "en",
            "metadata": {},
        },
        {
            "artifact_id": "memo-summary",
            "artifact_type": "summary",
            "source_id": "memo",
            "version_id": "v3",
            "parent_artifact_id": "memo-chunk",
            "text": "Logs: 24 months.",
            "language": "en",
            "metadata": {},
        },
    ],
    "Transformation": [
        {
            "transformation_id": "T1",
            "transform_type": "chunking",
            "tool_name": "splitter",
            "tool_version": "2",
            "model_name": None,
            "prompt_hash": None,
            "parameters_json": '{"size": 44}',
            "metadata": {},
        }
    ],
    "TransformationIO": [
        {"transformation_id": "T1", "input_artifact_id": "memo-extract", "output_artifact_id": "memo-chunk"}
    ],
    "Span": [
        {
            "span_id": "s-out",
            "artifact_id": "memo-chunk",
            "start_offset": 0,
            "end_offset": 44,
            "locator_json": None,
            "text_snapshot": None,
        },
        {
            "span_id": "s-in",
            "artifact_id": "memo-extract",
            "start_offset": 0,
            "end_offset": 44,
            "locator_json": None,
            "text_snapshot": MEMO[:44],
        },
    ],
    "SpanMapping": [
        {
            "mapping_id": "m1",
            "transformation_id": "T1",
            "output_span_id": "s-out",
            "input_span_id": "s-in",
            "mapping_type": "exact_copy",
            "support_weight": 1.0,
            "confidence": 0.5,
        }
    ],
}
ANSWERED: dict[str, Any] = {
    **TABLES,
    "question": "How long are logs kept?",
    "Claim": [
        {
            "claim_id": "c1",
            "claim_text": "Logs are kept for 24 months.",
            "supporting_span_ids": ["s-out"],
            "support_level": "direct",
            "derivation_notes": "",
        }
    ],
    "ClaimBinding": [{"claim_id": "c1", "span_id": "s-out", "bound_at": "2026-11-02T09:00:00Z", "stage": "plan"}],
}

BLOCK: dict[str, Any] = {
    "evidence_id": "E3",
    "source": {
        "tenant_id": "tenant-blue",
        "document_id": "retention-policy",
        "document_version": "7",
        "chunk_id": "retention-policy:3",
        "content_hash": "sha256:9e0a33c537975add063a8adcad6b3f46b99347b8845925e9fb0ded9d99e3f149",
        "uri": "https://intranet.example/retention",
    },
    "text": MEMO,
    "retrieval": {"dense_rank": 7, "sparse_rank": 2, "final_rank": 1},
}
ENVELOPES: dict[str, Any] = {
    "question": "How long are logs kept?",
    "blocks": [BLOCK],
    "answer": "Logs are kept for 24 months [E3].",
    "claims": [{"claim_id": "c1", "text": "Logs are kept for 24 months", "citation_ids": ["E3"]}],
}


def read_shape(payload: Any, form: str = "auto") -> Answer:
    """The only answer of a payload; what it holds has no fault of ours."""
    found = read_payload(json.dumps(payload).encode(), form)
    assert [str(problem) for problem in found.problems] == []
    ((_, answer),) = found.answers
    assert find_faults(answer, {}, {}) == ()
    return answer


def problem_of(payload: Any, form: str) -> tuple[str, str]:
    """Pointer and message of the only problem of a payload that gives no answer."""
    found = read_payload(json.dumps(payload).encode(), form)
    assert found.answers == []
    ((_, at, message),) = found.problems
    return at, message


def changed(payload: Any, *path: Any, **fields: Any) -> Any:
    """The payload with fields of the object at `path` set, or left out where they are given as ..."""
    copy = json.loads(json.dumps(payload))
    owner = copy
    for key in path:
        owner = owner[key]
    for name, value in fields.items():
        if value is ...:
            del owner[name]
        else:
            owner[name] = value
    return copy
