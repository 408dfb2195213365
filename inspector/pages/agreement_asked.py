"""What an address asks of people's verdicts: a field, and the queue, source, label or pair that narrows it."""

import re
from typing import Any, NamedTuple, Self

from django.urls import reverse
from django.utils.http import urlencode

from inspector.agreeing.scopes import Scope
from inspector.agreeing.verdict_ratings import QUEUE, SOURCE, TERMS, values_of
from lineage.evidence.vocabulary import DecisiveField, Exclusion

PUBLIC_ID, HANDLE = re.compile("[0-9a-f]{32}"), re.compile("[0-9a-f]{16}")
LONGEST_KEY = 500
MOST_RATINGS = 99
USED, AGREE, DIFFER, ALL = "used", "agree", "differ", ""
SHOWS = {
    ALL: "all that anybody judged",
    USED: "two people or more judged",
    AGREE: "all say the same",
    DIFFER: "people differ",
    **{reason.value: reason.label for reason in Exclusion if reason is not Exclusion.HIDDEN},
}
"""What a list of items may be narrowed to: what is used in the figures, and what is not, by its reason."""


class Asked(NamedTuple):
    """`pair` are two people under their handles; `by` divides a table by queues or sources.

    Of a list of items alone: `show` is one of SHOWS, `said` a value that somebody gave, `first` and `second` are what
    the pair gave, `after` is the item behind which the list goes on.
    """

    field: str = DecisiveField.COVERAGE.value
    queue: str = ""
    source: str = ""
    blind: str = ""
    label: str = ""
    pair: str = ""
    ratings: str = ""
    by: str = ""
    show: str = ""
    said: str = ""
    first: str = ""
    second: str = ""
    after: str = ""

    def address(self, route: str, **changes: str) -> str:
        """Without what is not asked; the first field is asked where none is named."""
        kept = {name: value for name, value in self._replace(**changes)._asdict().items() if value}
        if kept.get("field") == Asked().field:
            del kept["field"]
        return reverse(route) + (f"?{urlencode(kept)}" if kept else "")

    @property
    def page(self) -> Self:
        """The same without what only lists of items ask."""
        return self._replace(show="", said="", first="", second="", after="")

    @property
    def handles(self) -> tuple[str, ...]:
        return tuple(self.pair.split(",")) if self.pair else ()

    def scope(self, pair: tuple[str, ...] = ()) -> Scope:
        """`pair` are the people behind the handles."""
        ratings = int(self.ratings or 0)
        asked = Scope(field=self.field, queue=self.queue, source=self.source, blind=bool(self.blind), pair=pair)
        return asked._replace(label=self.label, ratings=ratings)


def read_asked(query: Any) -> Asked:
    """What is none of ours is dropped: it narrows nothing."""
    given = {name: query.get(name, "").replace("\0", "")[:LONGEST_KEY] for name in Asked._fields}
    if given["field"] not in {field.value for field in TERMS}:
        given["field"] = Asked().field
    values = values_of(Scope(field=given["field"]))
    for name in ("label", "said", "first", "second"):
        given[name] = given[name] if given[name] in values else ""
    for name in ("queue", "after"):
        given[name] = given[name] if PUBLIC_ID.fullmatch(given[name]) else ""
    handles = given["pair"].split(",")
    is_pair = len(set(handles)) == 2 and len(handles) == 2 and all(HANDLE.fullmatch(one) for one in handles)
    given["pair"] = given["pair"] if is_pair else ""
    number = given["ratings"]
    is_number = number.isascii() and number.isdigit() and 2 <= int(number[:3]) <= MOST_RATINGS
    given["ratings"] = str(int(number)) if is_number else ""
    given["blind"] = "1" if given["blind"] == "1" else ""
    given["by"] = SOURCE if given["by"] == SOURCE else ""
    given["show"] = given["show"] if given["show"] in SHOWS else ""
    return Asked(**given)


def grouping_of(asked: Asked) -> str:
    return asked.by or QUEUE
