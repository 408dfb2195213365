"""The members of a DOCX, unpacked with every byte counted: what a ZIP says of itself is believed nowhere (S3-21)."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from lineage.evidence.vocabulary import ExtractionState

LARGEST_UNPACKED = 200_000_000
MOST_MEMBERS = 10_000
UNSUSPICIOUS, HIGHEST_RATIO = 20_000_000, 250
"""Unpacked bytes up to which it does not matter how tightly a file is packed; XML packs to a twentieth or so."""
LOCAL_HEADER = struct.Struct("<4s22xHH")
PIECE = 1 << 18


class NotReadable(ValueError):
    """Bytes that no text is read from; the message says in plain words why and what to do."""

    def __init__(self, state: ExtractionState, reason: str) -> None:
        self.state = state
        super().__init__(reason)


class Members(NamedTuple):
    """`parts`: the XML ones by name in small letters, for OPC knows no others; `others`: names of the rest."""

    parts: dict[str, bytes]
    others: tuple[str, ...]


def read_members(data: bytes) -> Members:
    """NotReadable unless it is one whole ZIP, built as Word builds one, that stays small when unpacked."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            members = archive.infolist()
            _check_names(members)
            _check_places(data, members, archive.start_dir)
            return _unpack(archive, members)
    except (BadZipFile, zlib.error, EOFError, struct.error, UnicodeDecodeError, NotImplementedError) as fault:
        raise _damaged(f"its ZIP is not whole ({type(fault).__name__})") from None


def _check_names(members: list[ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS:
        raise NotReadable(
            ExtractionState.LIMIT, f"The file packs {len(members):,} parts; at most {MOST_MEMBERS:,} are read."
        )
    if any(member.flag_bits & 0x41 for member in members):
        raise NotReadable(ExtractionState.ENCRYPTED, "Parts of it are locked with a password. Bring an unlocked copy.")
    if any(member.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for member in members):
        raise _damaged("it is packed in a way that no Word document is")
    names = [member.orig_filename for member in members]
    if len({name.lower() for name in names}) < len(names):
        raise _damaged("two of its parts have one name")
    if any(_is_trick(name) for name in names):
        raise _damaged("it names a part outside of itself")


def _is_trick(name: str) -> bool:
    return name.startswith("/") or any(sign in name for sign in "\\:\0") or ".." in name.split("/")


def _check_places(data: bytes, members: list[ZipInfo], end: int) -> None:
    """No member lies within another one: a few bytes read again and again unpack to any size."""
    for member in sorted(members, key=lambda one: one.header_offset, reverse=True):
        _, name, extra = LOCAL_HEADER.unpack_from(data, member.header_offset)
        if member.header_offset + LOCAL_HEADER.size + name + extra + member.compress_size > end:
            raise _damaged("its parts lie within each other")
        end = member.header_offset


def _unpack(archive: ZipFile, members: list[ZipInfo]) -> Members:
    parts: dict[str, bytes] = {}
    others: list[str] = []
    unpacked = packed = 0
    for member in members:
        is_xml = member.filename.lower().endswith((".xml", ".rels"))
        pieces: list[bytes] = []
        packed += member.compress_size
        # Read to its end also where nobody wants it: only there its checksum is compared.
        with archive.open(member) as unpacking:
            while piece := unpacking.read(PIECE):
                unpacked += len(piece)
                _check_size(unpacked, packed)
                if is_xml:
                    pieces.append(piece)
        if is_xml:
            parts[member.filename.lower()] = b"".join(pieces)
        else:
            others.append(member.filename)
    return Members(parts, tuple(others))


def _check_size(unpacked: int, packed: int) -> None:
    if unpacked > LARGEST_UNPACKED:
        raise NotReadable(
            ExtractionState.LIMIT,
            f"Unpacked it has more than {LARGEST_UNPACKED:,} bytes. Bring it without its pictures, or its text.",
        )
    if unpacked > UNSUSPICIOUS and unpacked > HIGHEST_RATIO * packed:
        raise NotReadable(
            ExtractionState.LIMIT,
            f"Unpacked it grows more than {HIGHEST_RATIO} times, as no written document does. Bring its text.",
        )


def _damaged(what: str) -> NotReadable:
    return NotReadable(ExtractionState.CORRUPT, f"The file is damaged: {what}. Bring a whole copy.")
