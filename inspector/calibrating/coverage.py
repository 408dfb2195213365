"""How many examples a set has of each label, and what it says nothing about (S2-31)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from inspector.calibrating.reading import fields_of, find_revision, shown_members
from inspector.labels.label_set import Field
from inspector.models import rows as opinions
from lineage.access import Reader
from lineage.evidence.vocabulary import CalibrationLabel, Comparability

FEWEST = 10
"""With fewer examples than this a judge that never errs on them may still err on every fourth."""
UNASKED = frozenset({CalibrationLabel.AMBIGUOUS.value})
"""What a set may do without: nobody looks for claims on which nobody can tell."""


class FieldCoverage(NamedTuple):
    """`counts` are by the expected label, of every value in its order; `without` have none. `missing` are the values
    that no item has, `few` those that fewer than `FEWEST` have."""

    field: Field
    counts: Mapping[str, int]
    without: int
    missing: tuple[str, ...]
    few: tuple[str, ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """In words; none where nothing is expected at all, as in a set that is only for agreement."""
        if not any(self.counts.values()):
            return ()
        absent = (f"no {value} examples: a judge is not tested on it at all" for value in self.missing)
        scarce = (f"only {self.counts[value]} {value} examples: too few to say much" for value in self.few)
        return (*absent, *scarce)


def coverage(reader: Reader, revision: opinions.SetRevision | str) -> tuple[FieldCoverage, ...]:
    """By field of the revision; without items that are not comparable or hidden from the reader. Two statements."""
    found = find_revision(reader, revision)
    members = shown_members(reader, found).filter(item__comparability=Comparability.COMPARABLE.value)
    expected = list(members.values_list("item__expected", flat=True))
    return tuple(cover(field, expected) for field in fields_of(found))


def cover(field: Field, expected: Iterable[Mapping[str, str]]) -> FieldCoverage:
    """Of items by the labels that they are expected to have. Pure."""
    found = Counter(one.get(field.name) for one in expected)
    counts = {value: found[value] for value in field.values}
    asked = [value for value in field.values if value not in UNASKED]
    return FieldCoverage(
        field=field,
        counts=counts,
        without=found[None],
        missing=tuple(value for value in asked if not counts[value]),
        few=tuple(value for value in asked if 0 < counts[value] < FEWEST),
    )
