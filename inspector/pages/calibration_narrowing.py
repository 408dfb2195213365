"""The form that narrows the items of a revision, and what is asked for in words."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from inspector.labels.label_set import Field
from inspector.pages.calibration_filters import AGREES, COMPARABLES, MAJORITIES, NO_LABEL, ItemFilters
from inspector.pages.calibration_item_view import Narrowing
from inspector.pages.calibration_reading import Rater
from inspector.pages.calibration_words import value_label

KEPT = ("majority", "pair", "first", "second", "ratings")
"""Filters that links set and no select shows: the form carries them on."""

MOST_STRATA = 500


def read_strata(members: Any) -> tuple[str, ...]:
    """Each stratum of these members as `name:value`, in order. One statement."""
    found = members.order_by().values_list("item__strata", flat=True).distinct()
    return tuple(sorted({f"{name}:{value}" for strata in found for name, value in strata.items()})[:MOST_STRATA])


def narrowings_of(
    filters: ItemFilters, fields: Sequence[Field], field: Field | None, raters: Sequence[Rater], strata: Sequence[str]
) -> tuple[Narrowing, ...]:
    """Selects whose only choice would be "any" are left out."""
    name = field.name if field is not None else ""
    values = [(value, value_label(name, value)) for value in (field.values if field is not None else ())]
    people = [(rater.key, rater.name) for rater in raters]
    divided = [(one, one.replace(":", ": ", 1)) for one in strata]
    every = (
        _select("field", "Field", name, [(one.name, one.name) for one in fields], None),
        _select("expected", "expected", filters.expected, [*values, (NO_LABEL, "no label")]),
        _select("value", "said", filters.value, values if people else []),
        _select("rater", "by", filters.rater, people, "any rater"),
        _select("agree", "where", filters.agree, list(AGREES.items()) if people else [], "anything holds"),
        _select("stratum", "in", next(iter(filters.stratum), ""), divided, "every stratum"),
        _select("comparable", "and", filters.comparable, list(COMPARABLES.items()), "comparable or not"),
    )
    return tuple(one for one in every if len(one.options) > 1)


def _select(
    name: str, label: str, chosen: str, options: Iterable[tuple[str, str]], anything: str | None = "anything"
) -> Narrowing:
    found = list(options)
    known = [value for value, _ in found]
    if chosen and chosen not in known:
        found.append((chosen, chosen))
    first = [("", anything)] if anything is not None and found else []
    return Narrowing(name, label, tuple((value, words, value == chosen) for value, words in (*first, *found)))


def kept_of(filters: ItemFilters) -> tuple[tuple[str, str], ...]:
    """What the form sends on unseen; of several strata the select shows the first."""
    asked = filters._asdict()
    named = ((name, asked[name]) for name in KEPT if asked[name])
    return (*named, *(("stratum", one) for one in filters.stratum[1:]))


def said_of(filters: ItemFilters, raters: Sequence[Rater]) -> tuple[str, ...]:
    """What no select of the form shows, in words."""
    return tuple(_said_of(filters, {rater.key: rater.name for rater in raters}))


def _said_of(filters: ItemFilters, names: dict[str, str]) -> Iterator[str]:
    yield from (one.replace(":", ": ", 1) for one in filters.stratum[1:])
    if filters.ratings:
        yield f"there are {filters.ratings} raters"
    if filters.majority:
        yield MAJORITIES[filters.majority]
    if not filters.pair:
        return
    pair = [f"{one}" for one in _pair(filters.pair, names)]
    said = [value_label(filters.field, value) for value in (filters.first, filters.second)]
    for rater, value in zip(pair, said, strict=False):
        yield f"{rater} said “{value}”" if value else f"{rater} labelled it"


def _pair(pair: str, names: dict[str, str]) -> Iterator[str]:
    for at, sign in enumerate(pair):
        if sign == "," and pair[:at] in names and pair[at + 1 :] in names:
            yield from (names[pair[:at]], names[pair[at + 1 :]])
            return
    yield "two raters who did not label this field"
