from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from lineage.evidence.terms.work import AnchorMethod
from lineage.text.anchoring import ANCHORING, Anchored, Quotation, Rung, TextIndex, anchor
from lineage.text.edit_distance import edit_distance
from lineage.text.normalization import DEFAULT, EXACT, normalize
from lineage.text.span import Span
from tests.bench.data import Writer
from tests.text.texts import AWKWARD, texts

LOGS = "The archive keeps logs for 24 months. The office reviews them. The archive keeps keys for 4 months."
SENTENCE = "Archived support logs are retained for 24 months, unless the office asks for them."


def anchor_one(text: str, exact: str, prefix: str = "", suffix: str = "", start: int | None = None) -> Anchored:
    return anchor(TextIndex(text), [Quotation(exact, prefix, suffix, start)])[0]


def spans(found: Anchored) -> list[Span]:
    return [candidate.span for candidate in found.candidates]


def test_the_rungs_are_the_methods_that_are_recorded():
    assert [rung.value for rung in Rung] == [method.value for method in AnchorMethod]


# --- the same words ---


def test_words_at_their_old_place_are_found_by_position():
    found = anchor_one(LOGS, "24 months", start=27)
    assert (found.rung, found.span) == (Rung.POSITION, Span(27, 36))
    assert found.candidates[0][1:] == (0, 1.0, 1.0)


@pytest.mark.parametrize("start", [None, 0, 26, 28, -72, 10_000])
def test_an_old_place_where_other_words_stand_says_nothing(start):
    found = anchor_one(LOGS, "24 months", start=start)
    assert (found.rung, found.span) == (Rung.EXACT, Span(27, 36))


def test_equal_copies_without_context_are_all_returned_and_none_is_chosen():
    found = anchor_one(LOGS, "The archive keeps")
    assert (found.rung, found.span) == (Rung.CONTEXT, None)
    assert spans(found) == [Span(0, 17), Span(63, 80)]


def test_equal_copies_with_equally_good_context_are_ambiguous_best_first():
    text = "Fees rise. See annex 1. Fees fall. See annex 1. Fees stay. See annex 2."
    found = anchor_one(text, "See annex", prefix="Fees went. ", suffix=" 1.")
    assert (found.rung, found.span) == (Rung.CONTEXT, None)
    assert spans(found)[:2] == [Span(11, 20), Span(35, 44)]


def test_of_equal_copies_the_one_with_the_recorded_neighbours_is_chosen():
    for suffix, place in ((" logs for 24", Span(0, 17)), (" keys for 4", Span(63, 80))):
        found = anchor_one(LOGS, "The archive keeps", suffix=suffix)
        assert (found.rung, found.span) == (Rung.CONTEXT, place)


def test_neighbours_that_changed_a_little_still_choose():
    found = anchor_one(LOGS, "The archive keeps", suffix=" many keys for 4 months, then")
    assert (found.rung, found.span) == (Rung.CONTEXT, Span(63, 80))
    assert 0.6 <= found.candidates[0].after < 1


def test_where_the_words_before_say_one_place_and_those_after_another_none_is_chosen():
    text = "In spring the fee is due at once. In autumn the fee is waived."
    found = anchor_one(text, " the fee is", prefix="In autumn", suffix=" due at once")
    assert (found.rung, found.span) == (Rung.CONTEXT, None)
    assert sorted(spans(found)) == [Span(9, 20), Span(43, 54)]


def test_neighbours_that_fit_nowhere_choose_nothing():
    found = anchor_one(LOGS, "The archive keeps", prefix="qqqqqqqqqqqq", suffix=" l zzzzzzzzzzzzzzz")
    assert (found.rung, found.span) == (Rung.CONTEXT, None)


def test_the_old_place_is_not_taken_where_another_copy_has_the_recorded_neighbours():
    found = anchor_one(LOGS, "The archive keeps", suffix=" keys for 4", start=0)
    assert (found.rung, found.span) == (Rung.CONTEXT, Span(63, 80))


