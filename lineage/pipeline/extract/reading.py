"""Bytes of any kind -> an Extraction. Whatever the bytes are, it ends with a state, never with an exception (M-06).

A parser is loaded when the first file of its kind is read: to read a text no PDF library is needed. Parsers of PDF,
DOCX and HTML belong into a limited process; here is no limit of time.
"""

from __future__ import annotations

from dataclasses import replace

from lineage.evidence.vocabulary import ExtractionState, SourceKind
from lineage.pipeline.extract.kinds import MEDIA_TYPES, OLE, READABLE, ZIP, find_foreign, find_signed_kind
from lineage.pipeline.extraction import Extraction

TOOL, TOOL_VERSION = "evidence-inspector", "1"


def extract(data: bytes, kind: SourceKind, *, encoding: str = "") -> Extraction:
    """The text of a file and what was passed over in it. `encoding` is the character set that was declared outside,
    such as in an HTTP header; a PDF and a DOCX have no use for it. ImportError where this program is not whole.
    """
    if kind not in READABLE:
        reason = (
            f"A source of kind {kind.label} is not read here. Bring its extracted text in a bundle, or keep it as text "
            "or Markdown."
        )
        return _refused(data, ExtractionState.WRONG_TYPE, reason)
    if not data:
        found = _refused(data, ExtractionState.EMPTY, "The file has no bytes. Bring the whole file.")
    elif mistake := _find_mistake(data, kind):
        found = _refused(data, ExtractionState.WRONG_TYPE, mistake)
    else:
        found = _parsed(data, kind, encoding)
    return found if found.media_type else replace(found, media_type=MEDIA_TYPES[kind])


def _parsed(data: bytes, kind: SourceKind, encoding: str) -> Extraction:
    try:
        return _parse(data, kind, encoding)
    except ImportError:
        raise
    except (MemoryError, RecursionError):
        return _refused(data, ExtractionState.LIMIT, "Reading it took more memory than there is. Bring a smaller file.")
    except Exception as fault:
        # A parser that fails in a way nobody foresaw: said with the fault's name, and the bytes are kept.
        name = type(fault).__name__
        return _refused(
            data, ExtractionState.CORRUPT, f"The {kind.label} could not be read ({name}). Bring a whole copy of it."
        )


def _parse(data: bytes, kind: SourceKind, encoding: str) -> Extraction:
    if kind is SourceKind.PDF:
        from lineage.pipeline.extract.pdf import extract_pdf

        return extract_pdf(data)
    if kind is SourceKind.DOCX:
        from lineage.pipeline.extract.docx import extract_docx

        return extract_docx(data)
    if kind in (SourceKind.HTML, SourceKind.WEB_PAGE):
        from lineage.pipeline.extract.html import extract_html

        return extract_html(data, encoding)
    if kind is SourceKind.CSV:
        from lineage.pipeline.extract.csv import extract_csv

        return extract_csv(data, encoding)
    from lineage.pipeline.extract.text import extract_text

    return extract_text(data, encoding)


def _find_mistake(data: bytes, kind: SourceKind) -> str:
    """What to say where the bytes show that they are of another kind; else "".

    What may be a damaged or locked file of the right kind is left to its parser: to DOCX any ZIP or Office file is.
    """
    foreign = find_foreign(data)
    if kind is SourceKind.DOCX and data.startswith((ZIP, OLE)):
        return ""
    if kind is SourceKind.PDF and b"%PDF-" in data[:1024]:
        return ""
    is_page = find_signed_kind(data) is SourceKind.HTML and kind in (SourceKind.DOCX, SourceKind.PDF, SourceKind.CSV)
    if kind not in (SourceKind.DOCX, SourceKind.PDF) and not foreign and not is_page:
        return ""
    own = f"bring the {kind.label} itself"
    if found := foreign or ("an HTML page" if is_page else ""):
        return f"The bytes are {found}, not {kind.label}. Bring it as the kind it is, or {own}."
    return f"The bytes are not {kind.label}: they do not begin like one. If they are text, bring it as text, or {own}."


def _refused(data: bytes, state: ExtractionState, reason: str) -> Extraction:
    return Extraction(state=state, bytes_in=len(data), tool=TOOL, tool_version=TOOL_VERSION, reason=reason)
