"""What a form says becomes a verdict that is whole for the claim's kind; expectations from S0-60 to S0-69 and S2-61."""

import pytest

from inspector.pages.verdict_reading import is_redrawing, needs_scan, needs_words, read_form
from inspector.verdict_fields import Cited, Located, Sent, Sheet, VerdictFields
from lineage.evidence.vocabulary import (
    Answerability,
    ClaimKind,
    CoverageVerdict,
    DerivationVerdict,
    ExemptionRule,
    OriginVerdict,
    PairSupport,
    QuotationVerdict,
    ReviewerTag,
    SpanRole,
    SupportClass,
    SupportType,
)

CARRIED = {"evidence_digest": "sha256:" + "0" * 64, "idempotency_key": "0123456789abcdef"}
SUPPORTS = {"pair-x1": "supports", "pair-x2": "supports"}
WORDS = "A stay of 31 days is paid, of which 24 days are booked before."


def sheet(kind: str = "paraphrase", **changes: object) -> Sheet:
    plain = Sheet(
        kind=ClaimKind(kind),
        citations=("x1", "x2"),
        quotations={},
        origins={"x1": OriginVerdict.ORIGINAL, "x2": OriginVerdict.ORIGINAL},
        types=(SupportType.DIRECTLY_STATED,),
        rules=(ExemptionRule.GREETING, ExemptionRule.NAVIGATION_HINT),
        exemption_policy="default@1",
        words={"x1": (Cited("rules", 100, 162, WORDS),)},
        sentences=("Judge each citation alone.", "Keep the qualifiers."),
    )
    return plain._replace(**changes)


def sent(**values: object) -> Sent:
    every = CARRIED | {name.replace("__", "-"): value for name, value in values.items()}
    return Sent({name: [value] if isinstance(value, str) else list(value) for name, value in every.items()})


def read(on: Sheet, *located: Located, **values: object) -> tuple[VerdictFields | None, dict[str, str]]:
    pairs = {name.replace("-", "__"): value for name, value in SUPPORTS.items()}
    return read_form(on, sent(**(pairs | values)), located)


def whole(on: Sheet, *located: Located, **values: object) -> VerdictFields:
    fields, errors = read(on, *located, **values)
    assert errors == {} and fields is not None
    return fields


def wrong(on: Sheet, **values: object) -> dict[str, str]:
    fields, errors = read(on, **values)
    assert fields is None
    return errors


def test_a_plain_claim_needs_two_answers_and_nothing_else() -> None:
    fields = whole(sheet())
    assert fields.pairs == {"x1": PairSupport.SUPPORTS, "x2": PairSupport.SUPPORTS}
    assert fields.coverage is CoverageVerdict.SUPPORTED
    assert fields.answerability is Answerability.SUPPORTED
    assert fields.support_class is SupportClass.DIRECT_SUPPORT
    assert fields.support_types == (SupportType.DIRECTLY_STATED,)
    assert (fields.claim_kind, fields.rationale, fields.warrant) == (ClaimKind.PARAPHRASE, "", None)


def test_a_claim_of_no_recorded_kind_is_judged_as_a_plain_one_or_given_a_kind() -> None:
    assert whole(sheet("unclassified")).claim_kind is None
    assert whole(sheet("unclassified"), claim_kind="exact_value").claim_kind is ClaimKind.EXACT_VALUE
    assert set(wrong(sheet("unclassified"), claim_kind="conversational")) == {"exemption"}


def test_another_kind_asks_other_questions() -> None:
    assert set(wrong(sheet(), claim_kind="abstention")) == {"answerability", "names_missing_basis"}
    assert whole(sheet("abstention"), claim_kind="paraphrase").answerability is Answerability.SUPPORTED


