"""Where cited words stand in the texts of a version: what is found in each text, made one answer. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lineage.evidence.relocation_targets import Group, Targets
from lineage.text.anchoring import ANCHORING, AnchoringPolicy, Candidate, Quotation, Rung
from lineage.text.span import Span

MOST_PLACES = 20
"""Places that are kept of words which stand in many."""

# Equal words go before words that are equal in the normalized view, and those before likeness.
_TIERS = {
    Rung.POSITION: 0,
    Rung.EXACT: 0,
    Rung.CONTEXT: 0,
    Rung.NORMALIZED: 1,
    Rung.NORMALIZED_CONTEXT: 1,
    Rung.APPROXIMATE: 2,
}
_BY_CONTEXT = (Rung.CONTEXT, Rung.NORMALIZED_CONTEXT)


class Place(NamedTuple):
    """`target`: which of the texts. `distance`: edits between the cited words and those there; 0 = equal."""

    target: int
    span: Span
    distance: int


class Found(NamedTuple):
    """`places`: best first, at most MOST_PLACES. `is_sure_of_first`: none of the others fits as well."""

    rung: Rung | None = None
    places: tuple[Place, ...] = ()
    is_sure_of_first: bool = False


def quotation_of(old: str, span: Span, policy: AnchoringPolicy) -> Quotation:
    """The words of a span with as much around them as the policy asks for. ValueError where it leaves the text."""
    before = old[max(0, span.start - policy.context_length) : span.start]
    return Quotation(span.slice(old), before, old[span.end : span.end + policy.context_length], span.start)


def find_places(quotations: Sequence[Quotation], targets: Targets) -> list[Found]:
    """What is found of each quotation in all texts together, in the same order."""
    if not quotations:
        return []
    hits: list[list[_Hit]] = [[] for _ in quotations]
    # What stands word for word in some texts is not looked for by likeness in all others.
    if len(targets.groups) > 1:
        for group in targets.groups:
            text = group.index.text
            _add(hits, group, quotations, [n for n, sought in enumerate(quotations) if sought.exact in text])
    missing = [n for n, found in enumerate(hits) if not found]
    for group in targets.groups:
        _add(hits, group, quotations, missing)
    return [_found(found) for found in hits]


class _Hit(NamedTuple):
    """What one search found of a quotation, and the numbers of the texts in which the candidates stand."""

    rung: Rung
    candidates: tuple[Candidate, ...]
    numbers: tuple[int, ...]


def _add(hits: list[list[_Hit]], group: Group, quotations: Sequence[Quotation], chosen: list[int]) -> None:
    if not chosen:
        return
    found = group.anchor([quotations[place] for place in chosen])
    for place, (anchored, numbers) in zip(chosen, found, strict=True):
        if anchored.rung is not None:
            hits[place].append(_Hit(anchored.rung, anchored.candidates, numbers))


def _found(hits: Sequence[_Hit]) -> Found:
    if not hits:
        return Found()
    tier = min(_TIERS[hit.rung] for hit in hits)
    best = [hit for hit in hits if _TIERS[hit.rung] == tier]
    rung = best[0].rung if len(best) == 1 else (*_BY_CONTEXT, Rung.APPROXIMATE)[tier]
    ranked = [pair for hit in best for pair in zip(hit.numbers, hit.candidates, strict=True)]
    if len(best) > 1 or rung is Rung.APPROXIMATE:
        ranked.sort(key=lambda pair: (*_rank(pair[1]), pair[0], pair[1].span))
    places = tuple(Place(number, candidate.span, candidate.distance) for number, candidate in ranked[:MOST_PLACES])
    return Found(rung, places, _is_sure(rung, [candidate for _, candidate in ranked], searches=len(best)))


def _rank(candidate: Candidate) -> tuple[int, float]:
    """Edits first; then context, of which what does not fit counts nothing, so that chance decides nothing."""
    return candidate.distance, -sum(part for part in (candidate.before, candidate.after) if part >= ANCHORING.context)


def _is_sure(rung: Rung | None, ranked: list[Candidate], searches: int) -> bool:
    """Whether the first stands alone.

    Of likenesses it does where it is better than the next: it is a proposal in any case. Of equal words in one search
    the ladder has chosen already; of several, one goes first only if both its neighbours are there word for word.
    """
    if len(ranked) == 1:
        return True
    if rung is Rung.APPROXIMATE:
        return _rank(ranked[0]) != _rank(ranked[1])
    return searches > 1 and _has_its_context(ranked[0]) and not _has_its_context(ranked[1])


def _has_its_context(candidate: Candidate) -> bool:
    return candidate.before == candidate.after == 1.0
