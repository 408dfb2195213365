"""Places of a text that are like a quotation, each within the policy's bound of edits and none beyond it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lineage.text.anchored import Anchored, AnchoringPolicy, Candidate, Quotation, Rung
from lineage.text.choosing import candidate
from lineage.text.edit_distance import find_ends
from lineage.text.grams import GramIndex
from lineage.text.seeds import Voting, find_windows
from lineage.text.span import Span
from lineage.text.surface import Surface

# Measured: so many times 64 code points are compared with a text while the index of its short runs is made.
_MOST_BLOCKS = 8
# So many equally like places side by side come from a text that repeats itself; more of them say no more.
_MOST_APART = 20


class Alike(NamedTuple):
    """`distance`: edits between the quotation and exactly these words."""

    span: Span
    distance: int


class Likest(NamedTuple):
    """The likest place, and those that are nearly as like; False where there may be more of them."""

    places: list[Alike]
    is_complete: bool


def find_alike(
    surface: Surface, runs: GramIndex, voting: Voting, words: Mapping[int, str], policy: AnchoringPolicy
) -> dict[int, Likest]:
    """By the key of each its likest place, and rivals by likeness; without those that no such run leads to."""
    asked = [key for key, exact in words.items() if _may_be_alike(exact, policy)]
    exacts = [words[key] for key in asked]
    bounds = [policy.most_edits(len(exact)) for exact in exacts]
    reach = [bound + policy.margin_of(len(exact)) for bound, exact in zip(bounds, exacts, strict=True)]
    windows, is_cut = find_windows(runs, exacts, bounds, reach, voting)
    stretches: dict[int, list[Span]] = {}
    cut = dict(zip(asked, is_cut.tolist(), strict=True))
    for nth, low, high in zip(windows.quotation.tolist(), windows.low.tolist(), windows.high.tolist(), strict=True):
        start, end = max(0, low - reach[nth]), min(len(surface.text), high + len(exacts[nth]) + reach[nth])
        if start < end:
            stretches.setdefault(asked[nth], []).append(Span(start, end))
    found = {key: _likest(surface.text, words[key], spans, voting.patience, policy) for key, spans in stretches.items()}
    return {key: Likest(places, not cut[key]) for key, places in found.items() if places}


def judged(text: str, sought: Quotation, found: Likest, policy: AnchoringPolicy) -> Anchored:
    """What `find_alike` found of a quotation, with the context of each place, best first.

    A runner-up beyond the bound is no place to return, yet near enough for the first one not to be certain.
    """
    bound = policy.most_edits(len(sought.exact))
    within = [candidate(text, sought, *place) for place in found.places if place.distance <= bound]
    within.sort(key=lambda found: (_edits_of_all(sought, found), found.span))
    is_alone = len(found.places) == 1 and found.is_complete
    return Anchored(Rung.APPROXIMATE, tuple(within), is_alone and _is_certain(sought, within[0], policy))


def with_a_place(surface: Surface, words: Mapping[int, str], policy: AnchoringPolicy) -> dict[int, str]:
    """Those worth a search among short runs.

    Where they are few, the whole text is compared with each: that is sooner done than making the index, and says for
    certain that nothing is like it. What is found is found by the index none the less, so that all answers are alike.
    """
    asked = {key: exact for key, exact in words.items() if _may_be_alike(exact, policy)}
    if surface.has("short_runs") or sum(len(exact) // 64 + 1 for exact in asked.values()) > _MOST_BLOCKS:
        return asked
    return {key: exact for key, exact in asked.items() if find_ends(exact, surface.text, policy.most_edits(len(exact)))}


def _may_be_alike(exact: str, policy: AnchoringPolicy) -> bool:
    return policy.most_edits(len(exact)) > 0 and len(exact) <= policy.longest


def _likest(
    text: str, exact: str, windows: Sequence[Span], patience: int, policy: AnchoringPolicy
) -> list[Alike]:
    """The likest place, within the bound, and all that are worse by no more than the margin; [] where there is none."""
    bound, margin = policy.most_edits(len(exact)), policy.margin_of(len(exact))
    places: list[Alike] = []
    missed: list[Span] = []
    least = bound
    for window in windows:
        if len(missed) == patience:
            return []
        # Rivals are of interest only beside something that is found.
        inside = list(places_in(text, window, exact, least + margin if places else bound))
        places += inside
        least = min([least, *(place.distance for place in inside)])
        if not places:
            missed.append(window)
    if not places:
        return []
    for window in missed:
        places += places_in(text, window, exact, least + margin)
    return [place for place in without_overlaps(places) if place.distance <= least + margin]


def _edits_of_all(sought: Quotation, found: Candidate) -> float:
    before, after = (1 - found.before) * len(sought.prefix), (1 - found.after) * len(sought.suffix)
    return round(found.distance + before + after, 6)


def _is_certain(sought: Quotation, found: Candidate, policy: AnchoringPolicy) -> bool:
    is_long = len(sought.exact) >= policy.least_certain
    has_any = bool(sought.prefix or sought.suffix)
    return is_long and has_any and min(found.before, found.after) >= policy.context


def places_in(text: str, window: Span, quotation: str, most: int) -> Iterator[Alike]:
    """The likest places in a window, within `most` edits; several where they stand apart and are equally like."""
    words = text[window.start : window.end]
    found = find_ends(quotation, words, most)
    if found is None:
        return
    together: list[int] = []
    apart = 0
    for end in found.ends:
        if together and end - together[0] > len(quotation) // 2:
            yield _place(text, window, words, quotation, together, found.distance)
            together, apart = [], apart + 1
            if apart == _MOST_APART:
                return
        together.append(end)
    yield _place(text, window, words, quotation, together, found.distance)


def _place(text: str, window: Span, words: str, quotation: str, ends: Sequence[int], distance: int) -> Alike:
    """Of places that differ in nothing but their borders, the one whose borders are those of words."""
    end = min(ends, key=lambda at: (_splits_word(text, window.start + at), words[at - 1] != quotation[-1], at))
    back = find_ends(quotation[::-1], words[:end][::-1], distance, from_start=True)
    assert back is not None
    start = min(
        (end - length for length in back.ends),
        key=lambda at: (
            _splits_word(text, window.start + at),
            words[at] != quotation[0],
            abs(end - at - len(quotation)),
            at,
        ),
    )
    return Alike(Span(window.start + start, window.start + end), distance)


def _splits_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def without_overlaps(places: Sequence[Alike]) -> list[Alike]:
    """The likest first; of places that share half of their words or more, the likest alone."""
    kept: list[Alike] = []
    in_order: list[Span] = []
    for place in sorted(places, key=lambda place: (place.distance, place.span)):
        at = bisect_left(in_order, place.span)
        # What is kept lies half a length apart: only the nearest can be the same.
        if not any(_is_same(place.span, other) for other in in_order[max(0, at - 4) : at + 4]):
            in_order.insert(at, place.span)
            kept.append(place)
    return kept


def _is_same(one: Span, other: Span) -> bool:
    shared = one.intersect(other)
    return shared is not None and 2 * shared.length >= min(one.length, other.length)
