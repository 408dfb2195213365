"""What may come in as a file: what it is, by its bytes and its name, and what is said where it may not."""

from __future__ import annotations

import pytest

from lineage.accepting import (
    NotAccepted,
    choose_kind,
    media_type_of,
    require_kind,
    require_labels,
    require_names,
    require_words,
)
from lineage.access import Reader
from lineage.evidence.vocabulary import Role, SourceKind

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
HTML = b"<!doctype html><html><body><p>Rules</p></body></html>"
WORDS = b"A refund is paid within 14 days of the return.\n"
ZIP = b"PK\x03\x04" + bytes(40)


def refused(code: str, kind: SourceKind, data: bytes) -> str:
    with pytest.raises(NotAccepted) as refusal:
        require_kind(kind, data)
    assert refusal.value.code == code
    return str(refusal.value)


@pytest.mark.parametrize(
    ("data", "name", "kind"),
    [
        (PDF, "rules.pdf", SourceKind.PDF),
        (PDF, "rules.txt", SourceKind.PDF),
        (b"cut off", "rules.pdf", SourceKind.PDF),
        (HTML, "rules", SourceKind.HTML),
        (WORDS, "rules.md", SourceKind.MARKDOWN),
        (WORDS, "rules.csv", SourceKind.CSV),
        (WORDS, "rules", SourceKind.TEXT),
    ],
)
def test_a_file_is_what_its_bytes_say_and_then_its_name(data: bytes, name: str, kind: SourceKind) -> None:
    assert choose_kind(data, name) is kind


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (PNG, "rules.png", "a PNG picture"),
        (ZIP, "rules.xlsx", "an Office file"),
        (b"\0\1\2\3" * 100, "rules", "of no kind that is known here"),
        (WORDS, "letter.eml", "kind email"),
        (WORDS, "talk.VTT", "kind transcript"),
    ],
)
def test_what_is_not_read_here_is_named_and_the_way_out_too(data: bytes, name: str, words: str) -> None:
    with pytest.raises(NotAccepted, match="bundle") as refusal:
        choose_kind(data, name)
    assert refusal.value.code == "wrong_kind" and words in str(refusal.value)


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        (SourceKind.TEXT, PDF, "a PDF"),
        (SourceKind.MARKDOWN, PNG, "a PNG picture"),
        (SourceKind.CSV, ZIP, "an Office file"),
        (SourceKind.HTML, PDF, "a PDF"),
        (SourceKind.PDF, HTML, "an HTML page"),
        (SourceKind.PDF, WORDS, "a text"),
        (SourceKind.PDF, PNG, "a PNG picture"),
        (SourceKind.PDF, ZIP, "an Office file"),
        (SourceKind.DOCX, PDF, "a PDF"),
        (SourceKind.DOCX, WORDS, "a text"),
        (SourceKind.DOCX, HTML, "an HTML page"),
    ],
)
def test_a_plain_contradiction_is_refused_with_what_the_file_is(kind: SourceKind, data: bytes, words: str) -> None:
    assert words in refused("wrong_kind", kind, data)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (SourceKind.TEXT, HTML),
        (SourceKind.TEXT, b"caf\xe9"),
        (SourceKind.CSV, WORDS),
        (SourceKind.HTML, WORDS),
        (SourceKind.PDF, PDF),
        (SourceKind.PDF, b"\r\n\r\n%PDF-1.4 cut"),
        (SourceKind.PDF, b"\xff\xfe\x00garbage"),
        (SourceKind.DOCX, ZIP),
        (SourceKind.DOCX, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(20)),
    ],
)
def test_what_may_be_of_the_kind_though_damaged_or_locked_is_taken(kind: SourceKind, data: bytes) -> None:
    require_kind(kind, data)


def test_an_empty_file_and_a_kind_that_is_not_read_are_refused() -> None:
    assert "empty" in refused("empty", SourceKind.PDF, b"")
    assert "Import a bundle" in refused("wrong_kind", SourceKind.EMAIL, WORDS)


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
    [
        (SourceKind.PDF, "", "application/pdf"),
        (SourceKind.PDF, "text/plain", "application/pdf"),
        (SourceKind.PDF, "application/pdf", "application/pdf"),
        (SourceKind.TEXT, "text/plain; charset=iso-8859-1", "text/plain; charset=iso-8859-1"),
        (SourceKind.HTML, "application/octet-stream", "text/html"),
    ],
)
def test_a_media_type_is_believed_where_it_can_be_that_of_the_kind(kind: SourceKind, given: str, kept: str) -> None:
    assert media_type_of(kind, given) == kept


@pytest.mark.parametrize(("version", "title"), [("x" * 501, ""), ("a\0", ""), ("1", "x" * 301), ("1", "a\0")])
def test_a_name_that_cannot_be_kept_is_refused(version: str, title: str) -> None:
    with pytest.raises(NotAccepted) as refusal:
        require_names(version, title)
    assert refusal.value.code == "name"


@pytest.mark.parametrize("said", ["two\nlines", "a\0b", "x" * 2_001, "\u202eevil"])
def test_what_is_said_of_a_source_is_one_line_that_can_be_seen(said: str) -> None:
    with pytest.raises(NotAccepted) as refusal:
        require_words(owner="The harbour master", uri=said)
    assert refusal.value.field == "uri"


def test_a_label_is_given_by_who_holds_it_or_reads_every_label() -> None:
    def reader(role: Role) -> Reader:
        return Reader("iris", 1, "harbour", frozenset({role}), frozenset({"board"}))

    require_labels(reader(Role.RESPONDER), ["board"])
    require_labels(reader(Role.ADMINISTRATOR), ["board", "staff"])
    with pytest.raises(NotAccepted, match="staff"):
        require_labels(reader(Role.RESPONDER), ["board", "staff"])
    for label in ("", "a\0", "x" * 501):
        with pytest.raises(NotAccepted):
            require_labels(reader(Role.ADMINISTRATOR), [label])
