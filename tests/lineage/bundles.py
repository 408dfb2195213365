"""Bundles for tests of importing: an answer of the refund desk, and whatever a test changes of it."""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import Any

from lineage.evidence.native import read_object
from lineage.ingest import Report, ingest
from lineage.models import rows

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
PASSAGE = "A refund is paid within fourteen days of the return."
CLAIM = "A refund is paid within fourteen days."
IRIS = "iris"


def source(key: str = "terms", *versions: dict[str, Any]) -> dict[str, Any]:
    return {"key": key, "kind": "text", "versions": list(versions) or [{"version": "1"}]}


def artifact(key: str = "passage", text: str | None = PASSAGE, **more: Any) -> dict[str, Any]:
    origin = {"kind": "canonical_extract", "origin": "original", "source": "terms", "version": "1"}
    return {"key": key, **origin, **({} if text is None else {"text": text}), **more}


def answer(case_key: str = "refund", **more: Any) -> dict[str, Any]:
    """One claim, one citation of the label E1, which is the artifact `passage`."""
    value = {
        "case": {"key": case_key, "question": "When is a refund paid?", "environment": "test"},
        "response_version": "1",
        "text": CLAIM,
        "manifest": [{"label": "E1", "artifact": "passage"}],
        "claims": [{"key": "c1", "text": CLAIM, "place": [0, len(CLAIM)]}],
        "citations": [{"key": "x1", "claim": "c1", "cited": "E1", "quoted_text": "within fourteen days"}],
    }
    return copy.deepcopy(value) | more


def bundle(*answers: dict[str, Any], **shared: Any) -> dict[str, Any]:
    """Answers that share a source and a passage."""
    return {"sources": [source()], "artifacts": [artifact()], "answers": list(answers) or [answer()]} | shared


def take_in(tenant: rows.Tenant, value: dict[str, Any], as_of: datetime = NOON, **options: Any) -> Report:
    return ingest(tenant, read_object(value), actor=IRIS, as_of=as_of, **options)


def counts() -> dict[str, int]:
    """How many rows each model has."""
    models = (value for value in vars(rows).values() if isinstance(value, type) and hasattr(value, "objects"))
    return {model.__name__: model.objects.count() for model in models}
