"""What the eye cannot see in a text: named and marked, never removed. Pure.

A joiner that shapes a visible sign is left alone. NUL and lone surrogates, which HTML cannot hold, get a substitute.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

# Names that people know; any other character of the classes Cc, Cf, Cs, Zl, Zp is called by its code point.
NAMES = {
    "\u00ad": "SHY", "\u200b": "ZWSP", "\u200c": "ZWNJ", "\u200d": "ZWJ", "\u2060": "WJ", "\ufeff": "BOM",
    "\u200e": "LRM", "\u200f": "RLM", "\u061c": "ALM", "\u202a": "LRE", "\u202b": "RLE", "\u202c": "PDF",
    "\u202d": "LRO", "\u202e": "RLO", "\u2066": "LRI", "\u2067": "RLI", "\u2068": "FSI", "\u2069": "PDI",
    "\u2028": "LS", "\u2029": "PS", "\0": "NUL", "\r": "CR", "\x0b": "VT", "\x0c": "FF", "\x1b": "ESC", "\x7f": "DEL",
    "\u115f": "HCF", "\u1160": "HJF", "\u3164": "HF", "\uffa0": "HHF", "\u034f": "CGJ",
}  # fmt: skip
LINE = re.compile(r"[^\n\t]+")
UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
SYMBOL_FOR_NULL, SYMBOL_FOR_SURROGATE = "\u2400", "\ufffd"
ZWJ, VIRAMA_CLASS = "\u200d", 9


class Glyphs(NamedTuple):
    """A run of visible text, or one unseen character with its name. `substitute`: HTML cannot hold the character."""

    text: str
    name: str = ""
    substitute: bool = False


def runs_of(text: str) -> tuple[Glyphs, ...]:
    """Visible runs and unseen characters, in order; joined, they are the text (substitutes apart)."""
    runs: list[Glyphs] = []
    start = 0
    for at, name in _unseen_places(text):
        if at > start:
            runs.append(Glyphs(text[start:at]))
        runs.append(_unseen(text[at], name))
        start = at + 1
    if start < len(text):
        runs.append(Glyphs(text[start:]))
    return tuple(runs)


def _unseen_places(text: str) -> Iterator[tuple[int, str]]:
    """Place and name of every unseen character; whole lines are passed over where all of them is printable."""
    for line in LINE.finditer(text):
        if line[0].isprintable() and NAMES.keys().isdisjoint(line[0]):
            continue
        for at in range(*line.span()):
            name = _name_if_unseen(text, at, text[at])
            if name:
                yield at, name


def _name_if_unseen(text: str, at: int, character: str) -> str:
    if character in NAMES or unicodedata.category(character) in UNSEEN_CATEGORIES:
        if character == "\r" and text[at + 1 : at + 2] == "\n":
            return ""
        if character == ZWJ and _joins(text, at):
            return ""
        return NAMES.get(character) or f"U+{ord(character):04X}"
    return ""


def _joins(text: str, at: int) -> bool:
    """Whether this joiner shapes a visible sign: between pictographs, or after a virama."""
    if not 0 < at < len(text) - 1:
        return False
    before = text[at - 1]
    if before in "\ufe0f" or unicodedata.category(before) in ("So", "Sk"):
        return unicodedata.category(text[at + 1]) in ("So", "Sk")
    return unicodedata.combining(before) == VIRAMA_CLASS


def _unseen(character: str, name: str) -> Glyphs:
    if character == "\0":
        return Glyphs(SYMBOL_FOR_NULL, name, True)
    if unicodedata.category(character) == "Cs":
        return Glyphs(SYMBOL_FOR_SURROGATE, name, True)
    return Glyphs(character, name)
