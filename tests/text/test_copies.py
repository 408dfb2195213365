from random import Random

from hypothesis import given
from hypothesis import strategies as st

from lineage.text.copies import copies_by_reading, copies_by_runs, find_copies
from lineage.text.surface import Surface

repeating = st.text(st.sampled_from("ab\U0001f600"), max_size=300)


@given(repeating, st.lists(st.tuples(st.integers(0, 280), st.integers(1, 40)), max_size=5), st.integers(1, 4))
def test_the_index_finds_the_copies_that_reading_finds(text, places, most):
    quotations = [text[start : start + length] or "b" for start, length in places] + ["abababababab", "a", text or "a"]
    wanted = [copies_by_reading(text, quotation, most) for quotation in quotations]
    # The index may give more than the first of very many copies.
    found = copies_by_runs(Surface(text), quotations, most)
    assert [starts[: most + 1] for starts in found] == wanted
    assert find_copies(Surface(text), quotations, most) == wanted


def test_copies_in_a_long_text_are_found_by_its_index_and_by_reading_alike():
    random = Random(7)
    text = " ".join(random.choices([f"word{number}" for number in range(900)], k=60_000))
    quotations = [text[start : start + 9 + start % 60] for start in range(0, 300_000, 900)]
    surface = Surface(text)
    found = copies_by_runs(surface, quotations, 500)
    assert found == [copies_by_reading(text, quotation, 500) for quotation in quotations]
    assert find_copies(surface, quotations, 500) == found


def test_overlapping_copies_and_only_as_many_as_asked_for_and_one_more():
    assert copies_by_reading("aaaaaa", "aa", 500) == [0, 1, 2, 3, 4]
    assert copies_by_reading("aaaaaa", "aa", 2) == [0, 1, 2]
    assert copies_by_reading("aaaaaa", "b", 2) == []
