import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.text import edit_distance as module
from lineage.text.edit_distance import Ends, edit_distance, find_ends, find_ends_by_bits
from tests.text.texts import AWKWARD

near = st.text(st.sampled_from("ab" + AWKWARD[-6:]), max_size=12)


def by_table(pattern: str, text: str, *, from_start: bool) -> list[int]:
    """The textbook's table (Sellers 1980): distance of the pattern from the likest stretch that ends at each place."""
    row = list(range(len(pattern) + 1))
    last = [row[-1]]
    for place, char in enumerate(text, start=1):
        above, row = row, [place if from_start else 0]
        for at, own in enumerate(pattern, start=1):
            row.append(min(above[at] + 1, row[-1] + 1, above[at - 1] + (own != char)))
        last.append(row[-1])
    return last


@pytest.fixture(params=["with edlib", "without edlib"])
def engine(request, monkeypatch):
    if request.param == "without edlib":
        monkeypatch.setattr(module, "edlib", None)


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("", "", 0), ("40 mg", "80 mg", 1), ("a\x00b", "ab", 1)],
)
def test_the_distance_is_that_of_the_textbook(engine, one, other, distance):
    assert edit_distance(one, other) == distance


def test_all_ends_of_the_likest_stretches_are_found(engine):
    # The example of edlib's own documentation: inclusive ends 4 and 5.
    assert find_ends("AACG", "TCAACCTG", 2) == Ends(1, (5, 6))
    # TC: two taken out, one replaced. TCA: two replaced, one out. TCAAC: TC put in, G out. TCAACC: TC in, G replaced.
    assert find_ends("AACG", "TCAACCTG", 3, from_start=True) == Ends(3, (2, 3, 5, 6))


def test_beyond_the_bound_nothing_is_found(engine):
    assert find_ends("abcdef", "abxxef", 1) is None
    assert find_ends("abcdef", "abxxef", 2) == Ends(2, (6,))


def test_a_stretch_has_words(engine):
    assert find_ends("abc", "xyz", 3) is None
    assert find_ends("a", "b", 1) is None
    assert find_ends("", "abc", 0) is None
    assert find_ends("abc", "", 2) is None


def test_more_symbols_than_edlib_takes_are_no_error(engine):
    pattern = "".join(map(chr, range(0x4E00, 0x4E00 + 400)))
    text = f"{pattern[:200]}\u8000{pattern[200:]}"
    assert edit_distance(pattern, text) == 1
    assert find_ends(pattern, f"x{text}y", 5) == Ends(1, (402,))


def test_what_the_pattern_has_not_is_no_question_mark(engine):
    assert find_ends("why?", "why\u4e00", 2) == Ends(1, (3, 4))
    assert edit_distance("why?", "why\u4e00") == 1
    assert edit_distance("why\u4e00", "why?") == 1


@given(near, near, st.integers(0, 13), st.booleans())
@example("ab", "a\ud800b", 1, False)
def test_both_engines_say_what_the_table_says(pattern, text, most, from_start):
    scores = by_table(pattern, text, from_start=from_start)[1:]
    least = min(scores, default=len(pattern))
    expected = None
    if least <= min(most, len(pattern) - 1):
        expected = Ends(least, tuple(end for end, score in enumerate(scores, start=1) if score == least))
    assert find_ends(pattern, text, most, from_start=from_start) == expected
    if pattern and text and most < len(pattern):
        assert find_ends_by_bits(pattern, text, most, from_start=from_start) == expected
    assert edit_distance(pattern, text) == by_table(pattern, text, from_start=True)[-1]


@given(st.text("abc", min_size=60, max_size=150), st.text("abc", min_size=1, max_size=200), st.booleans())
def test_long_patterns_are_counted_alike(pattern, text, from_start):
    most = len(pattern) - 1
    assert find_ends(pattern, text, most, from_start=from_start) == find_ends_by_bits(
        pattern, text, most, from_start=from_start
    )
