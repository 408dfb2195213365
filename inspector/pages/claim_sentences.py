"""The sentence that cited words stand in, as it was and as it is, as a readable difference. Pure."""

from typing import NamedTuple

from inspector.pages.claim_differences import difference
from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Difference, DiffRun
from lineage.evidence.qualifiers import sentences_around
from lineage.text.span import Span

# What `sentences_around` reads to either side: a stretch as wide shows the same sentences as the whole text.
REACH = 4_000
# Two sentences that have less in common stand one after the other, each whole.
LEAST_ALIKE, LONGEST_REPLACED = 0.4, 1_500
BESIDE = "The sentence itself is the same; one beside it is another."
SAME = "The sentence and those beside it are the same."


class Sentences(NamedTuple):
    """The sentences that a span touches, and those before and after them; empty where there is none."""

    before: str
    own: str
    after: str

    @property
    def whole(self) -> str:
        return " ".join(part for part in self if part)


class Compared(NamedTuple):
    """`difference` is None where the sentences are the same, letter by letter."""

    difference: Difference | None
    note: str


def sentences_at(text: str, span: Span, begins: int = 0) -> Sentences | None:
    """`text` may be a stretch that begins at `begins`, `REACH` code points around the span; None if it holds no span.

    None too for a span that reaches beyond the text: what was recorded is not what is kept.
    """
    here = Span(span.start - begins, span.end - begins) if span.start >= begins else None
    if here is None or here.end > len(text):
        return None
    before, own, after = sentences_around(text, here, REACH)
    return Sentences(before.slice(text), own.slice(text), after.slice(text))


def compare_sentences(first: str, old: Sentences, second: str, new: Sentences) -> Compared:
    """`first` and `second` name the versions. The sentences beside are shown only where nothing else differs."""
    if old.own != new.own:
        return Compared(_difference(first, second, [(old.own, new.own)]), "")
    if old != new:
        return Compared(_difference(first, second, [*zip(old, new, strict=True)]), BESIDE)
    return Compared(None, SAME)


def _difference(first: str, second: str, pairs: list[tuple[str, str]]) -> Difference:
    """Sentence against sentence, so that one that is the same stays whole between two that are not."""
    runs: list[DiffRun] = []
    notes = []
    for old, new in pairs:
        if runs and (old or new):
            runs.append(DiffRun("equal", draw(" ")))
        one = difference(first, old, second, new)
        runs += one.runs if _is_alike(one, old, new) else _replaced(old, new)
        notes.append(one.note)
    return Difference(first=f"only in {first}", second=f"only in {second}", runs=tuple(runs), note=max(notes))


def _is_alike(one: Difference, old: str, new: str) -> bool:
    """Sentences that share some letters by chance are not read letter by letter; long ones are shortened as ever."""
    same = sum(run.drawn.length for run in one.runs if run.kind == "equal")
    longest = max(len(old), len(new))
    return longest > LONGEST_REPLACED or same >= LEAST_ALIKE * longest


def _replaced(old: str, new: str) -> list[DiffRun]:
    return [DiffRun(kind, draw(words)) for kind, words in (("delete", old), ("insert", new)) if words]
