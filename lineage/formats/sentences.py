"""Where the claims of an answer begin and end, when its format does not say: our inference, marked so (formats.md 11).

A sentence ends after `.`, `!`, `?`, `…` or their CJK, Arabic and Devanagari likes, with the closing quotes and brackets
behind them; not before a small letter, and not after a list number. A line break ends it too. Markers that stand
directly behind it belong to it. Lead-ins (ending with a colon), headings, definitions of footnotes, and pieces without
a letter or digit state nothing and are no claims.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence

from lineage.text.span import Span

_END = re.compile(r"[.!?…]+[\"'”’»)\]*_]*|[。！？؟۔।]+[\"'”’»」』)\]*_]*|\n+")
_LIST_NUMBER = re.compile(r"\s*(?:\d{1,3}|[A-Za-z])\.")
_LONGEST_LIST_NUMBER = 12
_WESTERN = ".!?…"
_NOT_BLANK = re.compile(r"\S|\n")
_DEFINITION = re.compile(r"\s*\[[^\[\]\n]+\]:")
_MARKDOWN = "#*_`>- \t"


def split_sentences(text: str, markers: Iterable[Span] = ()) -> tuple[Span, ...]:
    """The sentences of `text`, ascending, without the blanks around them, with the markers that belong to them."""
    return tuple(span for span in _cut(text, tuple(sorted(markers))) if not span.is_empty)


def is_statement(words: str) -> bool:
    """Whether a piece can be a claim: not a heading, not a lead-in, and with a letter or digit."""
    bare = words.strip().strip(_MARKDOWN)
    if words.lstrip().startswith("#") or bare.endswith((":", "：")) or _DEFINITION.match(words):
        return False
    return any(map(str.isalnum, bare))


def find_uncited(text: str, sentences: Iterable[Span], cited: Sequence[Span]) -> Iterator[Span]:
    """The sentences that state something and share no character with `cited`; both ascend."""
    index = 0
    for sentence in sentences:
        while index < len(cited) and cited[index].end <= sentence.start:
            index += 1
        if index < len(cited) and cited[index].start < sentence.end:
            continue
        if is_statement(sentence.slice(text)):
            yield sentence


def trim(text: str, span: Span) -> Span:
    """`span` without the blanks at its ends."""
    words = span.slice(text)
    start = span.start + len(words) - len(words.lstrip())
    return Span(start, max(start, span.start + len(words.rstrip())))


def _cut(text: str, markers: Sequence[Span]) -> Iterator[Span]:
    start = 0
    for found in _END.finditer(text):
        if found.end() <= start or _is_inside(found.start(), markers):
            continue
        end = _after_markers(text, found.end(), markers)
        if _ends(text, start, found, end):
            yield trim(text, Span(start, end))
            start = end
    yield trim(text, Span(start, len(text)))


def _ends(text: str, start: int, found: re.Match[str], end: int) -> bool:
    """Whether a sentence ends with these signs; `end` is behind the markers that follow them."""
    if found[0].startswith("\n"):
        return True
    behind = text[end : end + 1]
    if found[0][0] in _WESTERN and end == found.end() and behind and not behind.isspace():
        return False
    following = _NOT_BLANK.search(text, end)
    if following and following[0].islower():
        return False
    return found.end() - start > _LONGEST_LIST_NUMBER or not _LIST_NUMBER.fullmatch(text[start : found.end()])


def _is_inside(at: int, markers: Sequence[Span]) -> bool:
    index = bisect_right(markers, at, key=_start) - 1
    return index >= 0 and at < markers[index].end


def _after_markers(text: str, end: int, markers: Sequence[Span]) -> int:
    """The end of the markers that follow with nothing but blanks between, else `end`."""
    index = bisect_left(markers, end, key=_start)
    while index < len(markers) and not text[end : markers[index].start].strip(" \t\u00a0"):
        end = markers[index].end
        index += 1
    return end


def _start(span: Span) -> int:
    return span.start
