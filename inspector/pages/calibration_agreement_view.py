"""What the page of agreement in a frozen set shows beside the figures that verdicts have, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.figures.charts import Bar
from inspector.figures.figure import Figure
from inspector.pages.agreement_view import Counted, FiguresPanel, JobPanel, TableView


class ExpectedLine(NamedTuple):
    """How many items are expected to have a value."""

    value: str
    number: int
    url: str
    bar: Bar


class AgainstPanel(NamedTuple):
    """One rater against what is expected of the same items."""

    key: str
    name: str
    number: int
    accuracy: Figure
    macro_f1: Figure
    labels: tuple[tuple[str, Figure, Figure, Figure], ...]
    table: TableView


class MajorityPanel(NamedTuple):
    """`lines` are equal, tie and differs; `has_adjudicators`: their votes are in this majority, and here alone."""

    lines: tuple[Counted, ...]
    left_out: int
    has_adjudicators: bool


class MeanLine(NamedTuple):
    value: str
    url: str
    units: int
    mean: Figure


class MeanTable(NamedTuple):
    """Means by the values of one stratum; `more` values are not shown."""

    stratum: str
    lines: tuple[MeanLine, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAgreementPage:
    """`narrowed` says what narrows the figures, each with the address without it; `strata` offer to narrow them."""

    set: str
    set_url: str
    revision: int
    revision_url: str
    field: str
    scale: str
    fields: tuple[Counted, ...]
    narrowed: tuple[tuple[str, str], ...]
    strata: tuple[tuple[str, tuple[Counted, ...]], ...]
    panel: FiguresPanel
    job: JobPanel
    hides_any: bool
    with_adjudicators: Figure | None
    adjudicated: int
    expected: tuple[ExpectedLine, ...]
    against: tuple[AgainstPanel, ...]
    against_more: int
    majority: MajorityPanel | None
    means: tuple[MeanTable, ...]
