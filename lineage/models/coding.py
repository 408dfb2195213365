"""How bytes are written in a row: as they are, or as a Zstandard frame (RFC 8878) where that saves enough.

A frame carries no checksum: the content's digest is checked on every read.
"""

from collections.abc import Callable
from enum import IntEnum
from threading import local
from typing import NamedTuple

from zstandard import (
    DICT_TYPE_RAWCONTENT,
    ZstdCompressionDict,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    frame_content_size,
)

from lineage.models.dictionaries import RECORDS_1

SMALLEST = 256
"""Bytes; below this a frame saves less than a row's own columns take."""
LARGEST_TEXT = 65_536
"""Bytes; a longer text is read in windows, which needs its bytes as they are."""
LEAST_SAVED = 0.15
# Measured on 900 B to 6 kB: as small as deflate at its best, in a third to a quarter of the time; higher levels take
# twice as long for 1 %.
LEVEL = 3


class Coding(IntEnum):
    """How a body is written. A number keeps its meaning for ever; zero is the bytes themselves."""

    PLAIN = 0
    ZSTANDARD = 1
    ZSTANDARD_WITH_RECORDS_1 = 2


class Coded(NamedTuple):
    body: bytes
    coding: Coding


Encode = Callable[[bytes], Coded]


class NotDecodable(ValueError):
    """These bytes are not what this coding writes."""


def encode_text(data: bytes) -> Coded:
    """A text: compressed where it is neither too short to gain nor long enough to be read in windows."""
    return _compress(data, Coding.ZSTANDARD) if len(data) <= LARGEST_TEXT else Coded(data, Coding.PLAIN)


def encode_whole(data: bytes) -> Coded:
    """What is always read whole, whatever its size: a payload."""
    return _compress(data, Coding.ZSTANDARD)


def encode_record(data: bytes) -> Coded:
    """Canonical JSON that this program wrote, which repeats much of what every record and report says."""
    return _compress(data, Coding.ZSTANDARD_WITH_RECORDS_1)


def decode(body: bytes, coding: int, size: int) -> bytes:
    """The bytes. Raises NotDecodable where the body is not of `size` bytes, or of a coding that is not known."""
    if coding == Coding.PLAIN:
        return bytes(body)
    try:
        # Asked first, since a frame is given as much memory as it says it needs.
        if frame_content_size(body) != size:
            raise NotDecodable(f"the frame is not one of {size} bytes")
        return _CODERS.decompressors[Coding(coding)].decompress(body)
    except (ZstdError, KeyError, ValueError) as fault:
        raise NotDecodable(f"not of coding {coding}: {fault}") from fault


def _compress(data: bytes, coding: Coding) -> Coded:
    if len(data) < SMALLEST:
        return Coded(data, Coding.PLAIN)
    body = _CODERS.compressors[coding].compress(data)
    saves = len(body) <= (1 - LEAST_SAVED) * len(data)
    return Coded(body, coding) if saves else Coded(data, Coding.PLAIN)


RECORDS_1_PREPARED = ZstdCompressionDict(RECORDS_1, dict_type=DICT_TYPE_RAWCONTENT)
RECORDS_1_PREPARED.precompute_compress(level=LEVEL)


class _Coders(local):
    """One set for each thread, since a coder serves one at a time; made once, since that costs as much as a text."""

    def __init__(self) -> None:
        self.compressors = {
            Coding.ZSTANDARD: ZstdCompressor(level=LEVEL),
            Coding.ZSTANDARD_WITH_RECORDS_1: ZstdCompressor(level=LEVEL, dict_data=RECORDS_1_PREPARED),
        }
        self.decompressors = {
            Coding.ZSTANDARD: ZstdDecompressor(),
            Coding.ZSTANDARD_WITH_RECORDS_1: ZstdDecompressor(dict_data=RECORDS_1_PREPARED),
        }


_CODERS = _Coders()
