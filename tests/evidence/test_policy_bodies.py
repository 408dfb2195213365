"""What a revision of a policy may say: a schema for each kind, canonical JSON, and every bad field named."""

from __future__ import annotations

from typing import Any

import pytest

from lineage.evidence.policy_bodies import TYPES, AdjudicationRule, Exemption, Guideline, Operations, body_of, read_body
from lineage.evidence.reading import PayloadProblems
from lineage.evidence.vocabulary import DecisiveField, ExemptionRule, PolicyKind
from lineage.policies import SHIPPED
from lineage.text.operations import Operation

GUIDELINE, EXEMPTION = PolicyKind.GUIDELINE, PolicyKind.EXEMPTION
ADJUDICATION, NORMALIZATION = PolicyKind.ADJUDICATION, PolicyKind.NORMALIZATION


@pytest.mark.parametrize("shipped", [one for one in SHIPPED if one.kind in TYPES], ids=lambda one: one.name)
def test_what_is_shipped_is_of_its_kind_and_comes_back_byte_for_byte(shipped: Any) -> None:
    body = read_body(shipped.kind, shipped.body)
    sent = {name: list(getattr(body, name)) if name != "judgements" else 2 for name in body.__slots__}
    assert body_of(shipped.kind, sent) == shipped.body


def test_every_kind_is_read_as_its_type() -> None:
    assert read_body(GUIDELINE, b'{"sentences":["Read it."]}') == Guideline(sentences=("Read it.",))
    assert read_body(EXEMPTION, b'{"rules":["greeting"]}') == Exemption(rules=(ExemptionRule.GREETING,))
    assert read_body(ADJUDICATION, b'{"decisive":["coverage"],"judgements":3}') == AdjudicationRule(
        decisive=(DecisiveField.COVERAGE,), judgements=3
    )
    assert read_body(NORMALIZATION, b'{"operations":["trim"]}') == Operations(operations=(Operation.TRIM,))


def test_nothing_may_be_exempt_and_words_may_have_to_be_equal_letter_by_letter() -> None:
    assert body_of(EXEMPTION, {"rules": []}) == b'{"rules":[]}'
    assert body_of(NORMALIZATION, {"operations": []}) == b'{"operations":[]}'


@pytest.mark.parametrize(
    ("kind", "value", "at"),
    [
        (GUIDELINE, {"sentences": []}, "/sentences"),
        (GUIDELINE, {"sentences": ["a", "a"]}, ""),
        (GUIDELINE, {"sentences": [" \t"]}, "/sentences/0"),
        (GUIDELINE, {"sentences": ["a\nb"]}, "/sentences/0"),
        (GUIDELINE, {"sentences": ["a\0"]}, "/sentences/0"),
        (GUIDELINE, {"sentences": ["x" * 1_001]}, "/sentences/0"),
        (GUIDELINE, {"sentences": [str(number) for number in range(101)]}, "/sentences"),
        (GUIDELINE, {"sentences": ["a"], "more": 1}, "/more"),
        (EXEMPTION, {"rules": ["no_such_rule"]}, "/rules/0"),
        (EXEMPTION, {"rules": ["greeting", "greeting"]}, ""),
        (ADJUDICATION, {"decisive": [], "judgements": 2}, "/decisive"),
        (ADJUDICATION, {"decisive": ["coverage"], "judgements": 0}, "/judgements"),
        (ADJUDICATION, {"decisive": ["coverage"], "judgements": 6}, "/judgements"),
        (ADJUDICATION, {"decisive": ["coverage"], "judgements": "2"}, "/judgements"),
        (ADJUDICATION, {"decisive": ["coverage"], "judgements": True}, "/judgements"),
        (NORMALIZATION, {"operations": ["drop_digits"]}, "/operations/0"),
        (NORMALIZATION, {"operations": ["trim", "trim"]}, ""),
    ],
)
def test_what_is_no_body_is_refused_with_its_place(kind: PolicyKind, value: dict[str, Any], at: str) -> None:
    with pytest.raises(PayloadProblems) as caught:
        body_of(kind, value)
    assert caught.value.problems[0].pointer == at
