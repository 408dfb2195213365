"""The characters of one page as PDFium reads them: what each is, and where its glyph stands (ISO 32000-2, 9.10).

Code points of PDFium that are no characters of the file are made out here: its line ends, which it invents; U+0002 for
a hyphen at the end of a line; and the number of a glyph where the file does not say what the glyph means.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

UNKNOWN = "\ufffd"
"""Stands for a glyph of which the file does not say what it means: left out, "a ≠ b" would become "a b"."""

PageBoxes = npt.NDArray[np.float32]
"""Of shape (n, 4): left, top, right, bottom in the space of the page, where y grows upwards."""

_HYPHEN, _CARRIAGE_RETURN, _LINE_FEED, _TAB = 0x02, 0x0D, 0x0A, 0x09


@dataclass(frozen=True, slots=True)
class Characters:
    """`signs[k]` is what the k-th of PDFium's characters says, "" where it is none; `boxes[k]` where its glyph stands.

    `line_starts` are the first characters of lines as PDFium breaks them, in the order of the file.
    """

    textpage: Any
    signs: list[str]
    boxes: PageBoxes
    line_starts: list[int]

    @property
    def lines(self) -> list[range]:
        ends = [*self.line_starts[1:], len(self.signs)]
        return [range(start, end) for start, end in zip(self.line_starts, ends, strict=True)]


def read_characters(textpage: Any, count: int) -> Characters:
    """All characters of a page of which PDFium counts `count`."""
    read, is_unknown = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_HasUnicodeMapError
    points = [read(textpage, k) for k in range(count)]
    unknown = [is_unknown(textpage, k) == 1 for k in range(count)]
    signs: list[str] = []
    starts = [0]
    for k, point in enumerate(points):
        if point > 0x1F or unknown[k]:
            signs.append(_sign(points, k, unknown[k]))
        elif point == _HYPHEN and pdfium.FPDFText_IsHyphen(textpage, k) == 1:
            signs.append("-")
            starts.append(k + 1)
        elif point in (_CARRIAGE_RETURN, _LINE_FEED) and pdfium.FPDFText_IsGenerated(textpage, k) == 1:
            signs.append("")
            if point == _LINE_FEED:
                starts.append(k + 1)
        else:
            signs.append("\t" if point == _TAB else UNKNOWN)
    return Characters(textpage, signs, _boxes_of(textpage, count), starts)


def _sign(points: list[int], k: int, is_unknown: bool) -> str:
    """The character of a code point, at the first half of a pair that of both; never a control or a surrogate."""
    point = points[k]
    if 0xD800 <= point < 0xDC00 and k + 1 < len(points) and 0xDC00 <= points[k + 1] < 0xE000:
        return chr(0x10000 + ((point - 0xD800) << 10) + (points[k + 1] - 0xDC00))
    if 0xDC00 <= point < 0xE000 and k and 0xD800 <= points[k - 1] < 0xDC00:
        return ""
    if is_unknown or 0x7F <= point <= 0x9F or 0xD800 <= point < 0xE000 or point > 0x10FFFF:
        return UNKNOWN
    return UNKNOWN if point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF else chr(point)


def _boxes_of(textpage: Any, count: int) -> PageBoxes:
    """As high as the font is, so that the boxes of a line are of one height; all zero where there is none."""
    rectangles = (pdfium.FS_RECTF * count)()
    for k in range(count):
        pdfium.FPDFText_GetLooseCharBox(textpage, k, rectangles[k])
    found = np.frombuffer(rectangles, dtype=np.float32).reshape(-1, 4) if count else np.zeros((0, 4), np.float32)
    return np.where(np.isfinite(found), found, np.float32(0)).astype(np.float32)


def origin_of(textpage: Any, k: int) -> tuple[float, float]:
    """Where the pen stood to draw the glyph of a character."""
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(textpage, k, x, y)
    return x.value, y.value


def object_of(textpage: Any, k: int) -> int:
    """The address of the object of the page that draws a character; 0 for what PDFium made up."""
    return ctypes.cast(pdfium.FPDFText_GetTextObject(textpage, k), ctypes.c_void_p).value or 0
