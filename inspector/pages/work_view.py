"""What a claim page shows to who works on it, as plain frozen values: the place in a queue, the draft, the way back."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.drafts import Draft
from lineage.evidence.vocabulary import SlotState


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The reader's slot on this claim. `waiting` counts what is theirs in the queue and open, this one included.

    `label_url` is empty but in a queue of labels.
    """

    item: int
    queue: str
    queue_id: str
    queue_url: str
    next_url: str
    state: SlotState
    token: str
    lease_until: datetime | None
    is_blind: bool
    done_today: int
    waiting: int
    label_url: str = ""

    @property
    def is_held(self) -> bool:
        return self.state is SlotState.HELD


class Last(NamedTuple):
    """The verdict that the reader recorded last, to be taken back; on this claim or another."""

    claim: str
    case: str
    recorded_at: datetime
    undo_url: str
    key: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """`goes_on`: after the verdict the next item of the queue comes, not the next claim of the answer."""

    bar: Bar | None = None
    draft: Draft | None = None
    draft_url: str = ""
    step_url: str = ""
    evidence_token: str = ""
    last: Last | None = None
    is_restored: bool = False

    @property
    def goes_on(self) -> bool:
        return self.bar is not None and self.bar.is_held

    @property
    def slot_token(self) -> str:
        return self.bar.token if self.bar is not None and self.bar.is_held else ""
