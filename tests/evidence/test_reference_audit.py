"""The reference audit (S2-15..S2-18): unknown ids, claims without citations, ids given twice; nothing about support."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.reference_audit import ReferenceAudit, audit_answer, audit_references
from tests.evidence.answers import answer, cite, dossier_of

KEYS = st.sampled_from(["a", "b", "c", "d"])
CLAIMS = st.lists(st.tuples(KEYS, st.lists(KEYS, max_size=4).map(tuple), st.booleans()), max_size=6)


def test_a_known_id_an_unknown_one_no_id_and_a_greeting() -> None:
    """S2-18, the first case: c1 to c4 of the answer on damaged parcels."""
    audit = audit_references(
        ["refund-2025", "delivery-2025"],
        [
            ("c1", ("refund-2025",), True),
            ("c2", ("damaged-2024",), True),
            ("c3", (), True),
            ("c4", (), False),
        ],
    )
    assert audit == ReferenceAudit({"c2": ("damaged-2024",)}, ("c3",), ())
    assert not audit.passed


def test_a_manifest_that_names_one_source_twice_fails_without_any_claim() -> None:
    """S2-18, the second case."""
    audit = audit_references(["refund-2025", "refund-2025"], [])
    assert audit == ReferenceAudit({}, (), ("refund-2025",))
    assert not audit.passed


def test_an_exempt_claim_with_an_unknown_id_still_fails_and_a_repeated_id_is_named_once() -> None:
    """S2-16."""
    audit = audit_references(["a"], [("greeting", ("zzz",), False), ("c1", ("x", "x", "b"), True)])
    assert audit.unknown_by_claim == {"c1": ("b", "x"), "greeting": ("zzz",)}
    assert audit.uncited_claims == ()


def test_nothing_unknown_uncited_or_repeated_is_a_pass() -> None:
    assert audit_references(["a"], [("c1", ("a",), True), ("c2", (), False)]).passed
    assert audit_references([], []).passed


@given(st.lists(KEYS, max_size=6), CLAIMS)
def test_the_audit_holds_for_all_manifests_and_claims(manifest: list[str], claims: list[Any]) -> None:
    audit = audit_references(manifest, claims)
    cited = {(key, name) for key, names, _ in claims for name in names}
    unknown = {(key, name) for key, names in audit.unknown_by_claim.items() for name in names}
    assert unknown == {(key, name) for key, name in cited if name not in manifest}
    assert set(audit.duplicate_source_ids) == {name for name in manifest if manifest.count(name) > 1}
    assert set(audit.uncited_claims) == {key for key, names, needed in claims if needed and not names}
    for found in (audit.uncited_claims, audit.duplicate_source_ids, *audit.unknown_by_claim.values()):
        assert list(found) == sorted(set(found))
    assert audit.passed == (not unknown and not audit.uncited_claims and not audit.duplicate_source_ids)
    assert audit == audit_references(manifest[::-1], claims[::-1])


def test_an_answer_is_audited_over_its_manifest_and_its_footnote_map() -> None:
    value = answer(
        cite("x1", cited="1"),
        cite("x2", cited="2"),
        cite("x3", cited="E1"),
        cite("x4", claim="c2", cited=7),
        cite("x5", claim="c2", cited=None, url="https://example.org"),
        cite("x6", claim=None, cited="E9"),
        claims=[{"key": "c1"}, {"key": "c2"}, {"key": "c3"}, {"key": "c4", "requires_citation": False}],
        footnotes=[{"number": "1", "target": "E1"}],
    )
    audit = audit_answer(dossier_of(value))
    assert audit is not None
    assert audit.unknown_by_claim == {"c1": ("2",), "c2": ('"https://example.org"', "7")}
    assert (audit.uncited_claims, audit.duplicate_source_ids) == (("c3",), ())


def test_a_citation_that_names_the_passage_itself_is_known() -> None:
    audit = audit_answer(dossier_of(answer(cite(cited="policy"))))
    assert audit is not None and audit.passed


def test_without_a_manifest_there_is_nothing_to_audit_and_with_an_empty_one_there_is() -> None:
    assert audit_answer(dossier_of(answer(cite(), manifest=None))) is None
    audit = audit_answer(dossier_of(answer(cite(), manifest=[])))
    assert audit is not None and audit.unknown_by_claim == {"c1": ("E1",)}


@pytest.mark.parametrize("verdict", ["supported", "contradicted", None])
def test_a_judge_changes_nothing_of_the_audit(verdict: str | None) -> None:
    """S2-17."""
    judged = [{"claim": "c1", "evaluator": "judge", "status": "completed", "verdict": verdict}] if verdict else []
    audit = audit_answer(dossier_of(answer(cite(cited="E9"), judge_results=judged)))
    assert audit == ReferenceAudit({"c1": ("E9",)}, (), ())
