"""What became of the citations of runs so far, added up from their items of work: no relocation is counted."""

from collections import Counter
from collections.abc import Iterable, Mapping

from lineage.evidence.vocabulary import CLEAN_OUTCOMES, RelocationOutcome, WorkState
from lineage.models import rows
from lineage.run_ending import CHANGED

ENDED_ITEMS = (WorkState.DONE.value, WorkState.QUARANTINED.value)
OUTCOMES = frozenset(RelocationOutcome)


def read_neighbours(run: rows.Run, outcomes: Mapping[RelocationOutcome, int], quarantined: int) -> int:
    """How many citations kept their words while a sentence before or after them changed; one statement.

    Of every other outcome but the clean ones the words are others, or are not known.
    """
    items = rows.WorkItem.objects.filter(run=run, state=WorkState.DONE.value).values_list("counts", flat=True)
    changed = sum(counts.get(CHANGED, 0) for counts in items)
    others = sum(number for outcome, number in outcomes.items() if outcome not in CLEAN_OUTCOMES)
    return max(0, changed - (others - quarantined))


def read_counts(run_ids: Iterable[int]) -> Mapping[int, Counter[RelocationOutcome]]:
    """Outcomes by run, in one statement; what was set aside counts as failed, and a run without any is left out."""
    found: dict[int, Counter[RelocationOutcome]] = {}
    items = rows.WorkItem.objects.filter(run_id__in=list(run_ids), state__in=ENDED_ITEMS)
    for run, state, size, counts in items.values_list("run_id", "state", "size", "counts"):
        counted = found.setdefault(run, Counter())
        if state == WorkState.QUARANTINED:
            counted[RelocationOutcome.ERROR] += size
            continue
        for outcome in OUTCOMES.intersection(counts):
            counted[RelocationOutcome(outcome)] += counts[outcome]
    return found
