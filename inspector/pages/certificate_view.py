"""What the page of a certificate shows, as plain frozen values."""

from dataclasses import dataclass
from typing import NamedTuple

from inspector.figures.figure import Figure
from inspector.figures.judge_figures import BOUND
from inspector.pages.judge_view import CertificateLine


class CertifiedFigure(NamedTuple):
    """`bound` is its lower bound, and `asked` what was asked of that beforehand."""

    name: str
    label: str
    figure: Figure
    bound: Figure | None
    asked: float | None


class CertifiedCount(NamedTuple):
    name: str
    label: str
    n: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatePage:
    """`figures` are empty while the reader is to judge a claim of the set blind, and `why_not` says so.

    `tests_before` are earlier tests of the same configuration on the same revision; `by` is a name even to whom it
    names, since the page is printed.
    """

    judge: str
    judge_url: str
    by: str
    line: CertificateLine
    sentence: str
    batch_url: str
    revision_url: str
    threshold: float | None
    threshold_from: str
    part: str
    counts: tuple[CertifiedCount, ...]
    figures: tuple[CertifiedFigure, ...]
    why_not: str
    excluded: tuple[tuple[str, int], ...]
    stable: Figure | None
    repeated: int
    conditions: tuple[tuple[str, str], ...]
    digests: tuple[tuple[str, str], ...]
    tests_before: int
    bound: str = BOUND
