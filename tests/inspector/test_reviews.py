"""How a claim stands after what people said of it: the cases of tests/reviews, counted by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.figures.consensus import Said, Settled, agreement, count, differing, standing
from lineage.evidence.vocabulary import DecisiveField

FOLDER = Path(__file__).parents[1] / "reviews"
CASES = sorted(FOLDER.glob("*.json"))
EVIDENCE = {"today": b"t" * 32, "before": b"b" * 32}


def newest(verdicts: list[dict[str, Any]]) -> list[Said]:
    said = {
        one["reviewer"]: Said(one["reviewer"], number, EVIDENCE[one["evidence"]], one["fields"])
        for number, one in enumerate(verdicts, start=1)
    }
    return list(said.values())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_claim_stands_as_the_case_says(path: Path) -> None:
    case = json.loads(path.read_text())
    said, today = newest(case["verdicts"]), EVIDENCE["today"]
    decisive = frozenset(DecisiveField(name) for name in case["queue"]["decisive"])
    settled = case.get("settled")
    stands = standing(
        said,
        today,
        case["queue"]["judgements"],
        decisive,
        settled=Settled(settled["verdict"], EVIDENCE[settled["evidence"]]) if settled else None,
        after=case.get("after", 0),
        has_text=case.get("has_text", True),
    )
    counted = count(said, today, case.get("after", 0))
    found = stands._asdict() | {"state": str(stands.state), "differ": list(differing(counted, decisive))}
    assert found == case["expected"]
    assert agreement(counted, decisive) == case["expected"]["agreement"]


def test_there_are_cases() -> None:
    assert len(CASES) == 10
