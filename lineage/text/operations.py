"""The operations a normalization policy may name (S0-56), each as the edits it makes to one text.

An edit replaces `[start, end)` by other words; edits ascend and do not overlap. Every operation is linear
in the length of the text. None of them touches words, numbers or punctuation that carries meaning.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache
from typing import Literal, NamedTuple


class Operation(StrEnum):
    UNICODE_NFC = "unicode_nfc"
    UNICODE_NFKC = "unicode_nfkc"
    COLLAPSE_WHITESPACE = "collapse_whitespace"
    TRIM = "trim"
    CASE_FOLD = "case_fold"
    DEHYPHENATE_LINEBREAK = "dehyphenate_linebreak"
    CURLY_TO_STRAIGHT_QUOTES = "curly_to_straight_quotes"
    STRIP_SOFT_HYPHEN = "strip_soft_hyphen"
    COLLAPSE_LINE_BREAKS = "collapse_line_breaks"
    FOLD_HYPHENS = "fold_hyphens"
    DEHYPHENATE_BLANK = "dehyphenate_blank"
    EXPAND_LIGATURES = "expand_ligatures"


class Edit(NamedTuple):
    start: int
    end: int
    replacement: str


def edits(operation: Operation, text: str) -> list[Edit]:
    """What `operation` changes in `text`; [] where it changes nothing."""
    return list(_EDITS[operation](text))


# Unicode White_Space, spelled out: `\s` of Python also takes the separators U+001C..U+001F.
WHITE = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_BREAK = "(?:\r\n|[\n\v\f\r\x85\u2028\u2029])"
_BLANKS = "[ \t\xa0]*"
_WHITE_RUN = re.compile(f"[{WHITE}]+")
_UNEVEN_WHITE = re.compile(f"(?! )[{WHITE}]+| [{WHITE}]+")
_BREAKS = re.compile(_BREAK)
_LETTER = r"[^\W\d_]"
HYPHEN_AT_BREAK = re.compile(f"(?<={_LETTER})[-\u2010]{_BLANKS}{_BREAK}{_BLANKS}(?={_LETTER})")
HYPHEN_AT_BLANK = re.compile(f"(?<={_LETTER})[-\u2010] (?={_LETTER})")
# A soft hyphen shows only where a line breaks: the break directly behind it is inside the word.
SOFT_HYPHEN = re.compile(f"\u00ad+(?:{_BLANKS}{_BREAK}{_BLANKS}(?={_LETTER}))?")
CURLY = {
    **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
}

# The hyphens that Unicode tells from the one of the keyboard: alike to the eye, and typesetters write them for it.
HYPHENS = dict.fromkeys("\u2010\u2011", "-")

# The shapes that typesetters give to letters: Latin, Armenian and Hebrew ligatures, Arabic presentation forms. Letters
# alone: a superscript two, a fraction, a number in a circle are no other shapes of a digit, and stay.
_SHAPES = (*range(0xFB00, 0xFB07), *range(0xFB13, 0xFB18), *range(0xFB1D, 0xFDFD), *range(0xFE70, 0xFEFD))
LIGATURES = {
    char: letters
    for char in map(chr, _SHAPES)
    if (letters := unicodedata.normalize("NFKC", char)) != char and letters.replace(" ", "").isalpha()
}


def _collapse_whitespace(text: str) -> Iterator[Edit]:
    for run in _UNEVEN_WHITE.finditer(text):
        yield Edit(run.start(), run.end(), " ")


def _collapse_line_breaks(text: str) -> Iterator[Edit]:
    """A run of white space that breaks the line becomes one space; spacing within a line stays."""
    for run in _WHITE_RUN.finditer(text):
        if _BREAKS.search(text, run.start(), run.end()):
            yield Edit(run.start(), run.end(), " ")


def _trim(text: str) -> Iterator[Edit]:
    head = _WHITE_RUN.match(text)
    start = head.end() if head else 0
    end = len(text)
    while end > start and _WHITE_RUN.match(text, end - 1):
        end -= 1
    if start:
        yield Edit(0, start, "")
    if end < len(text):
        yield Edit(end, len(text), "")


def _case_fold(text: str) -> Iterator[Edit]:
    return _replaced(text, {char: char.casefold() for char in set(text) if char.casefold() != char})


def _dehyphenate(text: str) -> Iterator[Edit]:
    return dehyphenated(text, HYPHEN_AT_BREAK.finditer(text))


def _dehyphenate_blank(text: str) -> Iterator[Edit]:
    """A break that was copied as a blank. "pre- and post-" loses its blank too, in every text alike."""
    return dehyphenated(text, HYPHEN_AT_BLANK.finditer(text))


def dehyphenated(text: str, hyphens: Iterable[re.Match[str]]) -> Iterator[Edit]:
    """Joins a word that a line break divided; "Anglo-<break>Saxon" keeps its hyphen: what follows is upper case."""
    for found in hyphens:
        if text[found.end()].islower():
            yield Edit(found.start(), found.end(), "")


def _straighten_quotes(text: str) -> Iterator[Edit]:
    return _replaced(text, CURLY) if not text.isascii() else iter(())


def _fold_hyphens(text: str) -> Iterator[Edit]:
    return _replaced(text, HYPHENS) if not text.isascii() else iter(())


def _expand_ligatures(text: str) -> Iterator[Edit]:
    if text.isascii():
        return iter(())
    return _replaced(text, {char: LIGATURES[char] for char in set(text) if char in LIGATURES})


def _strip_soft_hyphens(text: str) -> Iterator[Edit]:
    for found in SOFT_HYPHEN.finditer(text):
        yield Edit(found.start(), found.end(), "")


def _replaced(text: str, replacements: dict[str, str]) -> Iterator[Edit]:
    if replacements:
        for found in re.finditer(f"[{re.escape(''.join(sorted(replacements)))}]", text):
            yield Edit(found.start(), found.end(), replacements[found[0]])


# --- Unicode normalization (UAX 15), stretch by stretch, so that it has a map ---

# Reordering marks is quadratic in their number. UAX 15 takes 30 as the most that writing needs (Stream-Safe);
# a longer run is no writing and stays as it is.
_MOST_MARKS = 128


def _canonical(text: str) -> Iterator[Edit]:
    return _recomposed(text, "NFC")


def _compatible(text: str) -> Iterator[Edit]:
    return _recomposed(text, "NFKC")


def _recomposed(text: str, form: Literal["NFC", "NFKC"]) -> Iterator[Edit]:
    if text.isascii():
        return
    active = "".join(sorted(char for char in set(text) if may_change(char, form)))
    if not active:
        return
    # Before a code point that is not active nothing can compose or reorder: the stretches are independent,
    # and a language has few of them.
    known: dict[str, Edit | None] = {}
    for stretch in re.finditer(f"[^{re.escape(active)}]?[{re.escape(active)}]+", text, re.DOTALL):
        before, at = stretch[0], stretch.start()
        if before not in known:
            known[before] = recomposition(before, form)
        edit = known[before]
        if edit is not None:
            yield Edit(at + edit.start, at + edit.end, edit.replacement)


def recomposition(before: str, form: Literal["NFC", "NFKC"]) -> Edit | None:
    """The edit of one stretch, counted from its start; None where it has that form already."""
    if len(before) > _MOST_MARKS and _longest_run_of_marks(before) > _MOST_MARKS:
        return None
    after = unicodedata.normalize(form, before)
    return _tightened(before, after) if after != before else None


def may_change(char: str, form: Literal["NFC", "NFKC"]) -> bool:
    """Whether a code point may be changed by the form, or change what stands before it."""
    return unicodedata.combining(char) != 0 or char in _composing() or unicodedata.normalize(form, char) != char


@cache
def _composing() -> frozenset[str]:
    """Code points that can merge into the one before: the second of each canonical pair, and Hangul vowels, finals."""
    seconds = set(map(chr, [*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)]))
    # Planes above 2 hold no character with a decomposition.
    for point in range(0xC0, 0x30000):
        parts = unicodedata.decomposition(chr(point)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            seconds.add(chr(int(parts[1], 16)))
    return frozenset(seconds)


def _longest_run_of_marks(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        longest = max(longest, run)
    return longest


def _tightened(before: str, after: str) -> Edit:
    """The edit without the words that both begin or end with."""
    shorter = min(len(before), len(after))
    head = _common(zip(before, after, strict=False))
    tail = min(_common(zip(reversed(before), reversed(after), strict=False)), shorter - head)
    return Edit(head, len(before) - tail, after[head : len(after) - tail])


def _common(pairs: Iterable[tuple[str, str]]) -> int:
    count = 0
    for one, other in pairs:
        if one != other:
            break
        count += 1
    return count


_EDITS: dict[Operation, Callable[[str], Iterator[Edit]]] = {
    Operation.UNICODE_NFC: _canonical,
    Operation.UNICODE_NFKC: _compatible,
    Operation.COLLAPSE_WHITESPACE: _collapse_whitespace,
    Operation.TRIM: _trim,
    Operation.CASE_FOLD: _case_fold,
    Operation.DEHYPHENATE_LINEBREAK: _dehyphenate,
    Operation.CURLY_TO_STRAIGHT_QUOTES: _straighten_quotes,
    Operation.STRIP_SOFT_HYPHEN: _strip_soft_hyphens,
    Operation.COLLAPSE_LINE_BREAKS: _collapse_line_breaks,
    Operation.FOLD_HYPHENS: _fold_hyphens,
    Operation.DEHYPHENATE_BLANK: _dehyphenate_blank,
    Operation.EXPAND_LIGATURES: _expand_ligatures,
}
