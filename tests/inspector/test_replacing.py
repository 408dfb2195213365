"""The handbook of the demonstration: eight citations, and what became of each when the next edition came."""

from typing import Any

import pytest

from inspector.demo.loading import load
from inspector.demo.replacing import CASE, SOURCE, replace_handbook
from inspector.models import rows as opinions
from lineage.evidence.vocabulary import RelocationOutcome, RunState
from lineage.ledger import verify
from lineage.models import rows

OUTCOMES = {
    "x1": (RelocationOutcome.UNCHANGED, ""),
    "x2": (RelocationOutcome.RELOCATED_NORMALIZED, ""),
    "x3": (RelocationOutcome.TEXT_CHANGED, "modal negation"),
    "x4": (RelocationOutcome.RELOCATED_EXACT, ""),
    "x5": (RelocationOutcome.TEXT_CHANGED, "number"),
    "x6": (RelocationOutcome.PROPOSED, ""),
    "x7": (RelocationOutcome.AMBIGUOUS, ""),
    "x8": (RelocationOutcome.LOST, ""),
}
# The sentence before or after the words of these is another now, or they themselves are.
STALE = {"c1", "c3", "c5", "c6", "c7", "c8"}


@pytest.fixture
def loaded(db: Any) -> rows.Tenant:
    load()
    return rows.Tenant.objects.get(key="meridian")


def test_each_citation_of_the_handbook_becomes_what_its_two_editions_say(loaded: rows.Tenant) -> None:
    run = rows.Run.objects.get(source__key=SOURCE)
    assert run.state == RunState.COMPLETED_WITH_CHANGES and run.total == len(OUTCOMES)
    found = rows.Relocation.objects.filter(run=run).values_list("citation__key", "outcome", "changes")
    assert {key: (RelocationOutcome(outcome), changes) for key, outcome, changes in found} == OUTCOMES


def test_verdicts_whose_words_changed_are_stale_and_the_others_are_not(loaded: rows.Tenant) -> None:
    states = opinions.ItemState.objects.filter(item__claim__answer__case__key=CASE)
    assert set(states.filter(stale=True).values_list("item__claim__key", flat=True)) == STALE


def test_a_second_start_replaces_nothing_and_the_ledger_holds(loaded: rows.Tenant) -> None:
    before = rows.Run.objects.count(), opinions.Verdict.objects.count()
    assert not replace_handbook(loaded)
    assert (rows.Run.objects.count(), opinions.Verdict.objects.count()) == before
    assert verify(loaded) == []
