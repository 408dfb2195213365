"""What an address asks of the people who labelled a set: a field, and the strata, label or pair that narrows it."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.http import urlencode

from inspector.agreeing.revision_ratings import DIVIDER
from inspector.agreeing.scopes import REVISION, Scope
from inspector.pages.calibration_addresses import items_url
from lineage.evidence.vocabulary import Exclusion

LONGEST, MOST_STRATA, MOST_RATINGS = 1_000, 5, 99
OF_EXCLUSION = {
    Exclusion.ONE_RATER: {"agree": "one"},
    Exclusion.NO_VALUE: {"agree": "none"},
    Exclusion.NOT_COMPARABLE: {"comparable": "no"},
}


class AskedOfSet(NamedTuple):
    """`strata` are written `name:value`; `pair` are two raters with a comma between them."""

    revision: str
    field: str = ""
    strata: tuple[str, ...] = ()
    pair: str = ""
    label: str = ""
    ratings: int = 0

    def address(self, **changes: Any) -> str:
        one = self._replace(**changes)
        named = [("field", one.field), *(("stratum", each) for each in one.strata), ("pair", one.pair)]
        named += [("label", one.label), ("ratings", str(one.ratings or ""))]
        query = urlencode([each for each in named if each[1]])
        return reverse("calibration_agreement", args=[one.revision]) + (f"?{query}" if query else "")

    def scope(self, field: str, raters: Collection[str]) -> Scope:
        """A pair that is not among the raters is not asked for."""
        return Scope(
            of=REVISION,
            revision=self.revision,
            field=field,
            strata=self.strata,
            pair=pair_in(self.pair, raters),
            label=self.label,
            ratings=self.ratings,
        )


def read_asked_of_set(public_id: str, query: Any) -> AskedOfSet:
    """What is none of ours is dropped: it narrows nothing."""

    def words(written: str) -> str:
        return written.replace("\0", "")[:LONGEST]

    number = query.get("ratings", "")
    is_number = number.isascii() and number.isdigit() and 2 <= int(number[:3]) <= MOST_RATINGS
    strata = [words(one) for one in query.getlist("stratum") if DIVIDER in one]
    return AskedOfSet(
        revision=public_id,
        field=words(query.get("field", "")),
        strata=tuple(dict.fromkeys(strata))[:MOST_STRATA],
        pair=words(query.get("pair", "")),
        label=words(query.get("label", "")),
        ratings=int(number) if is_number else 0,
    )


def pair_in(written: str, raters: Collection[str]) -> tuple[str, ...]:
    """The two raters whom `written` names, a comma between; a name may hold a comma itself."""
    parts = written.split(",")
    for place in range(1, len(parts)):
        first, second = ",".join(parts[:place]), ",".join(parts[place:])
        if first in raters and second in raters and first != second:
            return first, second
    return ()


class SetLinks(NamedTuple):
    """Addresses of the items that a number counts."""

    asked: AskedOfSet

    def _items(self, **changes: str) -> str:
        ratings = str(self.asked.ratings or "")
        named = {"field": self.asked.field, "stratum": self.asked.strata, "ratings": ratings, "comparable": "yes"}
        return items_url(self.asked.revision, **{**named, **changes})

    def used(self) -> str:
        return self._items(agree="several", pair=self.asked.pair)

    def alike(self, *, agree: bool) -> str:
        return self._items(agree="agree" if agree else "differ", pair=self.asked.pair)

    def excluded(self, reason: Exclusion) -> str:
        return self._items(**OF_EXCLUSION.get(reason, {}))

    def said(self, value: str) -> str:
        return self._items(value=value)

    def expected(self, value: str) -> str:
        return self._items(expected=value)

    def compared(self, rater: str, expected: str, said: str) -> str:
        return self._items(rater=rater, expected=expected, value=said)

    def majority(self, word: str) -> str:
        return self._items(majority=word)

    def stratum(self, name: str, value: str) -> str:
        return items_url(self.asked.revision, field=self.asked.field, stratum=f"{name}{DIVIDER}{value}")

    def of_pair(self, first: str, second: str) -> str:
        return self._items(pair=f"{first},{second}")

    def cell(self, first: str, second: str, said_first: str, said_second: str) -> str:
        return self._items(pair=f"{first},{second}", first=said_first, second=said_second)

    def label_page(self, value: str) -> str:
        return "" if value == self.asked.label else self.asked.address(label=value)

    def pair_page(self, first: str, second: str) -> str:
        return "" if self.asked.pair else self.asked.address(pair=f"{first},{second}")

    def sizes_page(self, number: int) -> str:
        return self.asked.address(ratings=number)
