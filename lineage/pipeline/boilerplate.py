"""Headers and footers that run over the pages of a source: which lines they are, and the text without them (S3-37).

A line is one only at the very top or bottom of its page, and only if it comes again on pages close by: word for word,
but for numbers that grow from page to page as page numbers do. Nothing else is ever removed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from lineage.pipeline.layout import Page
from lineage.pipeline.running_lines import RUNNING_LINES, BoilerplatePolicy, Key, find_keys, in_runs, plain
from lineage.text.segments import Segment, SegmentKind
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

_LINE = re.compile(r"[^\r\n\f]*(?:\r\n|[\r\n\f])|[^\r\n\f]+")


class _Edge(NamedTuple):
    """The lines at one end of a page, from the edge inwards."""

    page: int
    lines: tuple[Span, ...]


def find_boilerplate(
    text: str, pages: Sequence[Page], policy: BoilerplatePolicy = RUNNING_LINES
) -> tuple[Span, ...]:
    """Stretches of the text that are running headers and footers, with the blank lines about them; ascending, apart."""
    lines = [(page, _lines_of(text, page.span)) for page in pages]
    tops = [_Edge(page.number, tuple(found[: policy.lines])) for page, found in lines]
    bottoms = [_Edge(page.number, tuple(reversed(found[-policy.lines :]))) for page, found in lines]
    inside = Counter(plain(line.slice(text)) for _, found in lines for line in found[policy.lines : -policy.lines])
    last_of_top = _innermost(text, tops, inside, policy)
    first_of_bottom = _innermost(text, bottoms, inside, policy)
    found: list[Span] = []
    for page in pages:
        top, bottom = last_of_top.get(page.number), first_of_bottom.get(page.number)
        start = page.span.start if top is None else _next_words(text, top.end, page.span.end)
        found.append(Span(page.span.start, start))
        if bottom is not None and bottom.start >= start:
            found.append(Span(_behind_words(text, bottom.start, start), page.span.end))
    removed = tuple(_joined(found))
    return removed if _is_beside_words(text, pages, removed) else ()


def _is_beside_words(text: str, pages: Sequence[Page], removed: Sequence[Span]) -> bool:
    """Whether at least half of the pages have words left: what is all that there is on a page is no header of it."""
    worded = emptied = at = 0
    for page in pages:
        # What is removed on a page may have been joined with what is removed on the next.
        while at < len(removed) and removed[at].end < page.span.end:
            at += 1
        is_worded = not page.span.slice(text).isspace() and not page.span.is_empty
        worded += is_worded
        emptied += is_worded and at < len(removed) and removed[at].covers(page.span)
    return 2 * emptied <= worded


def strip(text: str, removed: Iterable[Span]) -> tuple[str, SpanMap]:
    """The text without these stretches, which are ascending and apart; its map shows each of them as deleted."""
    pieces: list[str] = []
    segments: list[Segment] = []
    done = at = 0
    for span in (*removed, Span(len(text), len(text))):
        kept = Span(done, span.start)
        if not kept.is_empty:
            segments.append(Segment(Span(at, at + kept.length), kept, SegmentKind.EXACT_COPY))
            pieces.append(kept.slice(text))
            at += kept.length
        if not span.is_empty:
            segments.append(Segment(Span(at, at), span, SegmentKind.DELETED))
        done = span.end
    stripped = "".join(pieces)
    return stripped, SpanMap.of(segments, len(stripped), len(text))


def _lines_of(text: str, page: Span) -> list[Span]:
    """The lines of a page that have words or signs in them."""
    found = (Span(*line.span()) for line in _LINE.finditer(text, *page))
    return [line for line in found if not line.slice(text).isspace()]


def _innermost(
    text: str, edges: Sequence[_Edge], inside: Mapping[str, int], policy: BoilerplatePolicy
) -> Mapping[int, Span]:
    """By page, the furthest line from its edge up to which all lines run over the pages; absent where none does.

    `inside`: how often a line stands between the edges of pages. One that often does is a line of the text, such as a
    row of a table, wherever a page may end.
    """
    keys = {line: tuple(find_keys(plain(line.slice(text)), edge.page)) for edge in edges for line in edge.lines}
    pages: dict[Key, list[int]] = {}
    for edge in edges:
        for key in dict.fromkeys(key for line in edge.lines for key in keys[line]):
            pages.setdefault(key, []).append(edge.page)
    running = {key: in_runs(sorted(found), policy) for key, found in pages.items() if len(found) >= policy.pages}
    innermost: dict[int, Span] = {}
    for edge in edges:
        for line in edge.lines:
            runs = [found for key in keys[line] if edge.page in (found := running.get(key, frozenset()))]
            if not runs or max(map(len, runs)) < 2 * inside.get(plain(line.slice(text)), 0):
                break
            innermost[edge.page] = line
    return innermost


def _next_words(text: str, at: int, end: int) -> int:
    """Where the line begins that has the first words from a place on."""
    for line in _LINE.finditer(text, at, end):
        if not line[0].isspace():
            return line.start()
    return end


def _behind_words(text: str, at: int, start: int) -> int:
    """Behind the line that has the last words before a place; the end of that line stays with it."""
    words = text[start:at].rstrip()
    rest = _LINE.match(text, start + len(words), at)
    return rest.end() if words and rest is not None else start + len(words)


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Those that touch as one; the empty ones left out."""
    open_one: Span | None = None
    for span in spans:
        if span.is_empty:
            continue
        if open_one is not None and open_one.end == span.start:
            open_one = Span(open_one.start, span.end)
        else:
            if open_one is not None:
                yield open_one
            open_one = span
    if open_one is not None:
        yield open_one
