"""Pages of a PDF as pictures: PNG, small, and of the same bytes for the same file (M-06)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from typing import NamedTuple

import pypdfium2  # type: ignore[import-untyped]
from PIL import Image

WIDEST = 1_000
"""Pixels; a page that is higher than three times as much is drawn smaller."""
_HIGHEST = 3 * WIDEST
_SCALE = 1.7
"""Pixels a point: A4 is 1,000 wide, and a smaller page is not blown up."""
_GREYS, _COLOURS = 16, 64


class RenderedPage(NamedTuple):
    """`page` counts from 1; `width`, `height` in pixels."""

    page: int
    width: int
    height: int
    png: bytes


def render_pages(data: bytes, pages: Sequence[int]) -> Iterator[RenderedPage]:
    """The pages asked for, in that order, as they are shown; one that is not there or cannot be drawn is left out.

    Notes and filled form fields are drawn, too, as a reader sees them. Nothing for bytes that are no PDF.
    """
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        return
    with document:
        with suppress(pypdfium2.PdfiumError):
            document.init_forms()
        for number in pages:
            if 0 < number <= len(document):
                picture = _draw(document, number)
                if picture is not None:
                    yield RenderedPage(number, *picture.size, _png(picture))


def _draw(document: pypdfium2.PdfDocument, number: int) -> Image.Image | None:
    try:
        page = document[number - 1]
    except pypdfium2.PdfiumError:
        return None
    try:
        width, height = page.get_size()
        if width <= 0 or height <= 0:
            return None
        scale = min(_SCALE, WIDEST / width, _HIGHEST / height)
        bitmap = page.render(scale=scale, rev_byteorder=True, limit_image_cache=True)
        try:
            # A copy: the picture outlives the memory of the library.
            picture: Image.Image = bitmap.to_pil().convert("RGB")
            return picture
        finally:
            bitmap.close()
    finally:
        page.close()


def _png(picture: Image.Image) -> bytes:
    """In greys where it has no colour, else in few colours."""
    red, green, blue = picture.split()
    if red.tobytes() == green.tobytes() == blue.tobytes():
        small = red.quantize(_GREYS)
    else:
        small = picture.quantize(_COLOURS, dither=Image.Dither.NONE)
    written = BytesIO()
    small.save(written, format="PNG", optimize=True)
    return written.getvalue()
