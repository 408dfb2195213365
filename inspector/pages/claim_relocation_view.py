"""What runs found of a claim's citations: as it is read, and as the claim page shows it. Plain frozen values."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from inspector.pages.evidence_view import Difference, Said
from lineage.evidence.vocabulary import AnchorMethod, RelocationOutcome, RelocationRuling, RunTrigger, WordingChange
from lineage.text.span import Span

# Of each citation so many runs are shown, and of a run so many places.
SHOWN, PLACES = 4, 3


class Placed(NamedTuple):
    """A place in a text, by the key of its artifact."""

    artifact: str
    span: Span


class Ruled(NamedTuple):
    """What a person said last; `candidate` is the number of the place that was accepted, where there are several."""

    ruling: RelocationRuling
    candidate: int | None
    at: datetime
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Relocated:
    """A relocation with its run. `at` is when the run ended, else began; `source`, `version` are those it looked in.

    `key` names it within its run: by the answer and the citation's place in it.
    """

    key: str
    citation: str
    ordinal: int
    outcome: RelocationOutcome
    method: AnchorMethod | None
    was: Placed | None
    now: Placed | None
    candidates: tuple[Placed, ...]
    changes: tuple[WordingChange, ...]
    drifted: bool
    changed: bytes | None
    source: str
    version: str
    run: str
    trigger: RunTrigger
    at: datetime
    ruled: Ruled | None
    decisions: int

    @property
    def places(self) -> tuple[Placed, ...]:
        """Where the words stand, or may stand; the first is the likest."""
        return (self.now,) if self.now is not None else self.candidates


class LaterText(NamedTuple):
    """A text of a version that the viewer may read. None where its words are not kept."""

    version: str
    text: str | None


class PlaceLine(NamedTuple):
    """A place in the new text: its number among the candidates, its words against the old ones, its address."""

    number: int
    where: str
    url: str
    difference: Difference | None
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingForm:
    """To accept one of the places, or to reject them. `likest` is the number of the one that is chosen beforehand.

    `key` makes that the same form sent twice is one record, `seen` that nobody decides past another's decision.
    """

    action: str
    key: str
    seen: int
    hint: str
    likest: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RelocationLine:
    """One relocation of the selected citation. With `why_masked` nothing else of it is said but that there is one."""

    version: str
    version_url: str
    run_url: str
    trigger: str
    at: datetime
    said: Said
    how: str
    changes: tuple[str, ...]
    drifted: str
    places: tuple[PlaceLine, ...]
    more: int
    note: str
    ruled: Said | None
    ruled_at: datetime | None
    form: RulingForm | None
    why_masked: str = ""

    @property
    def several(self) -> bool:
        """Whether there are several places, so that one has to be chosen."""
        return len(self.places) + self.more > 1


class ChangedLine(NamedTuple):
    """What became of one citation: its outcome with the version, the named changes, and old words against new."""

    marker: str
    said: Said
    version: str
    changes: str
    difference: Difference | None


class LaterNote(NamedTuple):
    """For the top of the page: that words of this claim are others in a later version; empty where it is closed."""

    said: Said
    version: str


class RelocatedTab(NamedTuple):
    """The newest relocation of another citation of the claim, in short."""

    marker: str
    url: str
    said: Said
    version: str
    changes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RelocationsPanel:
    """Newest first; `more` says that there are older ones, which the pages of the runs show."""

    lines: tuple[RelocationLine, ...]
    others: tuple[RelocatedTab, ...]
    why_none: str
    more: bool
