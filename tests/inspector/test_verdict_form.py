"""The verdict form as it is drawn: what the kind asks and no more, and what was sent where something is wrong."""

import pytest

from inspector.pages.claim_today import evidence_today
from inspector.pages.verdict_form import form_of
from inspector.pages.verdict_kinds import sheet_of
from inspector.pages.verdict_reading import read_form
from inspector.verdict_derived import derived_class, derived_coverage
from inspector.verdict_fields import Sent, VerdictFields
from lineage.evidence.vocabulary import CoverageVerdict, PairSupport, SupportClass
from tests.inspector.reading import ADA, STRANGER, reading_of

READING = reading_of("support/boiler-visit", "c1")
GENERATED = reading_of("origin/archived-logs", "c1")
WHOLE = {
    "pair-x1": "supports",
    "evidence_digest": evidence_today(READING).digest,
    "idempotency_key": "0123456789abcdef",
}

# pairs -> coverage, support class: DESIGN 6, derived from the passages and changeable.
TABLE = [
    (["supports"], "supported", "direct_support"),
    (["supports", "does_not_support"], "supported", "direct_support"),
    (["supports", "contradicts"], "unsupported", "contradiction"),
    (["supports", "reverses_in_context"], "unsupported", "contradiction"),
    (["partially_supports"], "unsupported", "insufficiency"),
    (["does_not_support"], "unsupported", "insufficiency"),
    (["cannot_assess"], "unsupported", "cannot_tell"),
    ([], "unsupported", "insufficiency"),
]


def sent(values: dict[str, str], **several: list[str]) -> Sent:
    return Sent({name: [value] for name, value in values.items()} | several)


def read(values: dict[str, str], **several: list[str]) -> tuple[VerdictFields | None, dict[str, str]]:
    return read_form(sheet_of(READING), sent(values, **several))


@pytest.mark.parametrize(("pairs", "coverage", "support_class"), TABLE)
def test_what_is_left_open_follows_the_passages(pairs: list[str], coverage: str, support_class: str) -> None:
    given = [PairSupport(pair) for pair in pairs]
    assert derived_coverage(given) is CoverageVerdict(coverage)
    assert derived_class(given) is SupportClass(support_class)


def test_a_claim_that_its_passages_support_needs_no_reason() -> None:
    fields, errors = read(WHOLE)
    assert errors == {}
    assert fields is not None and fields.coverage is CoverageVerdict.SUPPORTED


@pytest.mark.parametrize("support", [term for term in PairSupport if term is not PairSupport.SUPPORTS])
def test_everything_else_needs_a_reason(support: PairSupport) -> None:
    fields, errors = read(WHOLE | {"pair-x1": support.value, "rationale": "  "})
    assert fields is None and set(errors) == {"rationale"}


def test_a_passage_that_was_not_judged_is_named() -> None:
    fields, errors = read(WHOLE | {"pair-x1": ""})
    assert fields is None and set(errors) == {"pair-x1"}


def test_a_value_that_is_no_term_is_said_and_not_taken() -> None:
    fields, errors = read(WHOLE | {"coverage": "surely", "pair-x1": "yes"})
    assert fields is None and {"coverage", "pair-x1"} <= set(errors)


def test_what_was_derived_can_be_changed_with_a_reason() -> None:
    fields, _ = read(WHOLE | {"coverage": "unsupported", "rationale": "A hold is left out."})
    assert fields is not None and fields.coverage is CoverageVerdict.UNSUPPORTED


def test_a_contested_fact_needs_a_reason() -> None:
    fields, errors = read(WHOLE, contest=["x1:origin"])
    assert fields is None and set(errors) == {"rationale"}


def test_only_facts_of_this_claim_can_be_contested() -> None:
    contest = ["x1:origin", "x2:origin", "x1:taste", "x1:origin"]
    fields, _ = read(WHOLE | {"rationale": "It is the policy itself."}, contest=contest)
    assert fields is not None and fields.contested == ("x1:origin",)


@pytest.mark.parametrize("key", ["", "short", "x" * 101, "with blanks in it"])
def test_a_form_without_a_proper_key_is_not_whole(key: str) -> None:
    fields, errors = read(WHOLE | {"idempotency_key": key})
    assert fields is None and "form" in errors


def test_a_form_without_the_digest_of_its_evidence_is_not_whole() -> None:
    fields, errors = read(WHOLE | {"evidence_digest": "none"})
    assert fields is None and "form" in errors


def test_the_form_keeps_what_was_sent() -> None:
    values = {"pair-x1": "contradicts", "rationale": "Because.", "coverage": "unsupported"}
    form = form_of(ADA, READING, (), sent(values, contest=["x1:origin"], tags=["ambiguous"], snippet=["1"]))
    assert [choice.value for choice in form.pairs[0].choices if choice.is_chosen] == ["contradicts"]
    assert (form.rationale, form.contested) == ("Because.", {"x1:origin"})
    assert form.is_changed and form.has_tags


def test_who_may_not_read_the_words_may_not_judge_them() -> None:
    assert not form_of(STRANGER, reading_of("origin/archived-logs", "c1", reader=STRANGER), ()).may_record


def test_an_empty_form_has_nothing_filled_in() -> None:
    form = form_of(ADA, READING, ())
    asked = [*form.pairs, *form.questions]
    assert not any(choice.is_chosen for question in asked for choice in question.choices)
    assert [choice.value for list_ in form.derived for choice in list_.choices if choice.is_chosen] == [""] * 5
    assert not any(choice.is_chosen for choice in (*form.types, *form.tags))
    assert (form.warrant, form.quotation, form.is_changed, form.located) == (None, None, False, ())


def test_a_form_of_another_kind_asks_its_questions_and_keeps_the_answers() -> None:
    form = form_of(ADA, READING, (), sent({"claim_kind": "abstention", "pair-x1": "supports"}))
    assert [question.name for question in form.questions] == ["answerability", "names_missing_basis"]
    assert form.asks_basis and "answerability" not in {question.name for question in form.derived}
    assert [choice.value for choice in form.pairs[0].choices if choice.is_chosen] == ["supports"]


def test_words_of_no_source_ask_whether_the_original_says_it_and_whose_words_they_are_given_as() -> None:
    assert [question.name for question in form_of(ADA, GENERATED, ()).questions] == ["in_original", "attributed"]


def test_a_warrant_is_drawn_with_a_row_more_than_was_written_and_with_what_came_out() -> None:
    values = {"claim_kind": "derived", "operand-1-value": "31", "operand-1-unit": "days", "operand-2-value": "24"}
    form = form_of(ADA, READING, (), sent(values | {"warrant-formula": "a-b"}))
    assert form.warrant is not None
    assert [row.value for row in form.warrant.operands] == ["31", "24", ""]
    assert form.warrant.said
    empty = form_of(ADA, READING, (), sent({"claim_kind": "derived"})).warrant
    assert empty is not None and len(empty.operands) == 2 and empty.said == ""
