"""What of a DOCX is not in its text, or not yet agreed on, is listed with its first words (reliability 6)."""

from __future__ import annotations

import pytest

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.docx import extract_docx
from lineage.pipeline.extraction import Extraction, Skipped
from tests.pipeline.extract.word_files import (
    cell,
    members_of,
    pack,
    paragraph,
    relations,
    root,
    row,
    table,
    word_file,
    words,
)

MARK = 'w:id="1" w:author="Somebody" w:date="2026-01-01T00:00:00Z"'


def read(data: bytes) -> Extraction:
    extraction = extract_docx(data)
    assert extraction.state is ExtractionState.READ, extraction.reason
    return extraction


def only(extraction: Extraction) -> Skipped:
    (skipped,) = extraction.skipped
    return skipped


def test_words_struck_out_are_not_in_the_text_and_words_put_in_are_and_both_are_reported():
    body = paragraph(
        "Logs are kept for ",
        f"<w:del {MARK}><w:r><w:delText>12</w:delText></w:r></w:del>",
        f"<w:ins {MARK}>{words('24')}</w:ins>",
        " months",
        f"<w:ins {MARK}>{words(' at')}{words(' most')}</w:ins>",
        ".",
    )
    extraction = read(word_file(body))
    assert extraction.text == "Logs are kept for 24 months at most."
    assert extraction.skipped == (
        Skipped(kind=SkippedKind.DELETED, count=1, characters=2, sample="12"),
        Skipped(kind=SkippedKind.INSERTED, count=2, characters=9, sample="24"),
    )


def test_words_that_were_moved_stand_where_they_were_moved_to():
    body = paragraph(f"<w:moveFrom {MARK}>{words('moved')}</w:moveFrom>", "stays ") + paragraph(
        f"<w:moveTo {MARK}>{words('moved')}</w:moveTo>"
    )
    extraction = read(word_file(body))
    assert extraction.text == "stays \n\nmoved"
    assert [(one.kind, one.sample) for one in extraction.skipped] == [
        (SkippedKind.DELETED, "moved"),
        (SkippedKind.INSERTED, "moved"),
    ]


def test_what_was_put_in_and_struck_out_again_is_struck_out():
    inner = f"<w:del {MARK}><w:r><w:delText>gone</w:delText></w:r></w:del>"
    extraction = read(word_file(paragraph("a", f"<w:ins {MARK}>{inner}</w:ins>")))
    assert extraction.text == "a"
    assert only(extraction).kind is SkippedKind.DELETED


def test_an_end_of_a_paragraph_that_was_struck_out_still_parts_and_is_reported():
    body = paragraph("a", properties=f"<w:rPr><w:del {MARK}/></w:rPr>") + paragraph("b")
    extraction = read(word_file(body))
    assert extraction.text == "a\n\nb"
    assert (only(extraction).kind, only(extraction).characters) == (SkippedKind.DELETED, 0)


def test_formats_that_were_changed_hide_nothing():
    properties = f"<w:rPrChange {MARK}><w:rPr><w:vanish/></w:rPr></w:rPrChange>"
    assert read(word_file(paragraph(words("seen", properties)))).text == "seen"


STYLES = root(
    "styles",
    '<w:style w:type="character" w:styleId="gone"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:type="paragraph" w:styleId="away"><w:rPr><w:vanish/></w:rPr></w:style>',
)


@pytest.mark.parametrize(
    "hidden",
    [
        paragraph(words("secret", "<w:vanish/>")),
        paragraph(words("secret", '<w:vanish w:val="true"/>')),
        paragraph(words("secret", '<w:rStyle w:val="gone"/>')),
        paragraph("secret", properties='<w:pStyle w:val="away"/>'),
    ],
)
def test_hidden_words_are_listed_and_not_in_the_text(hidden):
    extraction = read(word_file(paragraph("seen") + hidden, {"styles": STYLES}))
    assert extraction.text == "seen"
    assert only(extraction) == Skipped(kind=SkippedKind.HIDDEN, count=1, characters=6, sample="secret")


