"""Where the sections of a source begin: at the headings of Markdown, at the paragraphs of plain text.

Headings are those of CommonMark 4.2 and 4.3 (ATX and setext) outside code, quotations and lists; a `#` inside a
comment of raw HTML still counts. YAML front matter is no heading, though its last line looks like one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from lineage.evidence.vocabulary import SourceKind
from lineage.text.prose import find_prose
from lineage.text.segments import EXACT_COPY
from lineage.text.span import Span
from lineage.text.spanmap import SpanMap

_LONGEST_TITLE, _LONGEST_PATH = 200, 1_000
_SEPARATOR = " > "
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_ATX = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(?:(=)=*|--*)[ \t]*$")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+|(?:-[ \t]*+){3,}+)$")
_CONTAINER = re.compile(r" {0,3}(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))")
_BLANK_LINE = re.compile(r"(?>\r\n|\n|\r)[ \t]*+(?>\r\n|\n|\r)\s*+")
_FRONT_MATTER = re.compile(
    r"---[ \t]*(?:\r\n|\n|\r)(?:(?!---|\.\.\.)[^\r\n]*(?:\r\n|\n|\r))*+(?:---|\.\.\.)[ \t]*(?=[\r\n]|$)"
)


class Section(NamedTuple):
    """From `start` on to the start of the next one; `path` names the headings above, outermost first."""

    start: int
    path: str


class Heading(NamedTuple):
    start: int
    level: int
    title: str


def find_sections(text: str, kind: SourceKind) -> tuple[Section, ...]:
    """The sections of a text, ascending; the first starts at 0, with no path where no heading stands there."""
    if kind is not SourceKind.MARKDOWN:
        return (Section(0, ""), *(Section(found.end(), "") for found in _BLANK_LINE.finditer(text) if found.start()))
    sections: list[Section] = []
    above: list[Heading] = []
    for heading in find_headings(text):
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        sections.append(Section(heading.start, path_of([found.title for found in above])))
    return tuple(sections) if sections and sections[0].start == 0 else (Section(0, ""), *sections)


def path_of(titles: Iterable[str]) -> str:
    """The titles of the headings above a section, outermost first, as one short text."""
    return _SEPARATOR.join(_plain(title) for title in titles)[:_LONGEST_PATH]


def find_headings(text: str) -> Iterator[Heading]:
    """The headings of a Markdown text, ascending."""
    front = _FRONT_MATTER.match(text)
    behind = front.end() if front else 0
    for block in find_prose(text).blocks:
        for heading in _headings_of(text, block):
            if heading.start >= behind:
                yield heading


def _headings_of(text: str, block: Span) -> Iterator[Heading]:
    """Those of lines without a blank one between; `paragraph` is where the words begin that an underline raises."""
    paragraph: int | None = None
    in_container = False
    for found in _LINE.finditer(text, block.start, block.end):
        line = found[0].rstrip("\r\n")
        underline = _UNDERLINE.match(line)
        if atx := _ATX.match(line):
            yield Heading(found.start(), len(atx[1]), _plain(_without_closing(line[atx.end() :].strip())))
            paragraph, in_container = None, False
        elif underline and paragraph is not None:
            yield Heading(paragraph, 1 if underline[1] else 2, _plain(text[paragraph : found.start()]))
            paragraph = None
        elif _RULE.match(line):
            paragraph, in_container = None, False
        elif _CONTAINER.match(line):
            paragraph, in_container = None, True
        elif paragraph is None and not in_container:
            paragraph = found.start()


def _without_closing(title: str) -> str:
    bare = title.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else title


def _plain(title: str) -> str:
    """A title as a short column keeps it: no NUL, one blank between words."""
    return " ".join(title.replace("\0", "").split())[:_LONGEST_TITLE].rstrip()


def carry(sections: Sequence[Section], step: SpanMap) -> tuple[Section, ...]:
    """Sections of the input of a normalization -> the same ones in its output.

    A border inside words that were replaced as one stands behind them: the blanks before a heading stay before it.
    """
    own = step.columns
    order = np.argsort(own.in_start, kind="stable")
    in_start, out_start, out_end = own.in_start[order], own.out_start[order], own.out_end[order]
    furthest = np.maximum.accumulate(np.concatenate(([0], out_end)))
    starts = np.array([section.start for section in sections], dtype=np.int64)
    before = np.searchsorted(in_start, starts, side="left")
    last = np.maximum(before - 1, 0)
    at = np.zeros(len(starts), dtype=np.int64)
    if len(order):
        copied = own.kind[order][last] == EXACT_COPY
        inside = np.where(copied, np.minimum(out_start[last] + starts - in_start[last], out_end[last]), out_end[last])
        at = np.where(before > 0, np.maximum(inside, furthest[last]), 0)
    carried = {place: section.path for place, section in zip(at.tolist(), sections, strict=True)}
    return tuple(Section(place, path) for place, path in sorted(carried.items()))
