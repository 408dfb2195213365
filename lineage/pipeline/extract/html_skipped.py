"""What was passed over in a page, by kind: how often, how much, where first, and its first words."""

from __future__ import annotations

from dataclasses import dataclass

from lineage.evidence.vocabulary import SkippedKind
from lineage.pipeline.extraction import Skipped

LONGEST_SAMPLE = 200
# Enough to hold a sample after its white space is put together.
_KEPT = 2_000
# Of these only what is written about them can be counted.
_NOT_WORDS = frozenset({SkippedKind.IMAGE, SkippedKind.EMBEDDED, SkippedKind.EXTERNAL, SkippedKind.FORM_FIELD})


@dataclass(slots=True)
class _Kind:
    at: int
    count: int = 0
    characters: int = 0
    sample: str = ""
    sampled: int = 0


class SkippedTally:
    """`at` is the number of characters of the text before the part."""

    def __init__(self) -> None:
        self._kinds: dict[SkippedKind, _Kind] = {}

    def begin(self, kind: SkippedKind, at: int) -> None:
        """Another part of this kind; `add` tells its words."""
        self._kinds.setdefault(kind, _Kind(at)).count += 1

    def add(self, kind: SkippedKind, words: str) -> None:
        """Words of the newest part of this kind. The sample is of the first part that has any."""
        entry = self._kinds[kind]
        entry.characters += len(words)
        if entry.sampled in (0, entry.count) and len(entry.sample) < _KEPT:
            entry.sampled = entry.count
            entry.sample += words[:_KEPT]

    def note(self, kind: SkippedKind, at: int, words: str) -> None:
        """A whole part with what is written about it, such as the other text of a picture."""
        self.begin(kind, at)
        if words.strip():
            self.add(kind, words)

    def skipped(self) -> tuple[Skipped, ...]:
        return tuple(
            Skipped(
                kind=kind,
                count=found.count,
                characters=found.characters or (None if kind in _NOT_WORDS else 0),
                where=_place(found),
                sample=" ".join(found.sample.replace("\0", "").split())[:LONGEST_SAMPLE].rstrip(),
            )
            for kind, found in self._kinds.items()
        )


def _place(found: _Kind) -> str:
    at = f"before character {found.at + 1:,} of the text"
    return at if found.count == 1 else f"{found.count:,} places, first {at}"
