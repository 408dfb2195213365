"""The golden cases: a small bundle and the exact findings wanted. They are the specification (DESIGN 2)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.native import Collected, read_object
from lineage.evidence.outcomes import Inspection
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy
from lineage.evidence.reading import load_json, validate

CASES = Path(__file__).parent / "cases"
NOW = datetime(2026, 11, 29, tzinfo=UTC)


@dataclass(frozen=True)
class GoldenCase:
    path: Path
    title: str
    demo: bool
    bundle: Any
    as_of: datetime
    policy: GatePolicy
    expected: Any

    @property
    def name(self) -> str:
        return str(self.path.relative_to(CASES).with_suffix(""))


def load_case(path: Path) -> GoldenCase:
    value = load_json(path.read_bytes())
    policy = value.get("policy")
    return GoldenCase(
        path=path,
        title=value["title"],
        demo=value.get("demo", False),
        bundle=value["bundle"],
        as_of=datetime.fromisoformat(value["as_of"]) if "as_of" in value else NOW,
        policy=validate(GatePolicy, policy) if isinstance(policy, dict) else DEFAULT_POLICY,
        expected=value["expected"],
    )


def load_cases() -> list[GoldenCase]:
    return [load_case(path) for path in sorted(CASES.rglob("*.json"))]


def dossiers(collected: Collected) -> Iterator[Dossier]:
    for _, answer in collected.answers:
        yield collected.dossier(answer)


def inspect_case(case: GoldenCase) -> tuple[Dossier, Inspection]:
    collected = read_object(case.bundle)
    assert not collected.problems, [str(problem) for problem in collected.problems]
    (dossier,) = dossiers(collected)
    return dossier, inspect(dossier, case.policy, case.as_of)


def found_in(inspection: Inspection) -> dict[str, Any]:
    """An inspection in the shape of a case's `expected`."""
    return {
        "decision": str(inspection.decision),
        "findings": sorted(
            json.dumps([f.rule, str(f.outcome), f.claim, f.citation, f.detail or ""]) for f in inspection.findings
        ),
        "resolutions": {r.citation: {"status": str(r.status), "detail": str(r.detail)} for r in inspection.resolutions},
    }


def wanted_of(expected: Any) -> dict[str, Any]:
    return {
        "decision": expected["decision"],
        "findings": sorted(
            json.dumps([f["rule"], f["outcome"], f.get("claim"), f.get("citation"), f.get("detail") or ""])
            for f in expected["findings"]
        ),
    }
