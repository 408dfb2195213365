"""Two revisions of a policy line against line, as a difference to draw: a line that was reworded word by word. Pure.

Two whole guidelines compared letter by letter would share letters of sentences that have nothing to do with each other.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from inspector.pages.claim_differences import in_whole_words
from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Difference, DiffRun
from lineage.text.alignment import diff

ALIKE = 0.4
"""The share of words that two lines have in common from which one is the other reworded."""
WORD = re.compile(r"\w+")


class _Line(NamedTuple):
    """A line of either revision or of both; None where that one has none in its place."""

    old: str | None
    new: str | None


def compare_lines(first: str, old: Sequence[str], second: str, new: Sequence[str]) -> Difference:
    """All of both, in order; `first` and `second` are what they are called."""
    runs: list[DiffRun] = []
    for line in _pair(old, new):
        runs += _runs_of(line)
        runs.append(DiffRun("equal", draw("\n")))
    return Difference(first=f"only in {first}", second=f"only in {second}", runs=tuple(runs[:-1]))


def changed_sentences(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """What became of the numbers by which verdicts name sentences, counted from 1; in sentences of our own."""
    before, after = ({words: n for n, words in enumerate(said, 1)} for said in (old, new))
    reworded = [
        (before[line.old], after[line.new])
        for line in _pair(old, new)
        if line.old is not None and line.new is not None and line.old not in after and line.new not in before
    ]
    gone = [n for words, n in before.items() if words not in after and n not in {was for was, _ in reworded}]
    come = [n for words, n in after.items() if words not in before and n not in {now for _, now in reworded}]
    moved = [(n, after[words]) for words, n in before.items() if after.get(words, n) != n]
    said = (
        ("Reworded: ", _counted([f"{was}" if was == now else f"{was} (now {now})" for was, now in reworded])),
        ("With another number: ", ", ".join(f"{was} is now {now}" for was, now in moved)),
        ("Only in the older one: ", _counted([str(n) for n in gone])),
        ("Only in the newer one: ", _counted([str(n) for n in come])),
    )
    return tuple(f"{head}{found}." for head, found in said if found)


def _counted(found: Sequence[str]) -> str:
    return f"sentence{'s' if len(found) > 1 else ''} {', '.join(found)}" if found else ""


def _pair(old: Sequence[str], new: Sequence[str]) -> Iterator[_Line]:
    for kind, a, a_end, b, b_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (_Line(words, words) for words in old[a:a_end])
        else:
            yield from _reworded(old[a:a_end], new[b:b_end])


def _reworded(gone: Sequence[str], come: Sequence[str]) -> Iterator[_Line]:
    """In the order of both: each line that went, beside the first alike among those that came behind the last pair."""
    at = 0
    for words in gone:
        found = next((n for n in range(at, len(come)) if _is_alike(words, come[n])), None)
        if found is None:
            yield _Line(words, None)
            continue
        yield from (_Line(None, other) for other in come[at:found])
        yield _Line(words, come[found])
        at = found + 1
    yield from (_Line(None, other) for other in come[at:])


def _is_alike(first: str, second: str) -> bool:
    a, b = (set(WORD.findall(words.casefold())) for words in (first, second))
    return bool(a or b) and len(a & b) >= ALIKE * len(a | b)


def _runs_of(line: _Line) -> Iterator[DiffRun]:
    if line.old is None or line.new is None:
        kind = "insert" if line.old is None else "delete"
        yield DiffRun(kind, draw((line.new if line.old is None else line.old) or ""))
        return
    for piece in in_whole_words(diff(line.old, line.new), line.old, line.new):
        if piece.op == "equal":
            yield DiffRun("equal", draw(piece.a.slice(line.old)))
        if piece.op in ("delete", "replace"):
            yield DiffRun("delete", draw(piece.a.slice(line.old)))
        if piece.op in ("insert", "replace"):
            yield DiffRun("insert", draw(piece.b.slice(line.new)))
