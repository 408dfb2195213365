"""A page of a long list from either side of a row: keyset paging over rows that an index holds in order.

A list is one or more stretches, one after the other; each is ordered by priority, highest first, and then by row. The
place where a page begins is a row by its item's public id, because a row id in an address would count the rows of other
tenants (G2), with its stretch and priority as they were: it may have left the stretch since. Each step reads one range
of an index, so the last page costs what the first does.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

PAGE = 50
PLACE = re.compile(r"([a-z_]{1,20})\.(-?[0-9]{1,9})\.([0-9a-f]{32})")
LAST = "last"
BEYOND = 2**62


class Stretch(NamedTuple):
    """Rows with `item` and `priority`, ordered by `order` behind it; in `known` a row is found that left them."""

    name: str
    rows: QuerySet[Any]
    known: QuerySet[Any]
    order: str = "item_id"


class Place(NamedTuple):
    """A row before or behind which a page stands."""

    stretch: str
    priority: int
    item: str

    @property
    def address(self) -> str:
        return f"{self.stretch}.{self.priority}.{self.item}"


class Asked(NamedTuple):
    """Which page: behind a row, before one, the last, or else the first."""

    after: Place | None = None
    before: Place | None = None
    is_last: bool = False


class Found(NamedTuple):
    """Ids of the items of a page; `newer` and `older` are the rows at its ends, None where nothing is beyond."""

    items: tuple[int, ...]
    newer: Place | None
    older: Place | None


def read_asked(query: Any) -> Asked:
    """What an address asks for; what is no place there counts as not said."""
    return Asked(_place(query.get("after", "")), _place(query.get("before", "")), query.get("at") == LAST)


def _place(written: str) -> Place | None:
    found = PLACE.fullmatch(written)
    return Place(found[1], int(found[2]), found[3]) if found else None


def read_page(stretches: Sequence[Stretch], asked: Asked, size: int = PAGE) -> Found:
    """One page; a statement for each range of rows until it is full."""
    is_back = asked.is_last or asked.before is not None
    ranges = _behind(stretches, asked.before) if is_back else _ahead(stretches, asked.after)
    rows: list[tuple[int, Place]] = []
    for stretch, found in ranges:
        columns = ("item_id", "priority", "item__public_id")
        for item, priority, public_id in found.values_list(*columns)[: size + 1 - len(rows)]:
            rows.append((item, Place(stretch.name, priority, public_id)))
        if len(rows) > size:
            break
    has_more = len(rows) > size
    shown = rows[:size]
    if is_back:
        shown.reverse()
        has_newer, has_older = has_more, asked.before is not None
    else:
        has_newer, has_older = asked.after is not None, has_more
    return Found(
        tuple(item for item, _ in shown),
        shown[0][1] if shown and has_newer else None,
        shown[-1][1] if shown and has_older else None,
    )


def _ahead(stretches: Sequence[Stretch], after: Place | None) -> Iterator[tuple[Stretch, QuerySet[Any]]]:
    # Two ranges instead of one condition with OR, which an index does not serve.
    for number, stretch in enumerate(_from(stretches, after)):
        if after is not None and number == 0 and stretch.name == after.stretch:
            behind = {"priority": after.priority, f"{stretch.order}__gt": _row(stretch, after, 0)}
            yield stretch, stretch.rows.filter(**behind).order_by(stretch.order)
            rest = stretch.rows.filter(priority__lt=after.priority)
        else:
            rest = stretch.rows
        yield stretch, rest.order_by("-priority", stretch.order)


def _behind(stretches: Sequence[Stretch], before: Place | None) -> Iterator[tuple[Stretch, QuerySet[Any]]]:
    for number, stretch in enumerate(_from(stretches[::-1], before)):
        last_first = F(stretch.order).desc()
        if before is not None and number == 0 and stretch.name == before.stretch:
            ahead = {"priority": before.priority, f"{stretch.order}__lt": _row(stretch, before, BEYOND)}
            yield stretch, stretch.rows.filter(**ahead).order_by(last_first)
            rest = stretch.rows.filter(priority__gt=before.priority)
        else:
            rest = stretch.rows
        yield stretch, rest.order_by("priority", last_first)


def _from(stretches: Sequence[Stretch], place: Place | None) -> Sequence[Stretch]:
    names = [stretch.name for stretch in stretches]
    return stretches[names.index(place.stretch) :] if place is not None and place.stretch in names else stretches


def _row(stretch: Stretch, place: Place, otherwise: int) -> Coalesce:
    """A row that is gone leaves the rows of its priority to be shown again: that is better than to leave some out."""
    known = stretch.known.filter(item__public_id=place.item).order_by().values(stretch.order)[:1]
    return Coalesce(Subquery(known), Value(otherwise))
