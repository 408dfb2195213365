"""Cited words across the border of a page: looked for in the texts without their running headers and footers. Pure.

A header between two words of a sentence is no part of it, yet the words around it are no equal words either, and no
normalization policy lets a header pass. So a place with one inside is proposed and never moves by itself. Where only
the sentence is broken and not the cited words, these are equal as they stand, and move as they would in the text
without headers; but not where a header near them changed in what may turn their meaning round ("Amounts in thousands").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from lineage.evidence.relocation_outcome import Moved
from lineage.evidence.relocation_places import Place
from lineage.evidence.relocation_running_lines import RunningLines
from lineage.evidence.relocation_words import Pair, Wording
from lineage.evidence.terms.work import CLEAN_OUTCOMES, AnchorMethod, RelocationOutcome, WordingChange
from lineage.text.anchoring import AnchoringPolicy, TextIndex
from lineage.text.edit_distance import edit_distance
from lineage.text.segments import SegmentKind
from lineage.text.span import Span, cover
from lineage.text.spanmap import SpanMap
from lineage.text.wording import changes

_IN_VIEW = {
    AnchorMethod.POSITION: AnchorMethod.NORMALIZED,
    AnchorMethod.EXACT: AnchorMethod.NORMALIZED,
    AnchorMethod.CONTEXT: AnchorMethod.NORMALIZED_CONTEXT,
}


class Stripped(NamedTuple):
    """A text without its running lines. `map`, which must have been verified: output = this text, input = the whole."""

    words: TextIndex
    map: SpanMap

    def find(self, span: Span) -> Span | None:
        """Where words of the whole text stand in this one, from the first to the last; None where none is left."""
        (pieces,) = self.map.forward([span])
        kept = [piece.span for piece in pieces if not piece.span.is_empty]
        return cover(kept) if kept else None

    def back(self, span: Span) -> tuple[Span, bool]:
        """From the first to the last of these words in the whole text, and whether nothing was removed between them."""
        (pieces,) = self.map.backward([span])
        kept = [piece.span for piece in pieces if piece.kind is not SegmentKind.DELETED]
        place = cover(kept)
        return place, sum(part.length for part in kept) == place.length

    def running_lines(self, whole: str) -> RunningLines:
        removed = (part.input for part in self.map.to_segments() if part.kind is SegmentKind.DELETED)
        return RunningLines(whole, sorted(removed))


class Views:
    """The texts of a relocation as they are searched here: those that have no running lines are as they were."""

    def __init__(
        self,
        old: str,
        new: Sequence[TextIndex],
        policy: AnchoringPolicy,
        stripped_old: Stripped | None,
        stripped_new: Mapping[int, Stripped],
    ) -> None:
        self._old, self._new = old, new
        self._wording = Wording(policy.normalization)
        self._stripped_old, self._stripped_new = stripped_old, stripped_new
        self._said_of_old = None if stripped_old is None else stripped_old.running_lines(old)
        self._said_of_new = {n: stripped.running_lines(new[n].text) for n, stripped in stripped_new.items()}
        self.old = old if stripped_old is None else stripped_old.words.text
        self.new = [stripped_new[n].words if n in stripped_new else index for n, index in enumerate(new)]

    def find(self, span: Span) -> Span | None:
        return span if self._stripped_old is None else self._stripped_old.find(span)

    def better(self, direct: Moved, span: Span, inside: Moved) -> Moved:
        """What became of a span, from what was found of it as it stands and in the texts without running lines."""
        if inside.outcome in CLEAN_OUTCOMES and inside.new is not None and inside.target is not None:
            found = self._found(direct, span, inside, Place(inside.target, inside.new, 0))
            is_same_place = (found.target, found.new) == (direct.target, direct.new)
            return found if direct.new is None or (is_same_place and found.changed is None) else direct
        if direct.new is not None or not inside.candidates:
            return direct
        return replace(
            inside,
            citation=direct.citation,
            old=direct.old,
            candidates=tuple(self._back(span, place)[0] for place in inside.candidates),
            drifted=direct.drifted,
        )

    def _found(self, direct: Moved, span: Span, inside: Moved, there: Place) -> Moved:
        place, is_whole = self._back(span, there)
        method = _IN_VIEW.get(inside.method, inside.method) if inside.method else None
        moved = replace(inside, citation=direct.citation, old=direct.old, method=method, drifted=direct.drifted)
        named = self._changes_of_running_lines(span, place)
        if is_whole and self._is_whole(span) and not named:
            return replace(moved, outcome=RelocationOutcome.RELOCATED_NORMALIZED, new=place.span)
        outcome = RelocationOutcome.TEXT_CHANGED if named else RelocationOutcome.PROPOSED
        pair = Pair(self.old, self.find(span) or span, self.new[there.target].text, there.span, self._wording)
        changed = pair.digest(outcome)
        return replace(
            moved, outcome=outcome, target=None, new=None, candidates=(place,), changed=changed, changes=named
        )

    def _changes_of_running_lines(self, span: Span, place: Place) -> tuple[WordingChange, ...]:
        """What of the headers and footers near the words is another than it was, where both texts have such."""
        said = self._said_of_new.get(place.target)
        if self._said_of_old is None or said is None:
            return ()
        codes = changes(self._said_of_old.around(span), said.around(place.span))
        return tuple(WordingChange(code) for code in codes)

    def _is_whole(self, span: Span) -> bool:
        inside = self.find(span)
        return self._stripped_old is None or (inside is not None and self._stripped_old.back(inside) == (span, True))

    def _back(self, span: Span, place: Place) -> tuple[Place, bool]:
        """A place as one of the whole text, with its distance to the whole cited words."""
        if place.target not in self._stripped_new:
            return place, True
        there, is_whole = self._stripped_new[place.target].back(place.span)
        if is_whole and place.distance == 0:
            return Place(place.target, there, 0), True
        words = there.slice(self._new[place.target].text)
        return Place(place.target, there, edit_distance(span.slice(self._old), words)), is_whole
