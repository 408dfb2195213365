"""What is drawn on a page besides its characters: pictures, text that is not seen, and the order of all."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium  # type: ignore[import-untyped]

_DEEPEST, _MOST_OBJECTS = 15, 500_000
_UNSEEN = frozenset((pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP))
# A page of which a picture takes more is a scan, and unseen text on it is what a text recognizer read.
_LEAST_OF_A_SCAN = 0.5


@dataclass(slots=True)
class PageObjects:
    """`order`: when each object with text is drawn, by its address. `unseen`: those neither filled nor outlined."""

    pictures: int = 0
    is_scan: bool = False
    unseen: set[int] = field(default_factory=set)
    order: dict[int, int] = field(default_factory=dict)


def read_objects(page: Any) -> PageObjects:
    found = PageObjects()
    area = pdfium.FPDF_GetPageWidthF(page) * pdfium.FPDF_GetPageHeightF(page)
    for number, (drawn, kind) in enumerate(_objects_of(page)):
        if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
            found.pictures += 1
            found.is_scan |= _area_of(drawn) > _LEAST_OF_A_SCAN * area
        elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
            address = ctypes.cast(drawn, ctypes.c_void_p).value or 0
            found.order[address] = number
            if pdfium.FPDFTextObj_GetTextRenderMode(drawn) in _UNSEEN:
                found.unseen.add(address)
        if number >= _MOST_OBJECTS:
            break
    return found


def _objects_of(page: Any) -> Iterator[tuple[Any, int]]:
    """All objects as they are drawn, those of form XObjects where these are drawn, with the kind of each."""
    count, get = pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject
    yield from _walk((get(page, place) for place in range(max(0, count(page)))), 0)


def _walk(objects: Iterator[Any], depth: int) -> Iterator[tuple[Any, int]]:
    for drawn in objects:
        if not drawn:
            continue
        kind = pdfium.FPDFPageObj_GetType(drawn)
        yield drawn, kind
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            inside = max(0, pdfium.FPDFFormObj_CountObjects(drawn))
            yield from _walk((pdfium.FPDFFormObj_GetObject(drawn, place) for place in range(inside)), depth + 1)


def _area_of(drawn: Any) -> float:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not pdfium.FPDFPageObj_GetBounds(drawn, left, bottom, right, top):
        return 0.0
    return (right.value - left.value) * (top.value - bottom.value)
