"""Bytes -> characters: by a byte order mark, by what was declared, as UTF-8, or by a guess that says it is one.

Nothing is translated, stripped or replaced unseen.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from lineage.evidence.vocabulary import ExtractionState
from lineage.pipeline.extract.charset_labels import find_codec, name_of
from lineage.pipeline.extract.kinds import is_binary

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSED = [
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "iso8859_2"),
    *("koi8_r", "cp932", "euc_jp", "gb18030", "big5", "cp949"),
]
_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_HIGH = re.compile(rb"[\x80-\xff]+")
_MOSTLY = 0.6
_LEAST_PAIRS = 8


class Decoded(NamedTuple):
    """`encoding` is "utf-8-sig" where a byte order mark stood before UTF-8; a mark is no word and is left out."""

    text: str
    encoding: str
    is_guess: bool = False
    warnings: tuple[str, ...] = ()
    replaced: int = 0


class Refused(NamedTuple):
    """Why bytes did not become characters, and what to do."""

    state: ExtractionState
    reason: str


def decode(data: bytes, declared: str = "", *, replaces: bool = False) -> Decoded | Refused:
    """The characters of bytes. `declared` is the label that came with them, if any.

    `replaces` is how HTML asks to be read: a wrong byte of a known encoding becomes U+FFFD and is counted. Without it
    such bytes are refused with their place: text that is UTF-8 but for some bytes is damaged, and a guess would turn
    its good letters into others.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _strict(data, codec, "utf-8-sig" if mark == codecs.BOM_UTF8 else codec, len(mark), replaces)
    warnings: tuple[str, ...] = ()
    if declared:
        named = find_codec(declared)
        if named:
            return _as_declared(data, named, replaces)
        warnings = (f"The declared character set {declared[:40]!r} is not known here and was not used.",)
    found = _undeclared(data, replaces)
    return found._replace(warnings=(*warnings, *found.warnings)) if isinstance(found, Decoded) else found


def _as_declared(data: bytes, codec: str, replaces: bool) -> Decoded | Refused:
    found = _strict(data, codec, name_of(codec), 0, replaces)
    if isinstance(found, Decoded) and codec not in ("utf-8", "utf-16-le", "utf-16-be") and _is_utf8(data):
        words = f"It was declared to be {found.encoding} and was read so; its bytes would also be UTF-8."
        return found._replace(warnings=(*found.warnings, words))
    return found


def _undeclared(data: bytes, replaces: bool) -> Decoded | Refused:
    if wide := _find_wide(data):
        return _as_guess(data, wide)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if _is_damaged_utf8(data, error):
            return _strict(data, "utf-8", "utf-8", 0, replaces)
        return _guess(data)
    return _no_text() if is_binary(text) else Decoded(text, "utf-8")


def _find_wide(data: bytes) -> str:
    """UTF-16 of plain letters is UTF-8, too, with a NUL beside each of them: the codec where it looks so, else ""."""
    pairs = len(data) // 2
    high, low = data[0::2].count(0), data[1::2].count(0)
    if len(data) % 2 or pairs < _LEAST_PAIRS or max(high, low) < _MOSTLY * pairs or min(high, low):
        return ""
    return "utf-16-be" if high else "utf-16-le"


def _strict(data: bytes, codec: str, name: str, start: int, replaces: bool) -> Decoded | Refused:
    """Decoded without a fault; else with U+FFFD for each wrong byte where that is asked for, else refused."""
    try:
        text = data[start:].decode(codec)
        return _no_text() if is_binary(text) else Decoded(text, name)
    except UnicodeDecodeError as error:
        place = start + error.start
        if codec.startswith("cp125"):
            return Decoded(_with_c1(data[start:], codec), name)
        if not replaces:
            return Refused(
                ExtractionState.CORRUPT,
                f"Byte {place:,} (0x{data[place]:02x}) is not {name.removesuffix('-sig').upper()}, as the rest of the "
                "file is. Repair the file, or save it as UTF-8, and bring it again.",
            )
        text = data[start:].decode(codec, "replace")
        count = text.count("\ufffd") - data.count("\ufffd".encode()) * (codec == "utf-8")
        words = f"Bytes that are not {name.upper()} are shown as U+FFFD: {count:,}, the first at byte {place:,}."
        return Decoded(text, name, False, (words,), count)


def _with_c1(data: bytes, codec: str) -> str:
    """The five bytes that windows-1252 leaves free (and their like) are control characters in the standard."""
    text = data.decode(codec, "surrogateescape")
    return text.translate({0xDC00 + byte: byte for byte in range(0x80, 0x100)})


def _is_utf8(data: bytes) -> bool:
    try:
        return len(data.decode("utf-8")) < len(data)
    except UnicodeDecodeError:
        return False


def _is_damaged_utf8(data: bytes, error: UnicodeDecodeError) -> bool:
    """Whether most letters beyond ASCII are whole in UTF-8, or the last one breaks off, or half a pair stands alone.

    One lonely byte at the end is no sign: it may be the last letter of "café" in another encoding.
    """
    high = sum(len(run) for run in _HIGH.findall(data))
    whole = sum(len(sequence) for sequence in _SEQUENCE.findall(data))
    breaks_off = error.reason == "unexpected end of data" and error.start < len(data) - 1
    return whole >= _MOSTLY * high or breaks_off


def _guess(data: bytes) -> Decoded | Refused:
    # Loaded here: most texts are UTF-8 and need no guess.
    from charset_normalizer import from_bytes

    found = from_bytes(data, cp_isolation=_GUESSED).best()
    if found is None:
        return _no_text()
    if "cp1252" in found.could_be_from_charset and data.decode("cp1252", "replace") == str(found):
        # Of sets that give the same characters the most usual one is named.
        return _as_guess(data, "cp1252")
    return _as_guess(data, found.encoding)


def _as_guess(data: bytes, codec: str) -> Decoded | Refused:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return _no_text()
    if is_binary(text) or "\0" in text:
        return _no_text()
    name = name_of(codec)
    words = f"Nobody declared the character set, and it is not UTF-8: read as {name} by a guess. Check unusual letters."
    return Decoded(text, name, True, (words,))


def _no_text() -> Refused:
    return Refused(
        ExtractionState.WRONG_TYPE,
        "The bytes are no text: no character set gives letters. Bring the file as the kind it is, or its text.",
    )
