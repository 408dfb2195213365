"""Where the sentences around cited words stand now, and which words there are in the place of the cited ones. Pure.

"24 months" may stand in a text once and yet be said of something else than before. What was said of the same thing is
where the sentence is, even if it says "36 months" today.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from lineage.evidence.qualifiers import sentences_around
from lineage.evidence.relocation_long import find_by_ends
from lineage.evidence.relocation_places import Found, Place, find_places, quotation_of
from lineage.evidence.relocation_targets import Targets
from lineage.evidence.relocation_words import stands_once
from lineage.text.anchoring import AnchoringPolicy
from lineage.text.edit_distance import edit_distance
from lineage.text.span import Span, cover

# A frame is no longer than this to either side of the cited words, and in all; longer words need no frame.
_BESIDE, _LONGEST = 300, 2_000
# More pairs of words than so many are no prose.
_MOST_PAIRS = 200_000
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Home(NamedTuple):
    """`places`: what stands in the place of the cited words, best first. `is_sure_of_first`: no other fits as well.

    `is_alone`: nowhere else do the sentences even nearly stand, with or without such words.
    """

    places: tuple[Place, ...] = ()
    is_sure_of_first: bool = False
    is_alone: bool = False


def find_homes(old: str, spans: Sequence[Span], new: Targets, policy: AnchoringPolicy) -> list[Home]:
    """For each span what stands in its place where its sentences are found, and wherever else they nearly are.

    Looked for are first the sentence before, its own and the one after together, then its own alone if the old text
    has it once. `distance` is that of the cited words to those there.
    """
    around = [sentences_around(old, span) for span in spans]
    wide = [_frame(span, cover(sentences), policy) for span, sentences in zip(spans, around, strict=True)]
    homes = _homes(old, spans, wide, new, policy)
    narrow = [
        None if home.places or not stands_once(own.slice(old), old) else _frame(span, own, policy)
        for span, (_, own, _), home in zip(spans, around, homes, strict=True)
    ]
    second = _homes(old, spans, narrow, new, policy)
    ends = [Home(found.places, True, True) for found in find_by_ends(old, spans, new, policy)]
    return [next((home for home in found if home.places), Home()) for found in zip(homes, second, ends, strict=True)]


def _frame(span: Span, sentences: Span, policy: AnchoringPolicy) -> Span | None:
    """None where it would say no more than the span, or hardly anything: "Yes. No." stands for nothing."""
    frame = Span(max(sentences.start, span.start - _BESIDE), min(sentences.end, span.end + _BESIDE))
    is_telling = frame.covers(span) and frame != span and policy.least_certain <= frame.length <= _LONGEST
    return frame if is_telling else None


def _homes(
    old: str, spans: Sequence[Span], frames: Sequence[Span | None], new: Targets, policy: AnchoringPolicy
) -> list[Home]:
    framed = [(span, frame) for span, frame in zip(spans, frames, strict=True) if frame is not None]
    quotations = [quotation_of(old, frame, policy) for _, frame in framed]
    found = dict(zip(framed, find_places(quotations, new), strict=True))
    return [
        Home() if frame is None else _words_in_place(old, span, frame, found[span, frame], new)
        for span, frame in zip(spans, frames, strict=True)
    ]


def _words_in_place(old: str, span: Span, frame: Span, found: Found, new: Targets) -> Home:
    places: dict[Place, bool] = {}
    for number, (target, there, _) in enumerate(found.places):
        text = new.texts[target]
        place = _find_counterpart(old, span, frame, text, there)
        if place is not None:
            here = Place(target, place, edit_distance(span.slice(old), place.slice(text)))
            places.setdefault(here, found.is_sure_of_first and number == 0)
    is_sure = len(places) == 1 or next(iter(places.values()), False)
    return Home(tuple(places), is_sure, is_alone=len(found.places) == 1)


def _find_counterpart(old: str, span: Span, frame: Span, text: str, there: Span) -> Span | None:
    """The words of `text` that stand in the place of `span` when `frame` and `there` are laid side by side."""
    # Mostly the change is to one side of the span, and all is equal from the other end of the frame.
    ways = (
        (Span(frame.start, span.end), there.start - frame.start),
        (Span(span.start, frame.end), there.end - frame.end),
    )
    for equal, shift in ways:
        if there.covers(equal.shift(shift)) and equal.slice(old) == equal.shift(shift).slice(text):
            return span.shift(shift)
    return _find_by_words(old, span, frame, text, there)


def _find_by_words(old: str, span: Span, frame: Span, text: str, there: Span) -> Span | None:
    was = [Span(*found.span()) for found in _TOKEN.finditer(old, *frame)]
    now = [Span(*found.span()) for found in _TOKEN.finditer(text, *there)]
    if len(was) * len(now) > _MOST_PAIRS:
        return None
    matcher = SequenceMatcher(None, [s.slice(old) for s in was], [s.slice(text) for s in now], autojunk=False)
    places: list[Span] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            pairs = zip(was[a:b], now[c:d], strict=True)
            places += [_same_part(span, one, other) for one, other in pairs if span.intersect(one) is not None]
        elif kind == "replace" and any(span.intersect(token) is not None for token in was[a:b]):
            places += now[c:d]
    return cover(places) if places else None


def _same_part(span: Span, was: Span, now: Span) -> Span:
    """The part of an equal word that a span holds, which may cut it."""
    return Span(now.start + max(0, span.start - was.start), now.end - max(0, was.end - span.end))
