"""Which questions a claim is asked: by its kind, by who wrote what it rests on, by the marks that it stands in."""

import pytest

from inspector.pages.verdict_kinds import MARKS, Asked, asked_of, sheet_of
from inspector.verdict_derived import derived_origin, derived_quotation
from inspector.verdict_fields import Sheet
from lineage.evidence.vocabulary import ClaimKind, OriginVerdict, QuotationVerdict, SupportType
from tests.inspector.reading import reading_of

# case, claim -> what is asked beside the support of each citation, and how support comes about (S0-60, S0-63, S3-57).
CASES = [
    ("support/reading-room", "c1", set(), {"directly_stated"}),
    ("support/reading-room", "c2", {Asked.QUOTATION}, {"directly_stated"}),
    ("support/reading-room", "c4", {Asked.MISSING_BASIS}, set()),
    ("support/boiler-visit", "c1", set(), {"inferred_structured"}),
    ("support/boiler-visit", "c3", {Asked.WARRANT}, {"inferred_structured"}),
    ("support/boiler-visit", "c4", {Asked.EXEMPTION}, set()),
    ("support/clinic-data-return", "c4", {Asked.TOGETHER}, {"synthesized_multi_span"}),
    ("origin/archived-logs", "c1", {Asked.ORIGINAL}, {"summary_mediated"}),
    ("lineage/translation-alone", "c1", {Asked.ORIGINAL}, {"translated"}),
]


@pytest.mark.parametrize(("case", "claim", "asked", "types"), CASES)
def test_a_claim_is_asked_what_its_kind_and_its_words_ask(
    case: str, claim: str, asked: set[Asked], types: set[str]
) -> None:
    sheet = sheet_of(reading_of(case, claim))
    assert asked_of(sheet, sheet.kind) == asked
    assert set(sheet.types) == {SupportType(each) for each in types}


def test_a_sheet_says_what_was_found_of_the_quoted_words_and_where_the_originals_words_stand() -> None:
    sheet = sheet_of(reading_of("support/reading-room", "c2"))
    # The answer quotes with straight marks what the source prints with curly ones.
    assert sheet.quotations == {"x2": QuotationVerdict.ACCEPTED_NORMALIZATION}
    assert sheet.origins == {"x2": OriginVerdict.ORIGINAL}
    assert [cited.words for cited in sheet.words["x2"]] == [
        "Books with a red dot are marked “reference only” and stay in the room."
    ]


def test_a_generated_passage_with_a_way_to_the_original_is_traced() -> None:
    sheet = sheet_of(reading_of("origin/archived-logs", "c1"))
    assert (sheet.is_generated, sheet.is_traced) == (True, True)
    assert sheet.origins["x1"] is OriginVerdict.GENERATED


def test_a_claim_of_a_kind_that_people_gave_is_asked_by_it() -> None:
    reading = reading_of("coverage/uncited-claim", "c1")
    assert sheet_of(reading).kind is ClaimKind.UNCLASSIFIED
    given = type(reading)(**{**vars_of(reading), "given_kind": ClaimKind.CONVERSATIONAL})
    assert sheet_of(given).kind is ClaimKind.CONVERSATIONAL


def vars_of(reading: object) -> dict[str, object]:
    return {name: getattr(reading, name) for name in type(reading).__dataclass_fields__}  # type: ignore[attr-defined]


WORDS = [
    ("He said “we never keep them” at once.", True),
    ("Er sagte „wir behalten nichts“ sofort.", True),
    ("Il a dit «jamais» à tous.", True),
    ('The rule says "reference only" of them.', True),
    ('A pipe of 3" and one of 4 inches.', False),
    ("It's the readers' own.", False),
    ("", False),
]


@pytest.mark.parametrize(("words", "quoted"), WORDS)
def test_quotation_marks_of_several_languages_are_known(words: str, quoted: bool) -> None:
    assert bool(MARKS.search(words)) == quoted


ORIGINS = [
    (["original", "original"], "original"),
    (["original", "generated"], "mixed"),
    (["mixed"], "mixed"),
    (["original", "unresolved"], "unresolved"),
    ([], None),
]


@pytest.mark.parametrize(("origins", "derived"), ORIGINS)
def test_the_origin_of_a_claim_is_that_of_all_that_it_cites(origins: list[str], derived: str | None) -> None:
    assert derived_origin(bare(origins={str(n): OriginVerdict(one) for n, one in enumerate(origins)})) == derived


def test_the_worst_of_several_quotations_counts() -> None:
    both = {"x1": QuotationVerdict.EXACT, "x2": QuotationVerdict.MISMATCH}
    assert derived_quotation(bare(quotations=both), ClaimKind.QUOTATION, None) is QuotationVerdict.MISMATCH


def bare(**changes: object) -> Sheet:
    sheet = Sheet(kind=ClaimKind.PARAPHRASE, citations=(), quotations={}, origins={})
    return sheet._replace(**changes)
