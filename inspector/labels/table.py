"""A plain table of labels -> a label set: the way in for a set of one's own. Each row is what one person said. Pure.

Columns `item`, `rater` and `value` are needed. `field` names what is labelled (without it there is one field, `label`),
`scale` how its values are to be taken, `role` is rater, adjudicator or expected; `claim`, `passage`, `passage_name`,
`question`, `context` and `requirement` are the words of the item, `stratum:NAME` what it belongs to. What is the same
for all rows of an item may stand in the first of them alone.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from inspector.labels.cells import Line, read_lines
from inspector.labels.checking import check
from inspector.labels.json_lines import file_name
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet, NotALabelSet, Passage, Words
from inspector.labels.limits import MAXIMUM_ITEMS, MAXIMUM_LABELS, shown
from lineage.evidence.vocabulary import ExpectedBy, RaterRole, Scale

NEEDED = frozenset(("item", "rater", "value"))
AROUND = ("question", "context", "requirement")
KNOWN = NEEDED | {"field", "scale", "role", "claim", "passage", "passage_name", *AROUND}
STRATUM = "stratum:"
EXPECTED = "expected"
ONE_FIELD = "label"
ROLES = {"": RaterRole.RATER, **{role.value: role for role in RaterRole}}
DELIMITERS = ",;\t"


@dataclass(slots=True)
class _Collected:
    """What the rows of an item said so far."""

    place: str
    texts: dict[str, str] = field(default_factory=dict)
    passages: dict[Passage, None] = field(default_factory=dict)
    strata: dict[str, str] = field(default_factory=dict)
    expected: dict[str, str] = field(default_factory=dict)
    labels: dict[tuple[str, str], Label] = field(default_factory=dict)


def find_columns(first_line: str) -> tuple[str, tuple[str, ...]] | None:
    """What stands between the cells of a table, and its columns; None where this is no first line of one."""
    for delimiter in DELIMITERS:
        columns = tuple(cell.strip().strip('"') for cell in first_line.split(delimiter))
        if NEEDED <= set(columns):
            return delimiter, columns
    return None


def read_table(data: bytes, name: str = "labels.csv") -> LabelSet:
    """Raises NotALabelSet with the line of whatever is wrong."""
    at = file_name(name)
    first_line = data.partition(b"\n")[0].decode(errors="replace").removeprefix("\ufeff").strip()
    found = find_columns(first_line)
    if found is None:
        raise NotALabelSet(f"{at}:1: the first row names the columns; item, rater and value are needed")
    delimiter, columns = found
    unknown = [column for column in columns if column not in KNOWN and not column.startswith(STRATUM)]
    if unknown or len(set(columns)) != len(columns):
        raise NotALabelSet(f"{at}:1: each column stands once and is one of {', '.join(sorted(KNOWN))}, {STRATUM}NAME")
    lines = read_lines(data, name, delimiter)
    next(lines)
    scales: dict[str, str] = {}
    items = _collect(lines, columns, scales, at)
    made = tuple(_make_item(key, collected) for key, collected in items.items())
    places = [collected.place for collected in items.values()]
    label_set = LabelSet(key=_stem(at), name=_stem(at), fields=tuple(_fields(made, scales, at)), items=made)
    return check(label_set, places.__getitem__, at)


def _collect(
    lines: Iterator[Line], columns: tuple[str, ...], scales: dict[str, str], name: str
) -> dict[str, _Collected]:
    items: dict[str, _Collected] = {}
    for count, line in enumerate(lines, start=1):
        at = f"{name}:{line.number}"
        if count > MAXIMUM_LABELS:
            raise NotALabelSet(f"{at}: a table has at most {MAXIMUM_LABELS:,} rows")
        if len(line.cells) != len(columns):
            raise NotALabelSet(f"{at}: {len(columns)} cells are expected, these are {len(line.cells)}")
        cells = dict(zip(columns, line.cells, strict=True))
        collected = items.setdefault(cells["item"], _Collected(at))
        if len(items) > MAXIMUM_ITEMS:
            raise NotALabelSet(f"{at}: a set holds at most {MAXIMUM_ITEMS:,} items")
        _add_words(collected, cells, at)
        what = cells.get("field") or ONE_FIELD
        _put(scales, what, cells.get("scale", ""), at)
        _add_label(collected, what, cells, at)
    return items


def _add_words(collected: _Collected, cells: dict[str, str], at: str) -> None:
    for column in ("claim", *AROUND):
        _put(collected.texts, column, cells.get(column, ""), at)
    if cells.get("passage"):
        collected.passages.setdefault(Passage(cells["passage"], cells.get("passage_name", "")))
    for column, text in cells.items():
        if column.startswith(STRATUM):
            _put(collected.strata, column.removeprefix(STRATUM), text, at)


def _add_label(collected: _Collected, what: str, cells: dict[str, str], at: str) -> None:
    role, value = cells.get("role", ""), cells["value"]
    if not value:
        # A row of words alone, or somebody who said nothing.
        return
    if role == EXPECTED:
        _put(collected.expected, what, value, at)
    elif role in ROLES:
        label = Label(what, cells["rater"], value, ROLES[role])
        if collected.labels.setdefault((what, label.rater), label) is not label:
            raise NotALabelSet(f"{at}: {shown(label.rater)} says something of {shown(what)} of this item twice")
    else:
        raise NotALabelSet(f"{at}: a role is rater, adjudicator or {EXPECTED}, this is {role[:60]!r}")


def _put(texts: dict[str, str], name: str, text: str, at: str) -> None:
    """Empty says nothing; two rows may not say two things."""
    if text and texts.setdefault(name, text) != text:
        raise NotALabelSet(f"{at}: the {name[:60]} is another one than in a row before it")


def _make_item(key: str, collected: _Collected) -> LabelItem:
    texts = collected.texts
    words = Words(
        claim=texts.get("claim", ""),
        passages=tuple(collected.passages),
        **{column: texts.get(column, "") for column in AROUND},
    )
    return LabelItem(
        key=key,
        words=words if texts or collected.passages else None,
        labels=tuple(collected.labels.values()),
        expected=collected.expected,
        expected_by=ExpectedBy.PUBLISHED if collected.expected else None,
        strata=collected.strata,
    )


def _fields(items: Iterable[LabelItem], scales: dict[str, str], at: str) -> Iterator[Field]:
    """Fields and values in the order of first mention; numbers in theirs, where the scale has an order."""
    values: dict[str, dict[str, None]] = {}
    for item in items:
        for what, value in (*((label.field, label.value) for label in item.labels), *item.expected.items()):
            values.setdefault(what, {}).setdefault(value)
    for what, said in values.items():
        scale = scales.get(what, Scale.NOMINAL.value)
        if scale not in {term.value for term in Scale}:
            raise NotALabelSet(f"{at}: a scale is {', '.join(term.value for term in Scale)}, this is {scale[:60]!r}")
        if scale == Scale.NOMINAL:
            yield Field(what, Scale.NOMINAL, tuple(said))
        else:
            yield Field(what, Scale(scale), tuple(sorted(said, key=lambda value: _number(value, at))))


def _number(value: str, at: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise NotALabelSet(f"{at}: values with an order are numbers in a table; {value[:60]!r} is none")
    return number


def _stem(name: str) -> str:
    return name.rpartition(".")[0] or name
