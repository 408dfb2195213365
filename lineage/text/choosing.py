"""Which of several places where the same words stand is the one meant: that whose context fits, or none of them."""

from __future__ import annotations

from collections.abc import Sequence

from lineage.text.anchored import Anchored, AnchoringPolicy, Candidate, Quotation, Rung
from lineage.text.copies import copies_by_reading
from lineage.text.neighbours import likeness_after, likeness_before
from lineage.text.span import Span


def choose(
    text: str, sought: Quotation, starts: Sequence[int], policy: AnchoringPolicy, rungs: tuple[Rung, Rung]
) -> Anchored:
    """Of the places where the words of `sought` begin, at least one. `rungs`: that of a single place, of a chosen one.

    All are returned, best first, where none is chosen. Of more than the policy's `most_copies` only those are told
    apart that have equal context, and no more are returned.
    """
    if len(starts) == 1:
        return _chosen(candidate(text, sought, Span(starts[0], starts[0] + len(sought.exact))), sought, rungs[0])
    many = len(starts) > policy.most_copies
    same = _with_same_context(text, sought, starts, policy.most_copies if many else 0)
    if sought.start in same:
        same = [sought.start]
    places = same if len(same) == 1 or (many and same) else starts[: policy.most_copies]
    candidates = [candidate(text, sought, Span(start, start + len(sought.exact))) for start in places]
    best = candidates[0] if len(same) == 1 else None if same or many else _fitting_best(sought, candidates, policy)
    if best is not None:
        return _chosen(best, sought, rungs[1])
    return Anchored(rungs[1], tuple(sorted(candidates, key=lambda found: (-found.before - found.after, found.span))))


def candidate(text: str, sought: Quotation, span: Span, distance: int = 0) -> Candidate:
    """A place with the likeness of its context."""
    before = likeness_before(sought.prefix, text, span.start)
    return Candidate(span, distance, before, likeness_after(sought.suffix, text, span.end))


def is_beyond_doubt(sought: Quotation, found: Anchored, policy: AnchoringPolicy) -> bool:
    """Whether one place was found and all that was recorded of its context fits; or nothing was recorded."""
    if not sought.prefix and not sought.suffix:
        return True
    return found.span is not None and min(found.candidates[0].before, found.candidates[0].after) >= policy.context


def _chosen(found: Candidate, sought: Quotation, rung: Rung) -> Anchored:
    return Anchored(Rung.POSITION if found.span.start == sought.start else rung, (found,))


def _with_same_context(text: str, sought: Quotation, starts: Sequence[int], most: int) -> list[int]:
    """The places whose context is the recorded one; with `most`, also of places that `starts` has left out."""
    before, whole = len(sought.prefix), sought.prefix + sought.exact + sought.suffix
    if not most:
        return [start for start in starts if start >= before and text.startswith(whole, start - before)]
    found = [start + before for start in copies_by_reading(text, whole, most)[:most]]
    position = sought.start
    if position is not None and position >= before and text.startswith(whole, position - before):
        found.append(position)
    return found


def _fitting_best(sought: Quotation, candidates: list[Candidate], policy: AnchoringPolicy) -> Candidate | None:
    """The place at the old position where its context fits as well as anywhere; else the one whose context fits better.

    No other place may fit better on either side, and on one side at least the words are like the recorded ones, by
    more than the margin. Context that does not fit counts nothing, so that chance likeness decides nothing.
    """
    fits = [_fit(sought, found, policy) for found in candidates]
    best = max(before for before, _ in fits), max(after for _, after in fits)
    leading = [found for found, fit in zip(candidates, fits, strict=True) if fit == best]
    if not any(best) or not leading:
        return None
    at_position = [found for found in leading if found.span.start == sought.start]
    if at_position or len(leading) > 1:
        return at_position[0] if at_position else None
    others = [fit for fit in fits if fit != best]
    is_ahead = all(any(_is_better(*pair, policy) for pair in zip(best, other, strict=True)) for other in others)
    return leading[0] if is_ahead else None


def _is_better(own: float, other: float, policy: AnchoringPolicy) -> bool:
    return own > other and (own == 1.0 or own - other >= policy.margin / 100)


def _fit(sought: Quotation, found: Candidate, policy: AnchoringPolicy) -> tuple[float, float]:
    """Likeness of what was recorded before and after; 0.0 for what does not fit or was not recorded."""
    before = found.before if sought.prefix and found.before >= policy.context else 0.0
    after = found.after if sought.suffix and found.after >= policy.context else 0.0
    return before, after