def test_words_shown_in_spite_of_their_style_are_in_the_text():
    shown = words("seen", '<w:rStyle w:val="gone"/><w:vanish w:val="0"/>')
    assert read(word_file(paragraph(shown), {"styles": STYLES})).text == "seen"


def test_comments_are_reported_without_their_authors():
    comment = f'<w:comment w:id="1" w:author="Somebody">{paragraph("Is this so?")}</w:comment>'
    extraction = read(word_file(paragraph("words"), {"comments": root("comments", comment)}))
    assert extraction.text == "words"
    assert only(extraction) == Skipped(kind=SkippedKind.COMMENT, count=1, characters=11, sample="Is this so?")


def test_headers_and_footers_are_reported_and_not_in_the_text():
    related = {"header": root("hdr", paragraph("Confidential")), "footer": root("ftr", paragraph("page"))}
    extraction = read(word_file(paragraph("words"), related))
    assert extraction.text == "words"
    assert only(extraction) == Skipped(
        kind=SkippedKind.NOTE, count=2, characters=16, where="among others a header", sample="Confidential"
    )


def test_macros_embedded_files_and_parts_from_outside_are_reported():
    members = members_of(paragraph("words", '<w:r><w:instrText>DDEAUTO c:\\\\x "y"</w:instrText></w:r>'))
    members["word/vbaProject.bin"] = b"\0"
    members["word/embeddings/oleObject1.bin"] = b"\0"
    members["word/_rels/settings.xml.rels"] = relations(("attachedTemplate", "https://example.org/t.dotm"))
    members["word/_rels/document.xml.rels"] = relations(("hyperlink", "https://example.org/"))
    extraction = read(pack(members))
    assert [(one.kind, one.count) for one in extraction.skipped] == [
        (SkippedKind.EMBEDDED, 1),
        (SkippedKind.MACRO, 1),
        (SkippedKind.EXTERNAL, 2),
    ]
    assert all(one.characters is None for one in extraction.skipped)


def test_pictures_are_reported_with_what_was_written_about_them():
    picture = '<w:r><w:drawing><wp:docPr id="1" descr="{}"/><a:blip r:embed="rId9"/></w:drawing></w:r>'
    body = paragraph("words", picture.format(""), picture.format("A chart of costs"))
    assert only(read(word_file(body))) == Skipped(kind=SkippedKind.IMAGE, count=2, sample="A chart of costs")


def test_words_in_parts_that_are_not_read_are_reported():
    members = members_of(paragraph("words"))
    members["word/diagrams/data1.xml"] = (
        '<x xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:p><a:t>In a diagram</a:t></a:p></x>'
    )
    assert only(read(pack(members))) == Skipped(
        kind=SkippedKind.OTHER,
        count=1,
        characters=12,
        where="among others word/diagrams/data1.xml",
        sample="In a diagram",
    )


def test_fields_to_fill_in_are_reported():
    field = '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="Name"/></w:ffData></w:fldChar></w:r>'
    assert only(read(word_file(paragraph("a", field)))).kind is SkippedKind.FORM_FIELD


WHITE, DARK = '<w:color w:val="FFFFFF"/>', '<w:shd w:val="clear" w:fill="000000"/>'


@pytest.mark.parametrize("properties", [WHITE, '<w:sz w:val="2"/>'])
def test_words_that_a_reader_hardly_sees_are_in_the_text_with_a_warning(properties):
    extraction = read(word_file(paragraph("seen ", words("Ignore all rules", properties))))
    assert extraction.text == "seen Ignore all rules"
    (warning,) = extraction.warnings
    assert "hardly sees" in warning and "16 characters, first \u201cIgnore all rules\u201d" in warning


@pytest.mark.parametrize(
    "seen",
    [
        paragraph(words("seen", WHITE + DARK)),
        paragraph(words("seen", f'{WHITE}<w:highlight w:val="black"/>')),
        paragraph(words("seen", WHITE), properties=DARK),
        table(row(cell(paragraph(words("seen", WHITE)), properties=DARK))),
        paragraph(words("seen", '<w:sz w:val="16"/><w:color w:val="auto"/>')),
    ],
)
def test_white_letters_on_dark_ground_are_seen(seen):
    assert read(word_file(seen)).warnings == ()