def test_of_copies_with_the_same_neighbours_the_one_at_the_old_place_is_it():
    text = "A note. See annex 1. A note. See annex 1. A note. See annex 1."
    found = anchor_one(text, "See annex 1", prefix="A note. ", suffix=".", start=29)
    assert (found.rung, found.span) == (Rung.POSITION, Span(29, 40))


def test_the_old_place_alone_does_not_choose_among_copies_in_other_company():
    found = anchor_one(LOGS, "The archive keeps", prefix="entirely other ", suffix=" words of before", start=63)
    assert (found.rung, found.span) == (Rung.CONTEXT, None)


def test_more_copies_than_are_returned_are_told_apart_by_equal_context_alone():
    text = "".join(f"item {number:04} of the list; " for number in range(1_200))
    found = anchor_one(text, "of the list")
    assert (found.rung, found.span, len(found.candidates)) == (Rung.CONTEXT, None, ANCHORING.most_copies)
    place = text.index("1100 of the list") + 5
    found = anchor_one(text, "of the list", prefix="item 1100 ")
    assert (found.rung, found.span) == (Rung.CONTEXT, Span(place, place + 11))
    found = anchor_one(text, "of the list", start=place)
    assert (found.rung, found.span) == (Rung.POSITION, Span(place, place + 11))


def test_copies_that_overlap_are_copies():
    assert spans(anchor_one("aaaa", "aaa")) == [Span(0, 3), Span(1, 4)]


@pytest.mark.parametrize("words", ["\U0001f600 24", "e\u0301 24", "\r\n24", "a\x00b24", "\ud80024"])
def test_places_are_counted_in_code_points_whatever_stands_before(words):
    text = f"\U0001f600\U00020000 e\u0301\u0327\r\n\x00 {words} months."
    assert anchor_one(text, words).span == Span(10, 10 + len(words))


@pytest.mark.parametrize(("text", "words"), [("", "abc"), ("abc", ""), ("", ""), ("abc", "   "), ("abc", "\n")])
def test_without_words_nothing_is_found(text, words):
    assert anchor_one(text, words) == Anchored()


# --- the same words, normalized ---


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("logs are\nretained for  24\r\nmonths", "logs are retained for 24 months"),
        ("logs are re-\ntained for 24 months", "logs are retained for 24 months"),
        ("logs are \u201cretained\u201d for 24 months", 'logs are "retained" for 24 months'),
        ("logs are retained for 24 months", "logs are\nretained for\u00a024 months"),
        ("the cafe\u0301 is open", "the caf\u00e9 is open"),
        ("logs are re\u00adtained", "logs are retained"),
    ],
)
def test_words_that_normalization_makes_equal_are_found_with_the_words_as_they_stand(now, words):
    text = f"Before. {now}, and after."
    found = anchor_one(text, words, prefix="Before. ", suffix=", and")
    assert (found.rung, found.candidates[0].distance) == (Rung.NORMALIZED, 0)
    assert found.span is not None and found.span.slice(text) == now


def test_context_is_compared_in_the_view_too_and_a_cut_is_no_difference():
    text = "One\nline  \u201cand\u201d\nthe archive\nkeeps  logs\nfor ever.\nOther lines of the archive\nkeeps  too."
    found = anchor_one(text, "the archive keeps", prefix='One line "and"\n', suffix=" logs\nfor\never. Other")
    assert (found.rung, found.span) == (Rung.NORMALIZED_CONTEXT, Span(16, 33))
    assert found.candidates[0][2:] == (1.0, 1.0)


def test_equal_copies_in_the_view_are_ambiguous():
    found = anchor_one("keeps\nlogs here, keeps  logs there", "keeps logs")
    assert (found.rung, spans(found)) == (Rung.NORMALIZED_CONTEXT, [Span(0, 10), Span(17, 28)])


