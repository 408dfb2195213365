"""Changes of words that turn a sentence round are named, whatever else is alike (DESIGN 4, requirements 7.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.text.normalization import DEFAULT, normalize
from lineage.text.wording import changes
from lineage.text.wording_lists import BOUNDS, MODALS, NEGATIONS, NUMBER_WORDS, QUALIFIERS
from tests.text.texts import texts


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        # A number, in digits of any script, in words, with sign, limit, fraction and order of its parts.
        ("The dose is 40 mg.", "The dose is 80 mg.", ("number",)),
        ("kept for 24 months", "kept for twenty-five months", ("number",)),
        ("kept for \u0662\u0664 months", "kept for \u0662\u0665 months", ("number",)),
        ("on 2026-01-02", "on 2026-02-01", ("number",)),
        ("from -5 to 3", "from 5 to 3", ("number",)),
        ("if <5", "if >5", ("number",)),
        ("10 m\u00b2", "10 m\u00b3", ("number",)),
        ("2\u00bd cups", "2\u00bc cups", ("number",)),
        ("\u56db\u5341\u5929", "\u56db\u5929", ("number",)),
        ("the first party", "the third party", ("number",)),
        ("half of it", "a quarter of it", ("number",)),
        ("1.5 points", "15 points", ("number",)),
        # A unit of measure, currency or time, written out, shortened or joined to its number.
        ("kept for 24 months", "kept for 24 days", ("unit",)),
        ("40 mg", "40 g", ("unit",)),
        ("40mg", "40\u00b5g", ("unit",)),
        ("5 MB", "5 Mb", ("unit",)),
        ("up to 5k", "up to 5m", ("unit",)),
        ("$5", "\u20ac5", ("unit",)),
        ("5 %", "5", ("unit",)),
        ("USD 5", "EUR 5", ("unit",)),
        ("by 10:30 a.m. sharp", "by 10:30 p.m. sharp", ("unit",)),
        ("in 5 working days", "in 5 calendar days", ("unit",)),
        ("since 5 May", "since 5 June", ("unit",)),
        ("on Monday", "on Friday", ("unit",)),
        # A negation, also where it is part of a word.
        ("It is kept.", "It is not kept.", ("negation",)),
        ("It is kept.", "It isn\u2019t kept.", ("negation",)),
        ("It can leave.", "It cannot leave.", ("negation",)),
        ("with or without it", "with it", ("negation",)),
        ("never kept", "always kept", ("negation",)),
        ("lawful use", "unlawful use", ("negation",)),
        ("compliant parts", "non-compliant parts", ("negation",)),
        # A modal verb, whatever it is joined to.
        ("It may purge logs.", "It should purge logs.", ("modal",)),
        ("They must not.", "They shall not.", ("modal",)),
        ("They couldn't.", "They can't.", ("modal",)),
        ("He'll go.", "He might go.", ("modal",)),
        # A qualifier came, went or changed.
        ("kept except where a hold applies", "kept where a hold applies", ("qualifier",)),
        ("kept except where a hold applies", "kept except when a hold applies", ("qualifier",)),
        ("at least 5", "at most 5", ("qualifier",)),
        ("subject to law", "according to law", ("qualifier",)),
        # Several at once, sorted.
        ("It may take 5 days.", "It must not take 6 hours.", ("modal", "negation", "number", "unit")),
    ],
)
def test_a_change_that_may_turn_the_meaning_is_named_both_ways(before, after, named):
    assert changes(before, after) == named
    assert changes(after, before) == named


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("kept for 24 months", "kept for twenty-four months"),
        ("kept for 24 months", "kept for \u0662\u0664 months"),
        ("They can't.", "They cannot."),
        ("They cannot.", "They can not."),
        ("They won\u2019t.", "They will not."),
        ("except\nwhere a hold applies", "except where a hold applies"),
        ("it applies un-\nless revoked", "it applies unless revoked"),
        ("The mayor came into it.", "The major came to it."),
        ("Logs are kept, and 5 stay.", "5 stay, and logs are kept."),
        ("one month", "One month"),
        ("support logs", "service logs"),
        ("ca. old", "circa old"),
    ],
)
def test_another_spelling_order_or_word_beside_them_is_no_such_change(before, after):
    assert changes(before, after) == ()


def test_every_listed_word_that_appears_is_named():
    listed = {"modal": MODALS, "negation": NEGATIONS, "number": NUMBER_WORDS, "qualifier": QUALIFIERS}
    for code, words in listed.items():
        for word in words:
            assert code in changes("Logs are kept.", f"Logs {word} are kept."), word
            assert code in changes("Logs are kept.", f"Logs {word.upper()} are kept."), word
    for words in BOUNDS:
        assert "qualifier" in changes("kept 5", f"kept {words} 5")


def test_a_change_in_the_last_cell_of_a_long_table_is_named():
    table = "| part | 10 kg | no |\n" * 400
    assert changes(table + "| last | 5 kg |", table + "| last | 6 kg |") == ("number",)
    assert changes("| first | 5 kg |\n" + table, "| first | 5 mg |\n" + table) == ("unit",)


@given(texts)
def test_nothing_changed_between_a_text_and_itself_or_its_view(text):
    assert changes(text, text) == ()
    view = normalize(text, DEFAULT).text
    if normalize(view, DEFAULT).text == view:
        assert changes(text, view) == ()


@given(texts, texts)
def test_changes_are_sorted_known_and_the_same_both_ways(one, other):
    found = changes(one, other)
    assert found == changes(other, one) == tuple(sorted(found))
    assert set(found) <= {"modal", "negation", "number", "qualifier", "unit"}


digits = st.characters(categories=["Nd"])


@given(texts, texts, digits, digits)
def test_another_digit_of_any_script_is_always_a_change(before, after, one, other):
    named = changes(before + one + after, before + other + after)
    assert ("number" in named) == (int(one) != int(other))


@given(texts, texts, st.sampled_from([*MODALS, *NEGATIONS, *QUALIFIERS]))
def test_a_listed_word_more_is_always_a_change(before, after, word):
    assert changes(f"{before} . {after}", f"{before} . {word} . {after}") != ()
