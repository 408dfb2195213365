import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.text.grams import GramIndex, code_points, hashes, order_of, series
from tests.text.texts import texts

sizes = st.integers(1, 9)


def places(index: GramIndex, words: str) -> list[int]:
    return index.places(index.look_up(hashes(code_points(words), index.size))).tolist()


@given(texts)
@example("a\ud800\U0001f600\x00")
def test_code_points_are_those_of_the_text(text):
    assert code_points(text).tolist() == [ord(char) for char in text]


@given(texts, sizes)
def test_a_hash_depends_on_its_own_code_points_alone(text, size):
    codes = code_points(text)
    alone = [int(hashes(codes[at : at + size], size)[0]) for at in range(len(codes) - size + 1)]
    assert hashes(codes, size).tolist() == alone


@given(st.text("ab\u0301\U0001f600", max_size=60), sizes)
def test_every_place_of_a_run_is_found(text, size):
    index = GramIndex(code_points(text), size, thinned=0)
    for at in range(len(text) - size + 1):
        run = text[at : at + size]
        wanted = {other for other in range(len(text)) if text.startswith(run, other)}
        assert wanted <= set(places(index, run))


@given(st.text("ab", max_size=200), st.integers(0, 4))
def test_a_thinned_index_has_all_places_of_the_runs_it_keeps_and_none_of_the_others(text, thinned):
    index, whole = (GramIndex(code_points(text), 8, thinned=share) for share in (thinned, 0))
    for at in range(len(text) - 7):
        run = text[at : at + 8]
        kept = len(index.kept(hashes(code_points(run), 8)))
        assert places(index, run) == (places(whole, run) if kept else [])


def test_a_quarter_of_the_runs_is_kept_where_two_bits_are_thinned():
    numbers = np.random.default_rng(3).integers(97, 123, 40_000).astype(np.uint32)
    index = GramIndex(numbers, 8, thinned=2)
    assert len(index.kept(hashes(numbers, 8))) / len(numbers) == pytest.approx(0.25, abs=0.02)


def test_a_text_shorter_than_a_run_has_none():
    index = GramIndex(code_points("abc"), 8, thinned=0)
    assert places(index, "abcdefgh") == []


def test_few_and_many_numbers_are_sorted_alike_and_equal_ones_keep_their_order():
    random = np.random.default_rng(5)
    for count, limit in ((10, 5), (9_000, 300), (9_000, 2**32 - 1)):
        values = random.integers(0, limit, count).astype(np.uint32)
        assert order_of(values).tolist() == sorted(range(count), key=lambda at: int(values[at]))


def test_a_series_follows_another():
    numbers = series(np.array([5, 1, 7], dtype=np.int64), np.array([3, 0, 2], dtype=np.int64))
    assert numbers.tolist() == [5, 6, 7, 7, 8]
