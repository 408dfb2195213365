"""Fifty quotations as somebody copies them from a PDF on a screen: made of the sources and of the text that another
program gives of the same page, never of our own extract. Here stand only the recipes: what begins where, how many
words, and what the viewer did to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.formats.samples import sample_bytes, sample_path

PDF = "datasets/pdf"
LATEX = f"{PDF}/py-pdf-sample-files"
ASVS = f"{PDF}/owasp-asvs"
ENGLISH, FRENCH, PERSIAN = f"{ASVS}/asvs-5.0.0-en.pdf", f"{ASVS}/asvs-1.0-2009-fr.pdf", f"{ASVS}/asvs-2.0-fa.pdf"
COLUMNS = f"{LATEX}/026-latex-multicolumn__multicolumn.pdf"
MINIMAL = f"{LATEX}/001-trivial__minimal-document"
HABIBI = f"{LATEX}/015-arabic__habibi"
LINE_END = re.compile(r"\s*\n\s*")
DIVIDED = re.compile("[-\u2010\u2011]\\s*\n\\s*")


class Quote(NamedTuple):
    """`page`: where it must be found; 0 where the source does not say. `before`: what stands before it there."""

    pdf: str
    page: int
    words: str
    before: str = ""


def joined(text: str) -> str:
    """Lines joined by blanks, divided words put together: what a good viewer copies."""
    return LINE_END.sub(" ", DIVIDED.sub("", text))


def blanks(text: str) -> str:
    """Every line end is a blank, also inside a divided word."""
    return LINE_END.sub(" ", text)


def lines(text: str) -> str:
    return text.replace("\n", "\r\n")


def ligatures(text: str) -> str:
    """A viewer that copies glyphs as they are drawn."""
    text = joined(text)
    for letters, drawn in (("ffi", "\ufb03"), ("ff", "\ufb00"), ("fi", "\ufb01"), ("fl", "\ufb02")):
        text = text.replace(letters, drawn)
    return text


def typed(text: str) -> str:
    """By somebody who has one hyphen and two quotation marks on the keyboard."""
    text = joined(text).replace("\u2011", "-")
    return text.translate({0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'})


class Recipe(NamedTuple):
    """From `begins` on so many words of a source, the text of a page by another program or that of the author."""

    pdf: str
    page: int
    source: str
    begins: str
    words: int
    how: Callable[[str], str]


RECIPES = (
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "This is a sample document", 14, joined),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Ut purus elit", 16, joined),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Curabitur dictum gravida", 18, ligatures),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Pellentesque habitant", 20, joined),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Duis eget orci sit amet", 14, ligatures),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Integer tempus", 12, joined),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Sed bibendum, nulla", 20, joined),
    Recipe(COLUMNS, 1, "datasets/ocr/multicolumn-p001-r80/clean.txt", "Vestibulum porttitor. Nulla", 9, lines),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "There are a number", 18, joined),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "It is\nstandard practice", 20, blanks),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "When automated security", 20, ligatures),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "Whilst this may provide", 22, typed),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "These may be similar", 15, lines),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "Testing without access", 16, joined),
    Recipe(ENGLISH, 20, "datasets/ocr/asvs-en-p020-r75/clean.txt", "documentation or source code", 12, typed),
    Recipe(ENGLISH, 35, "datasets/ocr/asvs-en-p035-r60/clean.txt", "Verify that a Strict", 16, typed),
    Recipe(ENGLISH, 35, "datasets/ocr/asvs-en-p035-r60/clean.txt", "or if the Origin HTTP", 15, blanks),
    Recipe(ENGLISH, 50, "datasets/ocr/asvs-en-p050-r90/clean.txt", "requests or codes, and", 13, joined),
    Recipe(ENGLISH, 50, "datasets/ocr/asvs-en-p050-r90/clean.txt", "with less than 112 bits", 12, lines),
    Recipe(FRENCH, 22, "datasets/ocr/asvs-fr-p022-r75/clean.txt", "Cette section du standard", 14, joined),
    Recipe(FRENCH, 22, "datasets/ocr/asvs-fr-p022-r75/clean.txt", "Chaque section ci-dessous", 12, typed),
    Recipe(FRENCH, 22, "datasets/ocr/asvs-fr-p022-r75/clean.txt", "Pour chacune de ces zones", 18, joined),
    Recipe(FRENCH, 22, "datasets/ocr/asvs-fr-p022-r75/clean.txt", "Niveau 2B", 10, blanks),
    Recipe(f"{MINIMAL}.pdf", 1, f"{MINIMAL}.tex", "amet. Lorem", 14, joined),
    Recipe(f"{LATEX}/025-attachment__with-attachment.pdf", 1, f"{MINIMAL}.tex", "amet. Lorem", 20, blanks),
)
# Read by a person from the pages as they are shown, without the signs of no width that the file does not have.
READ = (
    Quote(COLUMNS, 1, "Donec nonummy pellentesque ante. Phasellus adipiscing semper elit."),
    Quote(PERSIAN, 8, "هماهنگیهای لازم برای زمان انجام ارزیابی را نیز انجام داده است"),
    Quote(PERSIAN, 8, "علاوه بر این، منطق کسبوکار برنامه مورد ارزیابی قرار میگیرد"),
    Quote(PERSIAN, 8, "در این فرایند، با بکارگیری ASVS توسط هر دو گروه، یک سطح مناسب"),
    Quote(PERSIAN, 18, "(مثلاً شناسهی کاربری داخلی) ذخیره شوند"),
    Quote(PERSIAN, 18, "bcrypt، scrypt یا PBKDF2"),
    Quote(PERSIAN, 18, "(مانند admin/password) استفاده نمیکنند."),
    Quote(PERSIAN, 18, "در برابر حملات brute-force عمودی (یک حساب کاربری با تمام"),
)
REQUIREMENTS = 15
_ROW = re.compile(r"^\| \*\*([\d.]+)\*\* \| (.*?) \| \d \|", re.MULTILINE)


def all_quotes() -> Iterator[Quote]:
    for recipe in RECIPES:
        yield Quote(recipe.pdf, recipe.page, copied(recipe))
    yield from READ
    (shown,) = re.findall(r"<div>(.*?)</div>", sample_bytes(f"{HABIBI}.html").decode())
    for name in ("habibi.pdf", "habibi-oneline-cmap.pdf"):
        yield Quote(f"{LATEX}/015-arabic__{name}", 1, shown)
    yield from requirements()


def copied(recipe: Recipe) -> str:
    """Those words of the source as the viewer hands them on; ValueError where the source has them not, or twice."""
    text = sample_bytes(recipe.source).decode()
    (start,) = (found.start() for found in re.finditer(re.escape(recipe.begins), text))
    found = re.match(rf"(?:\s*\S+){{{recipe.words}}}", text[start:])
    if found is None:
        raise ValueError(f"{recipe.source} ends before {recipe.words} words from {recipe.begins!r}")
    # A word that the line end divides counts as two: the second half comes along.
    return recipe.how(found[0])


def requirements() -> Iterator[Quote]:
    """Every so many of the requirements of ASVS 5.0, as its Markdown source writes them.

    Without those that quote something: the typesetting of the PDF has no blank behind a closing quotation mark.
    """
    rows: list[tuple[str, str]] = []
    for path in sorted(sample_path(f"{ASVS}/asvs-5.0-md").glob("0x[12]*.md")):
        rows += [row for row in _ROW.findall(path.read_text()) if not re.search("['\"`\\\\]", row[1])]
    for number, words in rows[:: len(rows) // REQUIREMENTS][:REQUIREMENTS]:
        yield Quote(ENGLISH, 0, re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words).replace("**", ""), number)
