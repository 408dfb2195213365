"""What a PDF holds besides the text of its pages: pictures, notes, form fields, attached files, scripts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extraction import Skipped

_LONGEST_SAMPLE, _MOST_BYTES = 200, 20_000_000
# Links are under words of the text, and windows belong to a note that is counted itself.
_NOT_COUNTED = frozenset((pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP))


@dataclass(slots=True)
class _Found:
    count: int = 0
    characters: int | None = None
    pages: list[int] = field(default_factory=list)
    sample: str = ""


class PassedOver:
    """What was found, kind by kind; the pages of each, and the first words of the first one."""

    def __init__(self) -> None:
        self._found: dict[SkippedKind, _Found] = {}

    def add(
        self, kind: SkippedKind, count: int = 1, *, page: int = 0, words: str | None = None, name: str = ""
    ) -> None:
        """`words`: what it says, where that is known; else its name. Nothing where `count` is 0."""
        if not count:
            return
        found = self._found.setdefault(kind, _Found())
        found.count += count
        if page and (not found.pages or found.pages[-1] != page):
            found.pages.append(page)
        if words is not None:
            found.characters = (found.characters or 0) + len(words)
        found.sample = found.sample or " ".join((words or name).split())[:_LONGEST_SAMPLE].rstrip()

    def all(self) -> tuple[Skipped, ...]:
        return tuple(
            Skipped(
                kind=kind,
                count=found.count,
                characters=found.characters,
                where=_where(found.pages),
                sample=found.sample,
            )
            for kind, found in self._found.items()
        )


def _where(pages: list[int]) -> str:
    if len(pages) < 2:
        return f"page {pages[0]}" if pages else ""
    return f"{len(pages)} pages, first on page {pages[0]}"


def look_at_page(page: Any, number: int, passed_over: PassedOver) -> None:
    """Notes and form fields of a page."""
    for place in range(max(0, pdfium.FPDFPage_GetAnnotCount(page))):
        annotation = pdfium.FPDFPage_GetAnnot(page, place)
        if not annotation:
            continue
        try:
            subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
            if subtype == pdfium.FPDF_ANNOT_WIDGET:
                passed_over.add(SkippedKind.FORM_FIELD, page=number, words=_value(annotation, "V"))
            elif subtype not in _NOT_COUNTED:
                passed_over.add(SkippedKind.ANNOTATION, page=number, words=_value(annotation, "Contents"))
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)


def look_at_document(document: Any, data: bytes, passed_over: PassedOver) -> None:
    """Attached files and scripts. Scripts of single actions are not listed by PDFium: their sign is counted."""
    for place in range(max(0, pdfium.FPDFDoc_GetAttachmentCount(document))):
        attached = pdfium.FPDFDoc_GetAttachment(document, place)
        name = wide(lambda *to, attached=attached: pdfium.FPDFAttachment_GetName(attached, *to)) if attached else ""
        passed_over.add(SkippedKind.EMBEDDED, name=name)
    listed = max(0, pdfium.FPDFDoc_GetJavaScriptActionCount(document))
    passed_over.add(SkippedKind.SCRIPT, max(listed, data.count(b"/JavaScript") if not listed else 0))


def _value(annotation: Any, key: str) -> str:
    return wide(lambda *to: pdfium.FPDFAnnot_GetStringValue(annotation, key.encode() + b"\0", *to))


def wide(read: Callable[[Any, int], int]) -> str:
    """A UTF-16 string of PDFium, read with a function that fills a buffer of so many bytes and says how many it takes;
    without NUL and halves of surrogate pairs. "" for one that is no words by its mere size.
    """
    size = read(None, 0)
    if not 2 < size <= _MOST_BYTES:
        return ""
    buffer = (pdfium.FPDF_WCHAR * (-(-size // 2)))()
    read(buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace").replace("\0", "")