# S0-67: the resolver's finding, what the reviewer says of it, and whether that is taken.
QUOTED = [
    ("exact", "", "exact"),
    ("exact", "exact", "exact"),
    ("accepted_normalization", "", "accepted_normalization"),
    ("accepted_normalization", "exact", None),
    ("mismatch", "exact", None),
    ("mismatch", "", "mismatch"),
    ("mismatch", "accepted_normalization", "accepted_normalization"),
]


@pytest.mark.parametrize(("found", "said", "taken"), QUOTED)
def test_a_quotation_is_exact_only_where_the_bytes_are_equal(found: str, said: str, taken: str | None) -> None:
    on = sheet("quotation", quotations={"x1": QuotationVerdict(found)})
    fields, errors = read(on, quotation=said, rationale="Only a hyphen differs.")
    assert (fields.quotation if fields else None) == taken
    assert taken or "bytes differ" in errors["quotation"]


def test_one_citation_with_other_bytes_is_enough_to_refuse_exact() -> None:
    on = sheet("quotation", quotations={"x1": QuotationVerdict.EXACT, "x2": QuotationVerdict.ACCEPTED_NORMALIZATION})
    assert set(wrong(on, quotation="exact", rationale="Equal.")) == {"quotation"}
    assert whole(on).quotation is QuotationVerdict.ACCEPTED_NORMALIZATION


def test_where_no_quoted_words_were_recorded_somebody_has_to_say() -> None:
    assert set(wrong(sheet("quotation"))) == {"quotation"}
    assert whole(sheet("quotation"), quotation="exact").quotation is QuotationVerdict.EXACT


def test_a_paraphrase_is_no_quotation_unless_it_stands_in_quotation_marks() -> None:
    mismatch = {"x1": QuotationVerdict.MISMATCH}
    assert whole(sheet(quotations=mismatch)).quotation is QuotationVerdict.NOT_A_QUOTATION
    assert whole(sheet(quotations=mismatch, in_marks=True)).quotation is QuotationVerdict.MISMATCH


GENERATED = {"origins": {"x1": OriginVerdict.GENERATED}, "citations": ("x1",), "is_generated": True, "is_traced": True}


def test_words_of_no_source_ask_two_questions_and_both_are_needed() -> None:
    assert set(wrong(sheet(**GENERATED))) == {"in_original", "attributed"}
    assert set(wrong(sheet(**GENERATED), in_original="yes")) == {"attributed"}


def test_what_the_original_says_is_supported_and_falsely_quoted_where_it_is_given_as_its_words() -> None:
    fields = whole(sheet(**GENERATED), in_original="yes", attributed="yes")
    assert (fields.in_original, fields.attributed) == (True, True)
    assert fields.coverage is CoverageVerdict.SUPPORTED
    assert fields.quotation is QuotationVerdict.MISMATCH
    assert fields.origin is OriginVerdict.GENERATED


def test_generated_words_that_nobody_gives_as_the_sources_are_no_quotation() -> None:
    fields = whole(sheet(**GENERATED), in_original="yes", attributed="no")
    assert fields.quotation is QuotationVerdict.NOT_A_QUOTATION


def test_a_generated_passage_does_not_support_what_the_original_does_not_say() -> None:
    fields = whole(sheet(**GENERATED), in_original="no", attributed="no", rationale="The original says nothing of it.")
    assert fields.coverage is CoverageVerdict.UNSUPPORTED
    assert needs_scan(fields)
    assert not needs_scan(whole(sheet(**GENERATED), in_original="yes", attributed="no"))
    assert needs_scan(whole(sheet(), origin="generated", rationale="The source is a summary itself."))


def test_without_a_recorded_way_the_words_of_the_original_are_attached() -> None:
    on = sheet(**(GENERATED | {"is_traced": False}))
    assert set(wrong(on, in_original="yes", attributed="no")) == {"in_original"}
    attached = Located("memo", 3, 9, "paid")
    assert whole(on, attached, in_original="yes", attributed="no").located == (attached,)


OPERANDS = {
    "operand__1__value": "31",
    "operand__1__unit": "days",
    "operand__2__value": "24",
    "operand__2__unit": "days",
    "warrant__formula": "a-b",
    "warrant__result": "7",
    "warrant__unit": "days",
}


