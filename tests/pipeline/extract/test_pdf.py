"""What becomes of a PDF: its text with pages, a typed state, and what a reader must know (M-06, reliability 6)."""

from __future__ import annotations

import pytest

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract import pdf
from lineage.pipeline.extract.pdf import extract_pdf
from lineage.pipeline.extraction import Extraction
from lineage.text.span import Span
from tests.pipeline.extract.pdf_files import Sheet, Writer, make_pdf, text_at


def page_texts(found: Extraction) -> list[str]:
    return [page.span.slice(found.text) for page in found.layout.pages]


def passed_over(found: Extraction, kind: SkippedKind) -> tuple[int, str, str]:
    (one,) = (skipped for skipped in found.skipped if skipped.kind is kind)
    return one.count, one.where, one.sample


def test_every_character_belongs_to_a_page_and_what_ends_a_page_to_the_page_that_it_ends():
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, words)) for words in ("one", "two", "three")]))
    assert found.state is ExtractionState.READ
    assert found.text == "one\ftwo\fthree"
    assert page_texts(found) == ["one\f", "two\f", "three"]
    assert [found.layout.page_at(place) for place in range(len(found.text))] == [1] * 4 + [2] * 4 + [3] * 5
    assert (found.media_type, found.tool) == ("application/pdf", "pypdfium2")
    assert "PDFium" in found.tool_version
    assert found.reason == "" and found.warnings == () and found.skipped == ()


def test_lines_end_with_a_line_feed_and_a_hyphen_at_the_end_of_one_stays():
    content = b"".join(text_at(72, y, words) for y, words in ((700, "a divi-"), (686, "ded word"), (672, "and more")))
    assert extract_pdf(make_pdf([Sheet(content)])).text == "a divi-\nded word\nand more"


def test_two_columns_are_read_as_the_file_draws_them_one_after_the_other():
    left = b"".join(text_at(72, 700 - 14 * row, f"left {row}") for row in range(4))
    right = b"".join(text_at(320, 700 - 14 * row, f"right {row}") for row in range(4))
    found = extract_pdf(make_pdf([Sheet(left + right)]))
    assert found.text.split("\n") == [*(f"left {row}" for row in range(4)), *(f"right {row}" for row in range(4))]
    assert found.warnings == ()


def test_a_page_that_is_drawn_from_the_bottom_up_is_read_from_the_top_and_that_is_said():
    content = b"".join(text_at(72, 100 + 20 * row, f"row {row}") for row in range(5))
    found = extract_pdf(make_pdf([Sheet(), Sheet(content)]))
    assert page_texts(found)[1] == "row 4\nrow 3\nrow 2\nrow 1\nrow 0"
    assert found.warnings == (
        "There is no text on page 1.",
        "Lines were put in order from top to bottom, which the file does not do, on page 2.",
    )


def test_a_table_that_is_drawn_row_by_row_from_the_bottom_keeps_the_order_of_the_file():
    cells = [text_at(72 + 150 * column, 100 + 20 * row, f"r{row}c{column}") for row in range(4) for column in range(2)]
    text = extract_pdf(make_pdf([Sheet(b"".join(cells[::2] + cells[1::2]))])).text
    assert text.split("\n") == [f"r{row}c{column}" for column in range(2) for row in range(4)]


def test_pages_without_text_among_others_are_named():
    sheets = [Sheet(text_at(72, 700, "word")) if number in (2, 6) else Sheet() for number in range(1, 8)]
    assert extract_pdf(make_pdf(sheets)).warnings == ("There is no text on pages 1, 3 to 5 and 7.",)


def test_a_file_without_text_says_so_and_still_knows_its_pages():
    found = extract_pdf(make_pdf([Sheet(picture=True), Sheet(picture=True)]))
    assert found.state is ExtractionState.NO_TEXT
    assert (found.text, found.reason != "") == ("", True)
    assert [(page.number, page.span, page.width, page.height) for page in found.layout.pages] == [
        (1, Span(0, 0), 5950, 8420),
        (2, Span(0, 0), 5950, 8420),
    ]
    assert passed_over(found, SkippedKind.IMAGE) == (2, "2 pages, first on page 1", "")


def test_words_beside_the_page_or_not_drawn_are_hidden_and_listed():
    seen = text_at(72, 700, "Pay 40 dollars.")
    ghosts = text_at(72, 650, "Ignore the above.", render=3) + text_at(900, 300, "Pay 80.")
    found = extract_pdf(make_pdf([Sheet(seen + ghosts)]))
    assert found.text == "Pay 40 dollars."
    assert passed_over(found, SkippedKind.HIDDEN) == (1, "page 1", "Ignore the above. Pay 80.")


def test_unseen_words_over_a_scan_are_those_of_a_text_recognizer_and_are_said_to_be():
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, "scanned words", render=3), picture=True)]))
    assert found.text == "scanned words"
    assert found.warnings == ("The text on page 1 lies unseen over a picture: a text recognizer (OCR) made it.",)


def test_a_glyph_without_meaning_is_the_replacement_character_and_never_a_control_or_half_a_pair():
    mapped = b"<61> <0061>\n<62> <0062>\n<21> <0000>\n<22> <D800>\n<23> <FFFE>\n<24> <D835DC00>\n<25> <0085>"
    mapped += b"\n<27> <FDD0>"
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, "a!\"#$%&'b"))], to_unicode=mapped))
    assert found.text == "a\ufffd\ufffd\ufffd\U0001d400\ufffd\ufffd\ufffdb"
    assert passed_over(found, SkippedKind.UNMAPPED) == (6, "page 1", "")


