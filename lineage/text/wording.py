"""Words that may turn the meaning of a sentence round, however alike the letters are (DESIGN 4, requirements 7.4).

"40 mg" and "80 mg" are alike to 0.98. What is listed here are known English words, and digits and currency signs of
every script: a finding is a reason to look, and none is no proof that the meaning stayed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from lineage.text.normalization import DEFAULT
from lineage.text.views import view_of
from lineage.text.wording_lists import (
    ABBREVIATIONS,
    ABBREVIATIONS_AFTER_A_NUMBER,
    BOUNDS,
    CONTRACTED_MODALS,
    DATED_WORDS,
    MODALS,
    MODALS_BEFORE_NT,
    NEGATING_PREFIXES,
    NEGATIONS,
    NUMBER_WORDS,
    QUALIFIERS,
    TENS,
    UNIT_WORDS,
    UNITS_OF_ONE,
)


def changes(before: str, after: str) -> tuple[str, ...]:
    """What differs between two sentences, sorted, of: modal, negation, number, qualifier, unit.

    Each is compared as a multiset of such words, so that a clause may move within its sentence. Line breaks, soft
    hyphens and the shape of quotation marks do not count. Linear in the length of both.
    """
    if before == after:
        return ()
    old, new = differing(view_of(before, DEFAULT), view_of(after, DEFAULT), _BESIDE)
    if old == new:
        return ()
    found = {code for code, words_of in _KINDS.items() if Counter(words_of(old)) != Counter(words_of(new))}
    if "negation" not in found and _gains_a_prefix(old, new):
        found.add("negation")
    return tuple(sorted(found))


# Only what differs is read, and as much beside it as the longest phrase takes: a table costs what a cell of it costs.
_BESIDE = 48


def differing(one: str, other: str, beside: int = 0) -> tuple[str, str]:
    """Both without what they begin and end with alike, but for so many code points `beside` what differs."""
    shorter = min(len(one), len(other))
    head = _alike(shorter, lambda n: one.startswith(other[:n]))
    tail = _alike(shorter - head, lambda n: one.endswith(other[len(other) - n :]))
    head, tail = max(0, head - beside), max(0, tail - beside)
    return one[head : len(one) - tail], other[head : len(other) - tail]


def _alike(most: int, holds: Callable[[int], bool]) -> int:
    """The largest n up to `most` for which it holds; it holds for all smaller ones."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if holds(middle) else (least, middle - 1)
    return least


# --- the words of each kind, in one spelling ---


def _any_of(words: Iterable[str]) -> str:
    """Longest first; a blank in a phrase stands for any white space."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in ordered) + ")"


_NUMBER = re.compile(
    # What compares it; its sign, but not the hyphen of a range; its parts, as of 1,000.5 10:30 1/2 2026-11-29.
    r"(?:(?<![^\s(])[<>=~\u2248\u2264\u2265]=?\s?)?(?:(?<![\w.,])[-+\u2212\u00b1])?\d+(?:[.,:/\u2013-]\d+)*"
)
_NUMBER_WORD = re.compile(rf"\b(?:({_any_of(TENS)})[-\s]({_any_of(UNITS_OF_ONE)})|({_any_of(NUMBER_WORDS)}))s?\b", re.I)
_UNIT_WORD = re.compile(rf"\b{_any_of(UNIT_WORDS)}s?\b", re.I)
_ABBREVIATION = re.compile(
    # Letters that are joined to a number are taken for its unit, whatever they are: 40mg, 5k, 30D.
    rf"\b(?:{_any_of(ABBREVIATIONS)})\b|(?<=\d)[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be]+"
    rf"|(?<=\d[\s-])(?:{_any_of(ABBREVIATIONS_AFTER_A_NUMBER)})\b|\b{_any_of(DATED_WORDS)}(?=\s\d)"
    rf"|(?<=\d\s){_any_of(DATED_WORDS)}\b"
)
_UNIT_SIGNS = frozenset("$%\u2030\u2031\u00b0\u2103\u2109")
_NEGATION = re.compile(rf"\b{_any_of(NEGATIONS)}\b|n't\b|(?<=\bcan)not\b", re.I)
# "May 5" and "5 May" are dates.
_MODAL = re.compile(
    rf"\b(?!(?-i:May)\s\d)(?:(?<!\d\s)|(?!(?-i:May)\b))"
    rf"(?:can(?=not\b)|{_any_of(MODALS)}(?=n't\b|\b)|{_any_of(MODALS_BEFORE_NT)}(?=n't\b))|'ll\b",
    re.I,
)
_QUALIFIER = re.compile(rf"\b{_any_of((*QUALIFIERS, *BOUNDS))}\b", re.I)
_WORD = re.compile(r"[^\W\d_]+")


def _numbers(text: str) -> Iterator[str]:
    digits = _in_ascii_digits(text)
    for found in _NUMBER.finditer(digits):
        yield found[0].replace(" ", "").replace("\u2212", "-").replace("\u2013", "-")
    for found in _NUMBER_WORD.finditer(digits):
        tens, ones, word = found.groups()
        if word:
            yield NUMBER_WORDS[word.lower()]
        else:
            yield str(TENS[tens.lower()] + UNITS_OF_ONE[ones.lower()])
    # Fractions, superscripts, Roman and Chinese numerals: each as it stands, since the square of m is not m2.
    if not text.isascii():
        yield from (char for char in text if char.isnumeric() and not char.isdecimal())


def _units(text: str) -> Iterator[str]:
    digits = _in_ascii_digits(text)
    for found in _UNIT_WORD.finditer(digits):
        yield " ".join(found[0].lower().removesuffix("s").split())
    for found in _ABBREVIATION.finditer(digits):
        yield found[0].replace("\u03bc", "\u00b5")
    yield from (char for char in text if char in _UNIT_SIGNS or unicodedata.category(char) == "Sc")


def _negations(text: str) -> Iterator[str]:
    for found in _NEGATION.finditer(text):
        yield "not" if found[0].lower() == "n't" else found[0].lower()


def _modals(text: str) -> Iterator[str]:
    for found in _MODAL.finditer(text):
        word = found[0].lower()
        yield CONTRACTED_MODALS.get(word, word)


def _qualifiers(text: str) -> Iterator[str]:
    return (" ".join(found[0].lower().split()) for found in _QUALIFIER.finditer(text))


_KINDS: dict[str, Callable[[str], Iterator[str]]] = {
    "modal": _modals,
    "negation": _negations,
    "number": _numbers,
    "qualifier": _qualifiers,
    "unit": _units,
}


def _in_ascii_digits(text: str) -> str:
    """Decimal digits of any script as 0-9, one for one."""
    if text.isascii():
        return text
    return text.translate({ord(c): str(unicodedata.decimal(c)) for c in set(text) if not c.isascii() and c.isdecimal()})


def _gains_a_prefix(old: str, new: str) -> bool:
    """Whether a word of the one stands in the other with un-, in-, dis- and the like before it: lawful, unlawful."""
    before, after = (Counter(word.lower() for word in _WORD.findall(text)) for text in (old, new))
    lost, gained = before - after, after - before
    pairs = [(word, gained) for word in lost] + [(word, lost) for word in gained]
    return any(
        prefix + word in others
        for word, others in pairs
        for prefix, shortest in NEGATING_PREFIXES.items()
        if len(word) >= shortest
    )
