"""Where more words than are compared as a whole stand now, such as a whole source: by their two ends. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from lineage.evidence.relocation_places import Found, Place, find_places, quotation_of
from lineage.evidence.relocation_targets import Targets
from lineage.text.anchoring import AnchoringPolicy, Rung
from lineage.text.edit_distance import edit_distance
from lineage.text.span import Span
from lineage.text.wording import differing

_END = 600
# So many code points are compared to the letter.
_COMPARED = 20_000


def find_by_ends(
    old: str, spans: Sequence[Span], new: Targets, policy: AnchoringPolicy
) -> list[Found]:
    """For each span longer than what is looked for by likeness, the words between where its two ends are found.

    Nothing for shorter spans, where an end is not sure, and where the length is another by more than the bound of the
    policy. `distance` is a bound where more than _COMPARED code points in one piece are other ones.
    """
    long = [span for span in dict.fromkeys(spans) if span.length > policy.longest]
    firsts = [Span(span.start, min(span.end, span.start + _END)) for span in long]
    lasts = [Span(max(span.start, span.end - _END), span.end) for span in long]
    heads = find_places([quotation_of(old, first, policy) for first in firsts], new)
    tails = find_places([quotation_of(old, last, policy) for last in lasts], new)
    found = {
        span: _between(old, span, head, tail, new, policy)
        for span, head, tail in zip(long, heads, tails, strict=True)
    }
    return [found.get(span, Found()) for span in spans]


def _between(
    old: str, span: Span, head: Found, tail: Found, new: Targets, policy: AnchoringPolicy
) -> Found:
    if not (head.is_sure_of_first and tail.is_sure_of_first) or head.places[0].target != tail.places[0].target:
        return Found()
    target, low, high = head.places[0].target, head.places[0].span.start, tail.places[0].span.end
    if low >= high or abs(high - low - span.length) > policy.most_edits(span.length):
        return Found()
    place = Span(low, high)
    was, now = differing(span.slice(old), place.slice(new.texts[target]))
    is_compared = max(len(was), len(now)) <= _COMPARED
    distance = edit_distance(was, now) if is_compared else max(len(was), len(now))
    return Found(Rung.APPROXIMATE, (Place(target, place, distance),), is_sure_of_first=True)
