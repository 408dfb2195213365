"""The forms that a citation marker may take (formats.md 11), and which words in brackets are one."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import StrEnum
from typing import NamedTuple


class MarkerStyle(StrEnum):
    """The form in which a marker was written."""

    NUMBER = "number"
    NAMED_ID = "named_id"
    DOC_NUMBER = "doc_number"
    FOOTNOTE = "footnote"
    LENTICULAR = "lenticular"
    LINK = "link"
    CITE_ELEMENT = "cite_element"
    CO_ELEMENT = "co_element"
    ENVELOPE = "envelope"
    SUPERSCRIPT = "superscript"


class Reading(NamedTuple):
    refs: tuple[str, ...]
    style: MarkerStyle


# Every pattern stops at the next bracket, quotation mark or line of its kind: none reads the same text twice.
LABEL = re.compile(r"\[([^\[\]\r\n]*)\]")
_PATH = r"[^()\s]*(?:\([^()\s]*\)[^()\s]*)*"
_TITLE = r"""(?:\s+(?:"[^"]*"|'[^']*'))?\s*"""
_TARGET = rf"\([ \t]*(?:<[^<>\r\n]*>|{_PATH}){_TITLE}\)"
TARGET = re.compile(_TARGET)
TAG = re.compile(r"<[!/]?[A-Za-z-][^<>]*>")

LENTICULAR = re.compile(r"\u3010([0-9]{1,6}(?::[0-9]{1,6})?)(?:\u2020[^\u3010\u3011\r\n]*)?\u3011")
ENVELOPE = re.compile(r"\ue200([^\ue200\ue201]*\ue202[^\ue200\ue201]*)\ue201")
CITE_ELEMENT = re.compile(r"""<cite\s+index=["']([^"'<>]*)["']\s*>""")
CO_ELEMENT = re.compile(r"<co:[ \t]*([0-9]{1,6}(?:[ \t]*,[ \t]*[0-9]{1,6})*)[ \t]*>")
SITE_LINK = re.compile(rf"\(\[(?=[^\[\]\s.]+\.)[^\[\]\s]+\]\((https?://{_PATH})\)\)")
NUMBERED_LINK = re.compile(rf"\[\[[0-9]{{1,4}}\]\]\((https?://{_PATH})\)")
SUPERSCRIPT = re.compile("[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+")


def refs_of_element(inner: str, style: MarkerStyle) -> tuple[str, ...]:
    """What an element points to, from the words inside it."""
    if style is MarkerStyle.ENVELOPE:
        return tuple(part for part in inner.split("\ue202")[1:] if part)
    if style in (MarkerStyle.CITE_ELEMENT, MarkerStyle.CO_ELEMENT):
        return tuple(part.strip() for part in inner.split(",") if part.strip())
    return (inner,)


_LONGEST_LABEL = 500
_WIDEST_RANGE = 100
_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9})[ \t]*[-\u2013][ \t]*([0-9]{1,9})")
_DOC_NUMBER = re.compile(r"doc[0-9]{1,4}")


class Sources(NamedTuple):
    """What an answer may point to; `known` is None where no list of sources exists."""

    known: frozenset[str] | None
    footnotes: frozenset[str]

    @classmethod
    def of(cls, known: Collection[str] | None, footnotes: frozenset[str]) -> Sources:
        return cls(None if known is None else frozenset(known), footnotes)

    def read(self, label: str) -> Reading | None:
        """What the words between brackets point to; None where they are no marker."""
        words = label.strip()
        # A task box is no marker, ticked or not.
        if not words or words in ("x", "X") or len(words) > _LONGEST_LABEL:
            return None
        if words.startswith("^"):
            return self._footnote(words[1:])
        if self.known is None:
            return None
        if words in self.known:
            return Reading((words,), _style_of(words))
        return self._list(words, self.known)

    def has(self, ref: str) -> bool:
        return self.known is not None and ref in self.known

    def _footnote(self, name: str) -> Reading | None:
        is_one = name in self.footnotes or self.has(name) or (_NUMBER.fullmatch(name) and len(name) <= 3)
        return Reading((name,), MarkerStyle.FOOTNOTE) if is_one else None

    def _list(self, words: str, known: frozenset[str]) -> Reading | None:
        refs: list[str] = []
        strangers = False
        items = [item.strip() for item in re.split("[,;]", words)]
        for item in items:
            numbers = self._numbers(item)
            if not numbers and (not item or len(item.split()) > 1):
                return None
            strangers = strangers or not numbers
            refs.extend(numbers or (item,))
        # An unknown id is no word in brackets, but an invented source, where it stands in a list beside a known one.
        if strangers and not any(item in known for item in items):
            return None
        return Reading(tuple(refs), MarkerStyle.NAMED_ID if strangers else _style_of(items[0]))

    def _numbers(self, item: str) -> tuple[str, ...]:
        """The refs of one item: a known id, a number, a range; () for other words."""
        if self.has(item) or _DOC_NUMBER.fullmatch(item) or self._is_ordinal(item):
            return (item,)
        found = _RANGE.fullmatch(item)
        if not found or not (self._is_ordinal(found[1]) and self._is_ordinal(found[2])):
            return ()
        first, last = int(found[1]), int(found[2])
        if not 0 < last - first < _WIDEST_RANGE:
            return ()
        return tuple(str(number) for number in range(first, last + 1))

    def _is_ordinal(self, item: str) -> bool:
        """Four digits are a year or a quantity, unless a source is called so; 0 and 99 are sources out of range."""
        return _NUMBER.fullmatch(item) is not None and (len(item) <= 3 or self.has(item))


def _style_of(ref: str) -> MarkerStyle:
    if ref[0] in "0123456789":
        return MarkerStyle.NUMBER if _NUMBER.match(ref) and not re.search("[A-Za-z]", ref) else MarkerStyle.NAMED_ID
    return MarkerStyle.DOC_NUMBER if _DOC_NUMBER.fullmatch(ref) else MarkerStyle.NAMED_ID


# --- Superscripts: an exponent far more often than a marker ---

_DIGIT_OF = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "0123456789")
_SENTENCE_MARKS = ".,;:!?\u2026\"'\u2019\u201d\u00bb"
_FUNCTIONS = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "log", "exp", "det"})
_SHORTEST_WORD = 3
_BEHIND = re.compile(
    r"[*_]{0,3}(?:[^\W_]|[-+*/^=<>%\u2010-\u2015\u207a-\u207e\u2190-\u22ff\u00b0\u00b1\u00b7\u00d7\u00f7])"
)


def superscript_number(raised: str) -> str:
    return raised.translate(_DIGIT_OF)


def is_superscript_marker(text: str, start: int, end: int) -> bool:
    """Whether raised digits at `[start, end)` follow a word or its punctuation and no letter, digit, operator follows.

    "10²", "m²", "τ²-Bench" and "sin²" are no markers; a word has at least three letters.
    """
    if _BEHIND.match(text, end):
        return False
    before = text[max(0, start - 12) : start].rstrip("*_")
    if not before:
        return False
    if before[-1] in _SENTENCE_MARKS:
        return True
    word = re.search(r"[^\W\d_]*\Z", before)
    return word is not None and len(word[0]) >= _SHORTEST_WORD and word[0].lower() not in _FUNCTIONS
