"""What is looked for in a text, what is found of it, and what counts as found (DESIGN 4)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from lineage.text.normalization import DEFAULT, NormalizationPolicy
from lineage.text.span import Span


class Rung(StrEnum):
    """How a place was found; the values are those of `AnchorMethod`."""

    POSITION = "position"
    EXACT = "exact"
    CONTEXT = "context"
    NORMALIZED = "normalized"
    NORMALIZED_CONTEXT = "normalized_context"
    APPROXIMATE = "approximate"


class Quotation(NamedTuple):
    """Words, and those around them. `start`: where they stood in the text they were taken from, in code points."""

    exact: str
    prefix: str = ""
    suffix: str = ""
    start: int | None = None


class Candidate(NamedTuple):
    """A place, and how well it fits.

    `distance`: edits, in code points, between the quotation and the words there; 0 on the exact rungs. A place found
    by likeness in the normalized view has the distance of the two views.
    `before`, `after`: likeness of the recorded context there, 0..1; 1.0 where none was recorded.
    """

    span: Span
    distance: int
    before: float
    after: float


class Anchored(NamedTuple):
    """`rung`: by which the `candidates` were found, None = nowhere. Best first; several = none of them was chosen.

    `certain`, of an approximate place only: no other place is nearly as like, and the context that was recorded fits
    on both sides. It makes a strong proposal, and no more than a proposal.
    """

    rung: Rung | None = None
    candidates: tuple[Candidate, ...] = ()
    certain: bool = False

    @property
    def span(self) -> Span | None:
        """The one place; None where there is none, or several."""
        return self.candidates[0].span if len(self.candidates) == 1 else None


class AnchoringPolicy(NamedTuple):
    """What counts as found. Lengths in code points; the shipped values were measured (reference speed, A3)."""

    bounds: tuple[tuple[int, int], ...] = ((32, 10), (64, 15), (128, 20))
    """Quotations shorter than the first number may differ in the second of a hundred code points ..."""
    bound: int = 25
    """... and longer ones in so many of a hundred."""
    margin: int = 10
    """A place that is worse by no more than this share of the quotation, in a hundred, is a rival."""
    context: float = 0.6
    """Context that is less like than this does not fit."""
    context_length: int = 32
    """So much of the recorded context is compared, next to the quotation."""
    least_certain: int = 40
    """A shorter quotation is never certain by likeness."""
    longest: int = 20_000
    """A longer quotation is not looked for by likeness: the time grows with its square."""
    most_copies: int = 500
    """Of more equal places only those whose context is equal too are told apart; no more are returned."""
    normalization: NormalizationPolicy = DEFAULT

    def most_edits(self, length: int) -> int:
        """Edits within which words are like a quotation of so many code points."""
        for limit, share in self.bounds:
            if length < limit:
                return length * share // 100
        return length * self.bound // 100

    def margin_of(self, length: int) -> int:
        """Edits by which a rival of the likest place may be worse."""
        return length * self.margin // 100


ANCHORING = AnchoringPolicy()
