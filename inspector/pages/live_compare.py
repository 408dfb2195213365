"""A text that was pasted from a live source against the frozen one. Pure; nothing of it is kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from inspector.pages.claim_differences import in_whole_words
from inspector.pages.drawing import draw
from inspector.pages.evidence_view import Difference, DiffRun, Said
from lineage.text.alignment import Piece, diff
from lineage.text.normalization import DEFAULT, compare, normalize
from lineage.text.selectors import find_all

CONTEXT, MOST_REGIONS, LONGEST_CHANGE = 160, 12, 1_500
SEVERAL = 2
FROZEN, LIVE = "the frozen text", "the text you pasted"
Equality = Literal["exact", "line_ends", "normalized", "different"]


class Cited(NamedTuple):
    """A span of the frozen text that answers cite, with the address of the claim."""

    words: str
    label: str
    url: str


class StillThere(NamedTuple):
    """Whether a cited span stands in the pasted text."""

    cited: Cited
    said: Said
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveComparison:
    """`regions` are the first stretches that differ, of `changes` in all; `operations` what it takes to be equal."""

    equality: Equality
    said: Said
    operations: tuple[str, ...]
    regions: tuple[Difference, ...]
    changes: int
    spans: tuple[StillThere, ...]
    frozen_length: int
    live_length: int


SAID: dict[Equality, Said] = {
    "exact": Said("the same text, character by character", "pass"),
    "line_ends": Said("the same text, but for line ends, which a form does not keep", "pass"),
    "normalized": Said("equal under the quotation policy", "unclear"),
    "different": Said("another text", "fail"),
}


def compare_live(frozen: str, live: str, cited: Iterable[Cited]) -> LiveComparison:
    """What differs, and which cited spans still stand. A form sends each line end as CR LF: they are compared as LF."""
    ours, theirs = with_line_feeds(frozen), with_line_feeds(live)
    equality, operations = _equality(frozen, ours, theirs)
    changed = [] if ours == theirs else in_whole_words(diff(ours, theirs), ours, theirs)
    regions = grouped(changed)
    view = normalize(theirs, DEFAULT).text
    return LiveComparison(
        equality=equality,
        said=SAID[equality],
        operations=operations,
        regions=tuple(_region(region, ours, theirs) for region in regions[:MOST_REGIONS]),
        changes=len(regions),
        spans=tuple(_still_there(one, theirs, view) for one in cited),
        frozen_length=len(frozen),
        live_length=len(theirs),
    )


def with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _equality(frozen: str, ours: str, theirs: str) -> tuple[Equality, tuple[str, ...]]:
    if ours == theirs:
        return ("exact" if ours == frozen else "line_ends"), ()
    compared = compare(theirs, ours, DEFAULT)
    if not compared.equal:
        return "different", ()
    return "normalized", tuple(operation.value.replace("_", " ") for operation in compared.operations)


def grouped(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Changes that stand near each other, each group with the equal stretches between and around its changes."""
    groups: list[list[Piece]] = []
    for number, piece in enumerate(pieces):
        if piece.op == "equal":
            continue
        before = pieces[number - 1] if number and pieces[number - 1].op == "equal" else None
        if groups and (before is None or before.a.length <= 2 * CONTEXT):
            groups[-1] += [piece] if before is None else [before, piece]
        else:
            groups.append([piece])
    return groups


def _region(group: Sequence[Piece], ours: str, theirs: str) -> Difference:
    start, end = group[0].a.start, group[-1].a.end
    runs = [DiffRun("equal", draw(ours[max(0, start - CONTEXT) : start]))] if start else []
    for piece in group:
        if piece.op == "equal":
            runs.append(DiffRun("equal", draw(piece.a.slice(ours))))
            continue
        runs += _changed("delete", piece.a.slice(ours)) if not piece.a.is_empty else []
        runs += _changed("insert", piece.b.slice(theirs)) if not piece.b.is_empty else []
    runs += [DiffRun("equal", draw(ours[end : end + CONTEXT]))] if end < len(ours) else []
    note = f"From character {start} of the frozen text."
    return Difference(first=f"only in {FROZEN}", second=f"only in {LIVE}", runs=tuple(runs), note=note)


def _changed(kind: str, words: str) -> list[DiffRun]:
    cut = len(words) - LONGEST_CHANGE
    shown = [DiffRun(kind, draw(words[:LONGEST_CHANGE]))]
    return shown if cut <= 0 else [*shown, DiffRun("equal", draw(f" [… {cut} more characters …] "))]


def _still_there(cited: Cited, theirs: str, view: str) -> StillThere:
    words = with_line_feeds(cited.words)
    found = len(find_all(theirs, words, SEVERAL))
    if found == 1:
        return StillThere(cited, Said("stands there, word for word", "pass"), "once")
    if found:
        return StillThere(cited, Said("stands there at several places", "unclear"), "which one is meant is not chosen")
    wanted = normalize(words, DEFAULT).text
    if wanted and wanted in view:
        note = "under the quotation policy: white space, quotation marks or hyphens are set otherwise"
        return StillThere(cited, Said("stands there, not letter by letter", "unclear"), note)
    return StillThere(cited, Said("does not stand there", "fail"), "")
