"""What a child of the sandbox writes is believed only where it is whole and of one piece."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lineage.evidence.vocabulary import ExtractionState, SkippedKind
from lineage.pipeline.extraction import Extraction, Skipped
from lineage.pipeline.layout import Cell, Layout, Page, Section
from lineage.sandbox_answers import read_extraction, read_pages
from lineage.sandbox_wire import NotWhole, join, pack_extraction, split
from lineage.text.span import Span

SOUND = Extraction(
    state=ExtractionState.READ,
    bytes_in=9,
    tool="tool",
    tool_version="1",
    text="\U0001f600 one two",
    media_type="application/pdf",
    skipped=(Skipped(kind=SkippedKind.IMAGE, count=2, where="page 1", sample="a picture"),),
    warnings=("one word has no box",),
    layout=Layout(
        pages=(Page(1, Span(0, 6), 5950, 8420), Page(2, Span(6, 9), 5950, 8420)),
        sections=(Section(Span(0, 1), "One", 1), Section(Span(2, 5), "Two", 2)),
        cells=(Cell(Span(2, 5), "table 1", 0, 0, "header"), Cell(Span(6, 9), "table 1", 1, 0, "body", 2, 3)),
        boxes=np.array([[2, 5, 1, 0, 0, 10, 10], [6, 9, 2, 0, 0, 10, 10]], dtype=np.int32),
    ),
)
BLOCKS = pack_extraction(SOUND)


def test_what_goes_over_the_wire_comes_back() -> None:
    read = read_extraction(join(*BLOCKS), 9)
    assert read.to_report() == SOUND.to_report()
    assert read.text == SOUND.text
    assert read.layout.pack() == SOUND.layout.pack()


Change = Callable[[dict[str, Any]], object]
CHANGES: dict[str, Change] = {
    "a state that is none": lambda header: header["report"].update(state="fine"),
    "a state that holds no text": lambda header: header["report"].update(state="limit", reason="too long"),
    "a reason though it was read": lambda header: header["report"].update(reason="none"),
    "another count of bytes": lambda header: header["report"].update(bytes_in=8),
    "a count that is no number": lambda header: header["report"].update(bytes_in="9"),
    "another count of characters": lambda header: header["report"].update(characters_out=8),
    "a truth that is a number": lambda header: header["report"].update(is_guess=0),
    "a name without end": lambda header: header["report"].update(tool="x" * 201),
    "words without end": lambda header: header["report"].update(warnings=["x" * 2_001]),
    "a kind that is none": lambda header: header["report"]["skipped"].append(["nothing", 1, None, "", ""]),
    "a count below zero": lambda header: header["report"]["skipped"].append(["image", -1, None, "", ""]),
    "too few of a part": lambda header: header["report"]["skipped"].append(["image", 1]),
    "more than was asked for": lambda header: header["report"].update(more=1),
    "less than was asked for": lambda header: header["report"].pop("tool"),
    "no layout": lambda header: header.pop("layout"),
    "a page that ends behind the text": lambda header: header["layout"]["pages"][1].__setitem__(2, 10),
    "a page that ends before it begins": lambda header: header["layout"]["pages"][0].__setitem__(2, -1),
    "pages out of order": lambda header: header["layout"]["pages"].reverse(),
    "sections out of order": lambda header: header["layout"]["sections"].reverse(),
    "a cell behind the text": lambda header: header["layout"]["cells"][0].__setitem__(1, 99),
    "a cell of another role": lambda header: header["layout"]["cells"][0].__setitem__(5, "foot"),
    "a number beyond all": lambda header: header["layout"]["cells"][0].__setitem__(3, 2**31),
    "a number with a point": lambda header: header["layout"]["cells"][0].__setitem__(3, 1.0),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_header_is_refused_with(what: str) -> None:
    header = json.loads(BLOCKS[0])
    CHANGES[what](header)
    with pytest.raises(NotWhole):
        read_extraction(join(json.dumps(header).encode(), *BLOCKS[1:]), 9)


@pytest.mark.parametrize("column, value", [(0, -1), (1, 10), (0, 7), (1, 2), (2, 0)])
def test_a_box_out_of_its_place_is_refused(column: int, value: int) -> None:
    boxes = SOUND.layout.boxes.copy()
    boxes[0, column] = value
    with pytest.raises(NotWhole):
        read_extraction(join(*BLOCKS[:2], boxes.astype("<i4").tobytes()), 9)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        join(),
        join(*BLOCKS[:2]),
        join(*BLOCKS, b""),
        join(b"[" * 1_000_000, *BLOCKS[1:]),
        join(b"null", *BLOCKS[1:]),
        join(BLOCKS[0].replace(b'"One"', b'"\\ud800"'), *BLOCKS[1:]),
        join(BLOCKS[0], BLOCKS[1].replace(b"one", b"\xff\xff\xff"), BLOCKS[2]),
        join(*BLOCKS[:2], BLOCKS[2][:-1]),
        join(*BLOCKS[:2], BLOCKS[2][:-4]),
        (2**63).to_bytes(8, "big") + join(*BLOCKS),
    ],
)
def test_an_answer_that_is_no_extraction_is_refused(answer: bytes) -> None:
    with pytest.raises(NotWhole):
        read_extraction(answer, 9)


@given(st.integers(0, len(join(*BLOCKS)) - 1))
def test_an_answer_that_breaks_off_anywhere_is_refused(end: int) -> None:
    with pytest.raises(NotWhole):
        read_extraction(join(*BLOCKS)[:end], 9)


def test_nul_in_words_about_a_file_is_shown_and_in_its_text_kept() -> None:
    header = json.loads(BLOCKS[0])
    header["layout"]["sections"][0][2] = "O\0e"
    header["report"]["warnings"] = ["\0"]
    read = read_extraction(join(json.dumps(header).encode(), b"\0 23456 8", BLOCKS[2]), 9)
    assert (read.layout.sections[0].title, read.warnings, read.text[0]) == ("O\u2400e", ("\u2400",), "\0")


def picture(width: int, height: int) -> bytes:
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x00\x00\x00\x00"
    header = b"IHDR" + size
    return b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0d" + header + zlib.crc32(header).to_bytes(4, "big")


def page(number: int, width: int = 2, height: int = 3, png: bytes | None = None) -> bytes:
    return join(json.dumps([number, width, height]).encode(), picture(2, 3) if png is None else png)


def test_pictures_that_were_asked_for_are_read_up_to_the_first_that_is_not_sound() -> None:
    wanted = frozenset({1, 2, 3})
    assert read_pages(page(1) + page(3), wanted) == {1: (1, 2, 3, picture(2, 3)), 3: (3, 2, 3, picture(2, 3))}
    for unsound in (
        page(2, width=4),
        page(2, png=b"GIF89a"),
        page(2, png=picture(2, 3)[:20]),
        page(2, 20_000, 3, picture(20_000, 3)),
        page(2, 0, 3, picture(0, 3)),
        page(4),
        page(1),
        join(b"[2,2]", picture(2, 3)),
        join(b"[2,2,3]"),
    ):
        assert set(read_pages(page(1) + unsound + page(3), wanted)) == {1}, unsound
    assert set(read_pages(page(1) + page(2)[:-1], wanted)) == {1}


def test_blocks_come_apart_as_they_were_joined() -> None:
    blocks = (b"", b"a", b"\0" * 300)
    assert [bytes(block) for block in split(join(*blocks))] == list(blocks)
