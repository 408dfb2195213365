"""Which of a run's citations an address asks for: by what became of them, and which page of twenty. Pure."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Q
from django.http import QueryDict

from inspector.pages.evidence_view import Said
from inspector.pages.run_states import NEIGHBOUR, NEIGHBOUR_MEANS, SETTLED, WAITING
from lineage.evidence.vocabulary import RelocationOutcome

SETTLED_WORD, NEIGHBOURS = "settled", "neighbours"
NEIGHBOURS_SAID = Said(NEIGHBOUR, "unclear", NEIGHBOURS, f"The words are the same. {NEIGHBOUR_MEANS}")


class Wanted(NamedTuple):
    """Which outcomes an address asks for (empty: those that wait for a person), and which page, from 1."""

    outcome: str = ""
    page: int = 1

    @property
    def outcomes(self) -> tuple[RelocationOutcome, ...]:
        if not self.outcome:
            return WAITING
        return SETTLED if self.outcome in (SETTLED_WORD, NEIGHBOURS) else (RelocationOutcome(self.outcome),)

    @property
    def chosen(self) -> Q:
        """Which relocations these are. Those with other neighbours wait for a person too."""
        if not self.outcome:
            return Q(outcome__in=WAITING) | Q(outcome__in=SETTLED, changed__isnull=False)
        if self.outcome in (SETTLED_WORD, NEIGHBOURS):
            return Q(outcome__in=SETTLED, changed__isnull=self.outcome == SETTLED_WORD)
        return Q(outcome=self.outcome)

    def address(self, url: str, **changes: Any) -> str:
        changed = self._replace(**changes)
        kept = {"outcome": changed.outcome, "page": changed.page if changed.page > 1 else ""}
        query = urlencode({name: value for name, value in kept.items() if value})
        return f"{url}?{query}" if query else url


def read_wanted_changes(query: QueryDict) -> Wanted:
    """What is no outcome of ours, and no number, counts as not said."""
    outcome, page = query.get("outcome", ""), query.get("page", "")
    is_known = outcome in (SETTLED_WORD, NEIGHBOURS) or outcome in set(RelocationOutcome)
    is_number = page.isascii() and page.isdigit() and len(page) < 7
    return Wanted(outcome if is_known else "", max(1, int(page)) if is_number else 1)


def filter_words(wanted: Wanted) -> str:
    words = {"": "need a person", SETTLED_WORD: "need nobody", NEIGHBOURS: NEIGHBOURS_SAID.word}
    return words.get(wanted.outcome) or RelocationOutcome(wanted.outcome).label
