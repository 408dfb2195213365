"""The figures of a scope: from what people said to how far they agree, for pages and for workers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from inspector.agreeing.patterns import Pattern, Tabulated, tabulate
from inspector.agreeing.revision_ratings import read_revision
from inspector.agreeing.scopes import REVISION, Scope
from inspector.agreeing.verdict_ratings import read_patterns, values_of
from inspector.figures.agreement import Agreement, agreement, overall
from inspector.figures.figure import Figure
from inspector.figures.measures import Measure
from inspector.figures.tally import tally
from lineage.access import Action, Reader, require
from lineage.evidence.vocabulary import Scale

MOST_KEPT = 32


@dataclass(frozen=True, slots=True)
class Measured:
    counted: Tabulated
    agreement: Agreement


def read_ratings(reader: Reader, scope: Scope) -> Tabulated:
    """Raises NotAllowed, and NotVisible for a queue, a revision or a field that is not there."""
    require(reader, Action.READ_FIGURES)
    if scope.of == REVISION:
        found = read_revision(reader, scope)
        values, scale = found.field.values, found.field.scale
        return tabulate(found.patterns, values, scale, label=scope.label, ratings=scope.ratings)
    patterns = read_patterns(reader, scope)
    return tabulate(patterns, values_of(scope), Scale.NOMINAL, label=scope.label, ratings=scope.ratings)


def measure(
    patterns: Sequence[Pattern], values: tuple[str, ...], scale: Scale, label: str = "", ratings: int = 0
) -> Measured:
    counted = tabulate(patterns, values, scale, label=label, ratings=ratings)
    return Measured(counted, agreement(counted.ratings))


@lru_cache(maxsize=MOST_KEPT)
def measure_again(
    patterns: tuple[Pattern, ...], values: tuple[str, ...], scale: Scale, label: str = "", ratings: int = 0
) -> Measured:
    """As `measure`. The same ratings have the same figures: they are computed once a process, never kept longer.

    For patterns that hold no rows of items; the database is asked for them each time.
    """
    return measure(patterns, values, scale, label, ratings)


def measure_briefly(
    patterns: Sequence[Pattern], values: Sequence[str], scale: Scale, label: str = "", ratings: int = 0
) -> dict[Measure, Figure]:
    """The figures over all alone: each way in which items were rated counts as often as there are such items."""
    rated = [one for one in patterns if one.said and ratings in (0, len(one.said))]
    once = tabulate([one._replace(number=1) for one in rated], values, scale, label=label)
    return overall(tally(once.ratings), np.array([one.number for one in rated], dtype=np.float64))
