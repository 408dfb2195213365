"""What the page of character origins shows: a text in pieces, and beside it where one character comes from."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.evidence_view import Said


class TextLink(NamedTuple):
    """A text of the answer to point into. `labels` are those under which it was given to the generator."""

    name: str
    key: str
    labels: str
    url: str
    is_here: bool


class TextGroup(NamedTuple):
    """Texts of one sort; `more` of them are not listed."""

    heading: str
    texts: tuple[TextLink, ...]
    more: int = 0


class OriginPiece(NamedTuple):
    """A stretch with one origin, as a link to its first character; `blank` says what a reader cannot see."""

    words: str
    start: int
    query: str
    look: str
    is_here: bool
    blank: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointedText:
    """The text pointed into: a window of it around the character, in pieces."""

    name: str
    pieces: tuple[OriginPiece, ...]
    start: int
    end: int
    length: int
    language: str
    direction: str
    earlier: str
    later: str


class PlaceLine(NamedTuple):
    """One row of the table of places."""

    source: str
    version: str
    artifact: str
    characters: str
    bytes: str
    subject: str
    how: str
    url: str


class StepLine(NamedTuple):
    """One recorded step on the way, nearest first; `said` tells whether its map holds."""

    name: str
    sentence: str
    said: Said
    note: str
    url: str


class Referred(NamedTuple):
    """A citation of the claim at this character: what the words refer to."""

    name: str
    said: Said
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginPanel:
    """Where one character comes from; of a source that the viewer may not read, only that it is one."""

    position: int
    character: str
    code_point: str
    name: str
    said: Said
    sentence: str
    notes: tuple[str, ...] = ()
    places: tuple[PlaceLine, ...] = ()
    steps: tuple[StepLine, ...] = ()
    referred: tuple[Referred, ...] = ()
    previous: str = ""
    following: str = ""


class KindLine(NamedTuple):
    """One entry of the legend."""

    label: str
    meaning: str
    look: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginPage:
    """`message` says what is wrong with the address, or why there is no text; `panel` is None then."""

    answer_url: str
    case: str
    response_version: str
    wanted: str
    at: str
    groups: tuple[TextGroup, ...]
    masked: int
    text: PointedText | None
    panel: OriginPanel | None
    message: str
    kinds: tuple[KindLine, ...]
