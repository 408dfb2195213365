"""Reading a verdict form."""

import pytest

from inspector.pages.claim_today import evidence_today
from inspector.pages.verdict_form import derived_class, derived_coverage, form_of, read_form
from lineage.evidence.vocabulary import CoverageVerdict, PairSupport, SupportClass
from tests.inspector.reading import ADA, STRANGER, reading_of

READING = reading_of("origin/archived-logs", "c1")
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


@pytest.mark.parametrize(("pairs", "coverage", "support_class"), TABLE)
def test_what_is_left_open_follows_the_passages(pairs: list[str], coverage: str, support_class: str) -> None:
    given = [PairSupport(pair) for pair in pairs]
    assert derived_coverage(given) is CoverageVerdict(coverage)
    assert derived_class(given) is SupportClass(support_class)


def test_a_claim_that_its_passages_support_needs_no_reason() -> None:
    fields, errors = read_form(READING, WHOLE, ())
    assert errors == {}
    assert fields.coverage is CoverageVerdict.SUPPORTED


@pytest.mark.parametrize("support", [term for term in PairSupport if term is not PairSupport.SUPPORTS])
def test_everything_else_needs_a_reason(support: PairSupport) -> None:
    fields, errors = read_form(READING, WHOLE | {"pair-x1": support.value, "rationale": "  "}, ())
    assert fields is None and set(errors) == {"rationale"}


def test_a_passage_that_was_not_judged_is_named() -> None:
    fields, errors = read_form(READING, WHOLE | {"pair-x1": ""}, ())
    assert fields is None and set(errors) == {"pair-x1"}


def test_a_value_that_is_no_term_is_said_and_not_taken() -> None:
    fields, errors = read_form(READING, WHOLE | {"coverage": "surely", "pair-x1": "yes"}, ())
    assert fields is None and {"coverage", "pair-x1"} <= set(errors)


def test_what_was_derived_can_be_changed_with_a_reason() -> None:
    fields, _ = read_form(READING, WHOLE | {"coverage": "unsupported", "rationale": "A hold is left out."}, ())
    assert fields.coverage is CoverageVerdict.UNSUPPORTED


def test_a_contested_fact_needs_a_reason() -> None:
    fields, errors = read_form(READING, WHOLE, ["x1:origin"])
    assert fields is None and set(errors) == {"rationale"}


def test_only_facts_of_this_claim_can_be_contested() -> None:
    sent = WHOLE | {"rationale": "It is the policy itself."}
    fields, _ = read_form(READING, sent, ["x1:origin", "x2:origin", "x1:taste", "x1:origin"])
    assert fields.contested == ("x1:origin",)


@pytest.mark.parametrize("key", ["", "short", "x" * 101, "with blanks in it"])
def test_a_form_without_a_proper_key_is_not_whole(key: str) -> None:
    fields, errors = read_form(READING, WHOLE | {"idempotency_key": key}, ())
    assert fields is None and "form" in errors


def test_a_form_without_the_digest_of_its_evidence_is_not_whole() -> None:
    fields, errors = read_form(READING, WHOLE | {"evidence_digest": "none"}, ())
    assert fields is None and "form" in errors


def test_the_form_keeps_what_was_sent() -> None:
    form = form_of(ADA, READING, (), sent={"pair-x1": "contradicts", "rationale": "Because."}, contested=["x1:origin"])
    assert [choice.value for choice in form.pairs[0].choices if choice.is_chosen] == ["contradicts"]
    assert (form.rationale, form.contested) == ("Because.", {"x1:origin"})


def test_who_may_not_read_the_words_may_not_judge_them() -> None:
    assert not form_of(STRANGER, reading_of("origin/archived-logs", "c1", reader=STRANGER), ()).may_record
