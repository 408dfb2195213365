from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import GenerationMode
from tests.evidence.answers import NOW
from tests.formats.messages import statuses
from tests.formats.record_shapes import CLAIMS, DAMAGE, REFUND, changed, problem_of, read_shape


@pytest.mark.parametrize("form", ["auto", "sources-and-claims"])
def test_one_answer_is_made_of_the_records_as_they_are(form: str) -> None:
    answer = read_shape(CLAIMS, form)
    assert answer.manifest is not None
    assert [entry.label for entry in answer.manifest] == ["refund-2025", "damaged-2025"]
    assert [artifact.text for artifact in answer.artifacts] == [REFUND, DAMAGE]
    assert [(artifact.source, artifact.version) for artifact in answer.artifacts] == [
        ("refund-2025", "2025"),
        ("damaged-2025", "2025"),
    ]
    assert [(claim.key, claim.requires_citation) for claim in answer.claims] == [
        ("c1", True),
        ("c2", True),
        ("c3", True),
        ("c4", False),
    ]
    assert statuses(answer) == [("span_resolved", ""), ("unresolved_id", "")]
    assert answer.generation is GenerationMode.PORTABLE


def test_the_acceptance_case_of_the_reference_audit_comes_out_of_its_own_records() -> None:
    found = inspect(Dossier.of(read_shape(CLAIMS)), DEFAULT_POLICY, NOW)
    failing = {(f.rule, f.claim) for f in found.findings if str(f.outcome) == "fail"}
    assert ("identity/unresolved-id", "c2") in failing
    assert ("coverage/required-citation-missing", "c3") in failing
    assert not any(claim == "c4" for _, claim in failing)


def test_a_source_listed_twice_stands_twice_in_the_manifest_and_once_among_the_texts() -> None:
    source = CLAIMS["sources"][0]
    answer = read_shape(changed(CLAIMS, sources=[source, source], claims=[]))
    assert answer.manifest is not None
    assert [entry.label for entry in answer.manifest] == ["refund-2025", "refund-2025"]
    assert len(answer.artifacts) == len(answer.sources) == 1


def test_two_texts_under_one_id_are_two_passages_that_a_citation_cannot_tell_apart() -> None:
    sources = [CLAIMS["sources"][0], {**CLAIMS["sources"][0], "text": DAMAGE}]
    answer = read_shape(changed(CLAIMS, sources=sources, claims=CLAIMS["claims"][:1]))
    assert statuses(answer) == [("ambiguous_locator", "")]


def test_what_is_not_read_is_kept_beside_the_answer() -> None:
    answer = read_shape({**CLAIMS, "answer_id": "answer-0187", "trace": {"id": 1}})
    assert answer.response_version == "answer-0187"
    assert answer.capture.extra == {"trace": {"id": 1}}


@pytest.mark.parametrize(
    ("path", "fields", "at"),
    [
        (("sources", 0), {"source_id": ...}, "/sources/0"),
        (("sources", 0), {"source_id": 7}, "/sources/0/source_id"),
        (("sources", 0), {"document_version": None}, "/sources/0"),
        (("sources", 0), {"text": ...}, "/sources/0"),
        (("sources", 0), {"text": ["a"]}, "/sources/0/text"),
        (("claims", 1), {"claim_id": ...}, "/claims/1"),
        (("claims", 1), {"claim_id": "c1"}, "/claims/1"),
        (("claims", 1), {"text": None}, "/claims/1"),
        (("claims", 1), {"citation_ids": "refund-2025"}, "/claims/1/citation_ids"),
        (("claims", 1), {"requires_citation": "no"}, "/claims/1/requires_citation"),
        ((), {"claims": {}}, "/claims"),
        ((), {"answer": 5}, "/answer"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(path: Any, fields: Any, at: str) -> None:
    assert problem_of(changed(CLAIMS, *path, **fields), "sources-and-claims")[0] == at
