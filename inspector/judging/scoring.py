"""How a judge's answers are read as yes or no, which items count, and why the others do not (M-72, M-81). Pure rules.

A score above a threshold is read as positive, or a label that is one of the positive ones; never one beside the other.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from inspector.judging.judged_items import Answer, JudgedItem
from lineage.evidence.vocabulary import Exclusion, JudgeStatus

Stratum = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is asked: which labels are positive, from which score on (None: labels are compared), in which stratum."""

    positive: tuple[str, ...]
    threshold: float | None = None
    stratum: Stratum | None = None

    def having(self, threshold: float | None) -> "Scope":
        return replace(self, threshold=threshold)


class Decided(NamedTuple):
    """An item that counts: whether it is positive by its expected label, and by the judge."""

    item: JudgedItem
    is_positive: bool
    is_judged_positive: bool

    @property
    def outcome(self) -> str:
        return OUTCOMES[self.is_positive, self.is_judged_positive]


class Scored(NamedTuple):
    """An item with an expected label and a number of the judge."""

    item: JudgedItem
    is_positive: bool
    score: float


OUTCOMES: Mapping[tuple[bool, bool], str] = {
    (True, True): "tp",
    (False, True): "fp",
    (True, False): "fn",
    (False, False): "tn",
}


def exclusion_of(item: JudgedItem, scope: Scope) -> Exclusion | None:
    """Why an item does not count; None where it does."""
    found = settled_exclusion(item)
    if found is not None:
        return found
    answer = item.first
    if answer is None:
        return Exclusion.NOT_RUN
    if scope.threshold is not None:
        return Exclusion.NO_SCORE if answer.score is None else None
    return Exclusion.NO_VALUE if answer.label is None else None


def settled_exclusion(item: JudgedItem) -> Exclusion | None:
    """As `exclusion_of`, whatever form the judge's answer has."""
    if item.is_hidden:
        return Exclusion.HIDDEN
    if not item.is_comparable:
        return Exclusion.NOT_COMPARABLE
    if item.expected is None:
        return Exclusion.NOT_SETTLED
    answer = item.first
    if answer is None or answer.status is JudgeStatus.NOT_RUN:
        return Exclusion.NOT_RUN
    return None if answer.is_completed else Exclusion.JUDGE_ERROR


def is_judged_positive(answer: Answer, scope: Scope) -> bool:
    """Of an answer that `exclusion_of` lets count."""
    if scope.threshold is not None:
        return answer.score is not None and answer.score > scope.threshold
    return answer.label in scope.positive


def within(items: Iterable[JudgedItem], scope: Scope) -> list[JudgedItem]:
    return [item for item in items if item.is_in(scope.stratum)]


def decide(items: Iterable[JudgedItem], scope: Scope) -> list[Decided]:
    """Those of the scope's stratum that count, in their order."""
    return [
        Decided(item, item.expected in scope.positive, is_judged_positive(item.first, scope))
        for item in within(items, scope)
        if item.first is not None and exclusion_of(item, scope) is None
    ]


def score(items: Iterable[JudgedItem], scope: Scope) -> list[Scored]:
    """Those of the stratum with an expected label and a number, whatever the threshold."""
    return [
        Scored(item, item.expected in scope.positive, item.first.score)
        for item in within(items, scope)
        if settled_exclusion(item) is None and item.first is not None and item.first.score is not None
    ]


def count_exclusions(items: Sequence[JudgedItem], scope: Scope) -> dict[Exclusion, int]:
    """How many of the stratum's items do not count, by reason, in the order of the vocabulary."""
    found = Counter(exclusion_of(item, scope) for item in within(items, scope))
    return {reason: found[reason] for reason in Exclusion if found[reason]}


def strata_of(items: Iterable[JudgedItem]) -> dict[str, list[str]]:
    """Names of strata with their values, each in order."""
    found: dict[str, set[str]] = {}
    for item in items:
        for name, value in item.strata.items():
            found.setdefault(name, set()).add(value)
    return {name: sorted(values) for name, values in sorted(found.items())}
