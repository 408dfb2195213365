import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.text.normalization import (
    DEFAULT,
    EXACT,
    PRINTED,
    Comparison,
    NormalizationPolicy,
    Operation,
    compare,
    normalize,
)
from lineage.text.segments import SegmentKind
from lineage.text.span import Span
from tests.text.texts import texts

policies = st.lists(st.sampled_from(Operation), unique=True, max_size=5).map(
    lambda operations: NormalizationPolicy("drawn", 1, tuple(operations))
)


def only(operation: Operation) -> NormalizationPolicy:
    return NormalizationPolicy("one", 1, (operation,))


def test_the_whitespace_sample_maps_output_35_to_input_36():
    text = "Archived  support logs are kept\nfor 24 months."
    view = normalize(text, DEFAULT)
    assert (len(text), len(view.text)) == (46, 45)
    assert view.text.index("24 months") == 35
    assert [piece.span for piece in view.map.backward([Span(35, 44)])[0]] == [Span(36, 45)]
    assert view.operations_used == (Operation.COLLAPSE_WHITESPACE,)


def test_composed_and_decomposed_accents_match_under_nfc_and_not_exactly():
    assert compare("cafe\u0301", "caf\u00e9", DEFAULT) == Comparison(True, False, (Operation.UNICODE_NFC,))
    assert compare("cafe\u0301", "caf\u00e9", EXACT) == Comparison(False, False, ())


def test_superscript_two_is_not_two_and_capitals_are_not_small_letters():
    assert not compare("m\u00b2", "m2", DEFAULT).equal
    assert not compare("Must", "must", DEFAULT).equal
    assert compare("m\u00b2", "m2", only(Operation.UNICODE_NFKC)).equal
    assert compare("Straße", "STRASSE", only(Operation.CASE_FOLD)).equal


@pytest.mark.parametrize("copied", ["unau\u2011\nthorized \ufb01t", "unau- thorized fit", "unau\u00ad\nthorized\nfit"])
def test_words_of_a_page_are_those_that_were_copied_from_it_however_their_lines_were_joined(copied):
    assert compare(copied, "unauthorized fit", PRINTED).equal


def test_a_word_with_a_hyphen_of_its_own_is_not_the_one_without():
    assert not compare("to re-sign it", "to resign it", PRINTED).equal
    assert not compare("5-6 \u2212 7", "56 - 7", PRINTED).equal


def test_on_a_printed_page_a_superscript_a_fraction_and_a_circled_number_are_no_digits():
    assert not compare("10\u00b2 m", "102 m", PRINTED).equal
    assert not compare("1\u00bd hours", "11\u20442 hours", PRINTED).equal
    assert not compare("\u2460 euro", "1 euro", PRINTED).equal


def test_equal_words_need_no_operation():
    assert compare("a  \u201cb\u201d", "a  \u201cb\u201d", DEFAULT) == Comparison(True, True, ())


def test_only_the_operations_that_equality_needs_are_named():
    quote, passage = "\u201c24  months\u201d", "\u201c24 months\u201d "
    assert compare(quote, passage, DEFAULT).operations == (Operation.COLLAPSE_WHITESPACE, Operation.TRIM)


@pytest.mark.parametrize(
    ("operation", "text", "wanted"),
    [
        (Operation.UNICODE_NFC, "e\u0327\u0301 \u1112\u1161\u11ab \u212b", "\u0229\u0301 \ud55c \u00c5"),
        (Operation.UNICODE_NFKC, "\ufb01n \u00b2", "fin 2"),
        (Operation.COLLAPSE_WHITESPACE, " a\u00a0b\r\n\tc ", " a b c "),
        (Operation.TRIM, "\n a b\u3000", "a b"),
        (Operation.CASE_FOLD, "STRAßE", "strasse"),
        (Operation.DEHYPHENATE_LINEBREAK, "reti-\nculate Anglo-\nSaxon 4-\n5", "reticulate Anglo-\nSaxon 4-\n5"),
        (Operation.CURLY_TO_STRAIGHT_QUOTES, "\u201cit\u2019s\u201d", '"it\'s"'),
        (Operation.STRIP_SOFT_HYPHEN, "re\u00adti\u00ad\nculate", "reticulate"),
        (Operation.COLLAPSE_LINE_BREAKS, "a  b \r\n\n c", "a  b c"),
        (Operation.DEHYPHENATE_BLANK, "reti- culate pre- Roman 4- 5 a - b", "reticulate pre- Roman 4- 5 a - b"),
        (Operation.EXPAND_LIGATURES, "o\ufb03ce \ufefb \u00b2 \u00bd", "office \u0644\u0627 \u00b2 \u00bd"),
        (Operation.FOLD_HYPHENS, "e\u2010mail one\u2011time 3\u20134 \u22125", "e-mail one-time 3\u20134 \u22125"),
    ],
)
def test_an_operation_changes_what_it_says_and_no_more(operation, text, wanted):
    assert normalize(text, only(operation)).text == wanted
    assert normalize(wanted, only(operation)).operations_used == ()


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
@given(text=texts)
@example(text="\u0344\u0301\u1100\u1161\u11a8\u09c7\u09be\u212b\u0f73\uff76\uff9e")
def test_normal_forms_are_those_of_unicode(form, text):
    operation = Operation.UNICODE_NFC if form == "NFC" else Operation.UNICODE_NFKC
    assert normalize(text, only(operation)).text == unicodedata.normalize(form, text)


@given(texts, policies)
def test_the_map_of_a_view_holds_and_explains_every_word(text, policy):
    view = normalize(text, policy)
    assert view.map.verify(view.text, text) == ()
    assert view.map.uncovered() == ()
    assert view.map.invert().uncovered() == ()
    for segment in view.map.to_segments():
        if segment.kind is SegmentKind.EXACT_COPY:
            assert segment.output.slice(view.text) == segment.input.slice(text)


@given(texts)
def test_a_second_time_the_default_policy_changes_nothing_that_whitespace_and_forms_left(text):
    once = normalize(text, NormalizationPolicy("twice", 1, (Operation.COLLAPSE_WHITESPACE, Operation.TRIM)))
    assert (
        normalize(once.text, NormalizationPolicy("twice", 1, (Operation.COLLAPSE_WHITESPACE, Operation.TRIM)))[2] == ()
    )


@given(texts, texts, policies)
def test_two_texts_are_equal_exactly_where_their_views_are(one, other, policy):
    found = compare(one, other, policy)
    assert found.equal == (normalize(one, policy).text == normalize(other, policy).text or one == other)
    assert found.exact == (one == other)


@given(texts, policies)
def test_a_text_equals_its_own_view_where_the_policy_is_stable_on_it(text, policy):
    view = normalize(text, policy).text
    if normalize(view, policy).text == view:
        named = compare(text, view, policy)
        assert named.equal
        assert compare(text, view, NormalizationPolicy("named", 1, named.operations)).equal


def test_more_marks_than_any_script_writes_stay_as_they_are():
    hostile = "a" + "\u0301\u0316" * 200
    assert normalize(hostile, DEFAULT).text == hostile
