"""The named fields in the text of a view, and the words that one view has and another lacks (S0-23, S0-24)."""

import json
import re
from collections.abc import Iterator

from lineage.text.alignment import diff
from lineage.text.span import Span

LABELLED = re.compile(r"^[ \t]*([A-Za-z][\w -]{0,40}?)[ \t]*:[ \t]*(\S.*)$", re.MULTILINE)


def fields_of(text: str) -> dict[str, str]:
    """The fields of a view that is a JSON object, else its lines of the form `name: value`; names in lower case."""
    try:
        value = json.loads(text) if text.lstrip()[:1] == "{" else None
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return {str(name).lower(): str(found) for name, found in value.items() if found is not None}
    return {match[1].lower(): match[2].strip() for match in LABELLED.finditer(text)}


def missing_words(text: str, other: str) -> Iterator[tuple[str, Span]]:
    """The stretches of a text, by whole words, that another lacks; each with the name of the field it begins with."""
    for span in _joined(text, [piece.a for piece in diff(text, other) if piece.op in ("delete", "replace")]):
        words = span.slice(text)
        label = LABELLED.match(words)
        if words.strip():
            yield (label[1].lower() if label else ""), span


def _joined(text: str, spans: list[Span]) -> list[Span]:
    found: list[Span] = []
    for span in spans:
        grown = _whole_words(text, span)
        if found and not text[found[-1].end : grown.start].strip():
            found[-1] = Span(found[-1].start, max(found[-1].end, grown.end))
        elif not grown.is_empty:
            found.append(grown)
    return found


def _whole_words(text: str, span: Span) -> Span:
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end:
        return Span(start, end)
    while start > 0 and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return Span(start, end)
