"""A PDF written by hand: one page for each list of lines, in Helvetica, with a whole table of its objects."""

from __future__ import annotations

from collections.abc import Sequence

HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def make_pdf(*pages: Sequence[str]) -> bytes:
    """A4 upright, the first line 72 points below the upper edge, 14 points from line to line."""
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        FONT,
    ]
    for number, lines in enumerate(pages):
        drawn = draw(lines)
        fonts = "/Resources << /Font << /F1 3 0 R >> >>"
        place = f"/MediaBox [0 0 595 842] /Contents {5 + 2 * number} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R {fonts} {place} >>".encode())
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n".encode() + drawn + b"\nendstream")
    return write(objects)


def draw(lines: Sequence[str]) -> bytes:
    shown = b" T*\n".join(b"(" + escape(line) + b") Tj" for line in lines)
    return b"BT /F1 12 Tf 14 TL 72 770 Td\n" + shown + b"\nET"


def escape(line: str) -> bytes:
    data = line.encode("cp1252")
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def write(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, with the table of their places and the trailer."""
    written, places = bytearray(HEAD), []
    for number, one in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n".encode() + one + b"\nendobj\n"
    start = len(written)
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    written += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}".encode()
    written += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(written)
