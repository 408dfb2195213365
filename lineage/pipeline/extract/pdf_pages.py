"""One page of a PDF: its text in reading order, and where each word of it stands on the page as it is shown."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

from lineage.pipeline.extract.pdf_characters import (
    UNKNOWN,
    Characters,
    PageBoxes,
    object_of,
    read_characters,
)
from lineage.pipeline.extract.pdf_glyphs import is_right_to_left
from lineage.pipeline.extract.pdf_objects import PageObjects
from lineage.pipeline.extract.pdf_turning import turn_lines
from lineage.pipeline.layout import NO_BOXES, Boxes

_TENTHS = 10
# Sides that no page has, so that every number of a layout fits its column.
_LARGEST = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PageText:
    """`boxes` count characters from the start of the page, and are of page 0; `hidden` are words that nobody sees."""

    width: int
    height: int
    text: str = ""
    boxes: Boxes = field(default_factory=lambda: NO_BOXES)
    unknown: int = 0
    hidden: str = ""
    is_recognized: bool = False
    is_turned: bool = False
    is_reordered: bool = False


class Frame(NamedTuple):
    """The part of a page that is shown, in its own space, and by how many quarters of a turn to the right."""

    left: float
    bottom: float
    right: float
    top: float
    quarters: int

    @classmethod
    def of(cls, page: Any) -> Frame:
        box = pdfium.FS_RECTF()
        pdfium.FPDF_GetPageBoundingBox(page, ctypes.byref(box))
        return cls(box.left, box.bottom, box.right, box.top, pdfium.FPDFPage_GetRotation(page) % 4)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height as shown, in tenths of a point."""
        sides = self.right - self.left, self.top - self.bottom
        width, height = (round(min(max(side, 0.0) * _TENTHS, _LARGEST)) for side in sides)
        return (height, width) if self.quarters % 2 else (width, height)

    def contains(self, boxes: PageBoxes) -> npt.NDArray[np.bool_]:
        """Whether the middle of each box is shown."""
        x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
        shown: npt.NDArray[np.bool_] = (x >= self.left) & (x <= self.right) & (y >= self.bottom) & (y <= self.top)
        return shown

    def shown(self, boxes: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
        """Left, top, right, bottom in the space of the page -> the same as shown, in tenths of a point."""
        left, top, right, bottom = boxes.T
        turned = (
            (left - self.left, self.top - top, right - self.left, self.top - bottom),
            (bottom - self.bottom, left - self.left, top - self.bottom, right - self.left),
            (self.right - right, bottom - self.bottom, self.right - left, top - self.bottom),
            (self.top - top, self.right - right, self.top - bottom, self.right - left),
        )[self.quarters]
        found = np.rint(np.stack(turned, axis=1) * _TENTHS)
        width, height = self.size
        clipped: npt.NDArray[np.int32] = np.clip(found, 0, (width, height, width, height)).astype(np.int32)
        return clipped


def read_page(page: Any, textpage: Any, objects: PageObjects) -> PageText:
    """Words that nobody sees are left out; those over a scan are kept, as what a text recognizer read."""
    frame = Frame.of(page)
    width, height = frame.size
    characters = read_characters(textpage, max(0, pdfium.FPDFText_CountChars(textpage)))
    hidden = _find_hidden(characters, frame, () if objects.is_scan else objects.unseen)
    lines = [[k for k in line if characters.signs[k] and k not in hidden] for line in characters.lines]
    lines = [line for line in lines if line]
    ordered = _from_the_top(lines, characters)
    turned = turn_lines(characters, ordered, objects.order)
    signs: list[str] = []
    places: list[int] = []
    for line in turned.lines:
        if signs:
            signs.append("\n")
            places.append(-1)
        signs += [sign for sign, _ in line]
        places += [k for _, k in line]
    return PageText(
        width=width,
        height=height,
        text="".join(signs),
        boxes=_boxes_of_words(signs, places, characters.boxes, frame),
        unknown=signs.count(UNKNOWN),
        hidden=_words_of(hidden, characters),
        is_recognized=objects.is_scan and bool(objects.unseen),
        is_turned=turned.is_turned,
        is_reordered=ordered is not lines,
    )


def _find_hidden(characters: Characters, frame: Frame, invisible: Collection[int]) -> set[int]:
    """Characters of words that stand beside the page or are not drawn; blanks between two such words go with them."""
    signs, outside = characters.signs, (~frame.contains(characters.boxes)).tolist()
    drawn = [bool(sign) and not sign.isspace() for sign in signs]
    hidden = {k for k, is_outside in enumerate(outside) if is_outside and drawn[k]}
    if hidden:
        # A word that stands across the edge is seen.
        for word in (word for line in characters.lines for word in _words(line, drawn)):
            if not hidden.issuperset(word):
                hidden.difference_update(word)
    if invisible:
        hidden |= {k for k, is_drawn in enumerate(drawn) if is_drawn and object_of(characters.textpage, k) in invisible}
    if not hidden:
        return hidden
    for line in characters.lines:
        seen = [k for k in line if drawn[k] and k not in hidden]
        gone = [k for k in line if k in hidden]
        if gone:
            first, last = (seen[0], seen[-1]) if seen else (gone[-1] + 1, gone[0] - 1)
            hidden |= {k for k in line if not drawn[k] and signs[k] and not first <= k <= last}
    return hidden


def _words_of(numbers: Collection[int], characters: Characters) -> str:
    lines = ("".join(characters.signs[k] for k in line if k in numbers) for line in characters.lines)
    return " ".join(line.strip() for line in lines if line.strip())


def _from_the_top(lines: list[list[int]], characters: Characters) -> list[list[int]]:
    """The lines as the file gives them; from the top downwards only where it clearly does not mean its order: no two
    stand side by side, so that there are neither columns nor a table, and more than half of them stand above the one
    before.
    """
    if len(lines) < 3:
        return lines
    tops, bottoms = np.array([_extent(characters.boxes[line]) for line in lines]).T
    if 2 * int((tops[1:] > tops[:-1]).sum()) <= len(lines) - 1:
        return lines
    order = np.argsort(-tops, kind="stable")
    middles = (tops[order] + bottoms[order]) / 2
    if (bottoms[order][:-1] < middles[1:]).any():
        return lines
    return [lines[place] for place in order.tolist()]


def _extent(boxes: PageBoxes) -> tuple[float, float]:
    drawn = boxes[(boxes[:, 1] > boxes[:, 3])]
    return (float(drawn[:, 1].max()), float(drawn[:, 3].min())) if len(drawn) else (0.0, 0.0)


def _boxes_of_words(signs: Sequence[str], places: Sequence[int], boxes: PageBoxes, frame: Frame) -> Boxes:
    """A box a word, what stands between two blanks."""
    stretches = _words(range(len(signs)), [not sign.isspace() for sign in signs])
    words = [(word.start, word.stop) for word in stretches if any(places[k] >= 0 for k in word)]
    if not words:
        return NO_BOXES
    own = np.append(boxes, np.zeros((1, 4), np.float32), axis=0)[np.array(places)].astype(np.float64)
    empty = (own[:, 0] >= own[:, 2]) | (own[:, 3] >= own[:, 1])
    own[empty] = (np.inf, -np.inf, -np.inf, np.inf)
    borders = np.array(words, dtype=np.int64)
    # Odd stretches are between words and are left out.
    cuts = borders.reshape(-1)[: -1 if borders[-1, 1] == len(signs) else None]
    joined = np.stack(
        [
            np.minimum.reduceat(own[:, 0], cuts)[::2],
            np.maximum.reduceat(own[:, 1], cuts)[::2],
            np.maximum.reduceat(own[:, 2], cuts)[::2],
            np.minimum.reduceat(own[:, 3], cuts)[::2],
        ],
        axis=1,
    )
    has_place = np.isfinite(joined).all(axis=1)
    shown = frame.shown(joined[has_place])
    leftwards = np.array([is_right_to_left("".join(signs[slice(*word)])) for word in words], dtype=np.bool_)[has_place]
    shown[leftwards] = shown[leftwards][:, (2, 1, 0, 3)]
    lengths = np.cumsum([0, *map(len, signs)])
    page = np.zeros((len(shown), 1), dtype=np.int32)
    return np.concatenate((lengths[borders[has_place]], page, shown), axis=1, dtype=np.int32, casting="same_kind")


def _words(line: range, drawn: Sequence[bool]) -> Iterator[range]:
    """Stretches of what is drawn."""
    start = line.start
    for place in line:
        if not drawn[place]:
            if start < place:
                yield range(start, place)
            start = place + 1
    if start < line.stop:
        yield range(start, line.stop)
