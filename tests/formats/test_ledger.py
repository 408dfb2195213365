from __future__ import annotations

import base64
from typing import Any

import pytest

from lineage.evidence.digests import digest_text
from lineage.evidence.dossier import Dossier
from lineage.evidence.paths import Reach, trace
from lineage.evidence.vocabulary import Mediation, Origin
from lineage.text.span import Span
from tests.formats.messages import statuses
from tests.formats.record_shapes import (
    AID,
    AID_DIGEST,
    LEDGER,
    REF,
    SOURCE,
    SOURCE_DIGEST,
    changed,
    problem_of,
    read_shape,
)


def refs(*given: Any) -> Any:
    return changed(LEDGER, refs=list(given))


@pytest.mark.parametrize("form", ["auto", "ledger"])
def test_the_six_assertions_hold_for_a_ledger_read_unchanged(form: str) -> None:
    assert (len(SOURCE.encode()), digest_text(SOURCE)) == (41, f"sha256:{SOURCE_DIGEST}")
    assert (len(AID.encode()), digest_text(AID)) == (57, f"sha256:{AID_DIGEST}")
    answer = read_shape(LEDGER, form)
    assert [status for status, _ in statuses(answer)] == [
        "quote_match",
        "quote_mismatch",
        "generated_target",
        "snapshot_mismatch",
        "unresolved_range",
        "unresolved_id",
    ]
    assert answer.citation_fields == ("id", "digest", "range")
    assert {citation.unit for citation in answer.citations} == {"byte_utf8"}


@pytest.mark.parametrize(
    ("ref", "found"),
    [
        ({}, ("malformed_citation", "missing_id")),
        (5, ("malformed_citation", "missing_id")),
        ({"id": ["src-v1"]}, ("malformed_citation", "bad_id_type")),
        ({"id": "src-v1"}, ("malformed_citation", "missing_digest")),
        ({"id": "aid-v1"}, ("generated_target", "")),
        ({"id": "aid-v1", "digest": "0" * 64}, ("generated_target", "")),
        ({"id": "missing"}, ("unresolved_id", "")),
        ({**REF, "range": ["0", 41]}, ("malformed_citation", "non_integer_offset")),
        ({**REF, "range": [0, 41, 1]}, ("malformed_citation", "bad_range_shape")),
        ({**REF, "range": None}, ("malformed_citation", "missing_range")),
        ({**REF, "range": [5, 5]}, ("unresolved_range", "empty_range")),
        ({**REF, "digest": "0" * 64, "range": [0, 99]}, ("snapshot_mismatch", "")),
    ],
)
def test_whatever_is_wrong_with_a_reference_is_a_finding_in_the_order_of_the_steps(ref: Any, found: Any) -> None:
    assert statuses(read_shape(refs(ref))) == [found]


def test_the_range_counts_bytes_of_the_retained_text() -> None:
    entry = {"kind": "original", "bytes": "Délai : 30 jours 😀 sauf recours."}
    payload = changed(LEDGER, ledger={"src-v1": entry}, refs=[{"id": "src-v1", "range": [23, 27], "text": "sauf"}])
    digest = digest_text(entry["bytes"])
    assert statuses(read_shape(changed(payload, "refs", 0, digest=digest))) == [("quote_match", "")]


def test_what_has_a_parent_stays_generated_and_its_edge_has_no_map() -> None:
    answer = read_shape(LEDGER)
    source, aid = answer.artifacts
    assert (source.origin, aid.origin) == (Origin.ORIGINAL, Origin.GENERATED)
    (step,) = answer.transformations
    assert step.mediation is Mediation.MODEL
    assert [(d.input, d.output, d.segments) for d in step.derivations] == [(source.key, aid.key, None)]
    assert trace(Dossier.of(answer), aid.key, Span(0, 57)).reach is Reach.BROKEN


def test_an_empty_list_says_that_no_derivation_is_permitted_and_its_absence_is_an_error() -> None:
    answer = read_shape(LEDGER)
    assert answer.capture.extra == {"fixture": LEDGER["fixture"]}
    assert answer.capture.reference is not None and answer.capture.reference.abstain is True
    assert answer.case.question == "What is the inspection interval?"
    at, message = problem_of(changed(LEDGER, "fixture", permitted_derivations=...), "auto")
    assert at == "/fixture" and message.startswith("permitted_derivations is missing")


def test_bytes_may_come_in_base64() -> None:
    encoded = base64.b64encode(SOURCE.encode()).decode()
    for entry in ({"bytes": encoded, "encoding": "base64"}, {"base64": encoded}):
        answer = read_shape(changed(LEDGER, "ledger", **{"src-v1": {"kind": "original", **entry}}))
        assert answer.artifacts[0].text == SOURCE


@pytest.mark.parametrize(
    ("path", "fields", "at"),
    [
        ((), {"fixture": ...}, ""),
        ((), {"refs": {}}, "/refs"),
        (("fixture",), {"permitted_derivations": "none"}, "/fixture/permitted_derivations"),
        (("fixture",), {"expected": "unknown"}, "/fixture/expected"),
        (("fixture",), {"query": 5}, "/fixture/query"),
        (("ledger",), {"src-v1": "text"}, "/ledger/src-v1"),
        (("ledger",), {"a/b": {"kind": "original"}}, "/ledger/a~1b"),
        (("ledger", "src-v1"), {"kind": "primary"}, "/ledger/src-v1"),
        (("ledger", "src-v1"), {"bytes": [1, 2]}, "/ledger/src-v1/bytes"),
        (("ledger", "src-v1"), {"base64": "***"}, "/ledger/src-v1/base64"),
        (("ledger", "src-v1"), {"base64": "//8="}, "/ledger/src-v1/base64"),
        (("ledger", "aid-v1"), {"parent": "src-v2"}, "/ledger/aid-v1/parent"),
        (("refs", 0), {"text": 5}, "/refs/0/text"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(path: Any, fields: Any, at: str) -> None:
    assert problem_of(changed(LEDGER, *path, **fields), "ledger")[0] == at
