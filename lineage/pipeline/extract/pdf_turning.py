"""The lines of a page that have words from right to left, put into reading order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from lineage.pipeline.extract.pdf_characters import Characters, object_of, origin_of
from lineage.pipeline.extract.pdf_glyphs import Drawn, is_right_to_left
from lineage.pipeline.extract.pdf_right_to_left import in_reading_order, misplaced_brackets

Line = Sequence[tuple[str, int]]
"""What each character says, and its number on the page; -1 for a blank between two words that is not in the file."""

_LEVEL = math.sin(math.radians(1))
# In heights of a glyph: raised numbers stand on the line, the number of a row beside two lines on neither.
_SAME_LINE, _SAME_BASE = 0.4, 0.3


class Turned(NamedTuple):
    lines: list[Line]
    is_turned: bool


def turn_lines(characters: Characters, lines: Sequence[Sequence[int]], order: Mapping[int, int]) -> Turned:
    """The lines of a page, those with words from right to left as they are read; `order`: when each object is drawn.

    Whether brackets are to be turned differs from file to file: so that fewer of them close what was not opened.
    """
    signs = characters.signs
    if not is_right_to_left("".join(signs)):
        return Turned([[(signs[k], k) for k in line] for line in lines], False)
    lines = list(_whole(characters, lines))
    as_they_are: list[Line] = [[(signs[k], k) for k in line] for line in lines]
    letters = [sign for sign in signs if sign.isalpha()]
    is_mostly_leftwards = 2 * sum(map(is_right_to_left, letters)) > len(letters)
    found: list[list[Line]] = [[], []]
    for line, as_it_is in zip(lines, as_they_are, strict=True):
        has_any = any(is_right_to_left(signs[k]) for k in line) and _is_level(characters, line)
        rows = list(_rows(characters, line, order)) if has_any else []
        for mirrors in (False, True):
            turned = (in_reading_order(row, is_mostly_leftwards=is_mostly_leftwards, mirrors=mirrors) for row in rows)
            found[mirrors] += [[(one.sign, one.number) for one in row] for row in turned] if rows else [as_it_is]
    named, looking = (misplaced_brackets("".join(sign for line in way for sign, _ in line)) for way in found)
    return Turned(found[looking <= named], True)


def _whole(characters: Characters, lines: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
    """PDFium ends a line where a letter with its marks is drawn a little higher, and goes on with it in another. Lines
    that are not turned stay as they are.
    """
    whole: list[int] = []
    longest = base = height = 0.0
    has_any = is_level = False
    for line in lines:
        own_base, own_height = _base(characters, line), _height(characters, line)
        own_any, own_level = any(is_right_to_left(characters.signs[k]) for k in line), _is_level(characters, line)
        is_turned = (has_any or own_any) and is_level and own_level
        if whole and is_turned and abs(own_base - base) <= _SAME_BASE * height:
            whole += line
            has_any |= own_any
        else:
            yield from [whole] if whole else []
            whole, longest, has_any, is_level = [*line], 0.0, own_any, own_level
        if len(line) > longest:
            longest, base, height = len(line), own_base, own_height
    yield from [whole] if whole else []


def _base(characters: Characters, line: Sequence[int]) -> float:
    """Where most of a line stands."""
    heights = sorted(origin_of(characters.textpage, k)[1] for k in line)
    return heights[len(heights) // 2]


def _height(characters: Characters, line: Sequence[int]) -> float:
    boxes = characters.boxes[line]
    return float((boxes[:, 1] - boxes[:, 3]).max())


def _is_level(characters: Characters, line: Sequence[int]) -> bool:
    return all(abs(math.sin(pdfium.FPDFText_GetCharAngle(characters.textpage, k))) < _LEVEL for k in line)


def _rows(characters: Characters, line: Sequence[int], order: Mapping[int, int]) -> Iterator[list[Drawn]]:
    """PDFium takes words on several base lines for one line where something beside them stands between: each apart,
    as they are drawn.
    """
    drawn = list(_drawn(characters, line))
    drawn.sort(key=lambda one: -one.origin[1])
    rows: list[list[Drawn]] = []
    for one in drawn:
        if rows and rows[-1][0].origin[1] - one.origin[1] <= _SAME_LINE * max(one.height, rows[-1][0].height):
            rows[-1].append(one)
        else:
            rows.append([one])
    for row in rows:
        row.sort(key=lambda one: one.number)
    textpage, last = characters.textpage, len(order)
    if len(rows) > 1:
        rows.sort(key=lambda row: min(order.get(object_of(textpage, one.number), last) for one in row))
    for row in rows:
        if any(not one.sign.isspace() for one in row):
            yield row


def _drawn(characters: Characters, line: Sequence[int]) -> Iterator[Drawn]:
    """Without the blanks that PDFium makes up: they have no width, and in such lines stand at any place."""
    boxes, signs = characters.boxes[line].tolist(), [characters.signs[k] for k in line]
    made_up = [sign.isspace() and right <= left for sign, (left, _, right, _) in zip(signs, boxes, strict=True)]
    for place, k in enumerate(line):
        if not made_up[place]:
            left, top, right, bottom = boxes[place]
            is_beside_gap = any(made_up[max(0, place - 1) : place + 2])
            origin = origin_of(characters.textpage, k)
            yield Drawn(k, signs[place], origin, left, right, top - bottom, is_beside_gap)
