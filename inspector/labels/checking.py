"""What every label set keeps to, whatever it was read from. Pure.

Readers say where something stands; this says whether it fits together, so that rows can hold it and figures count it.
"""

import math
from collections.abc import Callable, Iterable, Sequence

from inspector.labels.judge_checking import check_judge
from inspector.labels.label_set import Field, LabelItem, LabelSet, NotALabelSet
from inspector.labels.limits import (
    LONGEST_LABEL,
    LONGEST_NAME,
    LONGEST_WORDS,
    MAXIMUM_FIELDS,
    MAXIMUM_ITEMS,
    MAXIMUM_RATERS,
    MAXIMUM_VALUES,
    check_text,
    shown,
)
from lineage.evidence.vocabulary import Comparability, Scale
from lineage.evidence.wire import MAXIMUM_KEY_LENGTH

Place = Callable[[int], str]
"""Where the item of a number stands, for a message: `labels.jsonl:12`."""


def check(label_set: LabelSet, place: Place, at: str) -> LabelSet:
    """The set itself. Raises NotALabelSet where it is none that can be kept; `at` is where it says what it is."""
    try:
        fields = _described(label_set)
    except NotALabelSet as error:
        raise NotALabelSet(f"{at}: {error}") from None
    places: dict[str, int] = {}
    raters: set[str] = set()
    for number, item in enumerate(label_set.items):
        try:
            if (before := places.setdefault(item.key, number)) != number:
                raise NotALabelSet(f"the item {shown(item.key)} stands at {place(before)} already")
            _item(item, fields)
            raters.update(label.rater for label in item.labels)
            if len(raters) > MAXIMUM_RATERS:
                raise NotALabelSet(f"a set has labels of at most {MAXIMUM_RATERS:,} people")
        except NotALabelSet as error:
            raise NotALabelSet(f"{place(number)}: {error}") from None
    return label_set


def _described(label_set: LabelSet) -> dict[str, frozenset[str]]:
    """All but the items: the values of each field by its name."""
    check_text(label_set.key, "the key of the set", MAXIMUM_KEY_LENGTH)
    for words, what in ((label_set.name, "name"), (label_set.purpose, "purpose"), (label_set.origin, "origin")):
        check_text(words, f"the {what} of the set", LONGEST_WORDS, may_be_empty=True)
    fields = _fields(label_set.fields)
    if len(label_set.items) > MAXIMUM_ITEMS:
        raise NotALabelSet(f"a set holds at most {MAXIMUM_ITEMS:,} items, this has {len(label_set.items):,}")
    if not label_set.items:
        raise NotALabelSet("there is no item in it")
    for results in label_set.judges:
        check_judge(results)
        if results.field not in fields:
            raise NotALabelSet(f"a judge speaks of {shown(results.field)}, which is no field of the set")
    return fields


def _fields(fields: Sequence[Field]) -> dict[str, frozenset[str]]:
    """The values of each field by its name."""
    if not fields:
        raise NotALabelSet("a set labels at least one field")
    if len(fields) > MAXIMUM_FIELDS:
        raise NotALabelSet(f"a set labels at most {MAXIMUM_FIELDS} fields")
    found: dict[str, frozenset[str]] = {}
    for field in fields:
        check_text(field.name, "the name of a field", LONGEST_NAME)
        if field.name in found:
            raise NotALabelSet(f"the field {shown(field.name)} is given twice")
        if not 1 <= len(field.values) <= MAXIMUM_VALUES:
            raise NotALabelSet(f"the field {shown(field.name)} has 1 to {MAXIMUM_VALUES:,} values")
        for value in field.values:
            check_text(value, f"a value of {shown(field.name)}", LONGEST_LABEL)
        found[field.name] = frozenset(field.values)
        if len(found[field.name]) != len(field.values):
            raise NotALabelSet(f"the field {shown(field.name)} has a value twice")
        if not found[field.name].issuperset(field.positive):
            raise NotALabelSet(f"what counts as positive of {shown(field.name)} is none of its values")
        if field.scale is Scale.INTERVAL and not all(map(_is_number, field.values)):
            raise NotALabelSet(f"the values of {shown(field.name)} are numbers, since its scale is one of numbers")
    return found


def _item(item: LabelItem, fields: dict[str, frozenset[str]]) -> None:
    check_text(item.key, "the key of an item", MAXIMUM_KEY_LENGTH)
    check_text(item.claim, "the address of a claim", 2 * MAXIMUM_KEY_LENGTH + 1, may_be_empty=True)
    check_text(item.comparability_reason, "the reason", LONGEST_WORDS, may_be_empty=True)
    said: set[tuple[str, str]] = set()
    for label in item.labels:
        check_text(label.rater, "the name of a rater", LONGEST_NAME)
        _value(label.field, label.value, fields)
        if (label.field, label.rater) in said:
            raise NotALabelSet(f"{shown(label.rater)} says two things of {shown(label.field)}")
        if label.confidence is not None and not math.isfinite(label.confidence):
            raise NotALabelSet("a confidence is a number")
        said.add((label.field, label.rater))
    for name, value in item.expected.items():
        _value(name, value, fields)
    if item.expected and item.expected_by is None:
        raise NotALabelSet("a label is expected, and nothing says by whom")
    for words in _pairs(item.strata.items()):
        check_text(words, "the name or value of a stratum", LONGEST_LABEL)
    if item.comparability is Comparability.NON_COMPARABLE and not item.comparability_reason:
        raise NotALabelSet("an item that is not comparable says why")


def _value(name: str, value: str, fields: dict[str, frozenset[str]]) -> None:
    if name not in fields:
        raise NotALabelSet(f"{shown(name)} is no field of the set")
    if value not in fields[name]:
        raise NotALabelSet(f"{shown(value)} is no value of {shown(name)}")


def _pairs(pairs: Iterable[tuple[str, str]]) -> Iterable[str]:
    return (words for pair in pairs for words in pair)


def _is_number(value: str) -> bool:
    try:
        return math.isfinite(float(value))
    except ValueError:
        return False
