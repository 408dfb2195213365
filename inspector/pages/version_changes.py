"""Two texts against each other, change by change, each with the words around it. Pure.

The texts may be books: what is widened, drawn and shown is a stretch around each change, never a whole text.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inspector.pages.claim_differences import in_whole_words
from inspector.pages.drawing import draw, on_lines
from inspector.pages.evidence_view import DiffRun
from lineage.text.alignment import Piece, diff
from lineage.text.span import Span, cover

AROUND, NEAR, SLACK = 160, 120, 80
# Of words that were taken out or put in at one place, what is shown of their beginning and of their end.
SHOWN = 1_500


class Change(NamedTuple):
    """Places that changed close to each other. `old` and `new` are what changed, without the words around it."""

    old: Span
    new: Span
    pieces: tuple[Piece, ...]

    @property
    def removed(self) -> int:
        return sum(piece.a.length for piece in self.pieces if piece.op != "equal")

    @property
    def added(self) -> int:
        return sum(piece.b.length for piece in self.pieces if piece.op != "equal")

    def touches(self, span: Span) -> bool:
        """Whether words of an old span changed, or some were put in between them."""
        return any(_touches(piece.a, span) for piece in self.pieces if piece.op != "equal")


def find_changes(old: str, new: str) -> tuple[Change, ...]:
    """What changed from one text to the other, in order; changes that stand close together are one."""
    groups: list[list[Piece]] = []
    pieces = diff(old, new)
    for number, piece in enumerate(pieces):
        if piece.op == "equal":
            continue
        is_near = bool(groups) and piece.a.start - groups[-1][-1].a.end <= NEAR
        between = pieces[number - 1] if is_near and pieces[number - 1].op == "equal" else None
        if is_near:
            groups[-1] += [*([between] if between is not None else []), piece]
        else:
            groups.append([piece])
    return tuple(
        Change(cover([piece.a for piece in group]), cover([piece.b for piece in group]), tuple(group))
        for group in groups
    )


def draw_change(change: Change, old: str, new: str, *, language: str = "", direction: str = "") -> tuple[DiffRun, ...]:
    """The change with the equal words before and after it, every change widened to the words that it touches."""
    first, last = change.old.start, change.old.end
    window = on_lines(old, Span(max(0, first - AROUND), min(len(old), last + AROUND)), SLACK)
    before, after = _equal_around(change, old, new, window)
    pieces = [Piece("equal", *before), *change.pieces, Piece("equal", *after)]
    start_a, start_b = before[0].start, before[1].start
    a, b = old[start_a : after[0].end], new[start_b : after[1].end]
    local = [Piece(p.op, p.a.shift(-start_a), p.b.shift(-start_b)) for p in pieces]
    runs: list[DiffRun] = []
    for piece in in_whole_words([piece for piece in local if not (piece.a.is_empty and piece.b.is_empty)], a, b):
        if piece.op == "equal":
            runs.append(_run("equal", piece.a.slice(a), language, direction))
        if piece.op in ("delete", "replace"):
            runs += _shortened("delete", piece.a.slice(a), language, direction)
        if piece.op in ("insert", "replace"):
            runs += _shortened("insert", piece.b.slice(b), language, direction)
    return tuple(runs)


def touched_by(change: Change, spans: Iterable[tuple[int, Sequence[Span]]]) -> tuple[int, ...]:
    """The numbers of those spans of the old text of which words changed here."""
    return tuple(number for number, parts in spans if any(change.touches(part) for part in parts))


def _equal_around(change: Change, old: str, new: str, window: Span) -> tuple[tuple[Span, Span], tuple[Span, Span]]:
    """The equal words before and after a change, in both texts: never further than they are equal."""
    (a_start, a_end), (b_start, b_end) = change.old, change.new
    head = min(a_start - window.start, b_start)
    while head and old[a_start - head : a_start] != new[b_start - head : b_start]:
        head -= 1
    tail = min(window.end - a_end, len(new) - b_end)
    while tail and old[a_end : a_end + tail] != new[b_end : b_end + tail]:
        tail -= 1
    return (
        (Span(a_start - head, a_start), Span(b_start - head, b_start)),
        (Span(a_end, a_end + tail), Span(b_end, b_end + tail)),
    )


def _shortened(kind: str, words: str, language: str, direction: str) -> list[DiffRun]:
    if len(words) <= 2 * SHOWN + 40:
        return [_run(kind, words, language, direction)]
    left_out = len(words) - 2 * SHOWN
    parts = (words[:SHOWN], words[-SHOWN:])
    head, tail = (_run(kind, part, language, direction) for part in parts)
    return [head, DiffRun("skipped", draw(f"{left_out:,} more characters")), tail]


def _run(kind: str, words: str, language: str, direction: str) -> DiffRun:
    return DiffRun(kind, draw(words, language=language, direction=direction))


def _touches(changed: Span, span: Span) -> bool:
    if changed.is_empty:
        return span.start < changed.start < span.end
    return changed.intersect(span) is not None
