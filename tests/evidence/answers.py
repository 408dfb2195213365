"""Small answers for tests of the evidence rules: one claim, one passage, and whatever a test gives besides."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from lineage.evidence.bundle import Answer, Citation
from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.native import read_object
from lineage.evidence.outcomes import Inspection, Resolution
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy
from lineage.evidence.reading import validate
from lineage.evidence.resolution import resolve
from lineage.text.normalization import DEFAULT, NormalizationPolicy
from tests.golden import dossiers

NOW = datetime(2026, 11, 29, tzinfo=UTC)
# Requirements 8: 80 characters, "24 months" at 35, the qualifier at 46.
POLICY_TEXT = "Archived support logs are kept for 24 months, except where a legal hold applies."


def passage(text: str | None = POLICY_TEXT, key: str = "policy", origin: str = "original", **more: Any) -> Any:
    value = {"key": key, "kind": "canonical_extract", "origin": origin, **more}
    return value if text is None else value | {"text": text}


def cite(key: str = "x1", **more: Any) -> Any:
    """A citation of the claim c1; of label E1 unless it says another id."""
    return {"key": key, "claim": "c1", "cited": "E1", **more}


def answer(*citations: Any, **more: Any) -> Any:
    """An answer that was given the artifact `policy` as E1."""
    return {
        "case": {"key": "logs", "environment": "test"},
        "response_version": "1",
        "manifest": [{"label": "E1", "artifact": "policy"}],
        "claims": [{"key": "c1", "text": "Logs are kept for 24 months."}],
        "citations": list(citations),
        "artifacts": [passage()],
        **more,
    }


def dossier_of(value: Any, **shared: Any) -> Dossier:
    """The dossier of one answer, read as from a file."""
    collected = read_object({"answers": [value], **shared})
    assert [str(problem) for problem in collected.problems] == []
    (dossier,) = dossiers(collected)
    return dossier


def inspect_answer(value: Any, policy: GatePolicy = DEFAULT_POLICY, as_of: datetime = NOW, **shared: Any) -> Inspection:
    return inspect(dossier_of(value, **shared), policy, as_of)


def resolve_one(value: Any, policy: NormalizationPolicy = DEFAULT, as_of: datetime = NOW, **shared: Any) -> Resolution:
    """The resolution of the answer's only citation."""
    dossier = dossier_of(value, **shared)
    (citation,) = dossier.answer.citations
    return resolve(dossier, citation, policy, as_of)


def status_of(value: Any, **more: Any) -> tuple[str, str]:
    resolution = resolve_one(value, **more)
    return str(resolution.status), str(resolution.detail)


def as_answer(value: Any) -> Answer:
    return validate(Answer, value)


def as_citation(**value: Any) -> Citation:
    return validate(Citation, cite(**value))


def step(key: str, source: str, output: str, *segments: tuple[list[int], list[int], str], **more: Any) -> Any:
    """A transformation with one derivation; no segments: nobody kept a map."""
    kept = [{"output": out, "input": into, "kind": kind} for out, into, kind in segments] or None
    derivation = {"input": source, "output": output, "segments": kept}
    return {"key": key, "kind": "custom", "mediation": "deterministic", "derivations": [derivation], **more}


def labelled(version: dict[str, Any] | None = None, text: str | None = POLICY_TEXT, **more: Any) -> Any:
    """An answer whose only citation names a passage of the version 1 of a source, described as given."""
    return answer(
        cite(quoted_text="24 months"),
        sources=[{"key": "retention", "versions": [{"version": "1", **(version or {})}]}],
        artifacts=[passage(text, source="retention", version="1")],
        **more,
    )
