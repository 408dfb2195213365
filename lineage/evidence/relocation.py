"""What becomes of cited spans in the texts of another version of their source (requirements 7.4, M-94, S3-55). Pure.

Only equal words, and words equal under the normalization policy, move a span by themselves, and only where no number,
unit, negation, modal verb or qualifier of their sentence changed. The rest is proposed, or left open, for a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from lineage.evidence.digests import digest_json
from lineage.evidence.relocation_home import find_homes
from lineage.evidence.relocation_outcome import Comparison, Moved, nowhere
from lineage.evidence.relocation_places import Place, find_places, quotation_of
from lineage.evidence.relocation_targets import Targets
from lineage.evidence.relocation_views import Stripped, Views
from lineage.evidence.terms.work import RelocationOutcome
from lineage.text.anchoring import ANCHORING, AnchoringPolicy, TextIndex
from lineage.text.span import Span

__all__ = ["CitedSpan", "Moved", "Place", "Stripped", "join", "not_replayable", "relocate", "taken_away"]

_BADNESS = {
    outcome: place
    for place, outcome in enumerate(
        (
            RelocationOutcome.UNCHANGED,
            RelocationOutcome.RELOCATED_EXACT,
            RelocationOutcome.RELOCATED_NORMALIZED,
            RelocationOutcome.PROPOSED,
            RelocationOutcome.TEXT_CHANGED,
            RelocationOutcome.AMBIGUOUS,
            RelocationOutcome.LOST,
            RelocationOutcome.NOT_REPLAYABLE,
            RelocationOutcome.WITHDRAWN,
            RelocationOutcome.ERROR,
        )
    )
}


class CitedSpan(NamedTuple):
    """A place in the old text; a citation may have several."""

    citation: int
    span: Span


def relocate(
    cited: Sequence[CitedSpan],
    old: str,
    new: Sequence[TextIndex],
    policy: AnchoringPolicy = ANCHORING,
    *,
    stripped_old: Stripped | None = None,
    stripped_new: Mapping[int, Stripped] = MappingProxyType({}),
) -> tuple[Moved, ...]:
    """What became of each, in the same order. ValueError for a span that leaves the old text.

    A span without words is not replayable: there is nothing to look for. What is cited twice is looked for once.
    `stripped_old`, `stripped_new`: the old text, and new ones by their places, without their running headers, in which
    what does not stand in the texts themselves is looked for.
    """
    moves = _relocate(cited, old, new, policy)
    if stripped_old is None and not stripped_new:
        return moves
    views = Views(old, new, policy, stripped_old, stripped_new)
    open_ones = [n for n, move in enumerate(moves) if move.changed is not None]
    sought = {n: inside for n in open_ones if (inside := views.find(cited[n].span)) is not None}
    found = _relocate([CitedSpan(n, inside) for n, inside in sought.items()], views.old, views.new, policy)
    better = {move.citation: views.better(moves[move.citation], cited[move.citation].span, move) for move in found}
    return tuple(better.get(n, move) for n, move in enumerate(moves))


def _relocate(
    cited: Sequence[CitedSpan], old: str, new: Sequence[TextIndex], policy: AnchoringPolicy
) -> tuple[Moved, ...]:
    spans = list(dict.fromkeys(each.span for each in cited if not each.span.is_empty))
    targets = Targets(new)
    found = dict(zip(spans, find_places([quotation_of(old, span, policy) for span in spans], targets), strict=True))
    comparison = Comparison(old, targets, policy)
    moved = {span: comparison.find_outcome(span, found[span]) for span in spans}
    open_ones = [span for span in spans if moved[span] is None]
    homes = find_homes(old, open_ones, targets, policy)
    moved |= {span: comparison.outcome(span, found[span], home) for span, home in zip(open_ones, homes, strict=True)}
    return tuple(_of(citation, span, moved.get(span)) for citation, span in cited)


def join(moves: Sequence[Moved]) -> Moved:
    """One citation with several spans: the worst of them, with the changes of all. ValueError for none, or of several.

    The digest is of all, in the order given, which must be that of the old text.
    """
    if len({move.citation for move in moves}) != 1:
        raise ValueError("only the spans of one citation can be joined")
    if len(moves) == 1:
        return moves[0]
    is_changed = any(move.changed is not None for move in moves)
    return replace(
        max(moves, key=lambda move: _BADNESS[move.outcome]),
        changes=tuple(sorted({change for move in moves for change in move.changes})),
        drifted=any(move.drifted for move in moves),
        context_changed=any(move.context_changed for move in moves),
        changed=digest_json([move.changed for move in moves]) if is_changed else None,
    )


def taken_away(citation: int, old: Span | None = None) -> Moved:
    """The version with the cited words was withdrawn or deleted."""
    return nowhere(citation, RelocationOutcome.WITHDRAWN, old)


def not_replayable(citation: int, old: Span | None = None) -> Moved:
    """The cited words are not kept, or are not traced to words of the source."""
    return nowhere(citation, RelocationOutcome.NOT_REPLAYABLE, old)


def _of(citation: int, span: Span, moved: Moved | None) -> Moved:
    return not_replayable(citation, span) if moved is None else replace(moved, citation=citation)
