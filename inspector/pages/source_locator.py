"""A range of a frozen text as a locator to copy: W3C selectors, the version they count in, and its digest (U-34)."""

import json
from typing import Any, NamedTuple

from inspector.pages.source_text import read_whole
from lineage.evidence.digests import digest_from_raw, digest_text
from lineage.text.describing import describe
from lineage.text.span import Span

LONGEST_RANGE, LONGEST_TEXT = 5_000, 4_000_000


class Locator(NamedTuple):
    """`written` is JSON; empty where the range makes none, and `why_not` says so."""

    span: Span
    written: str
    why_not: str


def locator_of(version: Any, artifact: Any | None, start: int, end: int) -> Locator:
    """Reads the whole text, since a quotation must be told apart from every other place."""
    span = Span(start, end)
    if start >= end:
        return Locator(span, "", f"The range {start} to {end} holds nothing: its end must lie after its beginning.")
    if span.length > LONGEST_RANGE:
        return Locator(span, "", f"The range has {span.length} characters; a locator quotes at most {LONGEST_RANGE}.")
    text, why_not = read_whole(version, artifact, LONGEST_TEXT)
    if text is None or artifact is None:
        return Locator(span, "", why_not)
    if end > len(text):
        return Locator(span, "", f"The range ends at {end}, and the text has {len(text)} characters.")
    return Locator(span, written(text, span, version, artifact), "")


def written(text: str, span: Span, version: Any, artifact: Any) -> str:
    """A SpecificResource; `source` is the recorded address, else the key, of what is quoted."""
    counted_in = {"media_type": "text/plain", "extract": artifact.key, "version": version.version}
    found = {"source": version.uri or version.source.key, **describe(text, span, counted_in)}
    held = artifact.content.sha256 if artifact.start is None else None
    found["digest"] = digest_from_raw(bytes(held)) if held is not None else digest_text(text)
    return json.dumps(found, ensure_ascii=False, indent=2)
