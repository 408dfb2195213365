"""Citation markers in prose, by a declared grammar (formats.md 11, S2-20).

Found where they stand, resolved nowhere: a number out of range is kept as it is, and 0 or 1 as the first
source is the producer's matter. Linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from lineage.text.marker_grammar import (
    CITE_ELEMENT,
    CO_ELEMENT,
    ENVELOPE,
    LABEL,
    LENTICULAR,
    NUMBERED_LINK,
    SITE_LINK,
    SUPERSCRIPT,
    TAG,
    TARGET,
    MarkerStyle,
    Sources,
    is_superscript_marker,
    refs_of_element,
    superscript_number,
)
from lineage.text.prose import code_spans, find_prose
from lineage.text.span import Span

__all__ = ["GRAMMAR_REVISION", "Marker", "MarkerStyle", "find_markers", "group_adjacent"]

GRAMMAR_REVISION = 1


class Marker(NamedTuple):
    """`raw` is the text at `span`; `refs` are what it points to, as written, lists and ranges spelled out."""

    raw: str
    span: Span
    refs: tuple[str, ...]
    style: MarkerStyle


def find_markers(text: str, known: Collection[str] | None) -> tuple[Marker, ...]:
    """Markers of `text`, ascending.

    `known` holds the ids of the sources that the answer was given, numbers as strings; None = no list of
    sources exists, and then a number in brackets is no marker. A named id is one only where it is known.
    """
    prose = find_prose(text)
    sources = Sources.of(known, prose.footnotes)
    return tuple(marker for block in prose.blocks for marker in _Scan(text, block, sources).markers())


def group_adjacent(text: str, markers: Sequence[Marker]) -> tuple[tuple[Marker, ...], ...]:
    """Markers with nothing but blanks and commas between them, as one group: they stand at the same claim."""
    groups: list[list[Marker]] = []
    for marker in markers:
        if groups and not text[groups[-1][-1].span.end : marker.span.start].strip(" \t,;"):
            groups[-1].append(marker)
        else:
            groups.append([marker])
    return tuple(tuple(group) for group in groups)


_OPENERS = re.compile(r"[\\`!\[\](<\u3010\ue200\u00b9\u00b2\u00b3\u2070\u2074-\u2079]")
_BACKTICKS = re.compile("`*")
_BRACKETS = re.compile(r"\[*")


class _Scan:
    """One pass over one block; `self._at` is the next code point to look at."""

    def __init__(self, text: str, block: Span, sources: Sources) -> None:
        self._text = text
        self._end = block.end
        self._at = block.start
        self._sources = sources
        self._code = {span.start: span.end for span in code_spans(text, block)}
        self._open_labels = 0

    def markers(self) -> Iterator[Marker]:
        while found := _OPENERS.search(self._text, self._at, self._end):
            self._at = found.start()
            marker = self._read(found[0])
            if marker:
                yield marker

    def _read(self, opener: str) -> Marker | None:
        """Reads what begins here and moves behind it."""
        match opener:
            case "\\":
                self._at += 2
            case "`":
                self._at = self._code.get(self._at) or self._behind(_BACKTICKS)
            case "!":
                self._image()
            case "[":
                return self._bracket()
            case "]":
                self._closing()
            case "(":
                return self._element(((SITE_LINK, MarkerStyle.LINK),))
            case "<":
                return self._angle()
            case "\u3010":
                return self._element(((LENTICULAR, MarkerStyle.LENTICULAR),))
            case "\ue200":
                return self._element(((ENVELOPE, MarkerStyle.ENVELOPE),))
            case _:
                return self._superscript()
        return None

    def _match(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return pattern.match(self._text, at, self._end)

    def _behind(self, run: re.Pattern[str]) -> int:
        found = self._match(run, self._at)
        return found.end() if found else self._at

    def _marker(self, end: int, refs: tuple[str, ...], style: MarkerStyle) -> Marker:
        span = Span(self._at, end)
        self._at = end
        return Marker(span.slice(self._text), span, refs, style)

    def _element(self, forms: Sequence[tuple[re.Pattern[str], MarkerStyle]]) -> Marker | None:
        """A marker that its own form proves, whatever the sources are; group 1 holds what it points to."""
        for pattern, style in forms:
            if found := self._match(pattern, self._at):
                return self._marker(found.end(), refs_of_element(found[1], style), style)
        self._at += 1
        return None

    def _angle(self) -> Marker | None:
        marker = self._element(((CO_ELEMENT, MarkerStyle.CO_ELEMENT), (CITE_ELEMENT, MarkerStyle.CITE_ELEMENT)))
        if marker is None and (tag := self._match(TAG, self._at - 1)):
            self._at = tag.end()
        return marker

    def _image(self) -> None:
        """`![words](target)`; without a target it is an exclamation mark before a marker."""
        label = self._match(LABEL, self._at + 1)
        target = label and self._match(TARGET, label.end())
        self._at = target.end() if target else self._at + 1

    def _bracket(self) -> Marker | None:
        if numbered := self._match(NUMBERED_LINK, self._at):
            return self._marker(numbered.end(), (numbered[1],), MarkerStyle.LINK)
        label = self._match(LABEL, self._at)
        if not label:
            # Of a run of brackets only the last two can begin anything.
            behind = max(self._at + 1, self._behind(_BRACKETS) - 2)
            self._open_labels += behind - self._at
            self._at = behind
            return None
        reading = self._sources.read(label[1])
        target = None if reading and reading.style is MarkerStyle.FOOTNOTE else self._match(TARGET, label.end())
        if reading:
            return self._marker((target or label).end(), reading.refs, reading.style)
        self._at = label.end()
        self._skip_destination()
        return None

    def _closing(self) -> None:
        """The end of a label with brackets inside."""
        self._at += 1
        if self._open_labels:
            self._open_labels -= 1
            self._skip_destination()

    def _skip_destination(self) -> None:
        """Behind the words of a link: its target, or the label of its reference (a footnote is no such label)."""
        if target := self._match(TARGET, self._at):
            self._at = target.end()
        elif (label := self._match(LABEL, self._at)) and not label[1].startswith("^"):
            self._at = label.end()

    def _superscript(self) -> Marker | None:
        found = self._match(SUPERSCRIPT, self._at)
        if not found:
            self._at += 1
            return None
        ref = superscript_number(found[0])
        if self._sources.has(ref) and is_superscript_marker(self._text, found.start(), found.end()):
            return self._marker(found.end(), (ref,), MarkerStyle.SUPERSCRIPT)
        self._at = found.end()
        return None
