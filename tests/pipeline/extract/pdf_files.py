"""PDFs made by hand, object by object, so that a test says all that is in its file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

A4 = "0 0 595 842"
HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


@dataclass(frozen=True)
class Sheet:
    """A page: its content, its box, and more of its dictionary such as "/Rotate 90"."""

    content: bytes = b""
    box: str = A4
    more: str = ""
    picture: bool = False
    annotations: tuple[str, ...] = ()


@dataclass
class Writer:
    """Objects by number, from 1 on."""

    objects: list[bytes] = field(default_factory=list)

    def add(self, body: str | bytes) -> int:
        self.objects.append(body if isinstance(body, bytes) else body.encode("latin-1"))
        return len(self.objects)

    def add_stream(self, content: bytes, more: str = "") -> int:
        return self.add(f"<< /Length {len(content)} {more} >>\nstream\n".encode() + content + b"\nendstream")

    def write(self, trailer: str) -> bytes:
        out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, body in enumerate(self.objects, start=1):
            places.append(len(out))
            out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        start = len(out)
        out += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode()
        out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
        out += f"trailer\n<< /Size {len(places) + 1} {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def text_at(x: float, y: float, words: str, size: int = 12, render: int = 0) -> bytes:
    """Words at a place, in Helvetica; `render` 3 draws nothing."""
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /F1 {size} Tf {render} Tr 1 0 0 1 {x} {y} Tm ({escaped}) Tj ET\n".encode("latin-1")


def make_pdf(sheets: Sequence[Sheet], *, to_unicode: bytes = b"", catalog: str = "", key: str | None = None) -> bytes:
    """`to_unicode`: lines of a CMap for the font, which then has them alone. `key`: the password that opens the file,
    encrypted with RC4 of 40 bits (ISO 32000-2, 7.6.4); None leaves it open.
    """
    file = Writer()
    root = file.add(f"<< /Type /Catalog /Pages 2 0 R {catalog} >>")
    tree = file.add("")
    font = file.add(_font(file, to_unicode) if to_unicode else HELVETICA)
    picture = file.add_stream(
        b"\x00", "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
    )
    lock = _Lock(key) if key is not None else None
    kids = []
    for sheet in sheets:
        content = sheet.content
        if sheet.picture:
            content = b"q 595 0 0 842 0 0 cm /I1 Do Q\n" + content
        number = len(file.objects) + 1
        file.add_stream(lock.encrypt(number, content) if lock else content)
        notes = " ".join(f"{file.add(note)} 0 R" for note in sheet.annotations)
        kids.append(
            file.add(
                f"<< /Type /Page /Parent {tree} 0 R /MediaBox [{sheet.box}] /Contents {number} 0 R /Resources "
                f"<< /Font << /F1 {font} 0 R >> /XObject << /I1 {picture} 0 R >> >> /Annots [{notes}] {sheet.more} >>"
            )
        )
    listed = " ".join(f"{kid} 0 R" for kid in kids)
    file.objects[tree - 1] = f"<< /Type /Pages /Kids [{listed}] /Count {len(kids)} >>".encode()
    trailer = f"/Root {root} 0 R"
    return file.write(trailer + lock.trailer(file) if lock else trailer)


def _font(file: Writer, mapped: bytes) -> str:
    lines = mapped.strip().split(b"\n")
    cmap = file.add_stream(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def\n"
        b"1 begincodespacerange <00> <FF> endcodespacerange\n"
        + f"{len(lines)} beginbfchar\n".encode()
        + mapped
        + b"\nendbfchar endcmap CMapName currentdict /CMap defineresource pop end end"
    )
    # A subset of a font whose glyphs have names that say nothing, so that the map alone does.
    names = " ".join(f"/x{code}" for code in range(33, 127))
    widths = " ".join(["600"] * 94)
    return (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Made /FirstChar 33 /LastChar 126 /Widths [{widths}] "
        f"/Encoding << /Type /Encoding /Differences [33 {names}] >> /ToUnicode {cmap} 0 R >>"
    )


class _Lock:
    """The standard security handler, revision 2."""

    _PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")

    def __init__(self, password: str) -> None:
        padded = (password.encode("latin-1") + self._PADDING)[:32]
        self._id = bytes(16)
        self._owner = _rc4(hashlib.md5(padded).digest()[:5], padded)
        permissions = (-4).to_bytes(4, "little", signed=True)
        self._key = hashlib.md5(padded + self._owner + permissions + self._id).digest()[:5]
        self._user = _rc4(self._key, self._PADDING)

    def encrypt(self, number: int, data: bytes) -> bytes:
        return _rc4(hashlib.md5(self._key + number.to_bytes(3, "little") + b"\0\0").digest()[:10], data)

    def trailer(self, file: Writer) -> str:
        encrypted = file.add(
            f"<< /Filter /Standard /V 1 /R 2 /O <{self._owner.hex()}> /U <{self._user.hex()}> /P -4 >>"
        )
        return f" /Encrypt {encrypted} 0 R /ID [<{self._id.hex()}> <{self._id.hex()}>]"


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
