"""A kept report gives back the inspection it was written from."""

from dataclasses import replace

import pytest

from lineage.evidence.digests import canonical_json
from lineage.evidence.outcomes import Inspection
from lineage.evidence.reading import load_json
from lineage.formats.report import answer_report
from lineage.formats.stored_report import read_report
from tests.golden import GoldenCase, inspect_case, load_cases


def comparable(inspection: Inspection) -> Inspection:
    """Without the evidence of findings, which is not kept."""
    findings = tuple(replace(finding, evidence={}) for finding in inspection.findings)
    return replace(inspection, findings=findings, counts={code: dict(n) for code, n in inspection.counts.items()})


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_a_report_that_was_kept_gives_back_its_inspection(case: GoldenCase) -> None:
    dossier, inspection = inspect_case(case)
    kept = load_json(canonical_json(answer_report(dossier.answer, inspection)))
    assert comparable(read_report(kept, dossier)) == comparable(inspection)
