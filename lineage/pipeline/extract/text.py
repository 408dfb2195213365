"""Bytes -> the exact decoded text of a text or Markdown source: no newline translated, nothing stripped (DESIGN 4)."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from lineage.evidence.vocabulary import SourceKind

READABLE = frozenset({SourceKind.TEXT, SourceKind.MARKDOWN})
BOM = "\ufeff"


class Extracted(NamedTuple):
    """`encoding` is "utf-8-sig" where a byte order mark stood before the text; it is no word and is left out."""

    text: str
    encoding: str


class NotText(ValueError):
    """Bytes that are no text we read; `place` is the first wrong byte, None where the kind of source is wrong."""

    def __init__(self, reason: str, place: int | None = None) -> None:
        self.place = place
        super().__init__(reason)


def extract_text(data: bytes, kind: SourceKind) -> Extracted:
    """The text of UTF-8 bytes, every code point of it, NUL too. NotText with the place and what to do otherwise."""
    if kind not in READABLE:
        raise NotText(
            f"a source of kind {kind.label} is not read here; bring its extracted text in a bundle, "
            "or keep it as text or Markdown"
        )
    has_bom = data.startswith(codecs.BOM_UTF8)
    start = len(codecs.BOM_UTF8) if has_bom else 0
    try:
        text = data[start:].decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, start + error.start) from None
    return Extracted(text, "utf-8-sig" if has_bom else "utf-8")


def _not_utf8(data: bytes, place: int) -> NotText:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return NotText("byte 0 begins a text in UTF-16; save the file as UTF-8 and bring it again", 0)
    return NotText(
        f"byte {place} (0x{data[place]:02x}) is not UTF-8; save the file as UTF-8 and bring it again", place
    )
