"""Finds quotations in a text again: at their position, by their words, their context, or by likeness (DESIGN 4).

A rung of the ladder is tried only where those above found nothing. Exact rungs compare the words; places that fit
equally well are all returned and none is chosen; likeness is bounded and moves nothing by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from lineage.text.anchored import ANCHORING, Anchored, AnchoringPolicy, Candidate, Quotation, Rung
from lineage.text.choosing import choose, is_beyond_doubt
from lineage.text.copies import find_copies
from lineage.text.edit_distance import edit_distance
from lineage.text.likeness import find_alike, judged, with_a_place
from lineage.text.seeds import QUICK, THOROUGH
from lineage.text.surface import Surface
from lineage.text.views import View, view_of, views_of, with_context

__all__ = ["ANCHORING", "Anchored", "AnchoringPolicy", "Candidate", "Quotation", "Rung", "TextIndex", "anchor"]

_ORPHANED = Anchored()


class TextIndex:
    """A text in which quotations are looked for; what is costly is made when first needed, and once."""

    def __init__(self, text: str, policy: AnchoringPolicy = ANCHORING) -> None:
        self.text = text
        self.policy = policy
        self.surface = Surface(text)

    @cached_property
    def view(self) -> View:
        """The text as the policy normalizes it."""
        return View(self.surface, self.policy.normalization)


def anchor(index: TextIndex, quotations: Sequence[Quotation]) -> list[Anchored]:
    """What is found of each quotation, in the same order; one by one or all at once, the answers are the same.

    A quotation without words is found nowhere.
    """
    ladder = _Ladder(index, quotations)
    ladder.try_words()
    ladder.try_normalized_words()
    ladder.try_likeness()
    return ladder.found


class _Ladder:
    """Many quotations on their way down; `_left` are the places of those that no rung has found yet."""

    def __init__(self, index: TextIndex, quotations: Sequence[Quotation]) -> None:
        self._index, self._policy = index, index.policy
        self._sought = [_with_near_context(given, index.policy.context_length) for given in quotations]
        self.found = [_ORPHANED] * len(quotations)
        self._left = [place for place, sought in enumerate(self._sought) if sought.exact]
        self._doubtful: dict[int, int] = {}
        """How often the words stand of which it is not beyond doubt where they belong."""
        self._words_in_view: dict[int, str] = {}

    def try_words(self) -> None:
        text, left = self._index.text, []
        words = [self._sought[place].exact for place in self._left]
        copies = find_copies(self._index.surface, words, self._policy.most_copies)
        for place, starts in zip(self._left, copies, strict=True):
            sought = self._sought[place]
            if not starts:
                left.append(place)
                continue
            found = choose(text, sought, starts, self._policy, (Rung.EXACT, Rung.CONTEXT))
            self.found[place] = found
            if not is_beyond_doubt(sought, found, self._policy):
                self._doubtful[place] = len(starts)
        self._left = left

    def try_normalized_words(self) -> None:
        """Also words that were found, but in other company: a copy whose lines break elsewhere may be the one meant."""
        asked = [*self._left, *self._doubtful]
        if not asked:
            return
        views = views_of([self._sought[place].exact for place in asked], self._policy.normalization)
        self._words_in_view = {place: words for place, words in zip(asked, views, strict=True) if words}
        view, most = self._index.view, self._policy.most_copies
        copies = find_copies(view.surface, list(self._words_in_view.values()), most)
        rungs = (Rung.NORMALIZED, Rung.NORMALIZED_CONTEXT)
        found: dict[int, Anchored] = {}
        for place, starts in zip(self._words_in_view, copies, strict=True):
            if len(starts) > self._doubtful.get(place, 0):
                found[place] = choose(view.surface.text, self._in_view(place), starts, self._policy, rungs)
        for place, anchored, is_whole in view.back(found):
            same_place = anchored.span is not None and anchored.span == self.found[place].span
            # Words that begin or end inside what an operation wrote are not the quotation's.
            if not same_place and (is_whole or anchored.span is None):
                self.found[place] = anchored
        self._left = [place for place in self._left if self.found[place] is _ORPHANED]

    def _in_view(self, place: int) -> Quotation:
        return with_context(self._words_in_view[place], self._sought[place], self._policy.normalization)

    def try_likeness(self) -> None:
        """Among long runs first; among short ones, of which there are more, only for what is still not found."""
        if not self._left:
            return
        surface, policy = self._index.surface, self._policy
        words = {place: self._sought[place].exact for place in self._left}
        for place, alike in find_alike(surface, surface.long_runs, QUICK, words, policy).items():
            self.found[place] = judged(surface.text, self._sought[place], alike, policy)
        self._try_likeness_in_view([place for place in self._left if self.found[place] is _ORPHANED])

    def _try_likeness_in_view(self, left: Sequence[int]) -> None:
        view, policy = self._index.view, self._policy
        words = {place: self._words_in_view[place] for place in left if place in self._words_in_view}
        words = with_a_place(view.surface, words, policy)
        if not words:
            return
        alike = find_alike(view.surface, view.surface.short_runs, THOROUGH, words, policy)
        found = {place: judged(view.surface.text, self._in_view(place), some, policy) for place, some in alike.items()}
        for place, anchored, _ in view.back(found):
            measured = self._measured(place, anchored)
            if measured.candidates:
                self.found[place] = measured

    def _measured(self, place: int, anchored: Anchored) -> Anchored:
        """With the distance of the words normalized alone; without what is then beyond the bound."""
        exact, policy = self._words_in_view[place], self._policy
        measured = []
        for candidate in anchored.candidates:
            words = view_of(candidate.span.slice(self._index.text), policy.normalization)
            measured.append(candidate._replace(distance=edit_distance(exact, words)))
        within = tuple(candidate for candidate in measured if candidate.distance <= policy.most_edits(len(exact)))
        return Anchored(Rung.APPROXIMATE, within, anchored.certain and len(within) == len(measured))


def _with_near_context(given: Quotation, length: int) -> Quotation:
    exact, prefix, suffix, start = given
    return Quotation(exact, prefix[max(0, len(prefix) - length) :], suffix[:length], start)