def test_words_that_stand_once_in_other_company_are_not_taken_for_a_wrapped_copy_in_the_recorded_one():
    text = "Fees of the first kind: keys are\nkept for ever. Another rule: keys are kept, with no end."
    found = anchor_one(text, "keys are kept", prefix="Fees of the first kind: ", suffix=" for ever.")
    assert (found.rung, found.span) == (Rung.NORMALIZED_CONTEXT, Span(24, 37))
    found = anchor_one(text, "keys are kept", prefix="qqqqqqqqqqqqqqqq", suffix="zzzzzzzzzzzzzz")
    assert (found.rung, found.span) == (Rung.NORMALIZED_CONTEXT, None)
    # In company that fits, words that stand once as they are need no more.
    found = anchor_one(text, "keys are kept", prefix="Another rule: ")
    assert (found.rung, found.span) == (Rung.EXACT, Span(62, 75))


def test_of_copies_as_they_are_none_is_chosen_while_a_wrapped_one_has_the_recorded_company():
    text = "One: keys are kept, for ever. Two: keys are kept, and sold. Three: keys are\nkept as long as it takes."
    found = anchor_one(text, "keys are kept", prefix="Three: ", suffix=" as long as it takes")
    assert (found.rung, found.span) == (Rung.NORMALIZED_CONTEXT, Span(67, 80))


def test_what_the_policy_does_not_name_is_a_difference():
    policy = ANCHORING._replace(normalization=EXACT)
    found = anchor(TextIndex("keeps\nlogs", policy), [Quotation("keeps logs")])[0]
    assert found.rung is not Rung.NORMALIZED


# --- like words ---


def test_a_changed_number_is_found_as_like_and_never_as_the_same():
    text = f"Before. {SENTENCE} After."
    found = anchor_one(text, SENTENCE.replace("24", "36"), prefix="Before. ", suffix=" After.")
    assert (found.rung, found.span) == (Rung.APPROXIMATE, Span(8, 8 + len(SENTENCE)))
    assert (found.candidates[0].distance, found.certain) == (2, True)


def test_the_bound_goes_by_length():
    # 10, 15, 20 and 25 of a hundred, below 32, 64 and 128 code points and from there on.
    bounds = {9: 0, 10: 1, 31: 3, 32: 4, 63: 9, 64: 12, 127: 25, 128: 32, 1_000: 250}
    assert {length: ANCHORING.most_edits(length) for length in bounds} == bounds


@pytest.mark.parametrize(("edits", "rung"), [(4, Rung.APPROXIMATE), (5, None)])
def test_beyond_the_bound_there_is_no_place(edits, rung):
    words = "keeps all logs, keys and names of"
    changed = "#" * edits + words[edits:]
    assert anchor_one(f"It {words} it.", changed).rung is rung


def test_rivals_within_the_margin_are_returned_and_nothing_is_certain():
    text = "Logs of the first office are kept for 24 months. Logs of the other office are kept for 24 months."
    found = anchor_one(text, "Logs of the third office are kept for 24 months.", prefix="", suffix=" Logs of the other")
    assert found.rung is Rung.APPROXIMATE
    assert sorted(spans(found)) == [Span(0, 48), Span(49, 97)]
    assert (found.span, found.certain) == (None, False)


def test_context_that_does_not_fit_or_was_not_recorded_makes_nothing_certain():
    text = f"Before. {SENTENCE} After."
    changed = SENTENCE.replace("24", "36")
    for prefix, suffix in (("", ""), ("Other words came here. ", " After."), ("Before. ", " Not at all like it")):
        found = anchor_one(text, changed, prefix=prefix, suffix=suffix)
        assert (found.rung, found.certain) == (Rung.APPROXIMATE, False)


def test_a_short_quotation_is_never_certain_by_likeness():
    found = anchor_one("It keeps logs for 24 months. End.", "It keeps logs for 36 months.", suffix=" End.")
    assert (found.rung, found.certain) == (Rung.APPROXIMATE, False)


def test_places_end_with_words_where_the_distance_leaves_a_choice():
    text = f"Before. {SENTENCE} After."
    found = anchor_one(text, SENTENCE.removeprefix("Archived").removesuffix("them.") + "those.")
    assert found.span is not None
    assert found.span.slice(text).endswith("for them.")


