"""Every golden case is inspected and gives exactly what it says."""

from typing import Any

import pytest

from lineage.evidence.inspection import inspect
from lineage.evidence.rules.registry import RULES
from lineage.formats.report import answer_report
from tests.golden import GoldenCase, found_in, inspect_case, load_cases, wanted_of

CASES = load_cases()


def in_short(value: Any) -> Any:
    """Places as the cases write them: [artifact, start, end]."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [[place["artifact"], *place["span"]] for place in value]
    return value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_golden_case_gives_exactly_the_findings_it_names(case: GoldenCase) -> None:
    dossier, inspection = inspect_case(case)
    found = found_in(inspection)
    wanted = wanted_of(case.expected)
    assert {key: found[key] for key in wanted} == wanted
    reports = {report["citation"]: report for report in answer_report(dossier.answer, inspection)["resolutions"]}
    for citation, expected in case.expected.get("resolutions", {}).items():
        assert {key: in_short(reports[citation][key]) for key in expected} == expected
    for claim, sentence in case.expected.get("sentence", {}).items():
        assert next(c.sentence for c in inspection.claims if c.claim == claim) == sentence


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_same_dossier_gives_an_equal_inspection(case: GoldenCase) -> None:
    dossier, first = inspect_case(case)
    assert inspect(dossier, case.policy, case.as_of) == first
    assert inspect_case(case)[1] == first


def test_every_rule_has_a_case_that_fails_it_and_a_case_that_passes_it() -> None:
    failed = {f.rule for case in CASES for f in inspect_case(case)[1].findings}
    passed = {code for case in CASES for code, counts in inspect_case(case)[1].counts.items() if counts.get("pass")}
    assert failed == {rule.code for rule in RULES}
    assert passed == {rule.code for rule in RULES}
