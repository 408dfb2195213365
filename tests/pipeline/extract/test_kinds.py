import pytest

from lineage.evidence.vocabulary import SourceKind
from lineage.pipeline.extract.kinds import MEDIA_TYPES, READABLE, find_foreign, find_kind, is_binary

PAGE = b"<!doctype html><title>Terms</title>"
DOCX = b"PK\x03\x04\x14\x00\x00\x00word/document.xml"
LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (b"%PDF-1.7\n", "", SourceKind.PDF),
        (b"some bytes of a mail\r\n%PDF-1.4\n1 0 obj", "", SourceKind.PDF),
        (DOCX, "", SourceKind.DOCX),
        (LOCKED, "", SourceKind.DOCX),
        (PAGE, "", SourceKind.HTML),
        (b"\xef\xbb\xbf\n<!-- made by hand -->\n<HTML lang=en>", "", SourceKind.HTML),
        (b'<?xml version="1.0"?>\n<html xmlns="x">', "", SourceKind.HTML),
        ("<!DOCTYPE html>".encode("utf-16"), "", SourceKind.HTML),
        (b"id,words\n", "rows.CSV", SourceKind.CSV),
        (b"# Terms", "terms.md", SourceKind.MARKDOWN),
        (b"<p>A piece of a page", "piece.htm", SourceKind.HTML),
        (b"Kept for 24 months.", "", SourceKind.TEXT),
        ("Kept for 24 months.".encode("utf-16"), "words", SourceKind.TEXT),
    ],
)
def test_a_kind_is_found_by_signature_then_by_name_then_by_being_text(data, name, kind):
    assert find_kind(data, name) is kind


def test_a_signature_is_believed_before_the_ending_of_a_name():
    assert find_kind(PAGE, "terms.pdf") is SourceKind.HTML
    assert find_kind(b"%PDF-1.7", "terms.docx") is SourceKind.PDF


def test_a_markdown_text_about_pdf_or_with_tags_stays_markdown():
    assert find_kind(b"# Header\n%PDF-1.7 is what it begins with.", "pdf.md") is SourceKind.MARKDOWN
    assert find_kind(b'<p align="center">A badge</p>\n\n# Title', "README.md") is SourceKind.MARKDOWN


def test_what_is_not_read_has_no_kind():
    assert find_kind(b"") is None
    assert find_kind(b"\x89PNG\r\n\x1a\n", "plan.png") is None
    assert find_kind(b"PK\x03\x04\x14\x00\x00\x00xl/workbook.xml", "sheet.xlsx") is None
    assert find_kind(bytes(range(32)) * 20) is None


def test_a_file_that_is_no_pdf_though_its_name_says_so_is_taken_for_a_damaged_one():
    assert find_kind(b"\x00\x01\x02", "terms.pdf") is SourceKind.PDF


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"%PDF-1.7", "a PDF"),
        (DOCX, "a Word document (DOCX)"),
        (b"PK\x03\x04 xl/workbook.xml", "a ZIP archive or an Office file"),
        (LOCKED, "a locked Office file"),
        (b"\xff\xd8\xff\xe0", "a JPEG picture"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"Kept for 24 months.", ""),
    ],
)
def test_what_holds_no_plain_text_is_named(data, words):
    assert find_foreign(data) == words


def test_every_tenth_character_a_control_character_is_no_text_and_a_short_text_is_never_judged():
    assert is_binary("\x01\x02abcdef" * 20)
    assert not is_binary("\x00" * 99)
    assert not is_binary("one\ttwo\r\n\x0c" * 50)


def test_each_readable_kind_has_a_media_type():
    assert set(MEDIA_TYPES) == READABLE
    assert MEDIA_TYPES[SourceKind.CSV] == "text/csv"
