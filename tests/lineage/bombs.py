"""Files that are small and take much to read: made where they are needed, kept nowhere (reliability 6)."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from functools import cache
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from lineage.evidence.vocabulary import ExtractionState, SourceKind
from tests.lineage.pdfs import write as write_pdf
from tests.pipeline.extract.word_files import DECLARED, members_of, pack, paragraph, root

DOCX, PDF, HTML, TEXT, CSV = SourceKind.DOCX, SourceKind.PDF, SourceKind.HTML, SourceKind.TEXT, SourceKind.CSV
READ, LIMIT, CORRUPT, WRONG_TYPE = (
    ExtractionState.READ,
    ExtractionState.LIMIT,
    ExtractionState.CORRUPT,
    ExtractionState.WRONG_TYPE,
)
LETTERS = b"x" * 1_000_000
LAUGHS = "".join(f'<!ENTITY l{at} "{f"&l{at - 1};" * 10 if at else "lol"}">' for at in range(10))
QUADRATIC = f'<!ENTITY a "{"a" * 50_000}">'
DRAWN = b"BT /F1 12 Tf 72 700 Td (Hello world) Tj ET\n"


class Bomb(NamedTuple):
    kind: SourceKind
    make: Callable[[], bytes]
    ends: frozenset[ExtractionState]
    """States in which reading it may end: where the limits bear it, it is read."""


def word_bomb(pieces: Iterable[bytes]) -> bytes:
    """A document whose body is written piece by piece."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("_rels/.rels", members_of("")["_rels/.rels"])
        with archive.open("word/document.xml", "w") as part:
            part.write(f"<w:document {DECLARED}><w:body>".encode())
            for piece in pieces:
                part.write(piece)
            part.write(b"</w:body></w:document>")
    return packed.getvalue()


@cache
def slow_word_file() -> bytes:
    """9 kB that take some three seconds to read and are then found to be empty."""
    return word_bomb([b"<w:p/>" * 1_000] * 1_000)


def entities_in_word(entities: str, said: str) -> bytes:
    document = f"<!DOCTYPE x [{entities}]>{root('document', f'<w:body>{paragraph(said)}</w:body>')}"
    return pack(members_of("") | {"word/document.xml": document})


def page_of(content: bytes, filters: str) -> bytes:
    """A PDF of one page whose content is packed so often."""
    page = "/MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>"
    stream = f"<< /Filter [{filters}] /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    kids = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return write_pdf(
        [b"<< /Type /Catalog /Pages 2 0 R >>", kids, f"<< /Type /Page /Parent 2 0 R {page} >>".encode(), stream, font]
    )


@cache
def stacked(piece: bytes, repeated: int, times: int) -> bytes:
    """A page whose content is a piece so many times over, packed so often."""
    packing = zlib.compressobj(9)
    content = b"".join([*(packing.compress(piece) for _ in range(repeated)), packing.flush()])
    for _ in range(times - 1):
        content = zlib.compress(content, 9)
    return page_of(content, "/FlateDecode " * times)


def looping_pdf() -> bytes:
    """Its table of objects says that the one before it is itself, and its pages contain themselves."""
    data = write_pdf(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"]
    )
    start = data[data.rindex(b"startxref\n") + 10 :].split(b"\n")[0]
    return data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev " + start)


BOMBS = {
    "195 kB of DOCX to 200 MB": Bomb(
        DOCX,
        lambda: word_bomb([b"<w:p><w:r><w:t>", *[LETTERS] * 200, b"</w:t></w:r></w:p>"]),
        frozenset({LIMIT}),
    ),
    "DOCX of a million paragraphs": Bomb(DOCX, slow_word_file, frozenset({LIMIT, READ})),
    "billion laughs in DOCX": Bomb(DOCX, lambda: entities_in_word(LAUGHS, "&l9;"), frozenset({CORRUPT})),
    "quadratic entities in DOCX": Bomb(
        DOCX, lambda: entities_in_word(QUADRATIC, "&a;" * 20_000), frozenset({CORRUPT})
    ),
    "DOCX 3,000 deep": Bomb(
        DOCX,
        lambda: word_bomb([b"<w:sdt>" * 3_000, paragraph("deep").encode(), b"</w:sdt>" * 3_000]),
        frozenset({LIMIT}),
    ),
    "thrice packed PDF of 800 MB": Bomb(PDF, lambda: stacked(b" " * 8_000_000, 100, 3), frozenset({LIMIT})),
    "twice packed PDF of 2 million lines": Bomb(PDF, lambda: stacked(DRAWN * 20_000, 100, 2), frozenset({LIMIT, READ})),
    "PDF that leads to itself": Bomb(PDF, looping_pdf, frozenset({LIMIT, CORRUPT})),
    "PDF of a million open brackets": Bomb(
        PDF, lambda: page_of(b"[" * 1_000_000, ""), frozenset({LIMIT, CORRUPT, ExtractionState.NO_TEXT})
    ),
    "PNG said to be a PDF": Bomb(PDF, lambda: b"\x89PNG\r\n\x1a\n" + bytes(1_000_000), frozenset({WRONG_TYPE})),
    "100,000 nested divs": Bomb(
        HTML, lambda: b"<div>" * 100_000 + b"deep" + b"</div>" * 100_000, frozenset({LIMIT, READ})
    ),
    "20,000 open links": Bomb(HTML, lambda: b'<a href="' * 20_000, frozenset({READ})),
    "20,000 open tags": Bomb(HTML, lambda: b"<a " * 20_000, frozenset({READ})),
    "20,000 crossing tags": Bomb(HTML, lambda: b"<b><i><a href=x><p>" * 20_000, frozenset({LIMIT, READ})),
    "20,000 nested tables": Bomb(HTML, lambda: b"<table><tr><td>" * 20_000, frozenset({LIMIT, READ})),
    "billion laughs in HTML": Bomb(
        HTML, lambda: f"<!DOCTYPE html [{LAUGHS}]><p>&l9;</p>".encode() * 1_000, frozenset({READ})
    ),
    "quadratic entities in HTML": Bomb(
        HTML, lambda: f"<!DOCTYPE html [{QUADRATIC}]>{'&a;' * 20_000}".encode(), frozenset({READ})
    ),
    "50 MB of HTML in one line": Bomb(HTML, lambda: b"<p>" + b"word " * 10_000_000, frozenset({LIMIT, READ})),
    "50 MB of text in one line": Bomb(TEXT, lambda: b"word " * 10_000_000, frozenset({READ})),
    "50 MB of CSV with one field never closed": Bomb(CSV, lambda: b'"' + LETTERS * 50, frozenset({LIMIT, READ})),
    "50 MB of CSV in fields": Bomb(CSV, lambda: b"a,b,c,d,e\n" * 5_000_000, frozenset({LIMIT, READ})),
}
