"""Names of character sets, by the WHATWG Encoding Standard: what is called ISO-8859-1 or ASCII is windows-1252."""

from __future__ import annotations

import codecs

# The codecs of Python for the sets of the standard; UTF-7, EBCDIC and codecs that make other things are none.
_KNOWN = frozenset(
    "big5hkscs cp866 cp874 cp932 cp949 euc_jp gb18030 iso2022_jp koi8-r koi8-u mac-cyrillic mac-roman utf-8 utf-16-be "
    "utf-16-le".split()
    + [f"cp125{number}" for number in range(9)]
    + [f"iso8859-{number}" for number in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)]
)
# Codecs that the standard reads as a larger set of the same family.
_WIDER = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "utf-8-sig": "utf-8",
    "utf-16": "utf-16-le",
}
# Labels of the standard that Python does not know.
_LABELS = {
    "iso-8859-8-i": "iso8859-8",
    "windows-31j": "cp932",
    "windows-874": "cp874",
    "windows-949": "cp949",
    "x-cp1251": "cp1251",
    "x-euc-jp": "euc_jp",
    "x-gbk": "gb18030",
    "x-mac-cyrillic": "mac-cyrillic",
    "x-mac-roman": "mac-roman",
    "x-sjis": "cp932",
    "x-x-big5": "big5hkscs",
}
_NAMES = {"cp932": "shift_jis", "cp949": "euc-kr", "big5hkscs": "big5", "cp874": "tis-620"}


def find_codec(label: str) -> str | None:
    """The codec of Python by which a label is read; None for a label that names no character set."""
    label = label.strip().lower()
    try:
        found = _LABELS.get(label) or codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    codec = _WIDER.get(found, found)
    return codec if codec in _KNOWN else None


def name_of(codec: str) -> str:
    """What the character set of a codec is called in reports; Python knows each name as well."""
    return _NAMES.get(codec, codec.replace("cp125", "windows-125").replace("_", "-"))
