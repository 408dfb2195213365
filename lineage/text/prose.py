"""Which stretches of a Markdown answer are prose: outside fences, indented code and definitions.

A hand scanner, line by line and linear. The Markdown parsers at hand give an inline token no place in the
source, and a marker without its exact code points is of no use here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lineage.text.span import Span


class Prose(NamedTuple):
    """`blocks`: stretches that inline markup does not cross. `footnotes`: ids defined by `[^id]:` lines."""

    blocks: tuple[Span, ...]
    footnotes: frozenset[str]


_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+")
_LIST_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)")
_DEFINITION = re.compile(r" {0,3}\[(\^?)([^\[\]\r\n]+)\]:")
_FENCE = re.compile(r"`{3,}|~{3,}")
_CODE_INDENT = 4


def find_prose(text: str) -> Prose:
    """The prose of `text`; what is code, or defines a footnote or link, is left out."""
    lines = _Lines()
    for found in _LINE.finditer(text):
        lines.read(found[0].rstrip("\r\n"), Span(*found.span()))
    lines.end_block()
    return Prose(tuple(lines.blocks), frozenset(lines.footnotes))


@dataclass
class _Lines:
    """What the lines so far say about the next one."""

    blocks: list[Span] = field(default_factory=list)
    footnotes: set[str] = field(default_factory=set)
    _open: Span | None = None
    _fence: str = ""
    _in_list: bool = False
    _in_definition: bool = False
    _after_blank: bool = True

    def read(self, line: str, span: Span) -> None:
        body = _without_container(line)
        if self._fence:
            if body.startswith(self._fence) and not body.strip().strip(self._fence[0]):
                self._fence = ""
            return
        if not line.strip():
            self.end_block()
            self._after_blank, self._in_definition = True, False
            return
        indent = _indent(line)
        self._note_list(line, indent)
        if fence := _opening_fence(body):
            self.end_block()
            self._fence = fence
        elif self._is_definition(line, indent) or self._is_indented_code(indent):
            self.end_block()
            return
        else:
            self._open = Span(self._open.start if self._open else span.start, span.end)
        self._after_blank = False

    def end_block(self) -> None:
        if self._open:
            self.blocks.append(self._open)
        self._open = None

    def _note_list(self, line: str, indent: int) -> None:
        if _LIST_ITEM.match(line.lstrip(" \t>")):
            self._in_list = True
        elif self._after_blank and not indent:
            self._in_list = False

    def _is_definition(self, line: str, indent: int) -> bool:
        if self._in_definition and indent:
            return True
        found = _DEFINITION.match(line)
        self._in_definition = found is not None
        if found and found[1]:
            self.footnotes.add(found[2])
        return self._in_definition

    def _is_indented_code(self, indent: int) -> bool:
        """Indented after a blank line; inside a list that is how an item goes on."""
        return indent >= _CODE_INDENT and self._after_blank and not self._in_list


def _indent(line: str) -> int:
    blanks = line[: len(line) - len(line.lstrip(" \t"))]
    return len(blanks.expandtabs(_CODE_INDENT))


def _without_container(line: str) -> str:
    """The line without its quotation marks, indentation and list bullets."""
    body = line.lstrip(" \t>")
    if item := _LIST_ITEM.match(body):
        body = body[item.end() :].lstrip(" \t")
    return body


def _opening_fence(body: str) -> str:
    """The fence that opens here, "" where none does; behind back-ticks no back-tick may follow (CommonMark 4.5)."""
    found = _FENCE.match(body)
    if not found or (body[0] == "`" and "`" in body[found.end() :]):
        return ""
    return found[0]


def code_spans(text: str, block: Span) -> Iterator[Span]:
    """Runs of back-ticks and what they enclose up to the next run of the same length (CommonMark 6.1). Linear."""
    runs = [Span(*found.span()) for found in re.finditer(r"`+", text[block.start : block.end])]
    following: dict[int, int] = {}
    partner: list[int] = []
    for index in range(len(runs) - 1, -1, -1):
        partner.append(following.get(runs[index].length, -1))
        following[runs[index].length] = index
    partner.reverse()
    index = 0
    while index < len(runs):
        run = runs[index].shift(block.start)
        if _is_escaped(text, run.start, block.start) or partner[index] == -1:
            index += 1
            continue
        yield Span(run.start, runs[partner[index]].end + block.start)
        index = partner[index] + 1


def _is_escaped(text: str, at: int, since: int) -> bool:
    """Whether an odd number of backslashes stands directly before `at`."""
    behind = at
    while behind > since and text[behind - 1] == "\\":
        behind -= 1
    return (at - behind) % 2 == 1
