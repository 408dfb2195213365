from __future__ import annotations

import json
from typing import Any

import pytest

from lineage.evidence.dossier import Dossier
from lineage.evidence.inspection import inspect
from lineage.evidence.paths import Reach, trace
from lineage.evidence.policy import DEFAULT_POLICY
from lineage.evidence.vocabulary import Attachment, SupportLevel
from lineage.text.span import Span
from tests.evidence.answers import NOW
from tests.formats.messages import statuses
from tests.formats.record_shapes import ANSWERED, MEMO, TABLES, changed, problem_of, read_shape


@pytest.mark.parametrize("form", ["auto", "lineage-tables"])
def test_the_six_tables_load_unchanged_under_their_own_names(form: str) -> None:
    answer = read_shape(TABLES, form)
    assert [source.key for source in answer.sources] == ["memo"]
    assert [artifact.key for artifact in answer.artifacts] == ["memo-extract", "memo-chunk", "memo-summary"]
    assert [step.key for step in answer.transformations][0] == "T1"
    assert trace(Dossier.of(answer), "memo-chunk", Span(35, 44)).reach is Reach.ORIGINAL


def test_records_without_claims_are_shown_and_judged_by_nothing() -> None:
    answer = read_shape(TABLES)
    assert (answer.text, answer.claims, answer.citations, answer.manifest) == (None, (), (), None)
    assert str(inspect(Dossier.of(answer), DEFAULT_POLICY, NOW).decision) == "not_evaluated"
    assert answer.raw_payload == json.dumps(TABLES)


def test_claims_rest_on_their_spans_and_the_spans_that_were_bound_are_what_the_answer_was_given() -> None:
    answer = read_shape(ANSWERED)
    (claim,) = answer.claims
    assert (claim.key, claim.support_level) == ("c1", SupportLevel.DIRECT)
    assert answer.attachment is Attachment.BOUND_BEFORE_GENERATION
    assert [(entry.label, entry.artifact, entry.supplied) for entry in answer.manifest or ()] == [
        ("s-out", "memo-chunk", Span(0, 44))
    ]
    assert answer.capture.extra == {"bindings": {"c1": ["s-out"]}}
    assert statuses(answer) == [("span_resolved", "")]


def test_a_snapshot_is_compared_as_the_words_that_the_claim_quotes() -> None:
    answer = read_shape(changed(ANSWERED, "Claim", 0, supporting_span_ids=["s-in"]) | {"ClaimBinding": []})
    assert [citation.quoted_text for citation in answer.citations] == [MEMO[:44]]
    assert statuses(answer) == [("quote_match", "")]
    assert (answer.manifest, answer.attachment) == (None, Attachment.UNKNOWN)


def test_a_span_that_is_not_there_is_an_unknown_source_and_one_that_was_not_bound_is_outside() -> None:
    unknown = read_shape(changed(ANSWERED, "Claim", 0, supporting_span_ids=["s9", 4]))
    assert statuses(unknown) == [("unresolved_id", ""), ("malformed_citation", "bad_id_type")]
    unbound = read_shape(changed(ANSWERED, "Claim", 0, supporting_span_ids=["s-in"]))
    assert statuses(unbound) == [("unresolved_id", "outside_manifest")]


@pytest.mark.parametrize(
    ("path", "fields", "at"),
    [
        ((), {"Span": {}}, "/Span"),
        (("Claim", 0), {"claim_text": ...}, "/Claim/0"),
        (("Claim", 0), {"support_level": "certain"}, "/Claim/0/support_level"),
        (("Claim", 0), {"supporting_span_ids": "s-out"}, "/Claim/0/supporting_span_ids"),
        (("ClaimBinding", 0), {"claim_id": "c9"}, "/ClaimBinding/0"),
        (("ClaimBinding", 0), {"span_id": "s9"}, "/ClaimBinding/0"),
    ],
)
def test_what_is_missing_or_of_another_type_is_refused_with_its_place(path: Any, fields: Any, at: str) -> None:
    assert problem_of(changed(ANSWERED, *path, **fields), "lineage-tables")[0] == at


def test_two_claims_of_one_id_are_refused() -> None:
    assert problem_of({**ANSWERED, "Claim": ANSWERED["Claim"] * 2}, "auto")[0] == "/Claim/1"
