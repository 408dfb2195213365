"""All figures of a judge on one field of a revision, from its items and what is asked (M-72, M-81).

Computed from the first attempt on each item; later ones tell how stable the judge is.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from inspector.figures.figure import Figure, not_measured
from inspector.figures.judge_figures import JudgeFigures, binary
from inspector.figures.reliability import Reliability, reliability
from inspector.figures.scores import RocPoint, auroc, brier, roc
from inspector.figures.stability import Attempt, Stability, stability
from inspector.figures.thresholds import Sweep, sweep
from inspector.judging.judged_items import JudgedItem
from inspector.judging.scoring import (
    Decided,
    Scope,
    Stratum,
    count_exclusions,
    decide,
    score,
    strata_of,
    within,
)
from lineage.evidence.vocabulary import Exclusion

NO_EXPECTED = "No item has an expected label, so there is nothing that the judge could be right or wrong about."
NO_POSITIVE_LABEL = "This field names no label as positive; choose what counts as such."
NO_THRESHOLD = "The judge gives numbers and no labels: say from which one on it says yes."
MOST_VALUES = 20
"""A stratum with more values than this is none to be read as a table."""


class Scores(NamedTuple):
    """What the judge's numbers are worth: over `n` items that have one and an expected label."""

    n: int
    auroc: Figure
    brier: Figure
    reliability: Reliability
    sweep: Sweep
    roc: tuple[RocPoint, ...]


class OfStratum(NamedTuple):
    """The figures of one value of a stratum."""

    name: str
    value: str
    figures: JudgeFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`figures` is None where nothing can be said yet, and `why_not` says why.

    `confusion` counts items by expected label and by what the judge said: its label, or "yes" and "no" by threshold.
    """

    scope: Scope
    items: int
    used: int
    excluded: Mapping[Exclusion, int]
    figures: JudgeFigures | None
    why_not: str
    confusion: Mapping[tuple[str, str], int]
    scores: Scores | None
    stability: Stability
    strata: tuple[OfStratum, ...]


def report(items: Sequence[JudgedItem], scope: Scope, values: Sequence[str]) -> Report:
    """`values` are those of the field, in their order."""
    decided = decide(items, scope)
    why_not = why_no_figures(items, scope)
    return Report(
        scope=scope,
        items=len(within(items, scope)),
        used=len(decided),
        excluded=count_exclusions(items, scope),
        figures=None if why_not else figures_of(decided),
        why_not=why_not,
        confusion=cross(decided, scope),
        scores=score_figures(items, scope),
        stability=stability_of(within(items, scope), values),
        strata=() if why_not else by_stratum(items, decided),
    )


def why_no_figures(items: Sequence[JudgedItem], scope: Scope) -> str:
    """Empty where it is clear what yes and no are."""
    if not has_expected(items):
        return NO_EXPECTED
    if not scope.positive:
        return NO_POSITIVE_LABEL
    if scope.threshold is None and has_scores_only(items):
        return NO_THRESHOLD
    return ""


def has_scores_only(items: Sequence[JudgedItem]) -> bool:
    """Whether the judge gave numbers and nowhere a label."""
    answers = [item.first for item in items if item.first is not None and item.first.is_completed]
    return bool(answers) and all(answer.label is None for answer in answers)


def has_expected(items: Sequence[JudgedItem]) -> bool:
    return any(item.expected is not None for item in items)


def has_scores(items: Sequence[JudgedItem]) -> bool:
    return any(item.first is not None and item.first.score is not None for item in items)


def figures_of(decided: Sequence[Decided]) -> JudgeFigures:
    return binary([one.is_positive for one in decided], [one.is_judged_positive for one in decided])


def cross(decided: Sequence[Decided], scope: Scope) -> dict[tuple[str, str], int]:
    return dict(Counter((one.item.expected or "", said_of(one, scope)) for one in decided))


def said_of(one: Decided, scope: Scope) -> str:
    """What the judge said of an item, as a column of the table."""
    if scope.threshold is not None:
        return "yes" if one.is_judged_positive else "no"
    return (one.item.first.label if one.item.first is not None else None) or ""


def score_figures(items: Sequence[JudgedItem], scope: Scope) -> Scores | None:
    """None where the judge gave no numbers at all, or people no labels that they could be held against."""
    if not has_scores(items) or not has_expected(items):
        return None
    scored = score(items, scope)
    human, given = [one.is_positive for one in scored], [one.score for one in scored]
    if not scope.positive:
        none = not_measured(NO_POSITIVE_LABEL)
        return Scores(len(scored), none, none, Reliability(none, ()), Sweep((), None, NO_POSITIVE_LABEL), ())
    return Scores(
        n=len(scored),
        auroc=auroc(human, given),
        brier=brier(human, given),
        reliability=reliability(human, given),
        sweep=sweep(human, given),
        roc=roc(human, given),
    )


def tune(items: Sequence[JudgedItem], scope: Scope, stratum: Stratum) -> Sweep:
    """The sweep over a stratum of its own: its best threshold is to be used on another one."""
    scored = score(items, Scope(positive=scope.positive, stratum=stratum))
    return sweep([one.is_positive for one in scored], [one.score for one in scored])


def stability_of(items: Sequence[JudgedItem], values: Sequence[str]) -> Stability:
    attempts = {item.id: [Attempt(one.label, one.score) for one in item.answers] for item in items}
    return stability(attempts, values)


def by_stratum(items: Sequence[JudgedItem], decided: Sequence[Decided]) -> tuple[OfStratum, ...]:
    """Of each stratum that divides the set into few parts; none where a stratum has one value only."""
    lines = []
    for name, values in strata_of(items).items():
        if not 1 < len(values) <= MOST_VALUES:
            continue
        for value in values:
            own = [one for one in decided if one.item.strata.get(name) == value]
            if own:
                lines.append(OfStratum(name, value, figures_of(own)))
    return tuple(lines)
