"""How much a label set holds, and the digest that says that nothing of it was changed. Pure."""

from collections.abc import Iterator

from inspector.labels.label_set import LabelSet
from inspector.labels.lines import item_line
from lineage.evidence.digests import Digest, digest_parts
from lineage.evidence.vocabulary import Comparability, RaterRole


def count(label_set: LabelSet) -> dict[str, int]:
    """What the header of an export says: `labels` are those of raters, `expected` the labels to compare with."""
    said = [label.role for item in label_set.items for label in item.labels]
    return {
        "items": len(label_set.items),
        "labels": said.count(RaterRole.RATER),
        "adjudications": said.count(RaterRole.ADJUDICATOR),
        "expected": sum(len(item.expected) for item in label_set.items),
        "without_words": sum(item.words is None for item in label_set.items),
        "non_comparable": sum(item.comparability is Comparability.NON_COMPARABLE for item in label_set.items),
    }


def digest_labels(label_set: LabelSet) -> Digest:
    """SHA-256 of the lines of all items, as an export writes them: equal for equal items in the same order."""
    return digest_parts(_lines(label_set))


def _lines(label_set: LabelSet) -> Iterator[bytes]:
    return (item_line(item) for item in label_set.items)
