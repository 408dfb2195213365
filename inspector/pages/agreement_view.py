"""What the pages of agreement show, as plain frozen values: figures, what they count, and where that is listed."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from inspector.figures.charts import Bar, Whisker
from inspector.figures.figure import Figure
from inspector.figures.frames import Frame
from lineage.evidence.vocabulary import Exclusion

MOST_TABLES = 6
MARGIN = 8
"""Pixels beside the axis of intervals, so that an end on its edge is seen."""


class Links(Protocol):
    """Where the items are listed that a number counts, and where a question of its own is asked."""

    def used(self) -> str: ...

    def alike(self, *, agree: bool) -> str: ...

    def excluded(self, reason: Exclusion) -> str: ...

    def said(self, value: str) -> str: ...

    def of_pair(self, first: str, second: str) -> str: ...

    def cell(self, first: str, second: str, said_first: str, said_second: str) -> str: ...

    def label_page(self, value: str) -> str: ...

    def pair_page(self, first: str, second: str) -> str: ...

    def sizes_page(self, number: int) -> str: ...


class FigureLine(NamedTuple):
    """A figure under its name, what it says, and where its interval is drawn; `left_out` resamples have none."""

    name: str
    label: str
    meaning: str
    figure: Figure
    form: str = ""
    whisker: Whisker | None = None
    left_out: int = 0


class Counted(NamedTuple):
    """A number of items or ratings with its words, and where it is listed; empty where it is not."""

    name: str
    label: str
    meaning: str
    number: int
    url: str = ""


class LabelLine(NamedTuple):
    """A value: how often it was said among the used, and how far people agree on it alone."""

    value: str
    label: str
    ratings: int
    url: str
    page_url: str
    bar: Bar
    figures: tuple[FigureLine, ...]


class CellView(NamedTuple):
    """`level` is from 0 to 5, the share of its row."""

    number: int
    url: str
    level: int
    is_equal: bool


class RowView(NamedTuple):
    label: str
    cells: tuple[CellView, ...]


class TableView(NamedTuple):
    """What one said (rows) against what another said, or what is expected against what was said."""

    row_name: str
    column_name: str
    columns: tuple[str, ...]
    rows: tuple[RowView, ...]


class PairPanel(NamedTuple):
    """`key` is both raters as an address names them."""

    key: str
    first: str
    second: str
    number: int
    url: str
    page_url: str
    figures: tuple[FigureLine, ...]
    table: TableView


class GroupLine(NamedTuple):
    """A queue or source with its own figures."""

    name: str
    url: str
    used: int
    figures: tuple[FigureLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FiguresPanel:
    """`said` is the one plain sentence; `aside` are figures that say nothing of such values, each with its reason.

    `caution` says what a reader might take wrongly. `frame` is that of all whiskers, None where no interval is known.
    """

    said: str
    caution: str
    lines: tuple[FigureLine, ...]
    aside: tuple[FigureLine, ...]
    frame: Frame | None
    used: Counted
    units: int
    n_ratings: int
    unit_name: str
    excluded: tuple[Counted, ...]
    left_out: tuple[Counted, ...]
    sizes: tuple[Counted, ...]
    labels: tuple[LabelLine, ...]
    pairs: tuple[PairPanel, ...]
    pairs_left_out: int
    raters: tuple[tuple[str, int], ...]
    alike: tuple[Counted, ...] = ()

    @property
    def are_pairs_few(self) -> bool:
        """Whether there is room for what each two said, one against the other."""
        return len(self.pairs) <= MOST_TABLES

    @property
    def axis(self) -> tuple[int, int, float, float]:
        """Of the picture of intervals: where it begins, how wide it is, and where 0 and 1 are."""
        if self.frame is None:
            return 0, 0, 0.0, 0.0
        frame = self.frame
        return frame.left - MARGIN, frame.right - frame.left + 2 * MARGIN, frame.x(0.0), frame.x(1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPanel:
    """Intervals of this page: whether they are there, how far they are, and whether they still hold."""

    ask_url: str
    page_url: str
    poll_url: str = ""
    word: str = ""
    state: str = "none"
    is_open: bool = False
    is_done: bool = False
    is_outdated: bool = False
    may_ask: bool = True
    done: int = 0
    total: int = 0
    seed: int = 0
    items: int = 0
    procedure: str = ""
    message: str = ""
    delay: str = ""
    computed_at: datetime | None = None
    polled: bool = False

    @property
    def percent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


class Option(NamedTuple):
    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementPage:
    """`narrowed` says in words what narrows the figures beside the form; each with the address without it."""

    fields: tuple[Counted, ...]
    field: str
    queues: tuple[Option, ...]
    source: str
    is_blind: bool
    kept: tuple[tuple[str, str], ...]
    whole_url: str
    narrowed: tuple[tuple[str, str], ...]
    panel: FiguresPanel
    hides_any: bool
    groups: tuple[GroupLine, ...]
    groups_more: int
    groups_by: str
    other_by: tuple[str, str]
    job: JobPanel
    is_empty_house: bool