def test_a_derivation_that_comes_out_is_warranted_and_carries_the_claim() -> None:
    fields = whole(sheet("derived"), **OPERANDS, pair__x1="partially_supports")
    assert fields.derivation is DerivationVerdict.WARRANTED
    assert (fields.coverage, fields.support_class) == (CoverageVerdict.SUPPORTED, SupportClass.WARRANTED_DERIVATION)
    assert fields.warrant is not None
    assert [(one.artifact, one.span, one.value) for one in fields.warrant.operands] == [
        ("rules", (100, 162), "31"),
        ("rules", (100, 162), "24"),
    ]


def test_a_derivation_that_does_not_come_out_carries_nothing() -> None:
    fields = whole(sheet("derived"), **OPERANDS | {"warrant__result": "8"}, rationale="31 less 24 is 7.")
    assert fields.derivation is DerivationVerdict.INVALID_TRANSFORMATION
    assert fields.coverage is CoverageVerdict.UNSUPPORTED


def test_an_operand_without_a_unit_leaves_the_warrant_incomplete() -> None:
    fields = whole(sheet("derived"), **OPERANDS | {"operand__1__unit": ""}, rationale="No unit stands there.")
    assert fields.derivation is DerivationVerdict.INCOMPLETE_WARRANT


@pytest.mark.parametrize("changed", [{"warrant__result": "8"}, {"operand__1__unit": ""}])
def test_nobody_calls_warranted_what_code_says_is_not(changed: dict[str, str]) -> None:
    errors = wrong(sheet("derived"), **OPERANDS | changed, derivation="warranted", rationale="It is.")
    assert set(errors) == {"derivation"}


def test_warranted_without_operands_is_refused() -> None:
    errors = wrong(sheet("derived"), derivation="warranted", rationale="It follows.")
    assert "operands" in errors["derivation"]
    explained = wrong(sheet("derived"), derivation="warranted", rationale="So.", warrant__explanation="It follows.")
    assert "operands" in explained["derivation"]


def test_a_rule_in_words_is_for_the_reviewer_to_judge() -> None:
    rule = OPERANDS | {"warrant__formula": "", "warrant__explanation": "A stay that is paid is a stay."}
    assert set(wrong(sheet("derived"), **rule)) == {"derivation"}
    assert whole(sheet("derived"), **rule, derivation="warranted").derivation is DerivationVerdict.WARRANTED


def test_an_operand_that_stands_in_no_cited_words_is_named_until_its_words_are_attached() -> None:
    other = OPERANDS | {"operand__1__value": "52", "warrant__result": "28"}
    assert "operand-1" in wrong(sheet("derived"), **other)
    attached = Located("annex", 5, 15, "52 days off", SpanRole.OPERAND)
    fields = whole(sheet("derived"), attached, **other)
    assert fields.warrant is not None and fields.warrant.operands[0].artifact == "annex"
    assert "operand-1" in wrong(sheet("derived"), **OPERANDS, operand__1__from="x2")


def test_a_right_abstention_that_names_what_is_missing_needs_no_reason() -> None:
    said = {"answerability": "insufficient", "names_missing_basis": "yes", "missing_basis": "the interval"}
    fields = whole(sheet("abstention", citations=()), **said)
    assert (fields.names_missing_basis, fields.missing_basis) == (True, "the interval")
    assert (fields.coverage, fields.support_class) == (CoverageVerdict.SUPPORTED, SupportClass.INSUFFICIENCY)


def test_an_abstention_from_what_the_sources_do_say_is_not_supported() -> None:
    said = {"answerability": "supported", "names_missing_basis": "no", "rationale": "It stands in section 4."}
    fields = whole(sheet("abstention", citations=()), **said)
    assert (fields.coverage, fields.support_class) == (CoverageVerdict.UNSUPPORTED, SupportClass.CONTRADICTION)


