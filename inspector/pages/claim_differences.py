"""Two texts against each other, for display. Pure; a very long text is compared in its first part, and it says so."""

from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Difference, DiffRun
from lineage.text.alignment import diff
from lineage.text.span import Span

COMPARED, KEPT = 6_000, 160


def difference(first_name: str, first: str, second_name: str, second: str) -> Difference:
    """What only `first` has is deleted, what only `second` has is inserted; long equal stretches are shortened."""
    cut = max(len(first), len(second)) > COMPARED
    a, b = first[:COMPARED], second[:COMPARED]
    runs: list[DiffRun] = []
    for piece in diff(a, b):
        if piece.op == "equal":
            runs.extend(_shortened(a, piece.a))
        if piece.op in ("delete", "replace"):
            runs.append(DiffRun("delete", draw(piece.a.slice(a))))
        if piece.op in ("insert", "replace"):
            runs.append(DiffRun("insert", draw(piece.b.slice(b))))
    note = f"Only the first {COMPARED} characters are compared here." if cut else ""
    return Difference(first=f"only in {first_name}", second=f"only in {second_name}", runs=tuple(runs), note=note)


def _shortened(text: str, span: Span) -> list[DiffRun]:
    if span.length <= 3 * KEPT:
        return [DiffRun("equal", draw(span.slice(text)))]
    head, tail = Span(span.start, span.start + KEPT), Span(span.end - KEPT, span.end)
    skipped = f" [… {tail.start - head.end} equal characters …] "
    return [DiffRun("equal", draw(words)) for words in (head.slice(text), skipped, tail.slice(text))]
