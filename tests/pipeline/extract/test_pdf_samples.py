"""The 23 PDFs of the samples: text with page anchors, or a state that says why there is none (issue 5)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache

import pytest

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.pdf import extract_pdf
from lineage.pipeline.extraction import Extraction
from tests.formats.samples import SAMPLES, needs_samples, sample_bytes
from tests.pipeline.extract.viewer_quotes import COLUMNS, ENGLISH, FRENCH, HABIBI, LATEX, MINIMAL, PDF, PERSIAN

pytestmark = needs_samples
ALL = sorted(str(path.relative_to(SAMPLES)) for path in (SAMPLES / PDF).glob("*/*.pdf"))
LOCKED = f"{LATEX}/005-libreoffice-writer-password__libreoffice-writer-password.pdf"
PICTURES = f"{LATEX}/007-imagemagick-images__imagemagick-images.pdf"
WITHOUT_TEXT = {LOCKED: ExtractionState.ENCRYPTED, PICTURES: ExtractionState.NO_TEXT}


@cache
def read(name: str) -> Extraction:
    return extract_pdf(sample_bytes(name))


def words(text: str) -> list[str]:
    """As any program gives them: divided words joined, typographic signs as on the keyboard."""
    text = re.sub("[-\u2010\u2011]\\s*\n\\s*", "", text).replace("\u2011", "-")
    return unicodedata.normalize("NFKC", text).split()


def agreement(one: list[str], other: list[str]) -> float:
    """The share of words that both have, wherever they stand."""
    common = (Counter(one) & Counter(other)).total()
    return 2 * common / (len(one) + len(other))


def test_the_samples_have_23_pdfs():
    assert len(ALL) == 23


@pytest.mark.parametrize("name", ALL)
def test_a_pdf_gives_text_of_which_every_character_has_a_page_or_says_why_not(name):
    found = read(name)
    assert found.state is WITHOUT_TEXT.get(name, ExtractionState.READ)
    if found.state is not ExtractionState.READ:
        assert found.text == "" and "Bring" in found.reason
        return
    pages, text = found.layout.pages, found.text
    assert found.characters_out > 0
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert [page.span.start for page in pages] == [0, *(page.span.end for page in pages[:-1])]
    assert pages[-1].span.end == len(text) and text.count("\f") == len(pages) - 1
    assert not [sign for sign in set(text) if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\f\t"]


@pytest.mark.parametrize("name", [name for name in ALL if name not in WITHOUT_TEXT])
def test_every_word_has_a_box_on_its_page(name):
    found = read(name)
    boxes = found.layout.boxes
    covered = 0
    for start, end, number, left, top, right, bottom in boxes.tolist():
        page = found.layout.pages[number - 1]
        assert page.span.start <= start < end <= page.span.end
        assert not any(sign.isspace() for sign in found.text[start:end])
        assert 0 <= min(left, right) <= max(left, right) <= page.width and 0 <= top <= bottom <= page.height
        covered += end - start
    printed = sum(not sign.isspace() for sign in found.text)
    assert covered >= 0.99 * printed


def test_what_is_passed_over_is_listed():
    def kinds(name: str) -> dict[SkippedKind, int]:
        return {skipped.kind: skipped.count for skipped in read(f"{LATEX}/{name}").skipped}

    assert kinds("024-annotations__annotated_pdf.pdf") == {SkippedKind.ANNOTATION: 3}
    assert kinds("010-pdflatex-forms__pdflatex-forms.pdf") == {SkippedKind.FORM_FIELD: 3}
    assert kinds("025-attachment__with-attachment.pdf") == {SkippedKind.EMBEDDED: 1}
    # The word of the thumbnails stands far outside of pages that are 4 points wide.
    assert {skipped.kind: skipped.count for skipped in read(PICTURES).skipped} == {
        SkippedKind.IMAGE: 6,
        SkippedKind.HIDDEN: 4,
    }


def test_a_page_without_text_among_44_is_named():
    assert "There is no text on page 1." in read(FRENCH).warnings


@pytest.mark.parametrize(
    ("pdf", "page", "other"),
    [
        (ENGLISH, 20, "asvs-en-p020-r75"),
        (ENGLISH, 35, "asvs-en-p035-r60"),
        (ENGLISH, 50, "asvs-en-p050-r90"),
        (FRENCH, 22, "asvs-fr-p022-r75"),
        (COLUMNS, 1, "multicolumn-p001-r80"),
    ],
)
def test_a_page_has_the_words_that_another_program_finds_on_it(pdf, page, other):
    found = read(pdf)
    own = found.layout.pages[page - 1].span.slice(found.text)
    assert agreement(words(own), words(sample_bytes(f"datasets/ocr/{other}/clean.txt").decode())) >= 0.99


def test_a_document_has_the_words_of_its_author_in_their_order():
    body = sample_bytes(f"{MINIMAL}.tex").decode()
    (written,) = re.findall(r"\\begin\{document\}(.*)\\end\{document\}", body, re.DOTALL)
    # The number of the page is the typesetter's.
    assert words(read(f"{MINIMAL}.pdf").text) == [*words(written), "1"]


def test_columns_follow_each_other_as_they_are_read():
    text = read(COLUMNS).text
    last_of_left, first_of_right = text.index("Donec nonummy\n"), text.index("pellentesque ante. Phasellus")
    assert last_of_left + len("Donec nonummy\n") == first_of_right


@pytest.mark.parametrize("name", ["habibi.pdf", "habibi-oneline-cmap.pdf", "habibi-rotated.pdf"])
def test_arabic_with_its_marks_is_in_the_order_in_which_it_is_written(name):
    (written,) = re.findall("<div>(.*?)</div>", sample_bytes(f"{HABIBI}.html").decode())
    found = read(f"{LATEX}/015-arabic__{name}")
    assert all(written in page.span.slice(found.text) for page in found.layout.pages)
    assert any(warning.startswith("Words from right to left") for warning in found.warnings)


def test_persian_lines_with_latin_words_numbers_brackets_and_ligatures_are_in_reading_order():
    found = read(PERSIAN)
    eight, eighteen = (found.layout.pages[page - 1].span.slice(found.text) for page in (8, 18))
    # Read from the pages as they are shown.
    assert "بانک ACME توسعهی درگاه بانکداری خود را" in eight
    assert "علاوه بر این، منطق" in eight and "نیازهای لازم آگاه" in eight
    assert "bcrypt، scrypt یا PBKDF2" in eighteen
    assert "(یا رمزنگاری ضعیف) عبور نمیکنند." in eighteen
    assert "(مانند admin/password)" in eighteen
    # The small 1 is a note: its line goes on behind it.
    assert "PBKDF2 درهمسازی1 انجام شود." in eighteen


def test_the_outline_of_120_pages_becomes_sections_at_their_headings():
    found = read(ENGLISH)
    sections = found.layout.sections
    # The file has 223 entries with a title and a parent.
    assert len(sections) == 223
    assert [section.span for section in sections] == sorted(section.span for section in sections)
    for section in sections:
        letters = "".join(filter(str.isalnum, section.title))
        assert "".join(filter(str.isalnum, section.span.slice(found.text))) == letters
    titles = {section.title: section for section in sections}
    assert titles["V6 Authentication"].level < titles["V6.2 Password Security"].level
    assert found.text[titles["V6.2 Password Security"].span.end :].startswith("\n")


def test_bookmarks_that_name_what_is_not_there_are_no_sections_and_that_is_said():
    found = read(f"{LATEX}/014-outlines__mistitled_outlines_example.pdf")
    assert found.layout.sections == ()
    assert found.warnings[-1].startswith("Of 27 bookmarks 27 made no section")
