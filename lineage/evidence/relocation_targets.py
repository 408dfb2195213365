"""The texts of a version, of which small ones are joined to be searched: many cost no more than one. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from lineage.text.anchoring import Anchored, Quotation, Rung, TextIndex, anchor
from lineage.text.span import Span

# Code points that are joined at most; a longer text is searched alone.
_MOST_JOINED = 1_000_000
# No word, quotation or sentence goes on behind it.
_BETWEEN = "\n\n\x00\n\n"


class Group:
    """Texts that are searched together, by their numbers."""

    def __init__(self, numbers: Sequence[int], indexes: Sequence[TextIndex]) -> None:
        self._numbers = numbers
        self._texts = [index.text for index in indexes]
        self._starts = [0]
        for text in self._texts[:-1]:
            self._starts.append(self._starts[-1] + len(text) + len(_BETWEEN))
        self.index = indexes[0] if len(indexes) == 1 else TextIndex(_BETWEEN.join(self._texts), indexes[0].policy)

    def anchor(self, quotations: Sequence[Quotation]) -> list[tuple[Anchored, tuple[int, ...]]]:
        """What is found of each, at places in their own texts, and the numbers of these texts."""
        if len(self._texts) == 1:
            found = anchor(self.index, quotations)
            return [(anchored, (self._numbers[0],) * len(anchored.candidates)) for anchored in found]
        # A position in one text is none in several.
        found = anchor(self.index, [quotation._replace(start=None) for quotation in quotations])
        return [self._apart(given, anchored) for given, anchored in zip(quotations, found, strict=True)]

    def _apart(self, given: Quotation, found: Anchored) -> tuple[Anchored, tuple[int, ...]]:
        places = [(candidate, self._place(candidate.span)) for candidate in found.candidates]
        inside = [(candidate._replace(span=place[1]), place[0]) for candidate, place in places if place is not None]
        if not inside:
            return Anchored(), ()
        candidates = tuple(candidate for candidate, _ in inside)
        rung = found.rung
        if rung in (Rung.EXACT, Rung.CONTEXT) and len(candidates) == 1 and candidates[0].span.start == given.start:
            rung = Rung.POSITION
        return Anchored(rung, candidates, found.certain), tuple(number for _, number in inside)

    def _place(self, span: Span) -> tuple[int, Span] | None:
        """None for a place that is not in one text."""
        at = bisect_right(self._starts, span.start) - 1
        place = span.shift(-self._starts[at])
        return (self._numbers[at], place) if place.end <= len(self._texts[at]) else None


class Targets:
    """All texts of a version, in their order."""

    def __init__(self, indexes: Sequence[TextIndex]) -> None:
        self._indexes = indexes
        self.texts = [index.text for index in indexes]

    @cached_property
    def groups(self) -> list[Group]:
        groups: list[list[int]] = []
        room = 0
        for number, text in enumerate(self.texts):
            if not groups or len(text) > room:
                groups.append([])
                room = _MOST_JOINED
            groups[-1].append(number)
            room -= len(text)
        return [Group(numbers, [self._indexes[number] for number in numbers]) for numbers in groups]
