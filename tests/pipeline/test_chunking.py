import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lineage.pipeline.chunking import Chunking, Piece, chunk_by_section, chunk_by_size
from lineage.pipeline.sections import Section
from lineage.text.span import Span
from tests.text.texts import texts

FAMILY = "\U0001f468\u200d\U0001f469"
WORDS = "Logs", "are", "kept.", "24", "months!", "\n\n", "\r\n", "  ", "e\u0301", "\u0301", "最后。", FAMILY
prose = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)


@st.composite
def chunkings(draw: st.DrawFn) -> Chunking:
    size = draw(st.integers(1, 40))
    return Chunking(size, draw(st.integers(0, size // 2)), "size")


def words(text: str, pieces) -> list[str]:
    return [piece.span.slice(text) for piece in pieces]


def test_a_chunk_ends_behind_the_last_sentence_of_its_second_half():
    text = "Logs are kept. They are kept for 24 months. A hold stays."
    #       0              15                           44
    assert words(text, chunk_by_size(text, Chunking(50, 0, "size"))) == [
        "Logs are kept. They are kept for 24 months. ",
        "A hold stays.",
    ]


def test_without_a_sentence_it_ends_behind_a_word_and_without_a_word_where_the_size_does():
    assert words("one two three", chunk_by_size("one two three", Chunking(9, 0, "size"))) == ["one two ", "three"]
    assert words("abcdefghij", chunk_by_size("abcdefghij", Chunking(4, 0, "size"))) == ["abcd", "efgh", "ij"]


def test_an_overlap_is_whole_words_of_the_chunk_before():
    text = "alpha beta gamma delta epsilon"
    assert words(text, chunk_by_size(text, Chunking(18, 7, "size"))) == [
        "alpha beta gamma ",
        "gamma delta ",
        "delta epsilon",
    ]


def test_sentences_of_scripts_without_blanks_are_borders_too():
    text = "日志保留二十四个月。例外情况除外。"
    assert words(text, chunk_by_size(text, Chunking(12, 0, "size"))) == ["日志保留二十四个月。", "例外情况除外。"]


def test_marks_stay_with_their_letter_and_a_line_end_stays_whole():
    chunking = Chunking(4, 2, "size")
    for text, chunks in (
        ("abe\u0301\u0327d", ["ab", "be\u0301\u0327", "d"]),
        ("abc\r\nd", ["abc", "bc\r\n", "d"]),
        ("a" + "\u0301" * 9, ["a" + "\u0301" * 9]),
    ):
        assert words(text, chunk_by_size(text, chunking)) == chunks


def test_a_chunk_ends_where_its_section_does_and_a_long_section_is_cut():
    text = "# A short one. # B long one with words. And more of them."
    sections = [Section(0, "A"), Section(15, "B")]
    assert list(chunk_by_section(text, sections, Chunking(26, 5, "section"))) == [
        Piece(Span(0, 15), "A"),
        Piece(Span(15, 40), "B"),
        Piece(Span(40, 57), "B"),
    ]


def test_what_stands_before_the_first_section_and_a_section_without_words():
    found = list(chunk_by_section("ab cd", [Section(3, "A"), Section(5, "B")], Chunking(10, 0, "section")))
    assert found == [Piece(Span(0, 3), ""), Piece(Span(3, 5), "A")]
    assert list(chunk_by_section("", [Section(0, "A")], Chunking(10, 0, "section"))) == []


@pytest.mark.parametrize(
    ("size", "overlap", "by"), [(0, 0, "size"), (10, 6, "size"), (10, -1, "size"), (10, 0, "page")]
)
def test_a_chunking_that_cannot_be_is_refused(size, overlap, by):
    with pytest.raises(ValueError):
        Chunking(size, overlap, by)


@given(texts | prose, chunkings(), st.lists(st.integers(0, 40), max_size=4))
@example("\u0301\u0301\u0301\u0301", Chunking(1, 0, "size"), [2])
@example("a\r\n\r\nb", Chunking(2, 1, "size"), [2])
def test_every_code_point_is_in_a_chunk_and_chunks_go_forward(text, chunking, starts):
    sections = [Section(place, str(place)) for place in sorted(set(starts)) if place <= len(text)]
    for pieces in (list(chunk_by_size(text, chunking)), list(chunk_by_section(text, sections, chunking))):
        reached = 0
        for place, piece in enumerate(pieces):
            start, end = piece.span
            assert start <= reached < end <= len(text)
            assert not place or reached - start <= chunking.overlap
            assert not place or start > pieces[place - 1].span.start
            reached = end
        assert reached == len(text)


@given(texts | prose, chunkings())
def test_no_chunk_is_longer_than_its_size_but_for_what_is_read_as_one(text, chunking):
    for start, end in (piece.span for piece in chunk_by_size(text, chunking)):
        for place in range(start + chunking.size, end):
            joined = "\u200d" in text[place - 1 : place + 1] or text[place - 1 : place + 1] == "\r\n"
            joined = joined or 0x1160 <= ord(text[place]) < 0x1200 or 0x1F3FB <= ord(text[place]) < 0x1F400
            assert joined or unicodedata.category(text[place]).startswith("M")


@given(texts | prose, chunkings())
def test_no_chunk_begins_inside_what_is_read_as_one(text, chunking):
    for piece in chunk_by_size(text, chunking):
        start = piece.span.start
        if start:
            assert not unicodedata.category(text[start]).startswith("M")
            assert text[start - 1 : start + 1] != "\r\n"


@pytest.mark.parametrize("unit", [".", ". ", " ", "\n", "\n ", "!)", "\u0301", "a\u0301", "\r", "。", "\u200d", "a"])
def test_a_long_hostile_text_is_cut_in_a_moment(unit):
    text = "a" + unit * (500_000 // len(unit))
    for chunking in (Chunking(1200, 150, "size"), Chunking(100_000, 50_000, "size")):
        *_, last = chunk_by_size(text, chunking)
        assert last.span.end == len(text)
