"""The parts of the answer page have each a name, an address, and a state of their own. Pure."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from inspector.pages.evidence_view import Said

RegionState = Literal["recorded", "partial", "empty", "masked", "absent"]

STATES: dict[RegionState, Said] = {
    "recorded": Said("recorded", "pass"),
    "partial": Said("partly recorded", "unclear"),
    "empty": Said("recorded, and empty", "none"),
    "masked": Said("partly masked", "absent"),
    "absent": Said("not recorded", "absent"),
}


class Region(NamedTuple):
    """`missing` says what nobody recorded, `advice` what to instrument so that the next answer has it."""

    id: str
    title: str
    state: RegionState = "recorded"
    missing: str = ""
    advice: str = ""

    @property
    def said(self) -> Said:
        return STATES[self.state]


class Fact(NamedTuple):
    """A name and what was recorded under it; None is not recorded, `is_masked` that it was and may not be read."""

    name: str
    value: str | None
    is_masked: bool = False


class Passage(NamedTuple):
    """A passage by its names, never by its words: `url` opens its source where the viewer may."""

    key: str = ""
    label: str = ""
    title: str = ""
    origin: str = ""
    url: str = ""
    is_masked: bool = False
    is_known: bool = True

    @property
    def is_generated(self) -> bool:
        return self.origin in ("generated", "mixed")


@dataclass(frozen=True, slots=True)
class Listed:
    """How many of how many stand in a long list, and where all of them do."""

    shown: int
    total: int
    url: str = ""

    @property
    def is_cut(self) -> bool:
        return self.shown < self.total