def test_like_words_are_found_through_other_line_breaks():
    wrapped = SENTENCE.replace(" ", "\n").replace("24", "36")
    found = anchor_one(f"Before. {wrapped} After.", SENTENCE)
    assert (found.rung, found.span) == (Rung.APPROXIMATE, Span(8, 8 + len(SENTENCE)))


def test_more_than_256_symbols_are_no_hindrance():
    random = Random(7)
    text = "".join(chr(random.randrange(0x4E00, 0x9000)) for _ in range(3_000))
    words = text[1_000:1_400]
    found = anchor_one(text, f"{words[:200]}\u9fff{words[201:]}")
    assert (found.rung, found.span, found.candidates[0].distance) == (Rung.APPROXIMATE, Span(1_000, 1_400), 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("-" * 20_000, "-" * 50 + "a" + "-" * 50),
        ("| 2024-01-01 | 10 | 20 | 30 |\n" * 3_000, "| 2024-01-02 | 10 | 20 | 30 |\n| 2024-01-01 | 10 | 21 | 30 |"),
    ],
)
def test_in_a_text_that_repeats_itself_like_places_are_found_and_none_is_certain(text, words):
    found = anchor_one(text, words, prefix=text[:20], suffix=text[20:40])
    assert (found.rung, found.span, found.certain) == (Rung.APPROXIMATE, None, False)


def test_without_edlib_the_answers_are_the_same(monkeypatch):
    text, random = f"Before. {SENTENCE} After. {LOGS}", Random(3)
    quotations = []
    for _ in range(40):
        start = random.randrange(len(text) - 60)
        exact = list(text[start : start + 60])
        exact[random.randrange(60)] = "#"
        quotations.append(Quotation("".join(exact), text[max(0, start - 20) : start], "other words"))
    found = anchor(TextIndex(text), quotations)
    monkeypatch.setattr("lineage.text.edit_distance.edlib", None)
    assert anchor(TextIndex(text), quotations) == found


def test_a_quotation_that_is_too_long_is_found_by_its_words_alone():
    policy = ANCHORING._replace(longest=60)
    index = TextIndex(SENTENCE, policy)
    same, changed = anchor(index, [Quotation(SENTENCE), Quotation(SENTENCE.replace("24", "36"))])
    assert (same.rung, changed.rung) == (Rung.EXACT, None)


# --- what holds of all texts ---

