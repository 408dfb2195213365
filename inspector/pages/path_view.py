"""A path as plain frozen values: its stages and links, and where a picture has them."""

from dataclasses import dataclass
from typing import NamedTuple

BOX = 22


class Stage(NamedTuple):
    """`look` is an origin, "app" for what our producer's code did, "judge", or "absent" where nothing was recorded.

    `subject` is an id, `how` what made it, `marks` what was lost here.
    """

    key: str
    name: str
    look: str
    word: str
    subject: str = ""
    how: str = ""
    digest: str | None = None
    url: str = ""
    marks: tuple[str, ...] = ()


class StageLink(NamedTuple):
    """How one stage came from another: `state` is verified, unverified, missing, failed, same, differs or plain."""

    source: str
    target: str
    state: str
    words: str


class DrawnStage(NamedTuple):
    """A stage with the middle of its box, and the lines below it."""

    stage: Stage
    x: int
    y: int
    lines: tuple[str, ...]
    name: str
    is_here: bool

    @property
    def corner(self) -> tuple[int, int]:
        return self.x - BOX // 2, self.y - BOX // 2


class DrawnLink(NamedTuple):
    link: StageLink
    route: str
    sign: str
    x: int
    y: int


class Flag(NamedTuple):
    """What was lost at a stage, above the picture, with the line that leads down to it."""

    words: str
    x: int
    y: int
    route: str
    is_loss: bool


class Row(NamedTuple):
    """One stage in words: who wrote its words, and each stage that it came from and how."""

    stage: Stage
    words_by: str
    came: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    title: str
    description: str
    width: int
    height: int
    stages: tuple[DrawnStage, ...]
    links: tuple[DrawnLink, ...]
    flags: tuple[Flag, ...]
    rows: tuple[Row, ...]

    @property
    def is_wide(self) -> bool:
        """Whether it would get too small to read on a narrow screen."""
        return self.width > 480
