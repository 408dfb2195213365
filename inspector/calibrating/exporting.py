"""A revision as a label set, to be written by one of `inspector.labels`: what came in comes out the same.

What the reader may not read of a claim's sources stays out, and so do items that the reader is still to judge blind;
both are counted. What judges said is no part of it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from inspector.calibrating.reading import fields_of, find_revision, shown_members
from inspector.calibrating.words import MASKED, ItemWords, read_words
from inspector.labels.label_set import Field, Label, LabelItem, LabelSet
from inspector.models import rows as opinions
from lineage.access import Action, Reader, require
from lineage.bulk import in_parts
from lineage.evidence.vocabulary import Comparability, ExpectedBy, RaterRole

PART = 500


class Exported(NamedTuple):
    """`hidden` items are not in it, `masked` ones are without their words."""

    label_set: LabelSet
    hidden: int
    masked: int


def export(reader: Reader, revision: opinions.SetRevision | str) -> Exported:
    """Raises NotAllowed, NotVisible."""
    require(reader, Action.EXPORT)
    found = find_revision(reader, revision)
    fields, members = fields_of(found), shown_members(reader, found)
    ids = list(members.order_by("ordinal").values_list("item_id", flat=True))
    items: list[LabelItem] = []
    masked = 0
    for part in in_parts(ids, PART):
        versions = opinions.CalibrationItem.objects.in_bulk(part)
        words = read_words(reader, list(versions.values()))
        labels = _labels(part)
        items += (_item(versions[id], words[id], labels.get(id, ()), fields) for id in part)
        masked += sum(one.why_not == MASKED for one in words.values())
    label_set = LabelSet(
        key=found.set.key,
        name=found.set.name,
        purpose=found.set.purpose,
        origin=found.set.origin,
        fields=fields,
        items=tuple(items),
    )
    return Exported(label_set, opinions.RevisionItem.objects.filter(revision=found).count() - len(ids), masked)


def _labels(items: Sequence[int]) -> Mapping[int, list[Label]]:
    """By item, in the order in which they came."""
    found: dict[int, list[Label]] = defaultdict(list)
    labels = opinions.ItemLabel.objects.filter(item__in=items).order_by("item", "id")
    for item, field, rater, value, role, confidence in labels.values_list(
        "item_id", "field", "rater", "value", "role", "confidence"
    ):
        found[item].append(Label(field, rater, value, RaterRole(role), confidence))
    return found


def _item(item: Any, words: ItemWords, labels: Sequence[Label], fields: Sequence[Field]) -> LabelItem:
    return LabelItem(
        key=item.key,
        words=words.words,
        labels=tuple(labels),
        expected=dict(_in_order(item.expected, fields)),
        expected_by=ExpectedBy(item.expected_by) if item.expected_by else None,
        strata=dict(sorted(item.strata.items())),
        comparability=Comparability(item.comparability),
        comparability_reason=item.comparability_reason,
        claim=words.address,
    )


def _in_order(expected: Mapping[str, str], fields: Sequence[Field]) -> Iterator[tuple[str, str]]:
    """One engine keeps the order of what is written as JSON, the other does not."""
    return ((field.name, expected[field.name]) for field in fields if field.name in expected)
