from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.formats.sentences import is_statement, split_sentences
from lineage.text.span import Span


def words(text: str, *markers: str) -> list[str]:
    spans = [Span(text.index(marker), text.index(marker) + len(marker)) for marker in markers]
    return [span.slice(text) for span in split_sentences(text, spans)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One is kept. Two are not! Why?", ["One is kept.", "Two are not!", "Why?"]),
        ('He said "ten." Then he left.', ['He said "ten."', "Then he left."]),
        ("The sum is 3.5 per cent. Done.", ["The sum is 3.5 per cent.", "Done."]),
        ("See e.g. the memo. Done.", ["See e.g. the memo.", "Done."]),
        ("1. Keep it.\n2. Drop it.", ["1. Keep it.", "2. Drop it."]),
        ("No end here", ["No end here"]),
        ("十年間保存する。草案は削除する。", ["十年間保存する。", "草案は削除する。"]),
        ("هل تُحفظ؟ نعم.", ["هل تُحفظ؟", "نعم."]),
        ("Line one\nline two", ["Line one", "line two"]),
        ("  \n \n", []),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, sentences: list[str]) -> None:
    assert words(text) == sentences


def test_markers_behind_a_sentence_belong_to_it() -> None:
    assert words("Kept. [1] [2] Deleted [3].", "[1]", "[2]", "[3]") == ["Kept. [1] [2]", "Deleted [3]."]
    assert words("Kept.[1] Deleted.", "[1]") == ["Kept.[1]", "Deleted."]


def test_a_full_stop_inside_a_marker_ends_nothing() -> None:
    assert words("Kept [no. 7] today. Done.", "[no. 7]") == ["Kept [no. 7] today.", "Done."]


@pytest.mark.parametrize("piece", ["## Rules", "**Rules:**", "It says:", "[^1]: memo.txt", "---", "…", " "])
def test_headings_lead_ins_definitions_and_signs_state_nothing(piece: str) -> None:
    assert not is_statement(piece)


@pytest.mark.parametrize("piece", ["Kept.", "- ten years", "20 days", "**Kept.**", "保存する。"])
def test_words_state_something(piece: str) -> None:
    assert is_statement(piece)


@given(
    st.text(alphabet="ab A1.!?\n\"'()[]。é🌴\r\u0301-#:") | st.text(),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 4))),
)
def test_sentences_ascend_lie_in_the_text_and_lose_no_word(text: str, places: list[tuple[int, int]]) -> None:
    markers, at = [], 0
    for gap, length in places:
        if at + gap + length <= len(text):
            markers.append(Span(at + gap, at + gap + length))
            at += gap + length
    spans = split_sentences(text, markers)
    assert all(0 <= span.start < span.end <= len(text) for span in spans)
    assert all(before.end <= after.start for before, after in zip(spans, spans[1:], strict=False))
    assert "".join("".join(span.slice(text).split()) for span in spans) == "".join(text.split())
