"""What a revision of each kind of policy says: one type a kind, from the JSON that is kept and back to it. Pure.

A gate policy is a subject of its own (`lineage.evidence.policy`).
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, Strict, model_validator

from lineage.evidence.digests import canonical_json
from lineage.evidence.reading import adapter, load_json, validate
from lineage.evidence.vocabulary import DecisiveField, ExemptionRule, PolicyKind
from lineage.evidence.wire import record
from lineage.text.operations import Operation

MOST_SENTENCES, LONGEST_SENTENCE = 100, 1_000
MOST_JUDGEMENTS = 5

Sentence = Annotated[
    str, Strict(), Field(min_length=1, max_length=LONGEST_SENTENCE, pattern=r"^[^\x00\r\n]*[^\s\x00][^\x00\r\n]*$")
]
"""One line that says something."""


def _require_different(named: tuple[Any, ...]) -> None:
    twice = next((one for number, one in enumerate(named) if one in named[:number]), None)
    if twice is not None:
        raise ValueError(f"this stands there twice: {twice}")


@record
class Guideline:
    """What reviewers go by; a verdict, an adjudication and a rationale name a sentence by its number, from 1."""

    sentences: Annotated[tuple[Sentence, ...], Field(min_length=1, max_length=MOST_SENTENCES)]

    @model_validator(mode="after")
    def _has_no_sentence_twice(self) -> "Guideline":
        _require_different(self.sentences)
        return self


@record
class Exemption:
    """The rules by which a claim may do without evidence; none: every claim needs some (S2-61)."""

    rules: tuple[ExemptionRule, ...]

    @model_validator(mode="after")
    def _has_no_rule_twice(self) -> "Exemption":
        _require_different(self.rules)
        return self


@record
class AdjudicationRule:
    """The fields in which a difference is a disagreement, and how many judgements a queue asks for by itself."""

    decisive: Annotated[tuple[DecisiveField, ...], Field(min_length=1)]
    judgements: Annotated[int, Strict(), Field(ge=1, le=MOST_JUDGEMENTS)]

    @model_validator(mode="after")
    def _has_no_field_twice(self) -> "AdjudicationRule":
        _require_different(self.decisive)
        return self


@record
class Operations:
    """The operations of a normalization, in the order in which they are applied; none: letter by letter (S0-56)."""

    operations: tuple[Operation, ...]

    @model_validator(mode="after")
    def _has_no_operation_twice(self) -> "Operations":
        _require_different(self.operations)
        return self


Body = Guideline | Exemption | AdjudicationRule | Operations
TYPES: Mapping[PolicyKind, type[Any]] = {
    PolicyKind.GUIDELINE: Guideline,
    PolicyKind.EXEMPTION: Exemption,
    PolicyKind.ADJUDICATION: AdjudicationRule,
    PolicyKind.NORMALIZATION: Operations,
}
"""Every kind but the gate."""


def read_body(kind: PolicyKind, data: bytes) -> Body:
    """The body of a revision that is kept. Raises PayloadError or PayloadProblems for what is none of this kind."""
    body: Body = validate(TYPES[kind], load_json(data))
    return body


def body_of(kind: PolicyKind, value: Mapping[str, Any]) -> bytes:
    """Canonical JSON of a body, as it is kept and hashed. Raises PayloadProblems with every bad field."""
    body = validate(TYPES[kind], dict(value))
    return canonical_json(adapter(TYPES[kind]).dump_python(body, mode="json"))