def test_what_an_abstention_names_as_missing_is_written_down() -> None:
    errors = wrong(sheet("abstention", citations=()), answerability="insufficient", names_missing_basis="yes")
    assert set(errors) == {"missing_basis"}


def test_an_exemption_is_by_a_rule_in_force_and_takes_the_claim_out_of_every_count() -> None:
    fields = whole(sheet("conversational", citations=()), exemption="greeting")
    assert fields.exemption is ExemptionRule.GREETING
    assert (fields.coverage, fields.answerability, fields.support_class) == (None, None, None)


@pytest.mark.parametrize("rule", ["", "model", "explicit_refusal"])
def test_no_other_rule_exempts(rule: str) -> None:
    assert set(wrong(sheet("conversational", citations=()), exemption=rule)) == {"exemption"}
    assert whole(sheet(), exemption=rule).exemption is None


def test_passages_that_carry_a_claim_together_are_the_reviewers_word_with_a_reason() -> None:
    parts = {"pair__x1": "partially_supports", "pair__x2": "partially_supports", "coverage": "supported"}
    assert set(wrong(sheet("synthesis"), **parts)) == {"rationale"}
    assert whole(sheet("synthesis"), **parts, rationale="Both say a half.").coverage is CoverageVerdict.SUPPORTED


def test_a_sentence_of_the_guideline_is_a_reason_and_stands_before_the_own_words() -> None:
    fields = whole(sheet(), pair__x1="partially_supports", snippet=("2", "7"), rationale="The hold is missing.")
    assert fields.rationale == "Guideline, sentence 2. Keep the qualifiers.\nThe hold is missing."
    assert whole(sheet(), pair__x1="contradicts", snippet=("1",)).rationale


def test_whoever_goes_against_the_machine_says_why() -> None:
    assert set(wrong(sheet(), origin="mixed")) == {"rationale"}
    assert whole(sheet(), origin="mixed", rationale="The heading is ours.").origin is OriginVerdict.MIXED
    assert set(wrong(sheet(), quotation="mismatch")) == {"rationale"}


def test_tags_and_types_are_kept_in_the_order_of_the_vocabulary() -> None:
    tags = ("evidence_gap", "nonsense", "implied_not_stated", "evidence_gap")
    fields = whole(sheet(), tags=tags, support_types=("translated", "directly_stated"))
    assert fields.tags == (ReviewerTag.IMPLIED_NOT_STATED, ReviewerTag.EVIDENCE_GAP)
    assert fields.support_types == (SupportType.DIRECTLY_STATED, SupportType.TRANSLATED)


def test_only_forms_that_need_words_need_a_whole_sheet() -> None:
    light = sheet().light
    assert (light.words, light.sentences) == ({}, ())
    assert not needs_words(light, sent(pair__x1="supports"))
    assert needs_words(light, sent(snippet="1"))
    assert needs_words(light, sent(claim_kind="derived"))


def test_what_a_form_carries_is_no_part_of_what_it_says() -> None:
    fields = whole(sheet("derived"), **OPERANDS, slot_token="t1", evidence_token="e1")
    other = whole(sheet("derived"), **OPERANDS, slot_token="t2", evidence_token="e2")
    assert fields.body == other.body
    assert not {"slot_token", "evidence_token", "seconds"} & fields.body.keys()


def test_a_form_that_only_wants_to_be_drawn_again_says_so() -> None:
    assert is_redrawing(sent(draw="kind")) and not is_redrawing(sent())


HOSTILE = ["\x00", "’" * 3_000, "<script>", "1e999", "\ud800", "=cmd()", "٣١"]


@pytest.mark.parametrize("value", HOSTILE)
def test_whatever_is_written_into_a_warrant_is_answered(value: str) -> None:
    for name in OPERANDS:
        fields, errors = read(sheet("derived"), **OPERANDS | {name: value}, rationale="Because.")
        assert (fields is None) == bool(errors)