WORDS = ("the", "fee", "is", "24", "months,\n", "e\u0301t\u00e9", "\U0001f600", "re-\nnew")
prose = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@st.composite
def changed(draw: st.DrawFn, text: str) -> Quotation:
    """A stretch of the text with letters put in, taken out or replaced; context as it is, or not."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    exact = text[start:end]
    for _ in range(draw(st.integers(0, 4))):
        at, letter = draw(st.integers(0, len(exact))), draw(st.sampled_from(["", "x", " ", "\n", "\u00ad"]))
        exact = exact[:at] + letter + exact[at + draw(st.integers(0, 2)) :]
    prefix = draw(st.sampled_from(["", text[max(0, start - 32) : start], "other words "]))
    suffix = draw(st.sampled_from(["", text[end : end + 32], " other words"]))
    return Quotation(exact, prefix, suffix, draw(st.none() | st.just(start) | st.integers(-5, 200)))


@st.composite
def texts_and_quotations(draw: st.DrawFn) -> tuple[str, list[Quotation]]:
    text = draw(prose | texts | st.text("ab ", max_size=80))
    return text, draw(st.lists(changed(text), min_size=1, max_size=4))


@given(texts_and_quotations())
def test_every_place_is_within_what_its_rung_promises(given_texts):
    text, quotations = given_texts
    for quotation, found in zip(quotations, anchor(TextIndex(text), quotations), strict=True):
        assert (found.rung is None) == (not found.candidates)
        assert len(set(spans(found))) == len(found.candidates)
        view = normalize(quotation.exact, DEFAULT).text
        for span, distance, before, after in found.candidates:
            there = span.slice(text)
            assert there and 0 <= before <= 1 and 0 <= after <= 1
            assert (quotation.prefix or before == 1.0) and (quotation.suffix or after == 1.0)
            if found.rung in (Rung.POSITION, Rung.EXACT, Rung.CONTEXT):
                assert there == quotation.exact and distance == 0
            elif found.rung is Rung.APPROXIMATE:
                in_text = edit_distance(quotation.exact, there), ANCHORING.most_edits(len(quotation.exact))
                in_view = edit_distance(view, normalize(there, DEFAULT).text), ANCHORING.most_edits(len(view))
                assert any(distance == counted <= most for counted, most in (in_text, in_view))
            else:
                assert distance == 0
        if found.rung is Rung.POSITION:
            assert spans(found) == [Span(quotation.start, quotation.start + len(quotation.exact))]
        elif found.rung is Rung.EXACT:
            assert text.count(quotation.exact) == 1


@given(prose, st.data())
def test_a_normalized_place_has_the_words_of_the_quotation_in_its_view(text, data):
    start = data.draw(st.integers(0, len(text)))
    quotation = text[start : data.draw(st.integers(start, len(text)))]
    moved = text.replace("\n", " \n ").replace("e\u0301", "\u00e9")
    found = anchor_one(moved, quotation)
    if found.rung in (Rung.NORMALIZED, Rung.NORMALIZED_CONTEXT):
        for span in spans(found):
            assert normalize(span.slice(moved), DEFAULT).text == normalize(quotation, DEFAULT).text


@given(texts, st.text(st.sampled_from(AWKWARD), max_size=30), texts)
@example("a", "", "a")
def test_a_quotation_that_stands_once_is_found_wherever_it_stands(before, within, after):
    quotation = f"<{within}>"
    text = f"{before}{quotation}{after}"
    assume(text.count(quotation) == 1)
    assert spans(anchor_one(text, quotation, before, after)) == [Span(len(before), len(before) + len(quotation))]


@given(texts_and_quotations(), st.randoms(use_true_random=False))
def test_the_answers_are_the_same_in_any_order_and_one_by_one(given_texts, random):
    text, quotations = given_texts
    index = TextIndex(text)
    together = anchor(index, quotations)
    assert [anchor(TextIndex(text), [quotation])[0] for quotation in quotations] == together
    order = random.sample(range(len(quotations)), len(quotations))
    assert anchor(index, [quotations[place] for place in order]) == [together[place] for place in order]


@pytest.fixture(scope="module")
def long_text() -> str:
    return Writer.seeded(11).write(150_000, line=90)


def test_the_answers_about_a_long_text_are_the_same_one_by_one_and_all_at_once(long_text):
    random, quotations = Random(3), []
    for _ in range(400):
        start = random.randrange(len(long_text) - 300)
        length = random.choice((4, 12, 30, 60, 120, 250))
        exact = list(long_text[start : start + length])
        for _ in range(random.choice((0, 0, length // 20, length // 8))):
            exact[random.randrange(length)] = random.choice("etaoin ")
        quotations.append(Quotation("".join(exact), long_text[max(0, start - 32) : start]))
    together = anchor(TextIndex(long_text), quotations)
    index = TextIndex(long_text)
    assert [anchor(index, [quotation])[0] for quotation in quotations] == together
    assert {found.rung for found in together} >= {Rung.EXACT, Rung.CONTEXT, Rung.APPROXIMATE}


def test_of_a_thousand_quotations_from_elsewhere_none_is_certain_and_none_is_found_by_its_words(long_text):
    foreign = Writer.seeded(12).write(400_000)
    # Half of them are made of the very words of the text, in another order.
    other = Writer.seeded(11)
    other.random.seed(99)
    foreign += other.write(400_000)
    random, quotations = Random(4), []
    for number in range(1_000):
        start, length = 800 * number + 40, random.randint(40, 400)
        context = foreign[start - 32 : start], foreign[start + length : start + length + 32]
        quotations.append(Quotation(foreign[start : start + length], *context))
    found = anchor(TextIndex(long_text), quotations)
    assert sum(answer.certain for answer in found) == 0
    assert {answer.rung for answer in found} <= {None, Rung.APPROXIMATE}
