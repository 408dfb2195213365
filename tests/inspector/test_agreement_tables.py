"""Tables that were worked out by hand or published (tests/agreement/), against what the product says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inspector.figures.agreement import agreement
from inspector.figures.ratings import ABSENT, Ratings
from lineage.evidence.vocabulary import MetricStatus, Scale
from tests.servers import ROOT

TABLES = sorted((ROOT / "tests" / "agreement").glob("*.json"))
COUNTS = ("units", "used", "n_ratings")


def read(path: Path) -> tuple[Ratings, dict[str, Any]]:
    table = json.loads(path.read_text(encoding="utf-8"))
    values, said = tuple(table["values"]), table["ratings"]
    codes = [[ABSENT if label is None else values.index(label) for label in labels] for labels in said.values()]
    by_unit = np.array(codes, dtype=np.int16).T
    return Ratings(by_unit, tuple(range(len(by_unit))), tuple(said), values, Scale(table["scale"])), table["expected"]


OF_TWO = [path for path in TABLES if len(read(path)[0].raters) == 2]


def test_there_are_tables() -> None:
    assert TABLES and OF_TWO


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_figures_are_those_worked_out_by_hand(path: Path) -> None:
    ratings, expected = read(path)
    found = agreement(ratings)
    for name, wanted in expected.items():
        if name in COUNTS:
            assert getattr(found, name) == wanted, name
        elif isinstance(wanted, str):
            figure = found.figures[name]
            assert wanted.startswith("undefined"), name
            assert figure.status is MetricStatus.UNDEFINED and figure.value is None and figure.why, name
        else:
            assert found.figures[name].value == pytest.approx(wanted, abs=1e-9), name


@pytest.mark.parametrize("path", OF_TWO, ids=lambda path: path.stem)
def test_a_pair_alone_has_the_figures_of_a_table_of_two(path: Path) -> None:
    ratings, expected = read(path)
    for pair in agreement(ratings).pairs:
        for name, figure in pair.figures.items():
            # Gwet's AC1 takes how frequent a label is from single ratings as well, which a pair has none of.
            if not isinstance(expected.get(name, ""), str) and not (name == "ac1" and pair.n < len(ratings.units)):
                assert figure.value == pytest.approx(expected[name], abs=1e-9), name
