"""Files that are no sound DOCX end in a state that says what to do (reliability 6)."""

from __future__ import annotations

import struct
from io import BytesIO
from zipfile import ZIP_LZMA, ZipFile

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.docx import extract_docx
from lineage.pipeline.extraction import Extraction
from tests.pipeline.extract.word_files import members_of, pack, paragraph, root, word_file

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
SOUND = word_file(paragraph("words"))


def refused(data: bytes, state: ExtractionState) -> str:
    """The reason."""
    extraction = extract_docx(data)
    assert extraction.state is state, (extraction.state, extraction.reason)
    assert extraction.text == "" and extraction.bytes_in == len(data)
    return extraction.reason


def test_a_sound_file_is_read():
    assert extract_docx(SOUND).text == "words"


def test_files_of_other_kinds_are_named():
    assert "no bytes" in refused(b"", ExtractionState.EMPTY)
    assert "PDF" in refused(b"%PDF-1.7\n", ExtractionState.WRONG_TYPE)
    assert "old format" in refused(OLE + b"\0" * 504 + "WordDocument".encode("utf-16-le"), ExtractionState.WRONG_TYPE)
    assert "not a Word document" in refused(
        pack({"_rels/.rels": str(members_of("")["_rels/.rels"]).replace("word/document", "xl/workbook")}),
        ExtractionState.WRONG_TYPE,
    )


def test_a_file_that_is_locked_says_so():
    locked = OLE + b"\0" * 504 + "EncryptedPackage".encode("utf-16-le")
    assert "password" in refused(locked, ExtractionState.ENCRYPTED)
    flagged = bytearray(SOUND)
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        flagged[flagged.index(signature) + at] |= 1
    assert "password" in refused(bytes(flagged), ExtractionState.ENCRYPTED)


def test_a_file_that_breaks_off_is_damaged():
    assert "whole copy" in refused(SOUND[:-30], ExtractionState.CORRUPT)
    assert "whole copy" in refused(SOUND[: len(SOUND) // 2], ExtractionState.CORRUPT)


def test_a_changed_byte_is_found_by_the_checksum_of_its_part():
    stored = BytesIO()
    with ZipFile(stored, "w") as archive:
        for name, content in members_of(paragraph("words")).items():
            archive.writestr(name, content)
    assert extract_docx(stored.getvalue()).text == "words"
    refused(stored.getvalue().replace(b"words", b"wards"), ExtractionState.CORRUPT)


def test_a_size_that_is_forged_is_found():
    forged = bytearray(SOUND)
    at = forged.index(b"PK\x01\x02")
    forged[at + 24 : at + 28] = struct.pack("<I", 1)
    refused(bytes(forged), ExtractionState.CORRUPT)


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../up.xml", "word/../../up.xml", "word\\document.xml", "C:x.xml", "word/DOCUMENT.xml"]
)
def test_names_that_lead_out_or_meet_another_refuse_the_whole(name):
    refused(pack([*members_of(paragraph("words")).items(), (name, "<x/>")]), ExtractionState.CORRUPT)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_parts_of_one_name_refuse_the_whole():
    members = list(members_of(paragraph("words")).items())
    assert "one name" in refused(pack([*members, members[2]]), ExtractionState.CORRUPT)


def test_parts_that_lie_within_each_other_refuse_the_whole():
    """The directory names the same bytes twice, under two names of the same length."""
    members = members_of(paragraph("words"))
    data = bytearray(pack([*members.items(), ("word/media/image1.png", b"1"), ("word/media/image2.png", b"1")]))
    name = data.index(b"word/media/image1.png")
    first, second = name - 30, data.index(b"PK\x03\x04", name)
    at = data.rindex(b"PK\x01\x02")
    assert struct.unpack_from("<I", data, at + 42) == (second,)
    struct.pack_into("<I", data, at + 42, first)
    assert "within each other" in refused(bytes(data), ExtractionState.CORRUPT)


def test_ways_of_packing_that_word_does_not_know_are_refused():
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_LZMA) as archive:
        for name, content in members_of(paragraph("words")).items():
            archive.writestr(name, content)
    refused(packed.getvalue(), ExtractionState.CORRUPT)


def test_too_many_parts_are_over_a_limit():
    members = members_of(paragraph("words")) | {f"word/media/{at}": b"" for at in range(10_001)}
    assert "parts" in refused(pack(members), ExtractionState.LIMIT)


def test_a_document_without_its_text_is_damaged():
    members = members_of(paragraph("words"))
    del members["word/document.xml"]
    assert "missing" in refused(pack(members), ExtractionState.CORRUPT)


def test_a_part_that_is_no_xml_is_damaged():
    members = members_of(paragraph("words"))
    members["word/document.xml"] = root("document", "<w:body><w:p></w:body>")
    assert "well-formed" in refused(pack(members), ExtractionState.CORRUPT)


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
SAID = root("document", f"<w:body>{paragraph('&b;&c;')}</w:body>")


@pytest.mark.parametrize(
    "part",
    [
        (LAUGHS + SAID).encode(),
        f"<?xml version='1.0'?><!-- a - b --><?x y?>\n{LAUGHS}{SAID}".encode(),
        f"<?xml version='1.0' encoding='UTF-16'?>{LAUGHS}{SAID}".encode("utf-16"),
        f"<?xml version='1.0' encoding='UTF-16'?>{LAUGHS}{SAID}".encode("utf-16-le"),
        f"<?xml version='1.0' encoding='UTF-7'?>{LAUGHS}{SAID}".replace("<!D", "+ADw-!D").encode(),
        f"<!DOCTYPE x>{root('document', '')}".encode(),
    ],
)
def test_entities_are_refused_however_they_are_written(part):
    refused(pack(members_of("") | {"word/document.xml": part}), ExtractionState.CORRUPT)


def test_words_that_look_like_a_declaration_are_words():
    data = word_file(paragraph("&lt;!DOCTYPE x&gt;") + "<!-- <!DOCTYPE x> -->")
    assert extract_docx(data).text == "<!DOCTYPE x>"


def read_python_docx() -> bytes:
    saved = BytesIO()
    document = docx.Document()
    document.add_table(2, 2)
    document.save(saved)
    return saved.getvalue()


WRITTEN = read_python_docx()


@given(st.data())
def test_whatever_is_changed_in_a_file_it_ends_in_a_state(data):
    changed = bytearray(WRITTEN)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(changed)))
    for one in (bytes(changed), bytes(changed[:cut])):
        assert isinstance(extract_docx(one), Extraction)
