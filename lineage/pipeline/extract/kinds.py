"""What kind of file bytes are: by their signature, then by the ending of a name, then by being text (M-01, S3-14)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType

from lineage.evidence.vocabulary import SourceKind

MEDIA_TYPES: Mapping[SourceKind, str] = MappingProxyType(
    {
        SourceKind.TEXT: "text/plain",
        SourceKind.MARKDOWN: "text/markdown",
        SourceKind.HTML: "text/html",
        SourceKind.WEB_PAGE: "text/html",
        SourceKind.CSV: "text/csv",
        SourceKind.PDF: "application/pdf",
        SourceKind.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    }
)
READABLE = frozenset(MEDIA_TYPES)
"""The kinds of which the text is read from the bytes here."""

_ENDINGS = {
    "txt": SourceKind.TEXT,
    "text": SourceKind.TEXT,
    "log": SourceKind.TEXT,
    "md": SourceKind.MARKDOWN,
    "markdown": SourceKind.MARKDOWN,
    "html": SourceKind.HTML,
    "htm": SourceKind.HTML,
    "xhtml": SourceKind.HTML,
    "csv": SourceKind.CSV,
    "tsv": SourceKind.CSV,
    "pdf": SourceKind.PDF,
    "docx": SourceKind.DOCX,
}
ZIP = b"PK\x03\x04"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OTHER = {
    b"\x89PNG\r\n\x1a\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF87a": "a GIF picture",
    b"GIF89a": "a GIF picture",
    b"II*\0": "a TIFF picture",
    b"MM\0*": "a TIFF picture",
    b"\x1f\x8b\x08": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ\0": "an xz archive",
    b"7z\xbc\xaf\x27\x1c": "a 7-Zip archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x7fELF": "a program",
    b"SQLite format 3\0": "an SQLite database",
    b"{\\rtf": "an RTF document",
}
# A header within the first 1,024 bytes is what readers of PDF accept; in a text about PDF no object follows.
_PDF_HEADER = re.compile(rb"(?:^|[\r\n])%PDF-\d")
_PDF_OBJECT = re.compile(rb"\d[ \r\n]+\d+[ \r\n]+obj\b")
_HTML_START = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_SNIFFED = 4096
# Where more than every tenth character of a text of some length is a control character, it is none.
_LEAST_JUDGED, _MOST_CONTROLS = 100, 0.1
_CONTROLS = re.compile("[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]")


def find_kind(data: bytes, name: str = "") -> SourceKind | None:
    """The kind of a file; None for what is not read here. An ending is believed where no signature contradicts it,
    so that a damaged PDF is called a damaged PDF.
    """
    if signed := find_signed_kind(data):
        return signed
    _, dot, ending = name.rpartition(".")
    if dot and ending.lower() in _ENDINGS:
        return _ENDINGS[ending.lower()]
    if not data or find_foreign(data) or is_binary(_first_words(data)):
        return None
    return SourceKind.TEXT


def find_signed_kind(data: bytes) -> SourceKind | None:
    """The kind that the bytes themselves show: PDF, DOCX (a locked one too) or HTML; None where they show none."""
    if data.startswith(b"%PDF-") or (_PDF_HEADER.search(data, 0, 1024) and _PDF_OBJECT.search(data)):
        return SourceKind.PDF
    if data.startswith(ZIP) and b"word/document.xml" in data:
        return SourceKind.DOCX
    if data.startswith(OLE) and "EncryptedPackage".encode("utf-16-le") in data:
        return SourceKind.DOCX
    return SourceKind.HTML if _HTML_START.match(_first_words(data)) else None


def find_foreign(data: bytes) -> str:
    """What the bytes are, in words, where a signature shows a kind of file that holds no plain text; else ""."""
    if data.startswith(ZIP):
        return "a Word document (DOCX)" if find_signed_kind(data) else "a ZIP archive or an Office file"
    if data.startswith(OLE):
        return "a locked Office file" if find_signed_kind(data) else "an Office file of the old format"
    if find_signed_kind(data) is SourceKind.PDF:
        return "a PDF"
    return next((words for signature, words in _OTHER.items() if data.startswith(signature)), "")


def is_binary(text: str) -> bool:
    """Whether decoded bytes are no text in any way: too many control characters. A short text is never called so."""
    return len(text) >= _LEAST_JUDGED and len(_CONTROLS.findall(text)) > _MOST_CONTROLS * len(text)


def _first_words(data: bytes) -> str:
    """The beginning of the bytes as characters, whatever their encoding: enough to see tags and control characters."""
    first = data[:_SNIFFED]
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return first.decode("utf-16", "replace")
    return first.decode("utf-8", "replace")
