"""What the child of the sandbox wrote, read as if an attacker had written it (reliability 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extraction import Extraction
from lineage.pipeline.layout import Layout
from lineage.sandbox_wire import LONGEST_HEADER, LONGEST_TEXT, NotWhole, split

if TYPE_CHECKING:
    from lineage.pipeline.page_images import RenderedPage

LARGEST_PICTURE = 16 * 1024 * 1024
WIDEST_PICTURE = 10_000
PNG = b"\x89PNG\r\n\x1a\n"


def _show_nul(words: str) -> str:
    """Words about a document go into columns, which cannot hold NUL; the text itself keeps it."""
    return words.replace("\0", "\u2400")


Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Name = Annotated[str, Field(max_length=200), AfterValidator(_show_nul)]
Words = Annotated[str, Field(max_length=2_000), AfterValidator(_show_nul)]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Report(Strict):
    """`Extraction.to_report`."""

    state: ExtractionState
    bytes_in: Count
    characters_out: Count
    tool: Name
    tool_version: Name
    media_type: Name
    encoding: Name
    is_guess: bool
    reason: Words
    warnings: Annotated[list[Words], Field(max_length=1_000)]
    skipped: Annotated[list[tuple[SkippedKind, Count, Count | None, Words, Words]], Field(max_length=1_000)]


class Places(Strict):
    """The first of what `Layout.pack` gives."""

    pages: list[tuple[Count, Count, Count, Count, Count]]
    sections: list[tuple[Count, Count, Words, Count]]
    cells: list[tuple[Count, Count, Words, Count, Count, Literal["header", "body"], Count, Count]]


class Header(Strict):
    report: Report
    layout: Places


PICTURE: TypeAdapter[tuple[int, int, int]] = TypeAdapter(tuple[Count, Count, Count])


def read_extraction(answer: bytes | bytearray, bytes_in: int) -> Extraction:
    """NotWhole unless every place lies in the text and everything is of the type it has to be."""
    blocks = list(split(answer))
    if len(blocks) != 3 or len(blocks[0]) > LONGEST_HEADER or len(blocks[1]) > LONGEST_TEXT:
        raise NotWhole("it is not a header, a text and boxes")
    try:
        header = Header.model_validate_json(bytes(blocks[0]))
        text = str(blocks[1], "utf-8")
        layout = Layout.unpack(dict(header.layout), bytes(blocks[2]))
        extraction = Extraction.from_report(dict(header.report), text, layout)
    except (ValueError, TypeError, KeyError) as error:
        raise NotWhole(type(error).__name__) from None
    _check_report(extraction, header.report.characters_out, bytes_in)
    _check_layout(layout, len(text))
    return extraction


def _check_report(extraction: Extraction, characters: int, bytes_in: int) -> None:
    if extraction.bytes_in != bytes_in or characters != len(extraction.text):
        raise NotWhole("it does not count what went in and came out")
    is_read = extraction.state is ExtractionState.READ
    if bool(extraction.reason) is is_read or (extraction.text and not is_read):
        raise NotWhole("its state and its words contradict each other")


def _check_layout(layout: Layout, length: int) -> None:
    for places in (layout.pages, layout.sections, layout.cells):
        if any(not one.span.start <= one.span.end <= length for one in places):
            raise NotWhole("a place lies outside the text")
    for ordered in (layout.pages, layout.sections):
        starts = [one.span.start for one in ordered]
        if starts != sorted(starts):
            raise NotWhole("its pages or sections are not in order")
    start, end, page = layout.boxes[:, 0], layout.boxes[:, 1], layout.boxes[:, 2]
    # A box of no characters has no share of its width to be cut to.
    if not ((start >= 0) & (start < end) & (end <= length) & (page >= 1)).all() or (np.diff(start) < 0).any():
        raise NotWhole("a box lies outside the text, on no character of it or out of order")


def read_pages(answer: bytes | bytearray, wanted: frozenset[int]) -> dict[int, RenderedPage]:
    """The pictures that are whole and were asked for; the first one that is not ends the reading."""
    from lineage.pipeline.page_images import RenderedPage

    found: dict[int, RenderedPage] = {}
    blocks = split(answer)
    try:
        for header in blocks:
            number, width, height = PICTURE.validate_json(bytes(header), strict=True)
            picture = bytes(next(blocks, b""))
            if number not in wanted or number in found or not _is_png(picture, width, height):
                break
            found[number] = RenderedPage(number, width, height, picture)
    except ValueError:
        pass
    return found


def _is_png(picture: bytes, width: int, height: int) -> bool:
    """Of this very size: the first chunk of a PNG, at byte 8, is its header."""
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    is_bearable = 0 < width <= WIDEST_PICTURE and 0 < height <= WIDEST_PICTURE and len(picture) <= LARGEST_PICTURE
    return is_bearable and picture.startswith(PNG) and picture[12:16] == b"IHDR" and picture[16:24] == size
