"""What of a DOCX is not in its text, or is there and not yet agreed on: counted, measured, the first words kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extract.docx_names import attribute, name_of
from lineage.pipeline.extract.docx_symbols import read_symbol
from lineage.pipeline.extraction import Skipped

LONGEST_SAMPLE = 200
_WORDS = frozenset({"w:t", "w:delText", "m:t", "t"})
_BLANKS = frozenset({"w:p", "w:tab", "w:br", "w:cr", "p", "br"})


class Tally:
    def __init__(self) -> None:
        self._found: dict[SkippedKind, Skipped] = {}

    def add(self, kind: SkippedKind, words: str = "", *, where: str = "", counts_words: bool = True) -> None:
        """One more. `counts_words`: its length is that of its words; else nobody knows what it would have said."""
        characters = len(words) if counts_words else None
        short = " ".join(words[: 4 * LONGEST_SAMPLE].split())[:LONGEST_SAMPLE]
        one = Skipped(kind=kind, count=1, characters=characters, where=where[:LONGEST_SAMPLE], sample=short)
        known = self._found.get(kind)
        self._found[kind] = one if known is None else _join(known, one)

    def to_skipped(self) -> tuple[Skipped, ...]:
        return tuple(self._found[kind] for kind in SkippedKind if kind in self._found)


def _join(known: Skipped, other: Skipped) -> Skipped:
    has_length = known.characters is not None and other.characters is not None
    return replace(
        known,
        count=known.count + 1,
        characters=(known.characters or 0) + (other.characters or 0) if has_length else None,
        where=known.where or other.where,
        sample=known.sample or other.sample,
    )


def words_of(element: Any) -> str:
    """Every word below an element, deleted ones too, with a blank where a line or a paragraph ends."""
    return "".join(_pieces(element)).strip()


def _pieces(element: Any) -> Iterable[str]:
    for one in element.iter():
        name = name_of(one)
        if name in _WORDS:
            yield one.text or ""
        elif name in _BLANKS:
            yield " "
        elif name == "w:sym":
            yield read_symbol(attribute(one, "char") or "", attribute(one, "font") or "")
