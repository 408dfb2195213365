"""PDF -> text with its pages, the place of every word, and what was passed over (M-06, S3-16; ISO 32000-2).

The text is what the file says, page by page as it is drawn: lines end with "\\n", every page but the last with "\\f",
which belongs to it. A hyphen at the end of a line stays. The ligatures U+FB00 to U+FB06, and the forms of Arabic and
Hebrew letters from U+FB1D on, come as plain letters, which PDFium does before anybody can ask. Lines with words from
right to left, and pages drawn from the bottom up, are put in reading order. A glyph without a meaning is U+FFFD.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pypdfium2  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extract.pdf_characters import UNKNOWN
from lineage.pipeline.extract.pdf_objects import read_objects
from lineage.pipeline.extract.pdf_outline import find_sections, read_outline
from lineage.pipeline.extract.pdf_pages import Frame, PageText, read_page
from lineage.pipeline.extract.pdf_passed_over import PassedOver, look_at_document, look_at_page
from lineage.pipeline.extract.pdf_warnings import warnings_of_file, warnings_of_outline, warnings_of_pages
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import NO_BOXES, Layout, Page
from lineage.text.span import Span

TOOL = "pypdfium2"
TOOL_VERSION = f"{pypdfium2.PYPDFIUM_INFO}, PDFium {pypdfium2.PDFIUM_INFO}"
MEDIA_TYPE = "application/pdf"
MOST_PAGES, MOST_CHARACTERS = 5_000, 20_000_000
PAGE_END = "\f"


def extract_pdf(data: bytes) -> Extraction:
    """The text of a PDF. One that is encrypted and opens without a password is read, as every viewer does."""
    if not data:
        return _refused(data, ExtractionState.EMPTY, "The file has no bytes. Bring the whole file.")
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        return _refused(data, *_why_closed(data, error.err_code))
    with document:
        if pdfium.FPDF_GetPageCount(document) > MOST_PAGES:
            return _refused(data, ExtractionState.LIMIT, f"It has over {MOST_PAGES:,} pages. Bring it in parts.")
        if _breaks_off(document, data):
            return _refused(data, ExtractionState.CORRUPT, "The file breaks off before its end. Bring a whole copy.")
        return _read(document, data)


def _why_closed(data: bytes, code: int | None) -> tuple[ExtractionState, str]:
    if code == pdfium.FPDF_ERR_PASSWORD:
        return ExtractionState.ENCRYPTED, "It is locked with a password. Bring an unlocked copy."
    if code == pdfium.FPDF_ERR_SECURITY:
        return ExtractionState.ENCRYPTED, "It is locked in a way that is not known here. Bring an unlocked copy."
    if b"%PDF-" not in data[:1024]:
        return ExtractionState.WRONG_TYPE, "The bytes are no PDF. Bring the file as the kind that it is."
    return ExtractionState.CORRUPT, "It is damaged: no page of it can be found. Bring a whole copy."


def _breaks_off(document: Any, data: bytes) -> bool:
    """Without an end, and its list of objects, which stands there, made up from what is left."""
    return not pdfium.FPDF_DocumentHasValidCrossReferenceTable(document) and b"%%EOF" not in data[-2048:]


class _Pages(NamedTuple):
    """`tops`: the height of the upper edge of each page in its own space, None where that is turned."""

    read: list[PageText]
    tops: list[float | None]
    damaged: list[int]


def _read(document: Any, data: bytes) -> Extraction:
    passed_over = PassedOver()
    pages = _read_pages(document, passed_over)
    if pages is None:
        return _refused(
            data, ExtractionState.LIMIT, f"It has over {MOST_CHARACTERS:,} characters of text. Bring it in parts."
        )
    look_at_document(document, data, passed_over)
    if len(pages.damaged) == len(pages.read):
        return _refused(data, ExtractionState.CORRUPT, "It is damaged: no page of it can be read. Bring a whole copy.")
    has_text = any(not sign.isspace() and sign != UNKNOWN for page in pages.read for sign in page.text)
    if not has_text:
        return Extraction(
            state=ExtractionState.NO_TEXT,
            bytes_in=len(data),
            tool=TOOL,
            tool_version=TOOL_VERSION,
            media_type=MEDIA_TYPE,
            reason=_why_no_text(pages.read),
            skipped=passed_over.all(),
            layout=Layout(pages=tuple(Page(n, Span(0, 0), p.width, p.height) for n, p in enumerate(pages.read, 1))),
        )
    text, layout = _joined(pages.read)
    entries = read_outline(document)
    sections, missing = find_sections(entries, text, layout.pages, layout.boxes, pages.tops)
    is_locked = pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0
    is_rebuilt = not pdfium.FPDF_DocumentHasValidCrossReferenceTable(document)
    return Extraction(
        state=ExtractionState.READ,
        bytes_in=len(data),
        tool=TOOL,
        tool_version=TOOL_VERSION,
        text=text,
        media_type=MEDIA_TYPE,
        skipped=passed_over.all(),
        warnings=(
            *warnings_of_file(is_locked=is_locked, is_rebuilt=is_rebuilt, damaged=pages.damaged),
            *warnings_of_pages(pages.read),
            *warnings_of_outline(missing, len(entries)),
        ),
        layout=Layout(pages=layout.pages, sections=sections, boxes=layout.boxes),
    )


def _read_pages(document: Any, passed_over: PassedOver) -> _Pages | None:
    """All pages; None where they have more characters than are read."""
    found = _Pages([], [], [])
    total = 0
    for number in range(1, pdfium.FPDF_GetPageCount(document) + 1):
        page = pdfium.FPDF_LoadPage(document, number - 1)
        textpage = pdfium.FPDFText_LoadPage(page) if page else None
        try:
            if not textpage:
                found.damaged.append(number)
                width, height = _size_of(document, number)
                found.read.append(PageText(width=width, height=height))
                found.tops.append(None)
                continue
            total += max(0, pdfium.FPDFText_CountChars(textpage))
            if total > MOST_CHARACTERS:
                return None
            frame = Frame.of(page)
            objects = read_objects(page)
            read = read_page(page, textpage, objects)
            found.read.append(read)
            found.tops.append(None if frame.quarters else frame.top)
            passed_over.add(SkippedKind.IMAGE, objects.pictures, page=number)
            passed_over.add(SkippedKind.HIDDEN, bool(read.hidden), page=number, words=read.hidden)
            passed_over.add(SkippedKind.UNMAPPED, read.unknown, page=number)
            look_at_page(page, number, passed_over)
        finally:
            if textpage:
                pdfium.FPDFText_ClosePage(textpage)
            if page:
                pdfium.FPDF_ClosePage(page)
    return found


def _size_of(document: Any, number: int) -> tuple[int, int]:
    """Of a page that cannot be loaded, in tenths of a point."""
    size = pdfium.FS_SIZEF()
    pdfium.FPDF_GetPageSizeByIndexF(document, number - 1, size)
    return round(size.width * 10), round(size.height * 10)


def _joined(read: Sequence[PageText]) -> tuple[str, Layout]:
    pages: list[Page] = []
    boxes = [NO_BOXES]
    texts: list[str] = []
    at = 0
    for number, page in enumerate(read, start=1):
        text = page.text + (PAGE_END if number < len(read) else "")
        pages.append(Page(number, Span(at, at + len(text)), page.width, page.height))
        boxes.append(page.boxes + np.array((at, at, number, 0, 0, 0, 0), dtype=np.int32))
        texts.append(text)
        at += len(text)
    return "".join(texts), Layout(pages=tuple(pages), boxes=np.concatenate(boxes))


def _why_no_text(read: Sequence[PageText]) -> str:
    if any(page.unknown for page in read):
        return "The file does not say which characters its glyphs are. Bring its text from a text recognizer (OCR)."
    pages = f"None of its {len(read):,} pages has" if len(read) > 1 else "Its page has no"
    return f"{pages} text that is seen. Bring its text from a text recognizer (OCR) in a bundle."


def _refused(data: bytes, state: ExtractionState, reason: str) -> Extraction:
    return Extraction(
        state=state,
        bytes_in=len(data),
        tool=TOOL,
        tool_version=TOOL_VERSION,
        media_type=MEDIA_TYPE,
        reason=reason,
    )
