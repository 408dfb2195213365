"""What a line is made of: glyphs, each with the characters that it stands for in their own order.

In lines with words from right to left, PDFium also turns the characters round of which one ligature is made.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

RIGHT_TO_LEFT = frozenset(("R", "AL"))
"""Classes of characters of scripts that run from right to left (UAX 9)."""
# U+060C is neutral to UAX 9, but stands between words that run from right to left.
_ARABIC_COMMA = "\u060c"


class Drawn(NamedTuple):
    """A character of a line: its number on the page, -1 for a blank that is not in the file, where the pen stood, and
    where its glyph starts and ends along the line, and its height. `is_beside_gap`: PDFium sees a blank before or
    behind it that is not in the file.
    """

    number: int
    sign: str
    origin: tuple[float, float]
    left: float
    right: float
    height: float
    is_beside_gap: bool = False


@dataclass(slots=True)
class Glyph:
    """What is drawn as one: mostly a character, of a ligature several, with the marks that stand on them."""

    drawn: list[Drawn]
    direction: str

    @property
    def is_blank(self) -> bool:
        return self.drawn[0].sign.isspace()

    @property
    def left(self) -> float:
        return min(one.left for one in self.drawn)

    @property
    def right(self) -> float:
        return max(one.right for one in self.drawn)

    def middle(self) -> float:
        return (self.left + self.right) / 2


def is_right_to_left(text: str) -> bool:
    """Whether any of the characters is of a script that runs from right to left."""
    return not text.isascii() and any(direction_of(sign) in RIGHT_TO_LEFT for sign in text)


def direction_of(sign: str) -> str:
    """The class of a character."""
    return "AL" if sign == _ARABIC_COMMA else unicodedata.bidirectional(sign)


def glyphs_of(line: Sequence[Drawn]) -> list[Glyph]:
    """The glyphs of a line in any order, marks with the letters that they stand on."""
    by_place: dict[tuple[object, ...], list[Drawn]] = {}
    extents = {(one.origin, one.left, one.right) for one in line if not one.sign.isspace()}
    for one in line:
        # Word has blanks that stand where a ligature does, and are no part of it.
        is_apart = one.sign.isspace() and (one.origin, one.left, one.right) not in extents
        by_place.setdefault((*one.origin, is_apart), []).append(one)
    glyphs: list[Glyph] = []
    marks: list[Glyph] = []
    for drawn in by_place.values():
        glyph = Glyph(_logical(drawn), _strongest(drawn))
        (marks if glyph.direction == "NSM" else glyphs).append(glyph)
    letters = sorted((glyph for glyph in glyphs if glyph.direction in ("L", "R", "AL")), key=Glyph.middle)
    middles = [letter.middle() for letter in letters]
    for mark in marks:
        place = bisect_left(middles, mark.middle())
        beside = letters[max(0, place - 1) : place + 1]
        if beside:
            min(beside, key=lambda letter: abs(letter.middle() - mark.middle())).drawn.extend(mark.drawn)
        else:
            glyphs.append(mark)
    return glyphs


def _logical(drawn: list[Drawn]) -> list[Drawn]:
    """The characters of one glyph as the file names them: PDFium has turned those round that run from right to left.

    Not those which it took apart itself, a presentation form; and a glyph never begins with a mark.
    """
    if len(drawn) == 1:
        return drawn
    if all(one.right <= other.left for one, other in zip(drawn, drawn[1:], strict=False)):
        # A stretch whose words the file names apart (ActualText): PDFium gives each of them an equal part of its width.
        return drawn[::-1] if any(direction_of(one.sign) in RIGHT_TO_LEFT for one in drawn) else drawn
    is_latin = [direction_of(one.sign) in ("L", "EN") for one in drawn]
    latin = [one for one, is_so in zip(drawn, is_latin, strict=True) if is_so]
    turned = [one for one, is_so in zip(drawn, is_latin, strict=True) if not is_so]
    if "".join(one.sign for one in turned) not in _taken_apart():
        turned.reverse()
    marks = 0
    while marks < len(turned) and unicodedata.combining(turned[marks].sign):
        marks += 1
    return [*turned[marks:], *turned[:marks], *latin]


@cache
def _taken_apart() -> frozenset[str]:
    """What the presentation forms of Hebrew and Arabic are made of."""
    forms = (chr(point) for point in (*range(0xFB1D, 0xFE00), *range(0xFE70, 0xFEFF)))
    return frozenset(unicodedata.normalize("NFKC", form) for form in forms)


def _strongest(drawn: Sequence[Drawn]) -> str:
    directions = [direction_of(one.sign) for one in drawn]
    for strong in ("L", "AL", "R", "EN", "AN"):
        if strong in directions:
            return strong
    return directions[0]
