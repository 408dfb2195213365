"""The outcome for one cited span, from the places that were found and the sentences around them. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lineage.evidence.digests import Digest, digest_json
from lineage.evidence.relocation_home import Home
from lineage.evidence.relocation_places import MOST_PLACES, Found, Place
from lineage.evidence.relocation_targets import Targets
from lineage.evidence.relocation_words import Pair, Wording, has_equal_surroundings
from lineage.evidence.terms.work import AnchorMethod, RelocationOutcome, WordingChange
from lineage.text.anchoring import AnchoringPolicy, Rung
from lineage.text.span import Span

CLEAN = {
    Rung.POSITION: RelocationOutcome.UNCHANGED,
    Rung.EXACT: RelocationOutcome.RELOCATED_EXACT,
    Rung.CONTEXT: RelocationOutcome.RELOCATED_EXACT,
    Rung.NORMALIZED: RelocationOutcome.RELOCATED_NORMALIZED,
    Rung.NORMALIZED_CONTEXT: RelocationOutcome.RELOCATED_NORMALIZED,
}

# Of fewer code points than this so many are no measure: "24 months" and "12 months" stand for each other.
_SHORT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What became of one cited span.

    `new`, in text number `target`, is set for the clean outcomes only; places that a person may choose are in
    `candidates`, best first. `changes` name what is another in the words or their sentence. `drifted`: at the old
    offsets other words stand now (S3-55). `context_changed`: the rest of the sentence, or the one before or after, is
    another under the policy. `changed`: None where nothing of all this is another, so that a verdict stays fresh; else
    a digest of the words as they are now, without offsets and ids: the same words give the same digest in every run.
    """

    citation: int
    outcome: RelocationOutcome
    method: AnchorMethod | None = None
    old: Span | None = None
    target: int | None = None
    new: Span | None = None
    candidates: tuple[Place, ...] = ()
    changes: tuple[WordingChange, ...] = ()
    drifted: bool = False
    changed: Digest | None = None
    context_changed: bool = False


def nowhere(citation: int, outcome: RelocationOutcome, old: Span | None) -> Moved:
    """Without a place, so that the outcome is all there is to digest."""
    return Moved(citation=citation, outcome=outcome, old=old, changed=digest_json([outcome]))


class Comparison:
    """The old text against those of the new version. Each `Moved` is of citation 0: several may share a span."""

    def __init__(self, old: str, new: Targets, policy: AnchoringPolicy) -> None:
        self._old = old
        self._new = new.texts
        self._wording = Wording(policy.normalization)
        self._few = policy.least_certain
        self._pairs: dict[tuple[Span, Place], Pair] = {}

    def find_outcome(self, span: Span, found: Found) -> Moved | None:
        """None where it depends on where the sentences of the span are today."""
        if found.rung is None:
            return None
        if not found.is_sure_of_first:
            return self._ambiguous(span, found)
        place = found.places[0]
        if found.rung not in CLEAN:
            return self._likely(span, found)
        if has_equal_surroundings(self._old, span, self._new[place.target], place.span):
            return self._clean(span, place, found.rung, None)
        pair = self._pair(span, place)
        return self._clean(span, place, found.rung, pair) if pair.is_own_same and pair.is_around_same else None

    def outcome(self, span: Span, found: Found, home: Home) -> Moved:
        """`home`: what stands today in the place of the cited words, where their sentences are."""
        if found.rung is not None:
            return self._moved(span, found, found.rung, home)
        likest = Found(Rung.APPROXIMATE, home.places)
        if home.places:
            return self._likely(span, likest) if home.is_sure_of_first else self._ambiguous(span, likest)
        drifted = all(self._has_drifted(span, text) for text in self._new)
        return replace(nowhere(0, RelocationOutcome.LOST, span), drifted=drifted)

    def _moved(self, span: Span, found: Found, rung: Rung, home: Home) -> Moved:
        """The words stand there, among other words than before."""
        place = found.places[0]
        elsewhere = [other for other in home.places if not _is_at(place, other)]
        alike = [other for other in elsewhere if other.distance * 4 <= max(span.length, _SHORT)]
        pair = self._pair(span, place)
        at_home = home.is_alone and bool(home.places) and not elsewhere
        if alike and not (pair.is_own_same and pair.is_known(self._few, at_home=at_home)):
            places = (place, *sorted(alike, key=lambda other: other.distance))
            return self._ambiguous(span, found._replace(places=places[:MOST_PLACES]))
        if pair.named:
            return self._open(span, found, RelocationOutcome.TEXT_CHANGED, pair)
        # Few words, and words of several places, may be said of something else.
        if not pair.is_known(self._few, at_home=at_home):
            return self._open(span, found, RelocationOutcome.PROPOSED, pair)
        return self._clean(span, place, rung, pair)

    def _clean(self, span: Span, place: Place, rung: Rung, pair: Pair | None) -> Moved:
        """`pair`: None where the surroundings are known to be equal."""
        is_same = pair is None or (pair.is_own_same and pair.is_around_same)
        return Moved(
            citation=0,
            outcome=CLEAN[rung],
            method=AnchorMethod(rung.value),
            old=span,
            target=place.target,
            new=place.span,
            drifted=self._has_drifted(span, self._new[place.target]),
            changed=None if pair is None or is_same else pair.digest("clean"),
            context_changed=not is_same,
        )

    def _likely(self, span: Span, found: Found) -> Moved:
        pair = self._pair(span, found.places[0])
        outcome = RelocationOutcome.TEXT_CHANGED if pair.named else RelocationOutcome.PROPOSED
        return self._open(span, found, outcome, pair)

    def _open(self, span: Span, found: Found, outcome: RelocationOutcome, pair: Pair) -> Moved:
        """A place is known, and a person says whether it is the one."""
        is_context_same = pair.is_around_same and (found.rung not in CLEAN or pair.is_own_same)
        return Moved(
            citation=0,
            outcome=outcome,
            method=_method(found),
            old=span,
            candidates=found.places,
            changes=pair.named,
            drifted=self._has_drifted(span, self._new[found.places[0].target]),
            changed=pair.digest(outcome),
            context_changed=not is_context_same,
        )

    def _ambiguous(self, span: Span, found: Found) -> Moved:
        return replace(
            nowhere(0, RelocationOutcome.AMBIGUOUS, span),
            method=_method(found),
            candidates=found.places,
            drifted=self._has_drifted(span, self._new[found.places[0].target]),
        )

    def _has_drifted(self, span: Span, text: str) -> bool:
        return text[span.start : span.end] != self._old[span.start : span.end]

    def _pair(self, span: Span, place: Place) -> Pair:
        key = span, place
        if key not in self._pairs:
            self._pairs[key] = Pair(self._old, span, self._new[place.target], place.span, self._wording)
        return self._pairs[key]


def _method(found: Found) -> AnchorMethod | None:
    return None if found.rung is None else AnchorMethod(found.rung.value)


def _is_at(place: Place, other: Place) -> bool:
    return place.target == other.target and place.span.intersect(other.span) is not None
