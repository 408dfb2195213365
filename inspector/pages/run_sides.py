"""An old sentence beside the one that stands there now: what only one of them has, and the cited words. Pure."""

from typing import NamedTuple

from inspector.pages.claim_differences import in_whole_words
from inspector.pages.drawing import Layer, draw
from inspector.pages.evidence_view import DiffRun
from lineage.evidence.qualifiers import sentences_around
from lineage.text.alignment import diff
from lineage.text.span import Span

REACH = 1_200
LONGEST = 3_000
CITED = ("hl", "hl-here")


class Window(NamedTuple):
    """A stretch of a text that begins at `begins` in a whole of `length` code points, and a place in that whole."""

    text: str
    begins: int
    length: int
    place: Span


class Sentence(NamedTuple):
    """The sentences that a place touches, with `place` counted in them; `is_cut` where the window ends within them."""

    text: str
    place: Span
    is_cut: bool


def window_of(place: Span, length: int) -> Span:
    """What is read to show a place: its first 3,000 code points and 1,200 to either side."""
    start = max(0, min(place.start, length) - REACH)
    return Span(start, min(length, min(place.end, place.start + LONGEST) + REACH))


def sentence_of(window: Window, *, with_neighbours: bool = False) -> Sentence:
    """What stands around a place, in whole sentences as far as the window goes; with those before and after it."""
    inside = Span(0, len(window.text)).intersect(window.place.shift(-window.begins))
    at = max(0, min(window.place.start - window.begins, len(window.text)))
    place = inside or Span(at, at)
    around = sentences_around(window.text, place, REACH) if not place.is_empty else (place, place, place)
    first, last = (around[0], around[2]) if with_neighbours else (around[1], around[1])
    whole = Span(min(first.start, place.start), max(last.end, place.end))
    begins_before = whole.start == 0 and window.begins > 0
    goes_on = whole.end == len(window.text) and window.begins + whole.end < window.length
    return Sentence(whole.slice(window.text), place.shift(-whole.start), begins_before or goes_on)


def compared(old: Sentence, new: Sentence) -> tuple[tuple[DiffRun, ...], tuple[DiffRun, ...]]:
    """Each sentence in runs: `delete` is only in the old one, `insert` only in the new one; a number never in part."""
    pieces = in_whole_words(diff(old.text, new.text), old.text, new.text)
    ours = [_run(old, piece.a, "delete" if piece.op != "equal" else "equal") for piece in pieces if piece.a.length]
    theirs = [_run(new, piece.b, "insert" if piece.op != "equal" else "equal") for piece in pieces if piece.b.length]
    return tuple(ours), tuple(theirs)


def alone(sentence: Sentence) -> tuple[DiffRun, ...]:
    return (_run(sentence, Span(0, len(sentence.text)), "equal"),) if sentence.text else ()


def _run(sentence: Sentence, span: Span, kind: str) -> DiffRun:
    return DiffRun(kind, draw(sentence.text, [Layer("", sentence.place, CITED)], span))
