"""Bytes -> the exact decoded text of a text or Markdown source: no newline translated, nothing stripped (DESIGN 4)."""

from __future__ import annotations

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.charsets import Refused, decode
from lineage.pipeline.extract.kinds import find_foreign
from lineage.pipeline.extraction import Extraction

TOOL, TOOL_VERSION = "evidence-inspector", "1"


def extract_text(data: bytes, encoding: str = "") -> Extraction:
    """Every character of the bytes, NUL too; `encoding` is what was declared outside, if anything.

    A byte order mark is no word and is left out; before UTF-8 it is recorded by the encoding "utf-8-sig".
    """
    if foreign := find_foreign(data):
        reason = f"The bytes are {foreign}, not text. Bring it as the kind it is, or its text in a bundle."
        return _no_text(data, ExtractionState.WRONG_TYPE, reason)
    decoded = decode(data, encoding)
    if isinstance(decoded, Refused):
        return _no_text(data, decoded.state, decoded.reason)
    return Extraction(
        state=ExtractionState.READ,
        bytes_in=len(data),
        tool=TOOL,
        tool_version=TOOL_VERSION,
        text=decoded.text,
        encoding=decoded.encoding,
        is_guess=decoded.is_guess,
        warnings=decoded.warnings,
    )


def _no_text(data: bytes, state: ExtractionState, reason: str) -> Extraction:
    return Extraction(state=state, bytes_in=len(data), tool=TOOL, tool_version=TOOL_VERSION, reason=reason)