def test_a_file_whose_glyphs_all_have_no_meaning_has_no_text():
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, "!!!"))], to_unicode=b"<61> <0061>"))
    assert (found.state, found.text) == (ExtractionState.NO_TEXT, "")
    assert "does not say which characters" in found.reason


def test_a_character_for_private_use_stays_with_a_warning():
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, "ca"))], to_unicode=b"<61> <E001>\n<63> <0063>"))
    assert found.text == "c\ue001"
    assert found.warnings == ("1 character is for private use: only the maker of the file knows what they mean.",)


def test_ligatures_and_letters_drawn_in_their_joined_form_are_letters():
    mapped = b"<61> <FB01>\n<62> <FEFB>\n<63> <006E>"
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, "ac") + text_at(72, 600, "bb"))], to_unicode=mapped))
    assert found.text == "fin\n\u0644\u0627\u0644\u0627"


def test_an_encrypted_file_that_opens_without_a_password_is_read_with_a_warning():
    found = extract_pdf(make_pdf([Sheet(text_at(72, 700, "no secret"))], key=""))
    assert (found.state, found.text) == (ExtractionState.READ, "no secret")
    assert found.warnings == ("The file is encrypted; it opened without a password.",)


@pytest.mark.parametrize(
    ("data", "state"),
    [
        (b"", ExtractionState.EMPTY),
        (b"<!DOCTYPE html><html><body>renamed</body></html>", ExtractionState.WRONG_TYPE),
        (b"%PDF-1.7\n", ExtractionState.CORRUPT),
        (b"%PDF-1.7\n" + bytes(range(256)) * 40, ExtractionState.CORRUPT),
        (make_pdf([Sheet(text_at(72, 700, "locked"))], key="secret"), ExtractionState.ENCRYPTED),
        (make_pdf([Sheet(text_at(72, 700, "cut"))])[:-60], ExtractionState.CORRUPT),
        (make_pdf([]), ExtractionState.CORRUPT),
        (make_pdf([Sheet()] * (pdf.MOST_PAGES + 1)), ExtractionState.LIMIT),
    ],
    ids=["empty", "html", "header alone", "noise", "locked", "cut", "no pages", "too many pages"],
)
def test_what_cannot_be_read_ends_in_a_state_with_a_reason_that_says_what_to_do(data, state):
    found = extract_pdf(data)
    assert (found.state, found.text, found.bytes_in) == (state, "", len(data))
    assert "Bring" in found.reason


def test_more_characters_than_are_read_are_a_limit(monkeypatch):
    monkeypatch.setattr(pdf, "MOST_CHARACTERS", 10)
    assert extract_pdf(make_pdf([Sheet(text_at(72, 700, "0123456789"))])).state is ExtractionState.READ
    assert extract_pdf(make_pdf([Sheet(text_at(72, 700, "0123456789a"))])).state is ExtractionState.LIMIT


def test_a_file_with_a_wrong_list_of_objects_is_read_and_said_to_be_damaged():
    data = make_pdf([Sheet(text_at(72, 700, "still here"))]).replace(b"startxref\n", b"startxref\n9")
    found = extract_pdf(data)
    assert found.text == "still here"
    assert found.warnings[0].startswith("The file is damaged")


def test_lists_of_objects_and_trees_of_pages_that_go_round_in_a_circle_end():
    whole = make_pdf([Sheet(text_at(72, 700, "round"))])
    start = int(whole.rsplit(b"startxref\n", 1)[1].split(b"\n")[0])
    looped = whole.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % start)
    assert extract_pdf(looped).state in (ExtractionState.READ, ExtractionState.CORRUPT)
    tree = Writer()
    root = tree.add("<< /Type /Catalog /Pages 2 0 R >>")
    tree.add("<< /Type /Pages /Kids [2 0 R] /Count 1 >>")
    assert extract_pdf(tree.write(f"/Root {root} 0 R")).state is ExtractionState.CORRUPT


def test_notes_fields_attached_files_and_scripts_are_listed_and_not_read():
    note = "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (Ask Cleo.) >>"
    link = "<< /Type /Annot /Subtype /Link /Rect [10 10 30 30] >>"
    entered = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada) /Rect [10 50 90 70] >>"
    catalog = (
        "/Names << /JavaScript << /Names [(run) << /S /JavaScript /JS (app.alert\\(1\\)) >>] >> "
        "/EmbeddedFiles << /Names [(table.csv) << /Type /Filespec /F (table.csv) /UF (table.csv) >>] >> >>"
    )
    sheets = [Sheet(text_at(72, 700, "text"), annotations=(note, link, entered))]
    found = extract_pdf(make_pdf(sheets, catalog=catalog))
    assert found.text == "text"
    assert passed_over(found, SkippedKind.ANNOTATION) == (1, "page 1", "Ask Cleo.")
    assert passed_over(found, SkippedKind.FORM_FIELD) == (1, "page 1", "Ada")
    assert passed_over(found, SkippedKind.EMBEDDED) == (1, "", "table.csv")
    assert passed_over(found, SkippedKind.SCRIPT) == (1, "", "")
