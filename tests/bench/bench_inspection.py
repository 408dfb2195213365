"""`inspect()`: 10 claims, 20 citations, 5 sources of 200 kB each, in less than 10 ms."""

import json
from datetime import UTC, datetime
from statistics import median
from typing import Any

import pytest

from lineage.evidence.bundle import Answer
from lineage.evidence.dossier import Dossier
from lineage.evidence.dossier_digest import compute_digest
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.formats.registry import read_payload
from tests.bench import data
from tests.bench.timing import show_times, take_turns

NOW = datetime(2026, 11, 29, tzinfo=UTC)
BAR = 10e-3
EXTRACTS, CHUNKS = "cited in the extracts", "cited in chunks of normalized extracts"
ANSWERS = {EXTRACTS: data.answer_on_long_sources, CHUNKS: data.answer_on_long_paths}


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_on_five_long_sources_is_inspected_in_10_ms(kind: str) -> None:
    """The bar is for sources cited as they are; with 16,500 segments of maps to apply again it is told only."""
    answer = read_answer(ANSWERS[kind]())
    warm = Dossier.of(answer)
    inspection = inspect(warm, DEFAULT_POLICY, NOW)
    assert (len(inspection.claims), len(inspection.resolutions)) == (10, 20)
    assert sum(len(artifact.text or "") for artifact in answer.artifacts) >= 1_000_000
    times = take_turns(
        {
            "Dossier.of": lambda: Dossier.of(answer),
            "Dossier.of, digest": lambda: compute_digest(Dossier.of(answer)),
            "Dossier.of, inspect, digest included": lambda: inspect(Dossier.of(answer), DEFAULT_POLICY, NOW),
            "inspect again": lambda: inspect(warm, DEFAULT_POLICY, NOW),
        },
        rounds=41,
    )
    show_times(f"inspect(): 10 claims, 20 citations, 5 sources of 200 kB, {kind}", times)
    assert kind == CHUNKS or median(times["Dossier.of, inspect, digest included"]) < BAR


def read_answer(value: dict[str, Any]) -> Answer:
    collected = read_payload(json.dumps({"answers": [value]}).encode())
    assert not collected.problems, collected.problems[:3]
    ((_, answer),) = collected.answers
    return answer
