"""Which items of a judge's results a number counts: every number on its pages leads to a list by these filters."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inspector.judging.judged_items import JudgedItem
from inspector.judging.scoring import (
    OUTCOMES,
    Scope,
    exclusion_of,
    is_judged_positive,
    settled_exclusion,
    within,
)
from inspector.pages.calibration_words import value_label
from inspector.pages.judge_reasons import reason_words
from lineage.evidence.vocabulary import Exclusion

LONGEST = 200
OUTCOME_WORDS = {
    "tp": "rightly called positive",
    "fp": "wrongly called positive",
    "fn": "wrongly called negative",
    "tn": "rightly called negative",
}
BINS = 10
STABLE = {
    "repeated": "judged more than once",
    "equal": "the same in every attempt",
    "differ": "not the same in every attempt",
    "failed": "an attempt failed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeFilters:
    """All must hold; empty asks for nothing. `outcome` is tp, fp, fn, tn or used; `said` a label, or yes or no."""

    outcome: str = ""
    expected: str = ""
    said: str = ""
    reason: Exclusion | None = None
    bin: int | None = None
    is_scored: bool = False
    stable: str = ""

    def named(self) -> dict[str, str]:
        """As an address says them."""
        return {
            "outcome": self.outcome,
            "expected": self.expected,
            "said": self.said,
            "reason": self.reason.value if self.reason is not None else "",
            "bin": str(self.bin) if self.bin is not None else "",
            "scored": "yes" if self.is_scored else "",
            "stable": self.stable,
        }

    def words(self, field: str) -> tuple[str, ...]:
        """As a person reads them; `field` is what labels are of."""
        return tuple(self._words(field))

    def _words(self, field: str) -> Iterator[str]:
        if self.outcome:
            yield OUTCOME_WORDS.get(self.outcome, "counted")
        if self.expected:
            yield f"expected: {value_label(field, self.expected)}"
        if self.said:
            yield f"the judge says: {value_label(field, self.said)}"
        if self.reason is not None:
            yield f"not counted: {reason_words(self.reason)[0]}"
        if self.bin is not None:
            yield f"score from {self.bin / BINS:g} to {(self.bin + 1) / BINS:g}"
        if self.is_scored:
            yield "with a number of the judge"
        if self.stable:
            yield STABLE[self.stable]


def read_filters(sent: Any) -> JudgeFilters:
    """From a QueryDict; what is none of our words counts as not said."""
    reason, place = sent.get("reason", ""), sent.get("bin", "")
    outcome, stable = sent.get("outcome", ""), sent.get("stable", "")
    return JudgeFilters(
        outcome=outcome if outcome in {*OUTCOMES.values(), "used"} else "",
        expected=sent.get("expected", "").replace("\0", "")[:LONGEST],
        said=sent.get("said", "").replace("\0", "")[:LONGEST],
        reason=Exclusion(reason) if reason in set(Exclusion) else None,
        bin=int(place) if place.isascii() and place.isdigit() and len(place) == 1 else None,
        is_scored=sent.get("scored", "") == "yes",
        stable=stable if stable in STABLE else "",
    )


def select(items: list[JudgedItem], scope: Scope, filters: JudgeFilters) -> list[JudgedItem]:
    """Those of the scope's stratum that all filters let through, never one that is hidden, in their order."""
    return [item for item in within(items, scope) if not item.is_hidden and _passes(item, scope, filters)]


def _passes(item: JudgedItem, scope: Scope, filters: JudgeFilters) -> bool:
    if filters.reason is not None and exclusion_of(item, scope) is not filters.reason:
        return False
    if filters.expected and item.expected != filters.expected:
        return False
    if filters.outcome or filters.said:
        if not _is_said(item, scope, filters):
            return False
    if (filters.is_scored or filters.bin is not None) and not _is_scored(item, filters.bin):
        return False
    return not filters.stable or _is_stable(item, filters.stable)


def _is_said(item: JudgedItem, scope: Scope, filters: JudgeFilters) -> bool:
    if exclusion_of(item, scope) is not None or item.first is None:
        return False
    called = is_judged_positive(item.first, scope)
    if filters.said:
        said = item.first.label if scope.threshold is None else "yes" if called else "no"
        if said != filters.said:
            return False
    return filters.outcome in ("", "used") or OUTCOMES[item.expected in scope.positive, called] == filters.outcome


def _is_scored(item: JudgedItem, place: int | None) -> bool:
    if settled_exclusion(item) is not None or item.first is None or item.first.score is None:
        return False
    score = item.first.score
    if place is None:
        return True
    # The same edges as those of the reliability curve: the last bin holds 1 as well.
    return place / BINS <= score < (place + 1) / BINS or (place == BINS - 1 and score == 1)


def _is_stable(item: JudgedItem, asked: str) -> bool:
    """By the attempts that came to something; a single one says nothing about stability."""
    if asked == "failed":
        return any(not answer.is_completed for answer in item.answers)
    completed = [answer for answer in item.answers if answer.is_completed]
    said = {answer.label if answer.label is not None else answer.score for answer in completed}
    return len(completed) > 1 and (asked == "repeated" or (len(said) == 1) == (asked == "equal"))
