import pytest
from hypothesis import given

from lineage.evidence.vocabulary import SourceKind
from lineage.pipeline.extract.text import NotText, extract_text
from tests.text.texts import encodable_texts

TEXT, MARKDOWN = SourceKind.TEXT, SourceKind.MARKDOWN


@given(encodable_texts)
def test_the_text_is_the_decoded_bytes_and_nothing_else(text):
    kept = text.removeprefix("\ufeff")
    assert extract_text(kept.encode(), TEXT) == (kept, "utf-8")


def test_line_ends_nul_and_blanks_stay_as_they_came():
    assert extract_text(b" a\r\nb\rc\n\x00\t ", MARKDOWN).text == " a\r\nb\rc\n\x00\t "


def test_a_byte_order_mark_is_named_and_is_no_word():
    assert extract_text(b"\xef\xbb\xbfLogs", TEXT) == ("Logs", "utf-8-sig")


def test_of_two_byte_order_marks_the_second_is_a_word():
    assert extract_text(b"\xef\xbb\xbf\xef\xbb\xbfLogs", TEXT) == ("\ufeffLogs", "utf-8-sig")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"24 months\x93", 9),
        (b"\xef\xbb\xbf24\xff", 5),
        (b"caf\xe9 au lait", 3),
        (b"cut off \xe2\x82", 8),
        (b"\xed\xa0\x80", 0),
        ("24 months".encode("utf-16"), 0),
    ],
)
def test_bytes_that_are_no_utf8_are_refused_with_their_place_and_what_to_do(data, place):
    with pytest.raises(NotText, match="save the file as UTF-8") as refused:
        extract_text(data, TEXT)
    assert refused.value.place == place
    assert str(refused.value).startswith(f"byte {place} ")


def test_a_kind_that_is_not_read_here_is_refused_with_what_to_do():
    with pytest.raises(NotText, match="PDF.*bundle") as refused:
        extract_text(b"%PDF-1.7", SourceKind.PDF)
    assert refused.value.place is None
