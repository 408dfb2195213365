"""Two texts against each other, for display. Pure; a very long text is compared in its first part, and it says so."""

import re
from collections.abc import Sequence

from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Difference, DiffRun
from lineage.text.alignment import Piece, diff
from lineage.text.span import Span

COMPARED, KEPT = 6_000, 160
# A script without blanks has no words to widen to: beyond this many letters a change stays as narrow as it is.
LONGEST_WORD = 30
WORD_START, WORD_END = re.compile(r"\w*"), re.compile(r"\w*\Z")


def difference(first_name: str, first: str, second_name: str, second: str) -> Difference:
    """What only `first` has is deleted, what only `second` has is inserted; long equal stretches are shortened."""
    cut = max(len(first), len(second)) > COMPARED
    a, b = first[:COMPARED], second[:COMPARED]
    runs: list[DiffRun] = []
    for piece in in_whole_words(diff(a, b), a, b):
        if piece.op == "equal":
            runs.extend(_shortened(a, piece.a))
        if piece.op in ("delete", "replace"):
            runs.append(DiffRun("delete", draw(piece.a.slice(a))))
        if piece.op in ("insert", "replace"):
            runs.append(DiffRun("insert", draw(piece.b.slice(b))))
    note = f"Only the first {COMPARED} characters are compared here." if cut else ""
    return Difference(first=f"only in {first_name}", second=f"only in {second_name}", runs=tuple(runs), note=note)


def in_whole_words(pieces: Sequence[Piece], a: str, b: str) -> list[Piece]:
    """The same pieces, every change widened to the words that it touches: nobody reads 12 to 24 as 1, 24, 2 or 124."""
    found: list[Piece] = []
    for number, piece in enumerate(pieces):
        if piece.op != "equal":
            _change(found, piece.a, piece.b)
            continue
        words = piece.a.slice(a)
        before, after = pieces[max(0, number - 1) : number], pieces[number + 1 : number + 2]
        head = _letters(WORD_START.match(words)) if before and _touches(before[0], a, b, -1) else 0
        tail = _letters(WORD_END.search(words)) if after and _touches(after[0], a, b, 0) else 0
        if head + tail >= len(words):
            _change(found, piece.a, piece.b)
            continue
        if head:
            _change(found, _part(piece.a, 0, head), _part(piece.b, 0, head))
        start, end = head, len(words) - tail
        found.append(Piece("equal", _part(piece.a, start, end), _part(piece.b, start, end)))
        if tail:
            _change(found, _part(piece.a, end, len(words)), _part(piece.b, end, len(words)))
    return found


def _change(found: list[Piece], a: Span, b: Span) -> None:
    """Adds a change, joined with one that ends where it begins."""
    if found and found[-1].op != "equal":
        last = found.pop()
        a, b = Span(last.a.start, a.end), Span(last.b.start, b.end)
    found.append(Piece("insert" if a.is_empty else "delete" if b.is_empty else "replace", a, b))


def _touches(change: Piece, a: str, b: str, at: int) -> bool:
    """Whether a change ends (-1) or begins (0) within a word, on either side."""
    sides = (change.a.slice(a), change.b.slice(b))
    return any(words and WORD_START.fullmatch(words[at]) for words in sides)


def _letters(match: re.Match[str] | None) -> int:
    found = len(match[0]) if match else 0
    return found if found <= LONGEST_WORD else 0


def _part(span: Span, start: int, end: int) -> Span:
    return Span(span.start + start, span.start + end)


def _shortened(text: str, span: Span) -> list[DiffRun]:
    if span.length <= 3 * KEPT:
        return [DiffRun("equal", draw(span.slice(text)))]
    head, tail = Span(span.start, span.start + KEPT), Span(span.end - KEPT, span.end)
    skipped = f" [… {tail.start - head.end} equal characters …] "
    return [DiffRun("equal", draw(words)) for words in (head.slice(text), skipped, tail.slice(text))]
