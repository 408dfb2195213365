"""Items of a label set as a list shows them: their words in short, who said what of one field, what is expected."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspector.calibrating.words import stored_words
from inspector.models import rows as opinions
from inspector.pages.calibration_addresses import Asked, item_url
from inspector.pages.calibration_item_view import ItemLine, LabelLine
from inspector.pages.calibration_reading import Rater
from inspector.pages.calibration_words import expected_by_label, value_label
from inspector.pages.review_again_reading import read_claims
from lineage.evidence.vocabulary import RaterRole
from lineage.models import rows
from lineage.models.content import ContentAbsent

SHORT = 280
LARGEST = 256 * 1024
"""Bytes of an item's words up to which a list reads them."""

NOT_PUBLISHED = "its words are not part of the data set"
TOO_LONG = "its words are long; they stand on its own page"
NOT_KEPT = "its words are no longer kept"


def read_lines(
    items: Sequence[opinions.CalibrationItem], field: str, raters: Sequence[Rater], asked: Mapping[str, Asked]
) -> tuple[ItemLine, ...]:
    """In their order; `asked` is the list that they stand in. It does not ask who may read.

    A statement for the labels, at most four for the words.
    """
    said: dict[int, dict[str, opinions.ItemLabel]] = defaultdict(dict)
    for label in opinions.ItemLabel.objects.filter(item__in=[item.pk for item in items], field=field):
        said[label.item_id][label.rater] = label
    claims = [item.claim_id for item in items if item.claim_id is not None]
    kept = [item.content_id for item in items if item.content_id is not None]
    words = _Words(
        read_claims(claims) if claims else {},
        {one.pk: one for one in rows.Content.objects.filter(pk__in=kept, size__lte=LARGEST)} if kept else {},
    )
    return tuple(_line(item, field, raters, said[item.pk], words, asked) for item in items)


class _Words(NamedTuple):
    """Of claims by row, and what is kept of imported items."""

    claims: dict[int, str]
    contents: dict[int, rows.Content]

    def of(self, item: opinions.CalibrationItem) -> tuple[str, str]:
        """What is judged, or why it is not shown."""
        if item.claim_id is not None:
            words = self.claims.get(item.claim_id)
            return (words, "") if words is not None else ("", NOT_KEPT)
        content = self.contents.get(item.content_id)
        if content is None:
            return "", TOO_LONG
        try:
            found = stored_words(content)
        except ContentAbsent:
            return "", NOT_KEPT
        return (found.claim, "") if found is not None else ("", NOT_PUBLISHED)


def _line(
    item: opinions.CalibrationItem,
    field: str,
    raters: Sequence[Rater],
    said: dict[str, opinions.ItemLabel],
    kept: _Words,
    asked: Mapping[str, Asked],
) -> ItemLine:
    words, why_not = kept.of(item)
    expected = item.expected.get(field, "")
    return ItemLine(
        key=item.key,
        version=item.version,
        url=item_url(item.public_id, **asked),
        words=words if len(words) <= SHORT else f"{words[:SHORT].rstrip()}…",
        why_not=why_not,
        labels=tuple(label_line(said[one.key], one.name, expected) for one in raters if one.key in said),
        expected=value_label(field, expected),
        expected_by=expected_by_label(item.expected_by) if expected else "",
        strata=tuple(sorted(item.strata.items())),
        not_comparable=item.comparability_reason,
    )


def label_line(label: opinions.ItemLabel, rater: str, expected: str) -> LabelLine:
    is_adjudicator = label.role == RaterRole.ADJUDICATOR
    return LabelLine(
        rater=rater,
        label=value_label(label.field, label.value),
        differs=bool(expected) and label.value != expected,
        # Our own are called so already.
        is_adjudicator=is_adjudicator and not rater.startswith("adjudicator"),
        confidence=f"{label.confidence:g}" if label.confidence is not None else "",
    )
