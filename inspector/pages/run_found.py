"""A relocation as it was recorded: where the cited words stood, where they stand now, and what was offered. Pure."""

from dataclasses import dataclass
from typing import Any

from inspector.pages.run_details import Candidate, Details
from inspector.pages.run_texts import Place
from lineage.evidence.vocabulary import CLEAN_OUTCOMES, RelocationOutcome
from lineage.text.span import Span


@dataclass(frozen=True, slots=True)
class Found:
    """A relocation row, with what `run_changes.find_relocation` names beside it, and its places."""

    row: Any
    details: Details

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.details.candidates

    @property
    def outcome(self) -> RelocationOutcome:
        return RelocationOutcome(self.row.outcome)

    @property
    def key(self) -> str:
        """By public id and place in the answer: a row id in an address would count other tenants' rows (G2)."""
        return f"{self.row.answer_public_id}-{self.row.ordinal}"

    @property
    def has_other_neighbours(self) -> bool:
        """Whether the words are the same and a sentence before or after them is not."""
        return self.outcome in CLEAN_OUTCOMES and self.row.changed is not None

    @property
    def old(self) -> Place | None:
        row = self.row
        has_place = row.was_key is not None and row.start is not None
        return Place(row.was_key, Span(row.start, row.end)) if has_place else None

    @property
    def new(self) -> Place | None:
        """Where the words stand, or where they may; None where several places are equally good."""
        row = self.row
        if row.now_key is not None and row.now_start is not None:
            return Place(row.now_key, Span(row.now_start, row.now_end))
        is_one = self.candidates and self.outcome is not RelocationOutcome.AMBIGUOUS
        return self.candidates[0].place if is_one else None

    @property
    def at_old_offsets(self) -> Place | None:
        """The place in the new text that the recorded offsets name, where other words stand there."""
        row = self.row
        target = row.now_key or (self.candidates[0].place.artifact if self.candidates else None)
        is_known = row.drifted and target is not None and row.start is not None
        return Place(target, Span(row.start, row.end)) if is_known else None

    @property
    def places(self) -> tuple[Place, ...]:
        every = (self.old, self.new, self.at_old_offsets, *(candidate.place for candidate in self.candidates))
        return tuple(place for place in every if place is not None)
