"""What the figures page of a judge shows, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.figures.correlation import Correlation
from inspector.figures.figure import Figure
from inspector.figures.plots import Plot
from inspector.figures.stability import Stability
from inspector.pages.judge_view import BatchLine, CertificateLine


class Option(NamedTuple):
    value: str
    label: str
    is_chosen: bool


class FigureLine(NamedTuple):
    """A figure with what it says; `bound` is its lower bound, `url` leads to the items it rests on, `of` says which."""

    name: str
    label: str
    figure: Figure
    bound: Figure | None
    of: str
    url: str
    meaning: str


class Outcome(NamedTuple):
    """One of the four: how many items, and which."""

    name: str
    label: str
    n: int
    url: str


class CrossCell(NamedTuple):
    """`level` is 0 where nothing is counted, to 5 for the whole row; `state` says whether judge and people agree."""

    n: int
    url: str
    level: int
    state: str


class CrossRow(NamedTuple):
    label: str
    cells: tuple[CrossCell, ...]
    total: int


class Excluded(NamedTuple):
    """Items that do not count, and why; hidden ones lead nowhere."""

    label: str
    meaning: str
    n: int
    url: str


class BinLine(NamedTuple):
    words: str
    n: int
    url: str
    positive: int
    mean_score: float | None
    share: Figure


class SweepLine(NamedTuple):
    threshold: float
    url: str
    f1: Figure
    tpr: Figure
    tnr: Figure
    accuracy: Figure
    is_best: bool
    is_used: bool


class StratumLine(NamedTuple):
    name: str
    value: str
    url: str
    n: int
    items_url: str
    lines: tuple[FigureLine, ...]


class Corner(NamedTuple):
    threshold: float | None
    tpr: float
    fpr: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorePanel:
    """What the judge's numbers are worth, each plot with its table. `why_not` is empty where they are probabilities."""

    n: int
    url: str
    lines: tuple[FigureLine, ...]
    reliability: Plot | None
    bins: tuple[BinLine, ...]
    sweep: Plot | None
    thresholds: tuple[SweepLine, ...]
    best: SweepLine | None
    roc: Plot | None
    corners: tuple[Corner, ...]
    why_not: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StabilityPanel:
    """`labels` are each with its attempts, its items, and the items on which it was always said."""

    found: Stability
    labels: tuple[tuple[str, int, int, int], ...]
    repeated_url: str
    equal_url: str
    differ_url: str
    failed_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedForm:
    """The form above the figures, as it was sent."""

    positive: tuple[Option, ...]
    strata: tuple[Option, ...]
    tune: tuple[Option, ...]
    threshold: str
    error: str
    takes_threshold: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchPage:
    """`figures` are empty where nothing can be said yet, and `why_not` says why."""

    judge: str
    judge_url: str
    line: BatchLine
    set_url: str
    mapping: tuple[tuple[str, str], ...]
    unmatched: tuple[str, ...]
    unmatched_more: int
    file_name: str
    form: AskedForm
    asked: tuple[str, ...]
    items: int
    items_url: str
    used: int
    used_url: str
    excluded: tuple[Excluded, ...]
    why_not: str
    threshold: float | None
    threshold_from: str
    figures: tuple[FigureLine, ...]
    outcomes: tuple[Outcome, ...]
    columns: tuple[str, ...]
    rows: tuple[CrossRow, ...]
    scores: ScorePanel | None
    stability: StabilityPanel
    correlation: Correlation | None
    correlation_url: str
    strata: tuple[StratumLine, ...]
    certificates: tuple[CertificateLine, ...]
    certify_url: str
