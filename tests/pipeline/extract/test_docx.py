"""A DOCX becomes a text in which every visible word stands once, and a list of all that it holds besides."""

from __future__ import annotations

from io import BytesIO

import docx
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.docx import extract_docx
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Section
from lineage.text.span import Span
from tests.pipeline.extract.word_files import (
    STRICT,
    W,
    box,
    cell,
    members_of,
    old_box,
    pack,
    paragraph,
    root,
    row,
    table,
    word_file,
    words,
)


def read(body: str, **related: str) -> Extraction:
    extraction = extract_docx(word_file(body, related))
    assert extraction.state is ExtractionState.READ, extraction.reason
    return extraction


def test_a_document_of_python_docx_is_read_with_its_headings():
    document = docx.Document()
    document.add_heading("Retention", 1)
    document.add_paragraph("Logs are kept.").add_run(" For 24 months.").bold = True
    document.add_heading("Holds", 2)
    document.add_paragraph("A hold stays.")
    saved = BytesIO()
    document.save(saved)
    extraction = extract_docx(saved.getvalue())
    assert extraction.text == "Retention\n\nLogs are kept. For 24 months.\n\nHolds\n\nA hold stays."
    assert extraction.layout.sections == (
        Section(Span(0, 9), "Retention", 1),
        Section(Span(42, 47), "Holds", 2),
    )
    assert extraction.skipped == () and extraction.warnings == ()
    assert extraction.bytes_in == len(saved.getvalue())


def test_a_strict_document_is_read_like_a_transitional_one():
    members = members_of(paragraph("words"))
    members["word/document.xml"] = str(members["word/document.xml"]).replace(W, STRICT)
    assert extract_docx(pack(members)).text == "words"


def test_signs_that_are_elements_are_characters():
    run = (
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/>"
        '<w:t>e</w:t><w:sym w:font="Symbol" w:char="F062"/><w:sym w:font="Symbol" w:char="F0B3"/></w:r>'
    )
    assert read(paragraph(run)).text == "a\tb\nc\u2011d\u00ade\u03b2\u2265"


def test_a_sign_that_only_its_font_knows_is_kept_and_reported():
    extraction = read(paragraph('<w:r><w:t>a</w:t><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'))
    assert extraction.text == "a\uf0fc"
    assert [(one.kind, one.count, one.characters) for one in extraction.skipped] == [(SkippedKind.UNMAPPED, 1, 1)]


def test_blanks_between_runs_are_neither_lost_nor_made():
    assert read(paragraph("to", "morrow", " is", " ", "late")).text == "tomorrow is late"


def test_a_page_break_parts_words_and_leaves_no_other_trace():
    break_ = '<w:r><w:br w:type="page"/></w:r>'
    assert read(paragraph("a", break_, "b") + paragraph(break_) + paragraph("c")).text == "a\nb\n\nc"


def test_a_text_box_comes_behind_the_paragraph_it_hangs_on_and_once():
    body = paragraph("before ", box(paragraph("in the box") + paragraph("still")), "behind") + paragraph("next")
    extraction = read(body)
    assert extraction.text == "before behind\n\nin the box\n\nstill\n\nnext"
    assert extraction.skipped == ()


def test_another_form_of_a_drawing_with_other_words_is_reported():
    body = paragraph(
        "<w:r><mc:AlternateContent><mc:Choice><w:t>seen</w:t></mc:Choice>"
        "<mc:Fallback><w:t>unseen</w:t></mc:Fallback></mc:AlternateContent></w:r>"
    )
    extraction = read(body)
    assert extraction.text == "seen"
    assert [(one.kind, one.sample) for one in extraction.skipped] == [(SkippedKind.OTHER, "unseen")]


def test_footnotes_stand_at_the_end_in_the_order_of_their_references():
    note = '<w:footnote w:id="{}">{}</w:footnote>'
    notes = root(
        "footnotes",
        '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
        + note.format(1, paragraph("first written"))
        + note.format(2, paragraph("second written"))
        + note.format(3, paragraph("nowhere named")),
    )
    refer = '<w:r><w:footnoteReference w:id="{}"/></w:r>'
    extraction = read(paragraph("words", refer.format(2), refer.format(1), refer.format(2)), footnotes=notes)
    assert extraction.text == "words\n\nsecond written\n\nfirst written"
    assert extraction.layout.sections == (Section(Span(7, 7), "Footnotes", 1),)
    assert [(one.kind, one.sample) for one in extraction.skipped] == [(SkippedKind.NOTE, "nowhere named")]


