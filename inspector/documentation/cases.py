"""The golden cases, each inspected: the examples of the documentation."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from lineage.evidence.inspection import inspect
from lineage.evidence.native import read_object
from lineage.evidence.outcomes import Finding, Inspection
from lineage.evidence.policy import DEFAULT_POLICY, GatePolicy
from lineage.evidence.reading import load_json, validate
from lineage.evidence.vocabulary import LEVEL_WEIGHT, Level


@dataclass(frozen=True, slots=True)
class ExampleCase:
    """One golden case and its inspection. `name` is its path below the cases' folder, without the suffix."""

    name: str
    title: str
    about: str
    bundle: Any
    inspection: Inspection

    def findings_of(self, code: str) -> list[Finding]:
        return [finding for finding in self.inspection.findings if finding.rule == code]

    def passes(self, code: str) -> bool:
        return not self.findings_of(code) and bool(self.inspection.counts.get(code, {}).get("pass"))

    @property
    def size(self) -> int:
        return len(str(self.bundle))

    @property
    def is_held(self) -> bool:
        """Whether any rule holds or blocks the answer."""
        return any(LEVEL_WEIGHT[f.level] >= LEVEL_WEIGHT[Level.REVIEW] for f in self.inspection.findings)


def read_cases(folder: Path) -> list[ExampleCase]:
    return [_read(folder, path) for path in sorted(folder.glob("*/*.json"))]


def _read(folder: Path, path: Path) -> ExampleCase:
    case = load_json(path.read_bytes())
    collected = read_object(case["bundle"])
    ((_, answer),) = collected.answers
    dossier = collected.dossier(answer)
    policy = validate(GatePolicy, case["policy"]) if isinstance(case.get("policy"), dict) else DEFAULT_POLICY
    inspection = inspect(dossier, policy, datetime.fromisoformat(case["as_of"]))
    name = str(path.relative_to(folder).with_suffix(""))
    return ExampleCase(name, case["title"], case["about"], case["bundle"], inspection)
