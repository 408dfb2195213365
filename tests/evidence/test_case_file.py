"""An inspected answer saved as a case gives the same dossier and the same findings wherever it is read."""

from __future__ import annotations

import json

import pytest

from lineage.evidence.case_file import as_case
from lineage.evidence.inspection import inspect
from lineage.evidence.native import read_object
from tests.golden import GoldenCase, found_in, inspect_case, load_cases, wanted_of


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_a_saved_case_is_inspected_as_the_answer_was(case: GoldenCase) -> None:
    dossier, inspection = inspect_case(case)
    saved = json.loads(json.dumps(as_case(dossier, inspection, case.title, "")))
    collected = read_object(saved["bundle"])
    assert not collected.problems, [str(problem) for problem in collected.problems]
    ((_, answer),) = collected.answers
    again = inspect(collected.dossier(answer), case.policy, case.as_of)
    assert again == inspection
    wanted = wanted_of(saved["expected"])
    assert {key: found_in(again)[key] for key in wanted} == wanted