def test_what_a_field_shows_is_text_and_its_code_is_not():
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    code = "<w:r><w:instrText> IF 1 </w:instrText></w:r>"
    field = paragraph("see ", mark("begin"), code, "inner", mark("separate"), "page 3", mark("end"), " there")
    unended = paragraph(mark("begin"), code) + paragraph("still read")
    simple = paragraph('<w:fldSimple w:instr="PAGE"><w:r><w:t>7</w:t></w:r></w:fldSimple>')
    extraction = read(field + unended + simple)
    assert extraction.text == "see page 3 there\n\nstill read\n\n7"
    assert [(one.kind, one.sample) for one in extraction.skipped] == [(SkippedKind.HIDDEN, "inner")]


def test_a_heading_is_known_by_its_own_level_its_style_or_the_name_of_its_style():
    styles = root(
        "styles",
        '<w:style w:type="paragraph" w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="mine"><w:basedOn w:val="base"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="base"><w:basedOn w:val="mine"/>'
        '<w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>',
    )
    styled = '<w:pStyle w:val="{}"/>'
    body = (
        paragraph("T\u00edtulo", properties=styled.format("Ttulo1"))
        + paragraph("Mine", properties=styled.format("mine"))
        + paragraph("Own", properties='<w:outlineLvl w:val="1"/>')
        + paragraph("Body", properties=styled.format("mine") + '<w:outlineLvl w:val="9"/>')
        + paragraph("", properties=styled.format("mine"))
    )
    found = [(one.title, one.level) for one in read(body, styles=styles).layout.sections]
    assert found == [("T\u00edtulo", 1), ("Mine", 3), ("Own", 2)]


def test_numbers_that_word_counts_itself_are_said_to_be_missing():
    numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    extraction = read(paragraph("one", properties=numbered) + paragraph("two", properties=numbered) + paragraph("no"))
    assert extraction.text == "one\n\ntwo\n\nno"
    assert extraction.warnings == (
        "Paragraphs with a number or a bullet that Word sets itself, which is not in the text: 2.",
    )


def test_text_at_any_depth_that_the_parser_bears_is_read():
    for depth in (260, 2_000):
        inner = "<w:sdt><w:sdtContent>" * (depth // 2) + paragraph("deep") + "</w:sdtContent></w:sdt>" * (depth // 2)
        assert read(inner).text == "deep"
    extraction = extract_docx(word_file("<w:sdt>" * 3_000 + paragraph("deep") + "</w:sdt>" * 3_000))
    assert extraction.state is ExtractionState.LIMIT and "nested too deep" in extraction.reason


def test_a_document_without_words_is_read_and_one_of_pictures_says_so():
    assert read("<w:p/>").text == ""
    picture = '<w:drawing><wp:docPr descr="A scanned page"/><a:blip/></w:drawing>'
    extraction = extract_docx(word_file(paragraph(f"<w:r>{picture}</w:r>")))
    assert extraction.state is ExtractionState.NO_TEXT
    assert [one.sample for one in extraction.skipped] == ["A scanned page"]


PLACES = (
    lambda word: paragraph(words(word)),
    lambda word: paragraph(words(word, "<w:b/>")),
    lambda word: paragraph(f"<w:hyperlink>{words(word)}</w:hyperlink>"),
    lambda word: paragraph(f"<w:smartTag><w:smartTagPr/>{words(word)}</w:smartTag>"),
    lambda word: paragraph(f"<w:ins w:id='1'>{words(word)}</w:ins>"),
    lambda word: paragraph(f"<w:moveTo w:id='1'>{words(word)}</w:moveTo>"),
    lambda word: paragraph(f"<w:unheardOf><w:ofThis>{words(word)}</w:ofThis></w:unheardOf>"),
    lambda word: paragraph(f"<w:sdt><w:sdtPr/><w:sdtContent>{words(word)}</w:sdtContent></w:sdt>"),
    lambda word: f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph(word)}</w:sdtContent></w:sdt>",
    lambda word: f"<w:customXml>{paragraph(word)}</w:customXml>",
    lambda word: table(row(word)),
    lambda word: table(row(cell(table(row(word)), "<w:p/>"))),
    lambda word: table(row(cell(paragraph(box(paragraph(word)))))),
    lambda word: paragraph(box(paragraph(word))),
    lambda word: paragraph(box(table(row(word)))),
    lambda word: paragraph(old_box(paragraph(word))),
    lambda word: paragraph(f"<m:oMath><m:r><m:t>{word}</m:t></m:r></m:oMath>"),
    lambda word: paragraph(f"<w:bdo>{words(word)}</w:bdo>"),
    lambda word: paragraph(f"<w:ruby><w:rt>{words('above')}</w:rt><w:rubyBase>{words(word)}</w:rubyBase></w:ruby>"),
)
"""Where Word shows a word."""


@given(st.lists(st.sampled_from(PLACES), min_size=1, max_size=12))
def test_every_visible_word_stands_in_the_text_once_and_in_order(places):
    placed = [f"word{at}" for at in range(len(places))]
    body = "".join(place(word) for place, word in zip(places, placed, strict=True))
    assert read(body).text.split() == placed
