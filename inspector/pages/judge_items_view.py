"""What the list of a judge's items shows, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.pages.calibration_item_view import ItemLine
from inspector.pages.evidence_view import Said
from inspector.pages.judge_batch_view import Option


class AnswerLine(NamedTuple):
    """One answer of the judge. `raw` are its own words as they came; where they may not be read, `why_not` says why."""

    attempt: int
    said: Said
    label: str
    score: float | None
    message: str
    raw: str
    why_not: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedLine:
    """An item as people and the judge labelled it. `url` is that of it alone, with all that the judge said."""

    item: ItemLine
    answers: tuple[AnswerLine, ...]
    outcome: str
    state: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeItemsPage:
    """`said` are the filters in words; `kept` those parameters that no select of the form shows."""

    judge: str
    batch_url: str
    set: str
    revision: int
    field: str
    lines: tuple[JudgedLine, ...]
    total: int
    of: int
    hidden: int
    said: tuple[str, ...]
    outcomes: tuple[Option, ...]
    expected: tuple[Option, ...]
    kept: tuple[tuple[str, str], ...]
    address: str
    whole_url: str
    first_url: str
    next_url: str
    is_single: bool
